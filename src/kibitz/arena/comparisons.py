"""Paired differences between players over the same deals, with corrected p values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kibitz.arena.intervals import ROUNDING, Bounds, Estimate, resampled
from kibitz.holm import holm


@dataclass(frozen=True)
class Difference:
    """The mean difference of two players on the deals that both played, with its p value.

    ``p`` is from a paired t test over deals; ``corrected`` is p after Holm's correction for all pairs.
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

    ``bounds`` are the lowest and highest possible mean, if known. ``compare`` is ``by_t_test``, or
    ``sequential.by_sequence`` if the results determine when the match stops.

    >>> import numpy as np
    >>> sums = np.array([[3.0, 1.0], [2.0, 1.0], [3.0, 2.0], [4.0, 1.0]])
    >>> [found] = differences(["Ann", "Ben"], sums, np.ones_like(sums), seed=1)
    >>> found.difference.mean, round(found.p, 4), found.significant
    (1.75, 0.0354, True)
    """
    pairs = list(combinations(range(len(labels)), 2))
    compare = compare or by_t_test
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


def by_t_test(apart: Sequence[float], seed: int, bounds: Bounds | None) -> Compared:
    """Compare two players by their differences, for a number of clusters that was fixed beforehand.

    >>> estimate, p = by_t_test([1.0, 0.5] * 20, 1, (0, 1))
    >>> print(estimate, f"p = {p:.2g}")
    0.75 (0.586 to 0.831) p = 4.2e-21
    """
    import numpy as np

    column = np.asarray(apart, dtype=float)[:, None]
    return resampled(column, np.ones_like(column), seed, farthest(bounds))[0], chance_of_mean(apart)


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
