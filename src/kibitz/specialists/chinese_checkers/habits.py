"""Habits of people at Chinese Checkers."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from kibitz.models.choice import Habit


@dataclass(frozen=True, repr=False)
class ChineseCheckersHabit(Habit):
    """A player of Chinese Checkers who decides by habit.

    >>> import kibitz
    >>> kibitz.model("rear-first").words
    'moves its rearmost marble, as far as it can'
    """

    name = "rear-first"
    summary = "habits of people at Chinese Checkers"
    example = "rear-first(temperature=0.5)"
    habits = MappingProxyType(
        {
            "rear-first": ("moves its rearmost marble, as far as it can", {"behind": 100, "advance": 1}),
            "longest-move": ("makes the move that brings a marble farthest", {"advance": 1}),
        }
    )
