"""Paired differences between players over the same deals, with corrected p values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, nan, sqrt
from typing import Any

from kibitz.arena.intervals import OUTSIDE, ROUNDING, Bounds, Estimate, exact_test, trusted
from kibitz.holm import holm


@dataclass(frozen=True)
class Difference:
    """The mean difference of two players on the deals that both played, with its p value.

    ``p`` is from the same procedure as the interval (``mean_and_p``), so it is below 5% if and only if the interval
    excludes 0. ``corrected`` is p after Holm's correction for all pairs; intervals are not corrected.
    """

    first: str
    second: str
    difference: Estimate
    p: float
    corrected: float

    @property
    def significant(self) -> bool:
        """Whether the corrected p is below 5%."""
        return self.corrected < 0.05


Compared = tuple[Estimate, float]
"""The mean difference of two players, and its p value."""
Compare = Callable[[Sequence[float], int, Bounds | None], Compared]
"""A function that compares two players. It takes their differences, one for each cluster, a seed, and the bounds of a
player's mean."""


def differences(
    labels: Sequence[str],
    sums: Any,
    counts: Any,
    seed: int,
    bounds: Bounds | None = None,
    compare: Compare | None = None,
) -> list[Difference]:
    """Compare every pair of players; a player's mean in a cluster is ``sums`` divided by ``counts``.

    ``bounds`` are the lowest and highest possible mean, if known. ``compare`` is ``by_test``, or
    ``sequential.by_sequence`` if the results determine when the match stops.

    >>> import numpy as np
    >>> sums = np.array([[3.0, 1.0], [2.0, 1.0], [3.0, 2.0], [4.0, 1.0]])
    >>> [found] = differences(["Ann", "Ben"], sums, np.ones_like(sums), seed=1)
    >>> found.difference.mean, round(found.p, 4), found.significant
    (1.75, 0.0354, True)
    """
    pairs = list(combinations(range(len(labels)), 2))
    compare = compare or by_test
    found = [compare(_apart(sums, counts, first, second), seed, bounds) for first, second in pairs]
    corrected = holm([p for _, p in found])
    return [
        Difference(labels[first], labels[second], estimate, p, adjusted)
        for (first, second), (estimate, p), adjusted in zip(pairs, found, corrected, strict=True)
    ]


def _apart(sums: Any, counts: Any, first: int, second: int) -> list[float]:
    both = (counts[:, first] > 0) & (counts[:, second] > 0)
    sums, counts = sums[both][:, [first, second]], counts[both][:, [first, second]]
    return (sums[:, 0] / counts[:, 0] - sums[:, 1] / counts[:, 1]).tolist()  # type: ignore[no-any-return]


def by_test(apart: Sequence[float], seed: int, bounds: Bounds | None) -> Compared:
    """Compare two players by their differences, for a number of clusters that was fixed beforehand.

    >>> estimate, p = by_test([0.6, 0.2, 0.4, 0.1] * 10, 1, (0, 1))
    >>> print(estimate, f"p = {p:.2g}")
    0.325 (0.263 to 0.387) p = 5.2e-13
    """
    return mean_and_p(apart, seed, farthest(bounds))


def mean_and_p(
    values: Sequence[float], seed: int = 0, bounds: Bounds | None = None, outside: float = OUTSIDE
) -> Compared:
    """The mean with its interval, and the two-sided p value for a mean of 0, by the same procedure. So p is below 5% if
    and only if the 95% interval excludes 0.

    It is a t test with its interval, if that can be trusted (``intervals.trusted``). Otherwise, if ``bounds`` are
    known, it is the exact interval of Gaffke, and p is the level at which that interval would just exclude 0. Without
    bounds, equal values have no interval, and p is that of a sign test. ``outside`` is the probability that the
    interval leaves out on either side.

    >>> estimate, p = mean_and_p([1.0] + [0.0] * 9, bounds=(-1, 1))
    >>> print(estimate, p > 0.5)
    0.1 (-0.266 to 0.445) True
    """
    count = len(values)
    mean = sum(values) / count if count else nan
    if count < 2:
        return Estimate(mean, -inf, inf, count), 1.0
    if bounds is not None and not trusted(values, bounds):
        return exact_test(values, bounds, seed, outside)
    p = chance_of_mean(values)
    if max(values) - min(values) < ROUNDING:
        return Estimate(mean, -inf, inf, count), p
    from scipy import stats

    spread = sqrt(sum((each - mean) ** 2 for each in values) / (count - 1) / count)
    half = float(stats.t.ppf(1 - outside, count - 1)) * spread
    low, high = bounds or (-inf, inf)
    return Estimate(mean, max(low, mean - half), min(high, mean + half), count), p


def farthest(bounds: Bounds | None) -> Bounds | None:
    """The lowest and the highest possible difference of two numbers within bounds."""
    return None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])


def chance_of_mean(values: Sequence[float]) -> float:
    """The two-sided p value of a t test that the mean over deals is 0.

    If all deals are equal up to rounding, a t test is impossible, and a sign test is used.

    >>> chance_of_mean([2.0, 2.0]), round(chance_of_mean([1.0, 2.0, 3.0]), 4), chance_of_mean([0.0, 0.0])
    (0.5, 0.0742, 1.0)
    """
    if len(values) < 2:
        return 1.0
    if max(values) - min(values) < ROUNDING:
        return 1.0 if abs(values[0]) < ROUNDING else 2.0 ** (1 - len(values))
    from scipy import stats

    return float(stats.ttest_1samp(values, 0.0).pvalue)
