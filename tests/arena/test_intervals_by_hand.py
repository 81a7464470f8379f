"""Intervals and p values of few clusters, compared with the textbook and with numbers worked out by hand."""

from __future__ import annotations

from math import exp, inf, isnan, log, nan

import numpy as np
import pytest
from scipy import stats

from kibitz.arena.intervals import (
    SHARE,
    Estimate,
    _most_beyond,
    estimate,
    exact,
    exact_test,
    resampled,
    tail,
    trusted,
)
from kibitz.errors import KibitzError

SPREAD = [0.31, 0.35, 0.4, 0.44, 0.48, 0.52, 0.55, 0.61, 0.64, 0.7]  # mean 0.5, far from the bounds of a share


def around(mean: float, away: float, count: int) -> list[float]:
    """Values at this distance from the mean on both sides, none of them equal."""
    return [mean + (1 if place % 2 else -1) * (away + 1e-6 * place / count) for place in range(count)]


def test_an_estimate_with_and_without_an_interval() -> None:
    found = Estimate(0.5, 0.25, 0.75, 9)
    assert (found.has_interval, found.is_exact, found.ends) == (True, False, (0.25, 0.75))
    assert str(found) == "0.5 (0.25 to 0.75)"
    for low, high in ((-inf, inf), (0.25, inf), (-inf, 0.75), (nan, nan)):
        without = Estimate(0.5, low, high, 1)
        assert (without.has_interval, without.is_exact, without.ends) == (False, False, (None, None))
        assert str(without) == "0.5 (no interval)"
    assert Estimate(0.5, 0.5, 0.5, 1).is_exact


@pytest.mark.parametrize("clusters", [2, 3, 10, 50])
def test_the_tails_are_those_of_a_t_interval_seen_by_the_bootstrap(clusters: int) -> None:
    """The bootstrap's normal quantile, at its smaller spread, must reach as far as the quantile of t."""
    reach = -stats.norm.ppf(tail(clusters)) * ((clusters - 1) / clusters) ** 0.5
    assert reach == pytest.approx(stats.t.ppf(0.975, clusters - 1))
    wide = -stats.norm.ppf(tail(clusters, 0.05)) * ((clusters - 1) / clusters) ** 0.5
    assert wide == pytest.approx(stats.t.ppf(0.95, clusters - 1))


def test_nothing_and_a_single_cluster() -> None:
    with pytest.raises(KibitzError, match="play at least one game"):
        estimate([])
    for bounds in (None, SHARE):
        alone = estimate([0.5], bounds=bounds)
        assert (alone.mean, alone.low, alone.high, alone.clusters) == (0.5, -inf, inf, 1)
        [same] = resampled(np.array([[0.5]]), np.ones((1, 1)), bounds=bounds)
        assert (same.mean, same.low, same.high, same.clusters) == (0.5, -inf, inf, 1)


def test_the_bootstrap_is_nearly_a_t_interval() -> None:
    low, high = stats.t.interval(0.95, 9, np.mean(SPREAD), stats.sem(SPREAD))
    [columns] = resampled(np.array(SPREAD)[:, None], np.ones((10, 1)), seed=1, bounds=SHARE)
    for found in (estimate(SPREAD, 1, SHARE), columns, estimate(SPREAD, 1)):
        assert found.mean == pytest.approx(0.5)
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.02)
        assert found.clusters == 10
    wider = estimate(SPREAD, 1, SHARE, outside=0.005)
    assert wider.low < estimate(SPREAD, 1, SHARE).low
    assert estimate(SPREAD, 1, SHARE) != estimate(SPREAD, 2, SHARE)  # other draws
    assert estimate(SPREAD, 0) == estimate(SPREAD)


def test_two_clusters_have_an_interval() -> None:
    assert estimate([0.2, 0.6]).has_interval
    [found] = resampled(np.array([[0.2], [0.6]]), np.ones((2, 1)))
    assert (found.low, found.high) == pytest.approx((0.2, 0.6))  # no resample can be farther out


def test_with_many_clusters_the_interval_is_as_wide_as_that_of_t() -> None:
    values = stats.norm.ppf((np.arange(400) + 0.5) / 400)
    width = 2 * stats.t.ppf(0.975, 399) * stats.sem(values)
    [columns] = resampled(values[:, None], np.ones((400, 1)), seed=2)
    for found in (estimate(values.tolist(), 2), columns):
        assert found.high - found.low == pytest.approx(width, rel=0.05)


def test_the_seed_is_zero_unless_given() -> None:
    rows = np.array(SPREAD)[:, None]
    assert resampled(rows, np.ones_like(rows)) == resampled(rows, np.ones_like(rows), 0)
    assert resampled(rows, np.ones_like(rows)) != resampled(rows, np.ones_like(rows), 1)
    assert exact(rows, np.ones_like(rows), SHARE) == exact(rows, np.ones_like(rows), SHARE, 0)
    assert exact(rows, np.ones_like(rows), SHARE) != exact(rows, np.ones_like(rows), SHARE, 1)
    mixed = [0.9, 0.1, 0.5, -0.2, 0.7]
    assert exact_test(mixed, (-1, 1)) == exact_test(mixed, (-1, 1), 0)
    assert exact_test(mixed, (-1, 1)) != exact_test(mixed, (-1, 1), 1)


def test_clusters_of_different_sizes_and_columns_without_cases() -> None:
    """Sums 1, 4 and 3 of 2, 6 and 4 cases: the mean is 8/12. The second column has no cases in one cluster, the third
    none at all, and the last cluster is empty."""
    sums = np.array([[1.0, 0.0, 0.0], [4.0, 1.0, 0.0], [3.0, 3.0, 0.0], [0.0, 0.0, 0.0]])
    counts = np.array([[2.0, 0.0, 0.0], [6.0, 2.0, 0.0], [4.0, 4.0, 0.0], [0.0, 0.0, 0.0]])
    first, second, third = resampled(sums, counts, seed=1)
    assert first.mean == pytest.approx(8 / 12)
    assert 0.5 <= first.low < 8 / 12 < first.high <= 0.75
    assert second.mean == pytest.approx(4 / 6)
    assert second.has_interval
    assert isnan(third.mean)
    assert not third.has_interval


def test_half_of_the_clusters_equal_are_too_many() -> None:
    assert trusted([0.4, 0.45, 0.5, 0.55], SHARE)
    assert not trusted([0.45, 0.45, 0.5, 0.55], SHARE)
    assert trusted([0.45, 0.45, 0.48, 0.5, 0.55], SHARE)  # two of five
    assert not trusted([0.45, 0.45, 0.45, 0.5, 0.55], SHARE)
    assert not trusted([0.45, 0.5, 0.5, 0.5, 0.55], SHARE)
    assert not trusted([], SHARE)


def test_without_bounds_only_equal_clusters_are_not_trusted() -> None:
    assert trusted([1.0, 1.0, 1.0, 2.0], None)
    assert not trusted([1.0, 1.0], None)
    assert not trusted([1.0, 1.0 + 1e-12], None)


def test_the_mean_must_be_two_deviations_away_from_the_bounds() -> None:
    """0.5 is two deviations of 0.25 away from both bounds. With 0.3, and 4 away from one of them, it is not."""
    assert trusted(around(0.5, 0.2499, 20), SHARE)
    assert not trusted(around(0.5, 0.2501, 20), SHARE)
    assert trusted(around(0.5, 0.2501, 20), (0, 2)) is False  # still near to 0
    assert trusted(around(0.5, 0.2501, 20), (-1, 2))
    assert not trusted(around(0.8, 0.15, 20), SHARE)
    assert trusted(around(0.7, 0.1499, 20), SHARE)


def test_many_clusters_are_trusted_nearer_to_a_bound() -> None:
    """At 0.5 with a deviation of 0.3, away^2 / (away^2 + spread^2) is 0.25 / 0.34, so 680 clusters count as 500."""
    assert not trusted(around(0.5, 0.3, 679), SHARE)
    assert trusted(around(0.5, 0.3, 681), SHARE)


def test_values_outside_their_bounds_are_refused() -> None:
    for values in ([0.5, 1.1], [0.5, -0.1]):
        with pytest.raises(KibitzError, match="lies outside 0 to 1"):
            trusted(values, SHARE)
    assert trusted([0.4, 0.45, 0.5, 0.55], (0.4, 0.55)) is False  # at the bounds is allowed


@pytest.mark.parametrize("won", range(7))
def test_whole_games_have_the_p_value_of_a_binomial_test(won: int) -> None:
    values = [1.0] * won + [-1.0] * (6 - won)
    found, p = exact_test(values, (-1, 1))
    assert p == pytest.approx(stats.binomtest(won, 6).pvalue)
    ends = stats.binomtest(won, 6).proportion_ci()
    assert (found.low, found.high) == pytest.approx((2 * ends.low - 1, 2 * ends.high - 1))
    assert found.mean == pytest.approx(won / 3 - 1)
    assert found.clusters == 6
    wider, _ = exact_test(values, (-1, 1), outside=0.005)
    assert wider.low <= found.low <= found.high <= wider.high


def test_the_p_value_is_where_the_interval_just_excludes_zero() -> None:
    values = [0.9, 0.1, 0.5, -0.2, 0.7, 0.4, 0.8, -0.1, 0.6, 0.3]
    _, p = exact_test(values, (-1, 1), seed=3)
    there, _ = exact_test(values, (-1, 1), seed=3, outside=p / 2)
    assert there.low == pytest.approx(0, abs=1e-9)
    inside, _ = exact_test(values, (-1, 1), seed=3, outside=p / 2 - 0.002)
    outside, _ = exact_test(values, (-1, 1), seed=3, outside=p / 2 + 0.002)
    assert inside.low <= 0 < outside.low
    assert 0 < p < 0.2
    turned, other = exact_test([-value for value in values], (-1, 1), seed=3)
    assert other == pytest.approx(p)
    assert turned.high == pytest.approx(-exact_test(values, (-1, 1), seed=3)[0].low)


def test_a_mean_that_no_draw_reaches_has_a_small_p_value() -> None:
    values = [0.8 + 0.001 * place for place in range(60)]
    found, p = exact_test(values, (-1, 1))
    assert found.low > 0.5
    assert 0 < p < 1e-6
    few, larger = exact_test(values[:12], (-1, 1))
    assert few.low > 0
    assert p < larger <= 0.01


def test_equal_values_prove_as_much_as_their_distance_to_the_bound() -> None:
    """Six times 0.5 within -1 to 1: the mean may be 0 if one unit of weight at -1 outweighs them: beta(6, 1) below
    1/1.5."""
    _, p = exact_test([0.5] * 6, (-1, 1))
    assert p == pytest.approx(2 * (1 / 1.5) ** 6)
    assert exact_test([0.0] * 6, (-1, 1))[1] == 1
    assert exact_test([-0.5] * 6, (-1, 1))[1] == pytest.approx(p)


def test_exact_intervals_of_clusters_with_many_games() -> None:
    """Clusters count, not games: none of ten clusters of 100 games is like none of ten games."""
    [found] = exact(np.zeros((10, 1)), np.full((10, 1), 100.0), SHARE)
    ends = stats.binomtest(0, 10).proportion_ci()
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    [mixed] = exact(np.array([[2.0], [9.0]]), np.array([[4.0], [10.0]]), SHARE)
    assert mixed.mean == pytest.approx(11 / 14)
    assert 0 <= mixed.low < 11 / 14 < mixed.high <= 1
    [full] = exact(np.array([[4.0], [10.0]]), np.array([[4.0], [10.0]]), SHARE)
    assert full.high == 1
    [flat] = exact(np.full((4, 1), 0.5), np.ones((4, 1)), SHARE)
    assert flat.high == pytest.approx(0.5 + 0.5 * stats.beta.ppf(0.975, 1, 4))
    assert flat.low == pytest.approx(0.5 - 0.5 * stats.beta.ppf(0.975, 1, 4))


@pytest.mark.parametrize("values", [SPREAD, [0.5] * 6, [0.0, 0.0, 0.5, 1.0, 0.0], around(0.5, 0.2501, 20)])
def test_it_does_not_matter_in_which_unit_cases_are_counted(values: list[float]) -> None:
    """Ten games in each cluster, or a tenth of one, with the same means give the same intervals."""
    rows = np.array(values)[:, None]
    for bounds in (SHARE, None):
        [once] = resampled(rows, np.ones_like(rows), 1, bounds)
        for unit in (10.0, 0.1):
            [more] = resampled(unit * rows, np.full_like(rows, unit), 1, bounds)
            assert (more.mean, more.low, more.high) == pytest.approx((once.mean, once.low, once.high))
    [once] = exact(rows, np.ones_like(rows), SHARE)
    [more] = exact(10 * rows, np.full_like(rows, 10.0), SHARE)
    assert (more.low, more.high) == pytest.approx((once.low, once.high))


def test_the_unit_does_not_matter_for_clusters_of_different_sizes_either() -> None:
    sums, counts = np.array([[2.0], [9.0], [1.0]]), np.array([[4.0], [10.0], [6.0]])
    [once], [more] = exact(sums, counts, SHARE), exact(10 * sums, 10 * counts, SHARE)
    assert (more.low, more.high) == pytest.approx((once.low, once.high))


def test_equal_means_of_different_sizes_are_equal() -> None:
    [found] = resampled(np.array([[1.0], [2.0], [3.0]]), np.array([[2.0], [4.0], [6.0]]))
    assert not found.has_interval


@pytest.mark.parametrize(("count", "low", "high"), [(10, 1.0, 2.0), (4, 0.5, 0.25), (30, 0.2, 1.0)])
def test_chernoffs_bound_for_equal_values_and_one_bound(count: int, low: float, high: float) -> None:
    """The bound exp(-n log(1 + ta) - log(1 - tb)) is smallest where its slope is zero: t = (na - b) / (ab (n + 1))."""
    tilt = (count * low - high) / (low * high * (count + 1))
    expected = exp(-count * log(1 + tilt * low) - log(1 - tilt * high))
    assert _most_beyond(np.array([-low] * count + [high])) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("shift", [0.0, 0.1])
def test_one_draw_beyond_zero_is_enough_to_say_where_it_is(shift: float) -> None:
    """With a shift of 0.1, a single one of the 2,000 random weights reaches 0."""
    values = (np.linspace(-0.2, 0.9, 18) + shift).clip(-1, 0.99).tolist()
    _, p = exact_test(values, (-1, 1))
    assert exact_test(values, (-1, 1), outside=p / 2)[0].low == pytest.approx(0, abs=1e-9)
    assert (p < 0.001) == (shift > 0)


def test_where_no_draw_reaches_zero_the_p_value_is_at_most_one_in_a_thousand() -> None:
    """Chernoff's bound is higher here: 2.4% on one side, instead of one draw of 2,000."""
    values = (np.linspace(-0.2, 0.9, 18) + 0.115).clip(-1, 0.99).tolist()
    assert exact_test(values, (-1, 1))[1] == pytest.approx(0.001)
