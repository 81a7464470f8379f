"""Levels for people: from gentle to full strength by one number."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

from kibitz.searches.analysis import Analysis

FULL = 10
HALVED_EVERY = 1.5
"""A player that is this many levels lower simulates half as many games."""
TEMPERATURES = {1: 0.25, 2: 0.18, 3: 0.13, 4: 0.09, 5: 0.06, 6: 0.04, 7: 0.025, 8: 0.015, 9: 0.008}
"""For each level, a difference in value. A move that is worse than the best one by this difference is e times less
likely.
"""


def share_of_budget(level: int) -> float:
    """The part of the full budget that a level searches.

    >>> share_of_budget(10), share_of_budget(7)
    (1.0, 0.25)
    """
    return float(2 ** ((level - FULL) / HALVED_EVERY))


def worths(analysis: Analysis) -> dict[str, float]:
    """What each move is worth to the mover, from 0 to 1.

    It is the move's share of the win if the values of the search are such shares. Otherwise the values are scaled so
    that the worst move has 0 and the best has 1.

    >>> import kibitz
    >>> found = kibitz.search("mcts(simulations=50)").analyse(kibitz.game("tic-tac-toe").start())
    >>> 0 <= min(worths(found).values()) <= max(worths(found).values()) <= 1
    True
    """
    found = {move: _of_seat(value, analysis.seat) for move, value in analysis.values.items()}
    if all(0 <= value <= 1 for value in found.values()):
        return found
    low, high = min(found.values()), max(found.values())
    return {move: (value - low) / ((high - low) or 1.0) for move, value in found.items()}


def _of_seat(value: Any, seat: int) -> float:
    return float(value[seat] if isinstance(value, tuple) else value)


def softened(values: Mapping[str, float], level: int) -> dict[str, float]:
    """The probability of every move, given its worth from 0 to 1: small errors are more likely than large ones.

    >>> {move: round(share, 2) for move, share in softened({"a": 0.6, "b": 0.58, "c": 0.1}, level=5).items()}
    {'a': 0.58, 'b': 0.42, 'c': 0.0}
    """
    best, temperature = max(values.values()), TEMPERATURES[level]
    shares = {move: exp((value - best) / temperature) for move, value in values.items()}
    total = sum(shares.values())
    return {move: share / total for move, share in shares.items()}
