"""Statistics of leagues against slow references: t tests at every ratio, simulated tests, another library."""

from math import inf

import numpy as np
import pytest
from scipy import stats

from kibitz.arena.intervals import Estimate
from kibitz.arena.league.statistics import detectable, fieller, needed
from kibitz.errors import KibitzError
from kibitz.random import Random


def drawn(seed: int, count: int, gain: float, spread: float) -> tuple[list[float], list[float]]:
    random = np.random.default_rng(seed)
    shared = random.normal(size=count)
    below = gain + spread * (shared + random.normal(size=count))
    above = 0.6 * gain + spread * (shared + random.normal(size=count))
    return above.tolist(), below.tolist()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("count", [4, 20, 200])
def test_fieller_holds_the_ratios_that_no_t_test_rejects(seed: int, count: int) -> None:
    above, below = drawn(seed, count, gain=1.0, spread=0.15)
    found = fieller(above, below)
    ratios = np.linspace(-1, 3, 801)
    apart = np.asarray(above) - ratios[:, None] * np.asarray(below)
    kept = stats.ttest_1samp(apart, 0.0, axis=1).pvalue >= 0.05
    assert found.has_interval
    assert kept.any()
    assert kept.tolist() == [bool(found.low <= ratio <= found.high) for ratio in ratios]


def test_fieller_has_no_bounds_if_the_denominator_may_be_zero() -> None:
    above, below = drawn(1, 10, gain=0.0, spread=1.0)
    assert stats.ttest_1samp(below, 0.0).pvalue > 0.05
    assert not fieller(above, below).has_interval


def test_fieller_with_few_sessions() -> None:
    found = fieller([1.0, 3.0], [2.0, 2.0])  # the interval of a mean, divided by 2
    half = stats.t.ppf(0.975, 1) / 2
    assert (found.mean, found.low, found.high) == pytest.approx((1.0, 1 - half, 1 + half))
    assert fieller([1.0], [2.0]) == Estimate(0.5, -inf, inf, 1)
    assert fieller([1.0, 2.0], [0.0, 0.0]) == Estimate(inf, -inf, inf, 2)
    for above, below in (([], []), ([1.0, 2.0], [1.0])):
        with pytest.raises(KibitzError, match="pairs of numbers"):
            fieller(above, below)


def test_fieller_covers_the_true_ratio_in_95_of_100_samples() -> None:
    trials = 2000
    intervals = [fieller(*drawn(seed, 15, gain=1.0, spread=0.5)) for seed in range(trials)]
    covered = sum(found.low <= 0.6 <= found.high for found in intervals) / trials
    assert abs(covered - 0.95) < 3 * (0.95 * 0.05 / trials) ** 0.5


@pytest.mark.parametrize("tests", [1, 10])
def test_the_detectable_difference_is_found_in_four_of_five_samples(tests: int) -> None:
    random = np.random.default_rng(5)
    sample = random.normal(size=40)
    sample = (sample - sample.mean()) / sample.std(ddof=1)  # a sample whose spread is exactly that of the trials
    size = detectable(sample.tolist(), tests)
    assert size is not None
    trials = stats.ttest_1samp(random.normal(size, 1.0, size=(20_000, 40)), 0.0, axis=1).pvalue < 0.05 / tests
    assert abs(trials.mean() - 0.8) < 0.02


def test_the_detectable_difference_of_few_sessions() -> None:
    """By the definition, where a degree of freedom more or less makes a large difference."""
    for values in ([0.0, 1.0], [0.0, 1.0, 3.0], [0.2, 0.1, 0.4, 0.9]):
        degrees, error = len(values) - 1, stats.sem(values)
        for tests in (1, 4):
            expected = error * (stats.t.ppf(1 - 0.025 / tests, degrees) + stats.t.ppf(0.8, degrees))
            assert detectable(values, tests) == pytest.approx(expected)


def test_the_sessions_that_are_needed_give_the_interval_that_was_asked_for() -> None:
    for spread, half in ((0.2, 0.05), (0.35, 0.05), (0.1, 0.02), (0.1, 0.2), (0.1, 0.3)):
        count = needed(spread, half)
        reached = [stats.t.ppf(0.975, n - 1) * spread / n**0.5 for n in (count, count - 1)]
        assert reached[0] <= half < reached[1]


def test_fieller_with_numbers_that_have_no_partner() -> None:
    random = Random(5, "ratios")
    above, more = ([2 + random.uniform() for _ in range(30)] for _ in range(2))
    below = [4 + random.uniform() + each for each in above]
    paired, longer = fieller(above, below), fieller(above, below, more=more)
    assert longer.mean == pytest.approx(sum([*above, *more]) / 60 / (sum(below) / 30))
    assert longer.high - longer.low != paired.high - paired.low
    # Against draws of the same size: the interval holds the true ratio about as often as it says.
    held = 0
    for draw in range(400):
        random = Random(draw, "coverage")
        common = [random.uniform() for _ in range(25)]
        tops = [1 + 2 * each + random.uniform() for each in common]
        bottoms = [4 + 2 * each + random.uniform() for each in common]
        alone = [1 + 2 * random.uniform() + random.uniform() for _ in range(75)]
        found = fieller(tops, bottoms, more=alone)
        held += found.low <= 2.5 / 5.5 <= found.high
    assert 0.92 <= held / 400 <= 0.98
