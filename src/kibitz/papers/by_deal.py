"""Numbers with one for every deal (or opening, or session): what claims are decided by."""

from __future__ import annotations

from collections.abc import Sequence


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
