"""Means with intervals, by cluster: games that share cards or openings are one cluster.

Usually the interval is a bootstrap over clusters. If nearly all clusters are equal, the bootstrap fails: with ten lost
deals its interval has no width. Then an exact interval is used. It needs known bounds, as a share has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, nan
from typing import Any

from kibitz.errors import KibitzError

RESAMPLES = 2000
ROUNDING = 1e-9
"""Values that differ by at most this are equal."""
OUTSIDE = 0.025
"""The probability left out on either side for 95%."""
FAR = 2.0
"""The bootstrap is used if the mean is at least this many standard deviations of a cluster away from both bounds."""
ENOUGH = 500
"""Nearer to a bound, the bootstrap is used only if the effective number of clusters (Kish 1965) is at least this."""

Bounds = tuple[float, float]
SHARE: Bounds = (0.0, 1.0)


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95% confidence interval; the ends are infinite if there is no interval."""

    mean: float
    low: float
    high: float
    clusters: int

    @property
    def has_interval(self) -> bool:
        """Whether the ends are numbers."""
        return isfinite(self.low) and isfinite(self.high)

    @property
    def is_exact(self) -> bool:
        """Whether it was computed and not estimated, so the interval is a single number. An estimate never has such an
        interval: equal values have a wider one if they have bounds, and none if not.
        """
        return self.has_interval and self.low == self.high

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """Low and high for JSON: None if there is no interval."""
        return (self.low, self.high) if self.has_interval else (None, None)

    def __str__(self) -> str:
        return f"{self.mean:.3g} ({f'{self.low:.3g} to {self.high:.3g}' if self.has_interval else 'no interval'})"


@lru_cache(maxsize=1024)
def tail(clusters: int, outside: float = OUTSIDE) -> float:
    """The share of the resampled means to leave out at each end for a 95% interval, or for another one.

    It is less than 2.5%, because with few clusters the bootstrap gives too narrow intervals: its spread is too small by
    the root of n / (n - 1), and it treats the spread as known. The interval becomes as wide as that of the t
    distribution (the expanded percentile interval of Hesterberg 2015).

    >>> round(tail(10), 4), round(tail(100), 4), round(tail(10_000), 4)
    (0.0086, 0.0231, 0.025)
    """
    from scipy import stats

    return float(stats.norm.cdf(stats.t.ppf(outside, clusters - 1) * (clusters / (clusters - 1)) ** 0.5))


def estimate(
    values: Sequence[float], seed: int = 0, bounds: Bounds | None = None, outside: float = OUTSIDE
) -> Estimate:
    """The mean of one number for each cluster, with its 95% interval; ``bounds`` are its possible range, if known.

    See ``resampled`` for what the interval is. ``outside`` is the probability that it leaves out on either side.

    >>> found = estimate([0.0, 1.0] * 50, seed=1)
    >>> found.mean, 0.35 < found.low < 0.45, 0.55 < found.high < 0.65
    (0.5, True, True)
    >>> print(estimate([0.0] * 20, bounds=(0, 1)), "or", estimate([0.0] * 20))
    0 (0 to 0.168) or 0 (no interval)
    """
    if not values:
        raise KibitzError("there is nothing to take the mean of: play at least one game")
    import numpy as np  # slow to load, and needed only where something is measured

    mean = sum(values) / len(values)
    column = np.asarray(values, dtype=float)[:, None]
    if len(values) < 2 or not _trusted(column[:, 0], np.ones(len(values)), bounds):
        [found] = _without_resampling(column, np.ones_like(column), bounds, seed, outside)
        return Estimate(mean, *found, len(values))
    from scipy import stats

    ends = stats.bootstrap(
        (column[:, 0],),
        np.mean,
        n_resamples=RESAMPLES,
        method="percentile",
        confidence_level=1 - 2 * tail(len(values), outside),
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Estimate(mean, float(ends.low), float(ends.high), len(values))


def resampled(sums: Any, counts: Any, seed: int = 0, bounds: Bounds | None = None) -> list[Estimate]:
    """The mean of every column with its 95% interval: the sum of ``sums`` divided by the sum of ``counts``.

    Each row is a cluster, and whole clusters are resampled. They may be of different sizes. A single cluster has no
    interval.

    With ``bounds``, every cluster's mean must lie within them, and the interval is exact (see ``_without_resampling``)
    in two cases. The first: half of the clusters or more are equal. The second: there are not very many clusters, and
    the mean is less than two standard deviations of a cluster away from a bound. In these cases the sample may lack
    rare clusters that matter. Without bounds, there is no interval if all clusters are equal.

    >>> import numpy as np
    >>> [found] = resampled(np.array([[1.0], [0.0]] * 50), np.ones((100, 1)), seed=1)
    >>> found.mean, 0.35 < found.low < 0.45, 0.55 < found.high < 0.65
    (0.5, True, True)
    """
    import numpy as np

    clusters = len(sums)
    below = counts.sum(axis=0)
    means = np.divide(sums.sum(axis=0), below, out=np.full(below.shape, np.nan), where=below > 0)
    lows, highs = np.full(len(means), -inf), np.full(len(means), inf)
    if clusters > 1:
        trusted = np.array([_trusted(*column, bounds) for column in zip(sums.T, counts.T, strict=True)], dtype=bool)
        if trusted.any():
            lows[trusted], highs[trusted] = _resampled_ends(sums[:, trusted], counts[:, trusted], seed)
        others = ~trusted & counts.any(axis=0)
        if others.any():
            found = _without_resampling(sums[:, others], counts[:, others], bounds, seed)
            lows[others], highs[others] = np.transpose(found)
    return [
        Estimate(float(mean), float(low), float(high), clusters)
        for mean, low, high in zip(means, lows, highs, strict=True)
    ]


def exact(sums: Any, counts: Any, bounds: Bounds, seed: int = 0) -> list[Estimate]:
    """The mean of every column, as in ``resampled``, with its exact 95% interval.

    >>> import numpy as np
    >>> [found] = exact(np.zeros((60, 1)), np.full((60, 1), 100.0), (0, 1))  # 0 of 6,000, in 60 clusters
    >>> print(found)
    0 (0 to 0.0596)
    """
    ends = _without_resampling(sums, counts, bounds, seed)
    means = sums.sum(axis=0) / counts.sum(axis=0)
    return [Estimate(float(mean), *found, len(sums)) for mean, found in zip(means, ends, strict=True)]


def trusted(values: Sequence[float], bounds: Bounds | None) -> bool:
    """Whether a t test or a bootstrap can be trusted for these values, one for each cluster (see ``resampled``).

    >>> trusted([0.1, 0.2, 0.3, 0.4], (-1, 1)), trusted([0.0, 0.0, 0.0, 0.4], (-1, 1))
    (True, False)
    """
    import numpy as np

    column = np.asarray(values, dtype=float)
    return _trusted(column, np.ones_like(column), bounds)


def exact_test(
    values: Sequence[float], bounds: Bounds, seed: int = 0, outside: float = OUTSIDE
) -> tuple[Estimate, float]:
    """The mean of one number for each cluster with the exact interval of Gaffke, and the two-sided p value for a mean
    of 0: the level at which the interval would just exclude 0.

    >>> estimate, p = exact_test([1.0] * 6, (-1, 1))  # six wins of six: 2 / 2^6
    >>> print(estimate, round(p, 5))
    1 (0.0815 to 1) 0.03125
    """
    import numpy as np

    column = np.asarray(values, dtype=float)[:, None]
    [ends] = _without_resampling(column, np.ones_like(column), bounds, seed, outside)
    low, high = bounds
    sides = (_chance_beyond(column[:, 0], high, seed), _chance_beyond(-column[:, 0], -low, seed))
    return Estimate(float(column.mean()), *ends, len(values)), min(1.0, 2 * min(sides))


def _chance_beyond(values: Any, bound: float, seed: int) -> float:
    """The level of the one-sided interval whose upper end is 0 (see ``_upper_ends``, with the same random weights)."""
    import numpy as np
    from scipy.special import betainc

    rest = values[values < bound - ROUNDING]
    if not len(rest):
        return 1.0
    if rest.max() - rest.min() <= ROUNDING:
        if rest[0] >= 0:
            return 1.0
        there = len(values) - len(rest)
        return float(betainc(len(rest), there + 1, bound / (bound - rest[0])))
    weights = np.random.default_rng(seed).standard_exponential((RESAMPLES, len(values) + 1))
    means = np.sort((weights[:, 1:] @ values + bound * weights[:, 0]) / weights.sum(axis=1))
    if means[-1] >= 0:
        return 1 - float(np.interp(0.0, means, np.linspace(0, 1, RESAMPLES)))
    return min(1 / RESAMPLES, _most_beyond(np.append(values, bound)))


def _most_beyond(values: Any) -> float:
    """Chernoff's bound of the probability that exponential weights give these values a mean of 0 or more. It is used if
    none of the random weights gave such a mean."""
    import numpy as np
    from scipy.optimize import minimize_scalar

    def log_bound(tilt: float) -> float:
        return -float(np.log1p(-tilt * values).sum())

    found = minimize_scalar(log_bound, bounds=(0.0, (1 - 1e-9) / values.max()), method="bounded")
    return float(np.exp(min(0.0, found.fun)))


def _resampled_ends(sums: Any, counts: Any, seed: int) -> Any:
    import numpy as np

    clusters = len(sums)
    drawn = np.random.default_rng(seed).integers(clusters, size=(RESAMPLES, clusters))
    drawn += clusters * np.arange(RESAMPLES)[:, None]
    weights = np.bincount(drawn.ravel(), minlength=RESAMPLES * clusters).reshape(RESAMPLES, clusters)
    below = weights @ counts
    ends = np.divide(weights @ sums, below, out=np.full(below.shape, np.nan), where=below > 0)
    left = tail(clusters)
    return np.nanquantile(ends, [left, 1 - left], axis=0)


def _trusted(sums: Any, counts: Any, bounds: Bounds | None) -> bool:
    """Whether the bootstrap works for these clusters."""
    import numpy as np

    sums, counts = sums[counts > 0], counts[counts > 0]
    if not len(sums):
        return False
    values = sums / counts
    if bounds is None:
        return bool(values.max() - values.min() > ROUNDING)
    low, high = bounds
    if values.min() < low - ROUNDING or values.max() > high + ROUNDING:
        raise KibitzError(f"a value lies outside {low:g} to {high:g}: {values.min():g} to {values.max():g}")
    ordered, half = np.sort(values), (len(values) + 1) // 2
    if (ordered[half - 1 :] - ordered[: len(values) - half + 1]).min() <= ROUNDING:
        return False
    mean = sums.sum() / counts.sum()
    spread = (((sums - mean * counts) ** 2).sum() / (counts**2).sum()) ** 0.5
    away = min(mean - low, high - mean)
    return bool(away >= FAR * spread or len(values) * away**2 >= ENOUGH * (away**2 + spread**2))


def _without_resampling(
    sums: Any, counts: Any, bounds: Bounds | None, seed: int, outside: float = OUTSIDE
) -> list[tuple[float, float]]:
    """The ends of the exact interval of Gaffke (2005), for every column; infinite if there are no bounds. For the upper
    end, a cluster at the upper bound is added, and all clusters get random weights (a Dirichlet distribution with all
    parameters 1). The end is a quantile of the weighted mean. The lower end is its mirror image. If all clusters lie at
    the bounds, this is the Clopper-Pearson interval. In other cases the coverage of 95% is not proven, but no
    counterexample is known. If clusters differ in size, the added cluster has the mean size of a cluster, weighted by
    size (Kish 1965).
    """
    if bounds is None or len(sums) < 2:
        return [(-inf, inf)] * sums.shape[1]
    low, high = bounds
    highs = _upper_ends(sums, counts, high, seed, outside)
    lows = _upper_ends(-sums, counts, -low, seed, outside)
    return [(0.0 - bottom, top) for bottom, top in zip(lows, highs, strict=True)]  # 0.0 - 0.0 is 0.0, not -0.0


def _upper_ends(sums: Any, counts: Any, bound: float, seed: int, outside: float) -> list[float]:
    import numpy as np

    ends = np.array([_known_end(*column, bound, outside) for column in zip(sums.T, counts.T, strict=True)])
    unknown = np.isnan(ends)
    if unknown.any():
        sums, counts = sums[:, unknown], counts[:, unknown]
        weights = np.random.default_rng(seed).standard_exponential((RESAMPLES, len(sums) + 1))
        added = weights[:, :1] * ((counts**2).sum(axis=0) / counts.sum(axis=0))
        means = (weights[:, 1:] @ sums + bound * added) / (weights[:, 1:] @ counts + added)
        ends[unknown] = np.quantile(means, 1 - outside, axis=0)
    return [float(end) for end in ends]


def _known_end(sums: Any, counts: Any, bound: float, outside: float) -> float:
    """The upper end, if it can be computed without random weights, otherwise NaN. For that, all clusters must have the
    same size, and those not at the bound must be equal."""
    from scipy.special import betaincinv

    if (sums >= (bound - ROUNDING) * counts).all():
        return bound
    if counts.min() < counts.max():
        return nan
    values = sums / counts
    rest = values[values < bound - ROUNDING]
    if rest.max() - rest.min() > ROUNDING:
        return nan
    there = len(values) - len(rest)
    return float(rest[0] + (bound - rest[0]) * betaincinv(there + 1, len(rest), 1 - outside))
