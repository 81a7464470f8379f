"""Means with intervals, by resampling clusters: games that share cards or openings are one cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.errors import KibitzError

RESAMPLES = 2000


@dataclass(frozen=True)
class Estimate:
    """A mean and between what it lies with 95% confidence."""

    mean: float
    low: float
    high: float
    clusters: int

    def __str__(self) -> str:
        return f"{self.mean:.3g} ({self.low:.3g} to {self.high:.3g})"


def estimate(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of one number a cluster, with the percentile bootstrap's 95% interval.

    >>> found = estimate([0.0, 1.0] * 50, seed=1)
    >>> found.mean, 0.35 < found.low < 0.45, 0.55 < found.high < 0.65
    (0.5, True, True)
    """
    if not values:
        raise KibitzError("there is nothing to take the mean of: play at least one game")
    mean = sum(values) / len(values)
    if min(values) == max(values):  # resampling would find no spread, and one value has none to show
        return Estimate(mean, mean, mean, len(values))
    import numpy as np  # slow to load, and needed only where something is measured
    from scipy import stats

    found = stats.bootstrap(
        (np.asarray(values, dtype=float),),
        np.mean,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Estimate(mean, float(found.low), float(found.high), len(values))
