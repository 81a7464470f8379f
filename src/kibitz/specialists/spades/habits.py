"""Habits of people at Spades."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from kibitz.models.choice import Habit


@dataclass(frozen=True, repr=False)
class SpadesHabit(Habit):
    """A player of Spades who decides by habit.

    >>> import kibitz
    >>> kibitz.model("cheap").words
    'leads its highest card, wins as cheaply as it can, and otherwise plays its lowest card'
    """

    name = "cheap"
    summary = "habits of people at Spades"
    example = "cheap(temperature=0.5)"
    habits = MappingProxyType(
        {
            "cheap": (
                "leads its highest card, wins as cheaply as it can, and otherwise plays its lowest card",
                {"lead_rank": 1, "takes": 100, "win_rank": -1, "lose_rank": -1, "throw_rank": -1, "trump": -13},
            ),
        }
    )
