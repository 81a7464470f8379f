"""Functions for the observations of several games: every result is a list of numbers from -1 to 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

Value = TypeVar("Value")


def marked(places: Iterable[int], count: int) -> list[float]:
    """1 at each of the places, 0 elsewhere.

    >>> marked([0, 2], 4)
    [1.0, 0.0, 1.0, 0.0]
    """
    found = [0.0] * count
    for place in places:
        found[place] = 1.0
    return found


def from_seat(values: Sequence[Value], seat: int) -> list[Value]:
    """Values by seat in turn order, beginning with the observing seat.

    >>> from_seat([5, 6, 7], 1)
    [6, 7, 5]
    """
    return [*values[seat:], *values[:seat]]


def turn(to_move: int, seat: int, players: int, over: bool = False) -> list[float]:
    """Who is to move, in turn order from the observing seat; all 0 at a chance move and when the game is over.

    >>> turn(0, 1, 3)
    [0.0, 0.0, 1.0]
    """
    return marked([] if over or to_move < 0 else [(to_move - seat) % players], players)


def squashed(values: Iterable[float], middle: float) -> list[float]:
    """Map any numbers to between -1 and 1, keeping their order; ``middle`` becomes one half.

    >>> squashed([0, 100, -300], 100)
    [0.0, 0.5, -0.75]
    """
    return [value / (abs(value) + middle) for value in values]


def within_one(values: Iterable[float]) -> list[float]:
    """Map any numbers to between -1 and 1, keeping their order. Numbers from -1 to 1 are halved.

    >>> within_one([0, 1, -1, 4])
    [0.0, 0.5, -0.5, 0.875]
    """
    return [value / 2 if abs(value) <= 1 else (1 - 0.5 / abs(value)) * (1 if value > 0 else -1) for value in values]
