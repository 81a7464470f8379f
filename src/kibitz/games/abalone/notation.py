"""How cells, moves and positions of Abalone are written."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.errors import NotationError
from kibitz.games import hexagons

NAME = "abalone"
# First and last number of the rows a to i; in text the top row i comes first.
NUMBERED = ((1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9))
ROWS = [[f"{row}{n}" for n in range(low, high + 1)] for row, (low, high) in zip("abcdefghi", NUMBERED, strict=True)]
CELLS = [cell for row in ROWS for cell in row]
NUMBERS = {cell: number for number, cell in enumerate(CELLS)}
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # row and number, as docs/games.md orders them

BROADSIDE, PASS = 1 << 12, 1 << 13


def beyond(cell: str, direction: int, steps: int = 1) -> str:
    """The name of the cell this many steps from another; it may lie outside the board."""
    up, along = DIRECTIONS[direction]
    return f"{chr(ord(cell[0]) + up * steps)}{int(cell[1:]) + along * steps}"


def move_text(code: int) -> str:
    """Write a move. In line: start and end of the rearmost marble. Broadside: both ends of the row, then a target."""
    if code == PASS:
        return "pass"
    direction = code & 7
    if not code & BROADSIDE:
        rear = CELLS[code >> 3]
        return f"{rear}-{beyond(rear, direction)}"
    first, line, size = CELLS[code >> 6 & 63], code >> 3 & 3, 2 + (code >> 5 & 1)
    return f"{first}-{beyond(first, line, size - 1)}-{beyond(first, direction)}"


def move_code(text: str) -> int:
    """Read a move."""
    if text == "pass":
        return PASS
    cells = text.split("-")
    if all(cell in NUMBERS for cell in cells):
        for direction in range(6):
            if beyond(cells[0], direction) != cells[-1]:
                continue
            if len(cells) == 2:
                return NUMBERS[cells[0]] << 3 | direction
            for line in range(3):
                for size in (2, 3):
                    if len(cells) == 3 and beyond(cells[0], line, size - 1) == cells[1]:
                        return BROADSIDE | NUMBERS[cells[0]] << 6 | (size - 2) << 5 | line << 3 | direction
    raise NotationError(f"{NAME}: {text!r} is not a move; moves are such as 'a1-b1', broadside 'a1-a2-b2', or 'pass'")


def cell_names(marbles: Sequence[Sequence[int]]) -> list[list[str]]:
    """Name the cells of each seat's marbles."""
    return [[CELLS[cell] for cell in own] for own in marbles]


def seats_by_cell(marbles: Sequence[Sequence[int]]) -> dict[str, int]:
    """Tell whose marble is on each cell that has one."""
    return {CELLS[cell]: seat for seat, own in enumerate(marbles) for cell in own}


def state_text(marbles: Sequence[Sequence[int]], ejected: Sequence[int], to_move: int, plies: int) -> str:
    """Write a position: rows i to a, the seat to move, the plies made, what each seat has ejected."""
    seats = seats_by_cell(marbles)
    rows = hexagons.rows_text([[seats.get(cell) for cell in row] for row in reversed(ROWS)])
    return f"{rows} {hexagons.LETTERS[to_move]} {plies} {'-'.join(map(str, ejected))}"


def read_state(text: str, players: int) -> tuple[list[list[str]], list[int], int, int]:
    """Read the marbles, what each seat has ejected, the seat to move and the plies."""
    parts = text.split()
    if len(parts) != 4:
        raise NotationError(
            f"{NAME}: a state is rows, seat to move, plies and ejected marbles, such as 'BBBBB/BBBBBB/.. A 0 0-0', "
            f"not {text[:80]!r}"
        )
    rows, mover, plies, ejected = parts
    return (
        hexagons.read_rows(NAME, rows, ROWS[::-1], players),
        [hexagons.digits(NAME, "ejected", number) for number in ejected.split("-")],
        hexagons.seat_of(NAME, mover, players),
        hexagons.digits(NAME, "plies", plies),
    )
