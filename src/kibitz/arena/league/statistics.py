"""Statistics of leagues: a ratio of two means with Fieller's interval, and the difference that could be detected."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from kibitz.arena.intervals import OUTSIDE, ROUNDING, Estimate
from kibitz.errors import KibitzError

POWER = 0.8
"""How often a difference of the detectable size would be found."""


def fieller(
    above: Sequence[float], below: Sequence[float], outside: float = OUTSIDE, more: Sequence[float] = ()
) -> Estimate:
    """The ratio of two means of paired numbers with Fieller's interval (1954). The mean above may have ``more`` numbers
    without a partner below.

    It is a 95% interval, unless ``outside`` gives another probability for each side. The interval holds every
    ratio r for which a t test does not reject that the first mean is r times the second. It is bounded only if the
    mean of ``below`` is significantly different from 0; otherwise the ends are infinite.

    >>> found = fieller([1.0, 2.0, 3.0, 2.0], [2.0, 4.0, 5.0, 5.0])
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (0.5, 0.304, 0.696)
    """
    if len(above) != len(below) or not above:
        raise KibitzError("a ratio needs pairs of numbers, at least one: play at least one session")
    count, everything = len(above), [*above, *more]
    top, bottom = sum(everything) / len(everything), sum(below) / count
    ratio = top / bottom if bottom else inf
    if count < 2:
        return Estimate(ratio, -inf, inf, count)
    from scipy import stats

    square = float(stats.t.ppf(1 - outside, count - 1)) ** 2
    paired = sum(above) / count
    tops = square * sum((each - top) ** 2 for each in everything) / (len(everything) * (len(everything) - 1))
    bottoms = square * sum((each - bottom) ** 2 for each in below) / (count * (count - 1))
    together = sum((one - paired) * (other - bottom) for one, other in zip(above, below, strict=True)) / (count - 1)
    both = square * together / len(everything)  # the numbers without a partner do not depend on those below
    # The ends solve (bottom^2 - bottoms) r^2 - 2 (top bottom - both) r + top^2 - tops = 0.
    leading, middle, last = bottom**2 - bottoms, top * bottom - both, top**2 - tops
    if leading <= 0:
        return Estimate(ratio, -inf, inf, count)
    root = sqrt(max(0.0, middle**2 - leading * last))
    return Estimate(ratio, (middle - root) / leading, (middle + root) / leading, count)


def needed(spread: float, half_width: float) -> int:
    """How many sessions give a 95% interval of at most this half-width, if sessions have this standard deviation.

    >>> needed(0.2, 0.05), needed(0.0, 0.05)
    (64, 2)
    """
    from scipy import stats

    count = 2
    while float(stats.t.ppf(1 - OUTSIDE, count - 1)) * spread > half_width * sqrt(count):
        count += 1
    return count


def detectable(values: Sequence[float], tests: int = 1) -> float | None:
    """The smallest true mean that a two-sided t test at 5% would find with probability 80%, with this spread.

    If several ``tests`` are made, the level is divided by their number (Bonferroni): Holm's correction is at least as
    powerful. None: the spread is not known.

    >>> round(detectable([0.0, 1.0] * 32), 3), detectable([0.5, 0.5])
    (0.179, None)
    """
    count = len(values)
    if count < 2 or max(values) - min(values) < ROUNDING:
        return None
    from scipy import stats

    mean = sum(values) / count
    spread = sqrt(sum((each - mean) ** 2 for each in values) / (count - 1) / count)
    sure = stats.t.ppf(1 - OUTSIDE / tests, count - 1) + stats.t.ppf(POWER, count - 1)
    return float(sure * spread)
