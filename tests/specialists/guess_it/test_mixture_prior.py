"""The points of the prior give the exact moments that the learner computes another way, and those of plain draws."""

import numpy as np
import pytest

from kibitz.learning.mixture_reading import MixtureReading
from kibitz.random import Random
from kibitz.specialists.guess_it.mixture_prior import prior_points

ROWS = [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 1)]


@pytest.mark.parametrize("seen", [(0,), (0, 0, 1), (2, 2, 2, 3, 4), (0, 1, 2, 3, 4, 0, 0, 2, 2)])
def test_what_a_game_shows_is_weighed_to_twelve_digits(seen: tuple[int, ...]) -> None:
    points = prior_points()
    reading = MixtureReading(["a", "b", "c", "d"])
    likely = points.shares
    for place in seen:
        likely = likely * (points.mixtures @ np.array(ROWS[place]))
        reading = reading.weigh(ROWS[place])
    assert np.log(likely.sum()) == pytest.approx(reading._moments[2], abs=1e-10)
    assert likely @ points.mixtures / likely.sum() == pytest.approx(np.array(reading.mean), abs=1e-11)


def test_the_points_are_spread_as_draws_are() -> None:
    drawn = np.array([[Random(3, row, part).uniform() for part in range(4)] for row in range(4000)])
    drawn /= drawn.sum(axis=1, keepdims=True)
    points = prior_points()
    assert points.shares.sum() == pytest.approx(1)
    for power in (2, 4):
        found, expected = points.shares @ points.mixtures**power, drawn**power
        assert np.all(abs(found - expected.mean(axis=0)) < 4 * expected.std(axis=0) / len(drawn) ** 0.5)
