"""One number for every deal (or opening, or session), for tests of claims."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.errors import KibitzError


def apart(first: list[float], second: list[float]) -> list[float]:
    """The first minus the second, for each deal.

    >>> apart([3.0, 1.0], [1.0, 2.0])
    [2.0, -1.0]
    """
    return [one - other for one, other in zip(first, second, strict=True)]


def averaged(columns: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several numbers, for each deal.

    >>> averaged([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    return [sum(values) / len(values) for values in zip(*columns, strict=True)]


def ratios(sums: Sequence[float], counts: Sequence[float]) -> list[float]:
    """One number for each deal, with the mean and the spread of a ratio of sums.

    This is the usual linear approximation of a ratio (its influence function). Deals with a count of 0 get the mean.

    >>> ratios([6.0, 2.0, 0.0], [2, 2, 0])
    [3.5, 0.5, 2.0]
    """
    count = sum(counts)
    if not count:
        raise KibitzError("nothing was counted in any deal: play more or longer games")
    mean, each = sum(sums) / count, count / len(counts)
    return [mean + (total - mean * number) / each for total, number in zip(sums, counts, strict=True)]
