"""Confidence sequences by their definition: both gamblers, any bounds, weights, and what is refused."""

import warnings
from math import inf, isnan, prod
from typing import Any, cast

import numpy as np
import pytest

from kibitz.arena import sequential
from kibitz.arena.intervals import Estimate
from kibitz.arena.sequential import BETS, Comparison, ConfidenceSequence, by_sequence
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


BET = 0.95 * 127 / 448  # the mean bet: 1 + 1/2 + ... + 1/64 is 127/64, and there are seven


def test_bounds_are_minus_1_to_1_if_none_are_given() -> None:
    """A single 1 multiplies the capital against a share m by 1 + bet * (1 / m - 1), which is 40 at this end."""
    sequence = ConfidenceSequence()
    sequence.add(1.0)
    assert (sequence.low, sequence.high, sequence.level) == (-1.0, 1.0, 0.95)
    assert sequence.interval == pytest.approx((2 * BET / (BET + 39) - 1, 1.0), abs=1e-10)


def columns(points: list[list[float]], games: list[list[float]], most: list[float], bounds: Any) -> list[Estimate]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return sequential.followed(np.array(points), np.array(games), np.array(most), bounds)


def test_a_column_counts_deals_with_games_by_their_games() -> None:
    """Of two deals the first has no game, and the second has one of at most two, so half of a bet is made."""
    [found] = columns([[0.0], [1.0]], [[0.0], [1.0]], [2.0], (0.0, 1.0))
    assert (found.mean, found.clusters) == (1.0, 2)
    assert (found.low, found.high) == pytest.approx((BET / 2 / (BET / 2 + 39), 1.0), abs=1e-10)


def test_the_value_of_a_deal_is_its_mean() -> None:
    """Four points in two games are twice as much as the bounds' middle, and all that is possible."""
    [found] = columns([[4.0]], [[2.0]], [2.0], (0.0, 2.0))
    assert (found.mean, found.low, found.high) == pytest.approx((2.0, 2 * BET / (BET + 39), 2.0), abs=1e-10)


def test_columns_without_games_or_bounds_have_no_interval() -> None:
    played, idle = columns([[3.0, 0.0], [1.0, 0.0]], [[2.0, 0.0], [2.0, 0.0]], [2.0, 2.0], (0.0, 2.0))
    assert played.mean == 1.0
    assert played.has_interval
    assert isnan(idle.mean)
    assert (idle.low, idle.high, idle.clusters) == (-inf, inf, 2)
    assert columns([[3.0], [1.0]], [[2.0], [2.0]], [2.0], None) == [Estimate(1.0, -inf, inf, 2)]


def test_differences_without_bounds_decide_nothing() -> None:
    assert by_sequence([3.0, 4.0], 0, None) == (Estimate(3.5, -inf, inf, 2), 1.0)
    estimate, p = by_sequence([], 0, (0, 1))
    assert isnan(estimate.mean)
    assert (estimate.low, estimate.high, estimate.clusters, p) == (-1.0, 1.0, 0, 1.0)


class Noted:
    """Stands in for the confidence sequence of a pair: its p value is given, and its observations are noted."""

    def __init__(self, p: float) -> None:
        self.p, self.values = p, list[float]()

    def add(self, value: float) -> None:
        self.values.append(value)


def compared(pairs: dict[tuple[int, int], float], level: float = 0.95) -> tuple[Comparison, dict[Any, Noted]]:
    comparison, noted = Comparison(3, level=level), {pair: Noted(p) for pair, p in pairs.items()}
    comparison.pairs = cast(dict[tuple[int, int], ConfidenceSequence], noted)
    return comparison, noted


def test_differences_lie_within_twice_the_range_of_a_mean() -> None:
    pair = Comparison(2, -1.0, 3.0, 0.9).pairs[0, 1]
    assert (pair.low, pair.high, pair.level) == (-4.0, 4.0, 0.9)
    usual = Comparison(2).pairs[0, 1]
    assert (usual.low, usual.high, usual.level) == (-1.0, 1.0, 0.95)


def test_neighbours_are_found_by_the_mean_of_all_games() -> None:
    """The means are 0.9, 0.8 and 0.5, whatever the numbers of games; only 0 and 2, which are not neighbours, do not
    differ."""
    comparison, noted = compared({(0, 1): 0.001, (0, 2): 0.9, (1, 2): 0.001})
    assert not comparison.decided
    comparison.add([0.9, 5.0, 0.0], [1, 5, 0])
    assert not comparison.decided  # one of them has not played
    comparison.add([0.0, 3.0, 1.0], [0, 5, 2])
    assert comparison.decided
    assert comparison.deals == 2
    assert noted[0, 1].values == pytest.approx([-0.1])
    assert noted[0, 2].values == []
    assert noted[1, 2].values == pytest.approx([0.1])


def test_of_players_with_the_same_mean_the_first_one_comes_first() -> None:
    """As in the standings: 0, 1, 2, so 0 and 2 are no neighbours."""
    comparison, _ = compared({(0, 1): 0.001, (0, 2): 0.9, (1, 2): 0.001})
    comparison.add([0.5, 0.5, 0.1], [1, 1, 1])
    assert comparison.decided


@pytest.mark.parametrize(("p", "decided"), [(0.125, True), (0.25, False), (0.9, False)])
def test_a_p_value_at_the_limit_does_not_decide(p: float, decided: bool) -> None:
    """Holm's correction leaves the largest p value as it is."""
    comparison, _ = compared({(0, 1): 0.001, (0, 2): 0.001, (1, 2): p}, level=0.75)
    comparison.add([0.9, 0.5, 0.1], [1, 1, 1])
    assert comparison.decided == decided


def test_one_player_cannot_be_compared() -> None:
    with pytest.raises(KibitzError, match="two players"):
        Comparison(1)
