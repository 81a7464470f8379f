"""How holes, moves and positions of Chinese Checkers are written."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.errors import NotationError
from kibitz.games import hexagons

NAME = "chinese-checkers"
LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
ROWS = [
    [f"{letter}{i + 1}" for i in range(length)] for letter, length in zip("abcdefghijklmnopq", LENGTHS, strict=True)
]
HOLES = [hole for row in ROWS for hole in row]
NUMBERS = {hole: number for number, hole in enumerate(HOLES)}

PASS = 0x3FFF


def move_text(code: int) -> str:
    """Write a move: where it starts and where it ends."""
    return "pass" if code == PASS else f"{HOLES[code >> 7]}-{HOLES[code & 127]}"


def move_code(text: str) -> int:
    """Read a move."""
    if text == "pass":
        return PASS
    start, _, end = text.partition("-")
    if start not in NUMBERS or end not in NUMBERS:
        raise NotationError(
            f"{NAME}: {text!r} is not a move; moves are two holes from a1 to q1, such as 'c1-e5', or 'pass'"
        )
    return NUMBERS[start] << 7 | NUMBERS[end]


def hole_names(pawns: Sequence[Sequence[int]]) -> list[list[str]]:
    """Name the holes of each seat's pawns."""
    return [[HOLES[hole] for hole in own] for own in pawns]


def seats_by_hole(pawns: Sequence[Sequence[int]]) -> dict[str, int]:
    """Tell whose pawn is in each hole that has one."""
    return {HOLES[hole]: seat for seat, own in enumerate(pawns) for hole in own}


def state_text(pawns: Sequence[Sequence[int]], to_move: int, plies: int) -> str:
    """Write a position: rows a to q, the seat to move, the plies made."""
    seats = seats_by_hole(pawns)
    rows = hexagons.rows_text([[seats.get(hole) for hole in row] for row in ROWS])
    return f"{rows} {hexagons.LETTERS[to_move]} {plies}"


def read_state(text: str, players: int) -> tuple[list[list[str]], int, int]:
    """Read the pawns, the seat to move and the plies."""
    parts = text.split()
    if len(parts) != 3:
        raise NotationError(
            f"{NAME}: a state is rows, seat to move and plies, such as 'A/AA/.. A 0', not {text[:80]!r}"
        )
    rows, mover, plies = parts
    return (
        hexagons.read_rows(NAME, rows, ROWS, players),
        hexagons.seat_of(NAME, mover, players),
        hexagons.digits(NAME, "plies", plies),
    )
