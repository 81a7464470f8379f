"""Intervals by cluster hold the truth, above all where few clusters differ."""

import json

import numpy as np
import pytest
from scipy import stats

import kibitz
from kibitz.arena.comparisons import differences
from kibitz.arena.intervals import SHARE, Estimate, estimate, resampled
from kibitz.errors import KibitzError
from kibitz.specialists.guess_it.exact import win_rate


def coverage(found: list[Estimate], truth: float) -> float:
    return sum(each.low - 1e-9 <= truth <= each.high + 1e-9 for each in found) / len(found)


def width(found: list[Estimate]) -> float:
    return sum(each.high - each.low for each in found) / len(found)


def drawn(rate: float, deals: int, games: int, decided: float, trials: int) -> np.ndarray:
    """The share won of every deal, a column for every match; the games of decided deals all come out alike."""
    random = np.random.default_rng([round(10_000 * rate), deals, games])
    size = (deals, trials)
    alike, apart = random.random(size) < rate, random.binomial(games, rate, size) / games
    return np.where(random.random(size) < decided, alike, apart)


@pytest.mark.parametrize(("games", "decided"), [(1, 1.0), (2, 0.0), (24, 0.2), (24, 0.0)])
@pytest.mark.parametrize("deals", [10, 50, 200])
def test_shares_lie_in_their_intervals(deals: int, games: int, decided: float) -> None:
    """The same for many more rates, deals and kinds: ``benchmarks/coverage.py``."""
    for rate in (0.005, 0.0223, 0.1, 0.5):
        shares = drawn(rate, deals, games, decided, trials=1000)
        found = resampled(shares, np.ones_like(shares), seed=1, bounds=SHARE)
        assert coverage(found, rate) >= 0.93, rate


def test_usual_cases_are_hardly_wider() -> None:
    for games, most in ((1, 1.03), (2, 1.06), (6, 1.01), (24, 1.0)):
        shares = drawn(0.5, 100, games, 0.0, trials=300)
        ones = np.ones_like(shares)
        assert width(resampled(shares, ones, 1, SHARE)) <= most * width(resampled(shares, ones, 1))


@pytest.mark.parametrize("deals", [10, 50])
def test_a_rare_win_at_guess_it(deals: int) -> None:
    """By resampling alone 39.8% of the intervals of ten deals hold the exact rate, and 89.2% of those of fifty."""
    exact = win_rate("always-bluff", "always-ask", cards=6).mean
    assert exact == pytest.approx(0.0223, abs=1e-4)
    matches = [kibitz.match("guess-it", ["always-bluff", "always-ask"], deals=deals, seed=seed) for seed in range(80)]
    found = [next(row.points for row in match.standings if row.player == "always-bluff") for match in matches]
    assert coverage(found, exact) >= 0.93


@pytest.mark.parametrize("measure", ["estimate", "resampled"])
def test_whole_deals_have_the_interval_of_clopper_and_pearson(measure: str) -> None:
    for won, deals in ((0, 10), (1, 10), (3, 25), (60, 60), (97, 100)):
        values = np.array([1.0] * won + [0.0] * (deals - won))
        if measure == "estimate":
            found = estimate(values.tolist(), 1, SHARE)
        else:
            [found] = resampled(6 * values[:, None], np.full((deals, 1), 6.0), 1, SHARE)
        ends = stats.binomtest(won, deals).proportion_ci()
        assert (found.low, found.high) == pytest.approx((ends.low, ends.high))


def test_bounds_may_be_any_numbers() -> None:
    """What holds of shares holds of places and of percentages, and of what they lack."""
    shares = [0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.25, 0.0, 0.0]
    found = estimate(shares, 1, SHARE)
    more = estimate([2 + 3 * share for share in shares], 1, (2.0, 5.0))
    assert (more.low, more.high) == pytest.approx((2 + 3 * found.low, 2 + 3 * found.high))
    less = estimate([1 - share for share in shares], 1, SHARE)
    assert (less.low, less.high) == pytest.approx((1 - found.high, 1 - found.low), abs=0.02)  # other draws
    with pytest.raises(KibitzError, match="outside 0 to 1"):
        estimate([0.5, 1.5], 1, SHARE)


def test_deals_that_are_all_even_prove_little() -> None:
    few, many = (estimate([0.5] * deals, 1, SHARE) for deals in (10, 1000))
    assert (few.low, few.high) == pytest.approx((0.346, 0.654), abs=0.001)
    assert (many.low, many.high) == pytest.approx((0.498, 0.502), abs=0.001)
    odd = estimate([0.5] * 99 + [1.0], 1, SHARE)
    assert odd.low < 0.49
    assert odd.high > 0.52


def test_deals_without_a_decided_game_prove_nothing() -> None:
    """Ten decided games that are all won are ten, whatever the number of deals."""
    decided = np.array([1.0] * 10 + [0.0] * 90)[:, None]
    [found] = resampled(decided, decided, 1, SHARE)
    assert found.low == pytest.approx(stats.binomtest(10, 10).proportion_ci().low, abs=0.03)
    assert found.high == 1


def test_differences_know_how_far_they_may_go() -> None:
    sums = np.array([[1.0, 0.0]] * 10)
    [found] = differences(["Ann", "Ben"], sums, np.ones_like(sums), seed=1, bounds=SHARE)
    ends = stats.binomtest(10, 10).proportion_ci()
    assert (found.difference.low, found.difference.high) == pytest.approx((2 * ends.low - 1, 1))


def test_equal_scores_have_no_interval() -> None:
    """Nobody knows how far a score may go, and ten that agree do not tell."""
    result = kibitz.match("guess-it", ["always-bluff", "always-ask"], deals=3, seed=1)
    lost = result.standings[1]
    assert (lost.player, lost.points.mean) == ("always-bluff", 0.0)
    assert lost.points.high > 0.5
    assert "-1.00 (no interval)" in result.table()
    assert "0.0 to 0.0" not in result.summary()
    assert "the score was the same in all deals" in result.summary()
    written = json.loads(json.dumps(result.to_dict(), allow_nan=False))["standings"][1]
    assert written["score"] == {"mean": -1.0, "low": None, "high": None, "clusters": 3}
    assert str(lost.score) == "-1 (no interval)"


@pytest.mark.parametrize("bounds", [None, (0.0, 1.0)])
@pytest.mark.parametrize("values", [[0.0] * 10, [1.0] * 10, [0.5] * 3, [0.0] * 9 + [1.0], [0.0] * 600 + [0.1]])
def test_an_estimate_never_looks_exact(values: list[float], bounds: tuple[float, float] | None) -> None:
    assert not estimate(values, 1, bounds).is_exact
