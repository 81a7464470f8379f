"""Abalone as numbers: the 61 cells a1, a2, .., i9, and a number for every move in line and broadside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kibitz.games.abalone import notation
from kibitz.games.encoding import from_seat, marked, turn


@cache
def codes() -> tuple[int, ...]:
    """The code of every move that stays on the board: in line, then broadside, then the pass."""
    cells, directions = range(len(notation.CELLS)), range(len(notation.DIRECTIONS))
    in_line = [
        cell << 3 | direction
        for cell in cells
        for direction in directions
        if notation.beyond(notation.CELLS[cell], direction) in notation.NUMBERS
    ]
    broadside = [
        notation.BROADSIDE | cell << 6 | (size - 2) << 5 | line << 3 | direction
        for cell in cells
        for size in (2, 3)
        for line in range(3)
        for direction in directions
        if direction % 3 != line and _fits(notation.CELLS[cell], line, size, direction)
    ]
    return (*in_line, *broadside, notation.PASS)


def _fits(first: str, line: int, size: int, direction: int) -> bool:
    """Whether a row of marbles and the cells that they move to are on the board."""
    row = [notation.beyond(first, line, step) for step in range(size)]
    return all(cell in notation.NUMBERS and notation.beyond(cell, direction) in notation.NUMBERS for cell in row)


def parts(game: Any) -> dict[str, tuple[int, ...]]:
    """The marbles of every seat, who is to move, what each has ejected, and how much of the game is over."""
    return {
        "marbles": (game.players, len(notation.CELLS)),
        "turn": (game.players,),
        "ejected": (game.players,),
        "time": (1,),
    }


def observed(game: Any, core: Any, seat: int) -> Mapping[str, Any]:
    """The position as numbers; seats in turn order from the observing one, ejected marbles as shares of the goal."""
    goal = game.options["goal"]
    return {
        "marbles": [marked(marbles, len(notation.CELLS)) for marbles in from_seat(core.marbles, seat)],
        "turn": turn(core.to_move, seat, game.players, core.over),
        "ejected": [min(1.0, ejected / goal) for ejected in from_seat(core.ejected, seat)],
        "time": [min(1.0, core.plies / (game.players * game.options["turns"]))],
    }
