"""Statistics of leagues against slow references: t tests at every ratio, simulated tests, another library."""

import numpy as np
import pytest
from scipy import stats

from kibitz.arena.league.statistics import detectable, fieller, needed


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


def test_the_sessions_that_are_needed_give_the_interval_that_was_asked_for() -> None:
    for spread, half in ((0.2, 0.05), (0.35, 0.05), (0.1, 0.02)):
        count = needed(spread, half)
        reached = [stats.t.ppf(0.975, n - 1) * spread / n**0.5 for n in (count, count - 1)]
        assert reached[0] <= half < reached[1]
