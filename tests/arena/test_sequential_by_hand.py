"""Confidence sequences by their definition: both gamblers, any bounds, weights, and what is refused."""

from math import prod

import numpy as np
import pytest

from kibitz.arena.sequential import BETS, ConfidenceSequence
from kibitz.errors import KibitzError

VALUES = [1.0, 0.5, 1.0, -0.5, 0.0, 1.0, 1.0, -1.0, 0.5, 1.0, 0.0, 1.0]


def followed(values: list[float], low: float = -1.0, high: float = 1.0) -> ConfidenceSequence:
    sequence = ConfidenceSequence(low, high)
    for value in values:
        sequence.add(value)
    return sequence


def capital(shares: list[float], mean: float) -> float:
    """The largest capital that a gambler ever had who bets on numbers above a mean, as a product."""
    largest: float = max(
        sum(prod(1 + bet * (share / mean - 1) for share in shares[:count]) for bet in BETS) / len(BETS)
        for count in range(len(shares) + 1)
    )
    return largest


@pytest.mark.parametrize("sign", [1, -1])
def test_the_p_value_is_what_the_richer_gambler_ever_had(sign: int) -> None:
    shares = [(sign * value + 1) / 2 for value in VALUES]
    expected = min(1.0, 2 / max(capital(shares, 0.5), capital([1 - share for share in shares], 0.5)))
    assert followed([sign * value for value in VALUES]).p == pytest.approx(expected)


def test_nothing_is_known_before_the_first_observation() -> None:
    assert followed([]).p == 1.0
    assert not followed([]).decided
    assert followed([]).interval == (-1.0, 1.0)


def test_if_times_contradict_each_other_the_last_capitals_decide() -> None:
    """A row of wins, then of losses: the interval holds the means that both gamblers leave possible at the end."""
    shares = np.array([1.0] * 60 + [0.0] * 300)
    low, high = followed(shares.tolist(), 0.0, 1.0).interval
    for mean in np.linspace(0.01, 0.99, 197).tolist():
        ends = []
        for side, middle in ((shares, mean), (1 - shares, 1 - mean)):
            logs = np.log1p(np.array(BETS)[:, None] * (side / middle - 1)).sum(axis=1)
            ends.append(np.logaddexp.reduce(logs) - np.log(len(BETS)))
        assert (low <= mean <= high) == (max(ends) < np.log(40))


def test_losses_are_wins_of_the_other_side() -> None:
    for count in (3, 8, len(VALUES)):
        for low, high in ((-1.0, 1.0), (-1.0, 3.0)):
            found = followed(VALUES[:count], low, high)
            mirrored = followed([-value for value in VALUES[:count]], -high, -low)
            assert mirrored.p == pytest.approx(found.p)
            assert mirrored.interval == pytest.approx((-found.interval[1], -found.interval[0]))


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 1.0), (1.0, 4.0)])
def test_means_that_a_gambler_made_impossible_are_excluded(low: float, high: float) -> None:
    shares = [(value + 1) / 2 for value in VALUES * 3]
    sequence = followed([low + (high - low) * share for share in shares], low, high)
    kinds = set()
    for mean in np.linspace(0.02, 0.98, 49).tolist():
        rich = max(capital(shares, mean), capital([1 - share for share in shares], 1 - mean)) >= 2 / 0.05
        assert sequence.excludes(low + (high - low) * mean) == rich
        kinds.add(rich)
    assert kinds == {False, True}


@pytest.mark.parametrize("level", [0.0, 1.0, 1.5, -0.5])
def test_levels_lie_between_0_and_1(level: float) -> None:
    with pytest.raises(KibitzError, match="level="):
        ConfidenceSequence(0, 1, level)


@pytest.mark.parametrize(("value", "weight"), [(1.1, 1.0), (-0.1, 1.0), (0.5, -0.1), (0.5, 1.5)])
def test_values_and_weights_outside_their_bounds_are_refused(value: float, weight: float) -> None:
    with pytest.raises(KibitzError, match="not an observation"):
        ConfidenceSequence(0, 1).add(value, weight)


def test_rounding_is_forgiven() -> None:
    exact, rounded = ConfidenceSequence(0, 1), ConfidenceSequence(0, 1)
    for sequence, much in ((exact, 0.0), (rounded, 5e-10)):
        sequence.add(1 + much, 1 + much)
        sequence.add(-much, 0.5)
        sequence.add(0.5, 0.0)  # a deal without games
    assert rounded.mean == exact.mean
    assert rounded.interval == exact.interval


def test_zero_at_a_bound_cannot_be_decided() -> None:
    for low, high in ((-1.0, 0.0), (0.0, 1.0)):
        with pytest.raises(KibitzError, match="nothing to decide"):
            _ = ConfidenceSequence(low, high).p
