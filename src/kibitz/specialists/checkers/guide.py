"""Checkers for ``kibitz play``: the rules in a line, the sides, and a board with the numbers of the squares."""

from __future__ import annotations

from typing import cast

from kibitz.games.checkers.rules import Checkers
from kibitz.players.person import Guide
from kibitz.players.player import Position


def numbered(position: Position, seat: int) -> str:
    """The board from a seat's side, with the number of every free square.

    >>> import kibitz
    >>> print(numbered(kibitz.game("checkers").start(), 1).splitlines()[3])
    13    14    15    16      13-16
    """
    return cast("Checkers", position.game).board(position, seat, numbers=True)  # type: ignore[arg-type]


GUIDE = Guide(
    rules="Men move one square forward along a diagonal and jump over a piece of the other side to the free square "
    "behind it; kings also move and jump backward. If you can jump, you must. Write a move with the numbers of its "
    "squares, such as 11-15, and a jump as 15x22. Free squares show their numbers, and the numbers beside each row are "
    "those of its first and last square. A player who cannot move loses.",
    sides=("Black: b, kings B", "White: w, kings W"),
    board=numbered,
)
