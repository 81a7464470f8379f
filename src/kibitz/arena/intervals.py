"""Means with intervals, by resampling clusters: games that share cards or openings are one cluster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

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


@lru_cache(maxsize=1024)
def tail(clusters: int) -> float:
    """How much of the resampled means to leave out on either side for 95%.

    That would be 2.5%, but few clusters look more alike than they are: resampling treats their spread as known, and
    finds it too small by the root of n / (n - 1). So the ends are as far out as the t distribution says (the expanded
    percentile interval of Hesterberg 2015).

    >>> round(tail(10), 4), round(tail(100), 4), round(tail(10_000), 4)
    (0.0086, 0.0231, 0.025)
    """
    from scipy import stats

    return float(stats.norm.cdf(stats.t.ppf(0.025, clusters - 1) * (clusters / (clusters - 1)) ** 0.5))


def estimate(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of one number a cluster, with the 95% interval of resampling them.

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
        confidence_level=1 - 2 * tail(len(values)),
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Estimate(mean, float(found.low), float(found.high), len(values))


def resampled(sums: Any, counts: Any, seed: int = 0) -> list[Estimate]:
    """For every column the mean, a sum over a count, with the 95% interval of resampling whole clusters, the rows.

    Clusters may be of different sizes: both sums are taken over the same resampled clusters. One cluster alone says
    nothing of how others would be, and its interval is everything.

    >>> import numpy as np
    >>> [found] = resampled(np.array([[1.0], [0.0]] * 50), np.ones((100, 1)), seed=1)
    >>> found.mean, 0.35 < found.low < 0.45, 0.55 < found.high < 0.65
    (0.5, True, True)
    """
    import numpy as np

    clusters = len(sums)
    below = counts.sum(axis=0)
    means = np.divide(sums.sum(axis=0), below, out=np.full(below.shape, np.nan), where=below > 0)
    if clusters < 2:
        return [Estimate(float(mean), -inf, inf, clusters) for mean in means]
    drawn = np.random.default_rng(seed).integers(clusters, size=(RESAMPLES, clusters))
    drawn += clusters * np.arange(RESAMPLES)[:, None]
    weights = np.bincount(drawn.ravel(), minlength=RESAMPLES * clusters).reshape(RESAMPLES, clusters)
    below = weights @ counts
    ends = np.divide(weights @ sums, below, out=np.full(below.shape, np.nan), where=below > 0)
    played = counts.any(axis=0)
    lows, highs = np.full(len(means), -inf), np.full(len(means), inf)
    if played.any():
        left = tail(clusters)
        lows[played], highs[played] = np.nanquantile(ends[:, played], [left, 1 - left], axis=0)
    return [
        Estimate(float(mean), float(low), float(high), clusters)
        for mean, low, high in zip(means, lows, highs, strict=True)
    ]
