"""Confidence sequences: how often they are ever wrong, and where they make the work stop."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kibitz.arena.sequential import BETS, Comparison, ConfidenceSequence, by_sequence, followed, stops_after
from kibitz.errors import KibitzError

RUNS, LENGTH = 2000, 1000
Draw = Callable[[np.random.Generator], Any]

DISTRIBUTIONS: dict[str, tuple[float, Draw]] = {
    "even": (0.5, lambda random: random.random((LENGTH, RUNS)) < 0.5),
    "rare": (0.02, lambda random: random.random((LENGTH, RUNS)) < 0.02),
    "frequent": (0.9, lambda random: random.random((LENGTH, RUNS)) < 0.9),
    "skewed": (0.05, lambda random: random.beta(0.5, 9.5, (LENGTH, RUNS))),
    "nearly constant": (0.51, lambda random: np.where(random.random((LENGTH, RUNS)) < 0.02, 1.0, 0.5)),
    "six correlated games": (0.5, lambda random: random.binomial(6, random.beta(2, 2, (LENGTH, RUNS))) / 6),
}


def excluded(values: Any, mean: float, outside: float = 0.05) -> Any:
    """After which observation each run (a column) first excludes a mean; 0: never. Written apart from the class, with
    products instead of sums of logarithms."""
    rich = np.zeros(values.shape, dtype=bool)
    for side, middle in ((values, mean), (1 - values, 1 - mean)):
        with np.errstate(over="ignore"):  # rich without bounds against means that are far off
            capitals = sum(np.cumprod(1 + bet * (side / middle - 1), axis=0) for bet in BETS) / len(BETS)
        rich |= capitals >= 2 / outside
    return np.where(rich.any(axis=0), rich.argmax(axis=0) + 1, 0)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_true_mean_is_hardly_ever_excluded_at_any_time(name: str) -> None:
    """2,000 runs, looked at after each of 1,000 observations: at most 5% may ever exclude the truth. The expectation is
    at most 100 runs, and 120 are two standard deviations more."""
    mean, draw = DISTRIBUTIONS[name]
    wrong = excluded(np.asarray(draw(np.random.default_rng(1)), dtype=float), mean)
    assert 0 < np.count_nonzero(wrong) <= 120


def test_an_interval_for_a_fixed_number_is_wrong_far_more_often_if_one_peeks() -> None:
    """The comparison that shows why this is needed: a t interval after each of the same observations."""
    values = np.asarray(DISTRIBUTIONS["even"][1](np.random.default_rng(1)), dtype=float)[:, :500]
    number = np.arange(10, LENGTH + 1)
    sums = values.cumsum(axis=0)[9:]
    means = sums / number[:, None]
    spread = np.sqrt(np.maximum(1e-12, means * (1 - means)) / (number[:, None] - 1))
    wrong = np.abs(means - 0.5) > stats.t.ppf(0.975, number - 1)[:, None] * spread
    assert wrong.any(axis=0).mean() > 0.3


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 1.0), (1.0, 4.0)])
@pytest.mark.parametrize("name", ["frequent", "skewed", "six correlated games"])
def test_the_interval_holds_the_means_that_no_gambler_excluded(name: str, low: float, high: float) -> None:
    values = np.asarray(DISTRIBUTIONS[name][1](np.random.default_rng(2)), dtype=float)[:120, :4]
    for run in values.T:
        sequence = ConfidenceSequence(low, high)
        for value in run:
            sequence.add(low + (high - low) * value)
        found = [(end - low) / (high - low) for end in sequence.interval]
        kept = [mean for mean in np.linspace(0.001, 0.999, 500) if not excluded(run[:, None], mean)[0]]
        assert 0 <= kept[0] - found[0] <= 0.0021
        assert 0 <= found[1] - kept[-1] <= 0.0021


def test_it_is_decided_when_0_is_outside_and_stays_so() -> None:
    random = np.random.default_rng(3)
    sequence, before = ConfidenceSequence(-1, 1), 1.0
    seen = set()
    for value in random.choice([-1.0, 0.0, 1.0], p=[0.2, 0.3, 0.5], size=150):
        sequence.add(float(value))
        low, high = sequence.interval
        assert sequence.decided == (not low <= 0 <= high)
        assert sequence.p <= before
        before = sequence.p
        seen.add(sequence.decided)
    assert seen == {False, True}


def test_results_of_different_times_that_contradict_each_other_leave_an_interval() -> None:
    """A long row of wins, then of losses: no mean fits both, and then all observations together count."""
    sequence = ConfidenceSequence(0, 1)
    for value in [1.0] * 200 + [0.0] * 2000:
        sequence.add(value)
    low, high = sequence.interval
    assert low < sequence.mean < high


def test_unequal_deals_count_by_their_games() -> None:
    """Deals of one or three games, in which wins depend on the number: the mean of the games is what is found, and it
    is hardly ever excluded."""
    runs, wrong = 300, 0
    random = np.random.default_rng(4)
    for _ in range(runs):
        games = random.choice([1.0, 3.0], size=150)
        wins = np.where(games == 1, random.random(150) < 0.8, random.binomial(3, 0.4, 150))
        [found] = followed(wins[:, None], games[:, None], np.array([3.0]), (0, 1))
        assert found.mean == pytest.approx(wins.sum() / games.sum())
        wrong += not found.low <= 0.5 <= found.high  # (0.8 + 3 * 0.4) / 4
    assert wrong <= 0.05 * runs + 2 * (0.05 * 0.95 * runs) ** 0.5


def test_a_score_without_bounds_has_no_interval() -> None:
    [found] = followed(np.ones((9, 1)), np.ones((9, 1)), np.ones(1), None)
    assert (found.mean, found.has_interval) == (1.0, False)
    estimate, p = by_sequence([3.0, 4.0], 0, None)
    assert (estimate.mean, estimate.has_interval, p) == (3.5, False, 1.0)


def test_two_equal_players_are_hardly_ever_decided() -> None:
    """The error rate of the rule itself: 400 matches of two equal players, of up to 300 deals."""
    random = np.random.default_rng(5)
    stopped = 0
    for _ in range(400):
        won = random.binomial(2, 0.5, 300).tolist()
        stopped += stops_after((([each, 2 - each], [2, 2]) for each in won), Comparison(2)) is not None
    assert stopped <= 28  # 20 and two standard deviations


def test_an_order_with_two_equal_players_is_hardly_ever_decided() -> None:
    """The third player is far behind, so only the pair that is equal can keep the match going."""
    random = np.random.default_rng(6)
    stopped, behind = 0, 0
    for _ in range(200):
        comparison = Comparison(3)
        won = [[each / 2, (2 - each) / 2, 0.0] for each in random.binomial(2, 0.5, 150).tolist()]
        stopped += stops_after(((each, [1, 1, 1]) for each in won), comparison) is not None
        behind += all(comparison.pairs[pair].p < 0.05 / 3 for pair in ((0, 2), (1, 2)))
    assert stopped <= 16  # 10 and two standard deviations
    assert behind >= 200 - stopped


def test_all_neighbours_must_be_decided_but_not_players_far_apart_alone() -> None:
    """0 is far ahead of 2, and 1 is between them: the first deal at which both neighbours are decided stops it."""
    random = np.random.default_rng(7)
    comparison, singly = Comparison(3), [Comparison(2), Comparison(2)]
    deals = [[float(random.random() < rate) for rate in (0.9, 0.5, 0.1)] for _ in range(500)]
    stopped = stops_after(((each, [1, 1, 1]) for each in deals), comparison)
    first = stops_after((([a, b], [1, 1]) for a, b, _ in deals), singly[0])
    second = stops_after((([b, c], [1, 1]) for _, b, c in deals), singly[1])
    apart = stops_after((([a, c], [1, 1]) for a, _, c in deals), Comparison(2))
    assert stopped is not None
    assert first is not None
    assert second is not None
    assert apart is not None
    assert apart < max(first, second) <= stopped < 500


def test_players_who_did_not_meet_are_not_compared() -> None:
    comparison = Comparison(3)
    for _ in range(30):
        comparison.add([1.0, 0.0, 0.0], [1, 1, 0])
    assert not comparison.decided
    assert comparison.pairs[0, 1].decided
    assert comparison.pairs[0, 2].count == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ConfidenceSequence(1, 1), "lower one first, not 1 to 1"),
        (lambda: ConfidenceSequence(0, 1, level=95), "level=95 is not allowed"),
        (lambda: ConfidenceSequence(0, 1).add(1.5), "1.5 with weight 1 is not an observation"),
        (lambda: ConfidenceSequence(0, 1).mean, "add an observation first"),
        (lambda: ConfidenceSequence(0, 1).decided, "0 is not within 0 to 1"),
        (lambda: Comparison(1), "two players or more"),
    ],
)
def test_mistakes_are_refused_with_a_sentence(make: Callable[[], object], message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        make()
