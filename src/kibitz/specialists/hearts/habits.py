"""Habits of people at Hearts."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from kibitz.models.choice import Habit

PLAIN = {"lead_rank": -1.0, "win_rank": -1.0, "lose_rank": -1.0, "throw_rank": -1.0}


@dataclass(frozen=True, repr=False)
class HeartsHabit(Habit):
    """A player of Hearts who decides by habit.

    >>> import kibitz
    >>> kibitz.model("ducks").words
    'avoids taking tricks, and throws its worst cards where it can'
    """

    name = "ducks"
    summary = "habits of people at Hearts"
    example = "ducks(temperature=0.5)"
    habits = MappingProxyType(
        {
            "ducks": (
                "avoids taking tricks, and throws its worst cards where it can",
                {"takes": -100, "lose_rank": 1, "throw_rank": 1, "points_thrown": 10, "lead_rank": -1, "win_rank": -1},
            ),
            "lowest-card": ("always plays its lowest card", PLAIN),
            "highest-card": ("always plays its highest card", {name: -weight for name, weight in PLAIN.items()}),
            "takes-tricks": (
                "takes every trick it can, as cheaply as it can",
                {"takes": 100, "win_rank": -1, "lose_rank": -1, "throw_rank": -1, "lead_rank": 1},
            ),
        }
    )
