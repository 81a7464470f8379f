"""Abalone for two or three, from docs/games.md.

Cells are (row, number): row 0 is a, at the bottom, and the number is the one in the cell's name, so that comparing
pairs is cell order.
"""

from __future__ import annotations

from typing import NamedTuple

Cell = tuple[int, int]

ROWS = "abcdefghi"
NUMBERS = ((1, 5), (1, 6), (1, 7), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 9))  # first and last, a to i
CELLS = tuple((row, number) for row, (first, last) in enumerate(NUMBERS) for number in range(first, last + 1))
BOARD = frozenset(CELLS)

RIGHT, UP_RIGHT, UP_LEFT, LEFT, DOWN_LEFT, DOWN_RIGHT = (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)
DIRECTIONS = (RIGHT, UP_RIGHT, UP_LEFT, LEFT, DOWN_LEFT, DOWN_RIGHT)
LINES = (RIGHT, UP_RIGHT, UP_LEFT)


def name(cell: Cell) -> str:
    return f"{ROWS[cell[0]]}{cell[1]}"


def named(text: str) -> Cell:
    return (ROWS.index(text[0]), int(text[1:]))


def cells(names: str) -> frozenset[Cell]:
    return frozenset(named(text) for text in names.split())


def beyond(cell: Cell, direction: Cell, distance: int) -> Cell:
    return (cell[0] + distance * direction[0], cell[1] + distance * direction[1])


def flower(centre: str) -> frozenset[Cell]:
    """A cell and the six around it."""
    return frozenset({named(centre)} | {beyond(named(centre), direction, 1) for direction in DIRECTIONS})


STARTS = {
    (2, "standard"): (
        cells("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5"),
        cells("i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7"),
    ),
    (2, "daisy"): (
        flower("b2") | flower("h8"),
        flower("b5") | flower("h5"),
    ),
    (3, "standard"): (
        cells("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6"),
        cells("e1 f2 g3 h4 i5 d1 e2 f3 g4 h5 i6"),
        cells("e9 f9 g9 h9 i9 d8 e8 f8 g8 h8 i8"),
    ),
}


class Position(NamedTuple):
    marbles: tuple[frozenset[Cell], ...]  # by seat
    ejected: tuple[int, ...]  # by the seat that pushed them off
    plies: int


def run(marbles: frozenset[Cell], cell: Cell, direction: Cell) -> list[Cell]:
    """The unbroken row of `marbles` from `cell` onwards; empty if there is none on `cell`."""
    if cell not in marbles:
        return []
    return [cell, *run(marbles, beyond(cell, direction, 1), direction)]


def pushed_by(moving: list[Cell], others: frozenset[Cell], direction: Cell) -> list[Cell]:
    """The opposing marbles directly in front of the marbles that move in line, nearest first."""
    return run(others, beyond(moving[-1], direction, 1), direction)


def may_go_in_line(own: frozenset[Cell], others: frozenset[Cell], rear: Cell, direction: Cell) -> bool:
    moving = run(own, rear, direction)
    pushed = pushed_by(moving, others, direction)
    if len(moving) > 3 or len(pushed) >= len(moving):
        return False
    behind = beyond((moving + pushed)[-1], direction, 1)
    if behind in own:
        return False
    return behind in BOARD or len(pushed) > 0


def in_line_moves(own: frozenset[Cell], others: frozenset[Cell]) -> list[str]:
    return [
        f"{name(rear)}-{name(beyond(rear, direction, 1))}"
        for rear in sorted(own)
        for direction in DIRECTIONS
        if may_go_in_line(own, others, rear, direction)
    ]


def broadside_moves(own: frozenset[Cell], others: frozenset[Cell]) -> list[str]:
    empty = BOARD - own - others
    found: list[str] = []
    for first in sorted(own):
        for size in (2, 3):
            for line in LINES:
                group = [beyond(first, line, distance) for distance in range(size)]
                if not own.issuperset(group):
                    continue
                for direction in DIRECTIONS:
                    along = direction in (line, (-line[0], -line[1]))
                    if not along and empty.issuperset(beyond(cell, direction, 1) for cell in group):
                        found.append(f"{name(first)}-{name(group[-1])}-{name(beyond(first, direction, 1))}")
    return found


class Abalone:
    def __init__(self, *, players: int = 2, start: str = "standard", goal: int = 6, turns: int = 200) -> None:
        if (players, start) not in STARTS:
            raise ValueError(f"there is no {start} start for {players} players")
        if goal < 1 or turns < 1:
            raise ValueError("goal and turns must be at least 1")
        self.players = players
        self.first = Position(STARTS[players, start], (0,) * players, 0)
        self.goal = goal
        self.turns = turns

    def start(self) -> Position:
        return self.first

    def to_move(self, position: Position) -> int:
        return position.plies % self.players

    def own(self, position: Position) -> frozenset[Cell]:
        return position.marbles[self.to_move(position)]

    def others(self, position: Position) -> frozenset[Cell]:
        """The marbles of all opponents of the seat to move."""
        mover = self.to_move(position)
        return frozenset(cell for seat in range(self.players) if seat != mover for cell in position.marbles[seat])

    def moves(self, position: Position) -> list[str]:
        if self.over(position):
            return []
        own, others = self.own(position), self.others(position)
        return in_line_moves(own, others) + broadside_moves(own, others) or ["pass"]

    def play(self, position: Position, move: str) -> Position:
        if move not in self.moves(position):
            raise ValueError(f"not a legal move: {move}")
        if move == "pass":
            return position._replace(plies=position.plies + 1)
        named_cells = [named(text) for text in move.split("-")]
        if len(named_cells) == 2:
            return self.after_in_line(position, *named_cells)
        return self.after_broadside(position, *named_cells)

    def after_in_line(self, position: Position, rear: Cell, target: Cell) -> Position:
        direction = (target[0] - rear[0], target[1] - rear[1])
        moving = run(self.own(position), rear, direction)
        pushed = pushed_by(moving, self.others(position), direction)
        return self.shifted(position, moving + pushed, direction)

    def after_broadside(self, position: Position, first: Cell, last: Cell, target: Cell) -> Position:
        direction = (target[0] - first[0], target[1] - first[1])
        groups = [[beyond(first, line, distance) for distance in range(size)] for line in LINES for size in (2, 3)]
        (group,) = (group for group in groups if group[-1] == last)
        return self.shifted(position, group, direction)

    def shifted(self, position: Position, moving: list[Cell], direction: Cell) -> Position:
        """Move these marbles, whosever they are, by one cell, and credit the mover with those that fall off."""
        after = [
            frozenset(beyond(cell, direction, 1) if cell in moving else cell for cell in marbles)
            for marbles in position.marbles
        ]
        mover = self.to_move(position)
        fallen = sum(1 for marbles in after for cell in marbles if cell not in BOARD)
        ejected = tuple(number + fallen if seat == mover else number for seat, number in enumerate(position.ejected))
        on_board = tuple(frozenset(cell for cell in marbles if cell in BOARD) for marbles in after)
        return Position(on_board, ejected, position.plies + 1)

    def won(self, position: Position, seat: int) -> bool:
        return position.ejected[seat] >= self.goal

    def over(self, position: Position) -> bool:
        somebody_won = any(self.won(position, seat) for seat in range(self.players))
        return somebody_won or position.plies >= self.turns * self.players

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(1 if self.won(position, seat) else 0 for seat in range(self.players))

    def outcome(self, position: Position) -> tuple[int, ...]:
        return self.scores(position)
