"""Levels for people: from gentle to full strength by one number."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

FULL = 10
HALVED_EVERY = 1.5
"""By how many levels less a player simulates half as many games."""
TEMPERATURES = {1: 0.25, 2: 0.18, 3: 0.13, 4: 0.09, 5: 0.06, 6: 0.04, 7: 0.025, 8: 0.015, 9: 0.008}
"""By level: a move that is worse by so much of the win is chosen e times less often than the best one."""


def share_of_budget(level: int) -> float:
    """The part of the full budget that a level searches.

    >>> share_of_budget(10), share_of_budget(7)
    (1.0, 0.25)
    """
    return float(2 ** ((level - FULL) / HALVED_EVERY))


def softened(values: Mapping[str, float], level: int) -> dict[str, float]:
    """The probability of every move, given what each is worth from 0 to 1: errors are the likelier the less they cost.

    >>> {move: round(share, 2) for move, share in softened({"a": 0.6, "b": 0.58, "c": 0.1}, level=5).items()}
    {'a': 0.58, 'b': 0.42, 'c': 0.0}
    """
    best, temperature = max(values.values()), TEMPERATURES[level]
    shares = {move: exp((value - best) / temperature) for move, value in values.items()}
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()}
