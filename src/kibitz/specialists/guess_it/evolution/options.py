"""Options for details that lockett2007 leaves open, shared by all code that evolves networks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kibitz.specialists.guess_it.evolution.run import CHAMPIONS
from kibitz.specialists.guess_it.evolution.tasks import OPEN, Choices
from kibitz.specs import Option, Spec, Value

NUMBERS = {"steps": (1, 100), "cards": (1, 8)}
MOST_GENERATIONS = 1_000_000


def _choice(name: str, default: Value) -> Option:
    explained, values = OPEN.get(name, ("cards in each hand", ()))
    low, high = NUMBERS.get(name, (None, None))
    return Option(name, default, explained, low, high, values, spec=name == "watcher")


CHOICE_OPTIONS = tuple(_choice(name, default) for name, default in asdict(Choices()).items())
"""How networks play and what they are told."""
CHAMPION = Option(
    "champion", "rescored", "how the champion of a run is chosen; see evolution.run.Run", choices=CHAMPIONS
)
SIZE_OPTIONS = (
    Option("population", None, "networks of a generation", 4, 100_000),
    Option("generations", None, "generations of all networks without an option of their own", 1, MOST_GENERATIONS),
    Option("total_generations", None, "generations of total control", 1, MOST_GENERATIONS),
    Option("identifier_generations", None, "the largest number of generations of an identifier", 1, MOST_GENERATIONS),
    CHAMPION,
)
"""The size of an evolution; by default it depends on the scale."""
OPTIONS = (*CHOICE_OPTIONS, *SIZE_OPTIONS)


def choices_taken(given: Iterable[tuple[str, Value]]) -> Choices:
    """The choices that the options give; options about the size of a run are ignored.

    >>> choices_taken([("steps", 4), ("population", 75)]).steps
    4
    """
    known = {option.name for option in CHOICE_OPTIONS}
    taken: dict[str, Any] = {
        name: str(value) if isinstance(value, Spec) else value for name, value in given if name in known
    }
    return Choices(**taken)
