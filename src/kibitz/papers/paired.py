"""Numbers with one for every deal (or opening, or session): what claims are decided by."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.errors import KibitzError


def apart(first: list[float], second: list[float]) -> list[float]:
    """Deal by deal, how much more the first is.

    >>> apart([3.0, 1.0], [1.0, 2.0])
    [2.0, -1.0]
    """
    return [one - other for one, other in zip(first, second, strict=True)]


def averaged(columns: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several numbers a deal, deal by deal.

    >>> averaged([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    return [sum(values) / len(values) for values in zip(*columns, strict=True)]


def ratios(sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    """One number a deal whose mean is the sum of all over the count of all, and which spread as that does.

    Deals with nothing to count are as they should be, at the mean: they say nothing about it. (This is the usual
    linear approximation of a ratio, its influence function.)

    >>> ratios([6.0, 2.0, 0.0], [2, 2, 0])
    [3.5, 0.5, 2.0]
    """
    count = sum(counts)
    if not count:
        raise KibitzError("nothing was counted in any deal: play more or longer games")
    mean, each = sum(sums) / count, count / len(counts)
    return [mean + (total - mean * number) / each for total, number in zip(sums, counts, strict=True)]
