"""The interval of a difference and its p value say the same, and the interval holds the truth often enough."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.arena.comparisons import mean_and_p
from kibitz.arena.intervals import exact_test

Drawn = Callable[[np.random.Generator, int], Any]


def shares(ours: float, base: float, games: int) -> Drawn:
    """Differences of the shares of two players in sessions of some games."""
    return lambda random, n: (random.binomial(games, ours, n) - random.binomial(games, base, n)) / games


def rare(random: np.random.Generator, n: int) -> Any:
    """Small gains in a quarter of the sessions, and rarely a total loss; 0.5 points on average."""
    return random.choice([-1.0, 0.1, 0.0], n, p=[0.02, 0.25, 0.73])


CASES = {
    "even": (shares(0.5, 0.5, 6), 0.0),
    "few games": (shares(0.5, 0.5, 2), 0.0),
    "near the top": (shares(0.95, 0.9, 6), 0.05),
    "gains": (shares(0.6, 0.4, 10), 0.2),
    "rare losses": (rare, 0.005),
}


@pytest.mark.parametrize("sessions", [5, 10, 40])
@pytest.mark.parametrize("case", CASES)
def test_p_is_below_five_percent_where_the_interval_excludes_0(case: str, sessions: int) -> None:
    drawn, truth = CASES[case]
    random, held, trials = np.random.default_rng(1), 0, 300
    for number in range(trials):
        found, p = mean_and_p(drawn(random, sessions).tolist(), number, (-1.0, 1.0))
        assert (p < 0.05) == (not found.low <= 0 <= found.high)
        held += found.low <= truth <= found.high
    assert held / trials >= 0.92  # 95%, and what chance may do in 300 trials


def test_the_level_may_be_another_one() -> None:
    random = np.random.default_rng(2)
    for number in range(200):
        values = (random.binomial(3, 0.8, 12) - random.binomial(3, 0.5, 12)) / 3
        found, p = mean_and_p(values.tolist(), number, (-1.0, 1.0), outside=0.005)
        assert (p < 0.01) == (not found.low <= 0 <= found.high)


def test_scores_without_bounds_have_the_t_interval() -> None:
    found, p = mean_and_p([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (found.mean, round(found.low, 3), round(found.high, 3), round(p, 4)) == (3.0, 1.037, 4.963, 0.0132)
    equal, p = mean_and_p([2.0] * 5)
    assert not equal.has_interval
    assert p == 2**-4


def test_p_is_exact_for_wins_and_losses_and_small_for_clear_ones() -> None:
    assert exact_test([1.0] * 6, (-1, 1))[1] == pytest.approx(2 / 2**6)  # a sign test
    assert exact_test([1.0] * 5 + [-1.0], (-1, 1))[1] == pytest.approx(2 * 7 / 2**6)
    clear = [0.5, 0.6, 0.5] * 40
    assert exact_test(clear, (-1, 1))[1] < 1e-6  # no random weights reach 0, but p is not 0
    assert exact_test(clear, (-1, 1))[1] > 0


def test_a_summary_says_what_is_corrected() -> None:
    two = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=10, seed=1).summary()
    assert "p is below 5% where the interval excludes 0" in two
    three = kibitz.match("tic-tac-toe", ["maxn", "random", "greedy"], deals=10, seed=1).summary()
    assert re.search("Holm's correction and intervals have none", three)
