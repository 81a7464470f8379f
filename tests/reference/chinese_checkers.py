"""Chinese Checkers, from docs/games.md.

Holes are cube coordinates (x, y, z) with x + y + z = 0: z counts rows downwards from the middle row, x grows and
y falls to the right. Two holes are neighbours when they differ by one of the six DIRECTIONS.
"""

from __future__ import annotations

from typing import NamedTuple

Hole = tuple[int, int, int]

ROW_LENGTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)

DIRECTIONS: tuple[Hole, ...] = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))

HOMES = {2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}


def name_holes() -> dict[Hole, str]:
    """Lay the rows out centred, in reading order. Neighbours in a row are two half-holes apart, rows shift by one."""
    names: dict[Hole, str] = {}
    for row, length in enumerate(ROW_LENGTHS):
        z = row - 8
        for place in range(length):
            half_holes_right_of_centre = 2 * place - (length - 1)
            x = (half_holes_right_of_centre - z) // 2
            y = -x - z
            names[(x, y, z)] = f"{'abcdefghijklmnopq'[row]}{place + 1}"
    return names


NAMES = name_holes()
HOLES = {name: hole for hole, name in NAMES.items()}


def camp(hole: Hole) -> int | None:
    """The tip a hole lies in, clockwise from the top; none for the hexagon of radius 4 in the middle."""
    x, y, z = hole
    if z < -4:
        return 0
    if x > 4:
        return 1
    if y < -4:
        return 2
    if z > 4:
        return 3
    if x < -4:
        return 4
    if y > 4:
        return 5
    return None


CAMPS = tuple(frozenset(hole for hole in NAMES if camp(hole) == tip) for tip in range(6))


def reading_order(hole: Hole) -> tuple[int, int]:
    x, _, z = hole
    return (z, x)


def beyond(hole: Hole, direction: Hole, distance: int) -> Hole:
    return (
        hole[0] + distance * direction[0],
        hole[1] + distance * direction[1],
        hole[2] + distance * direction[2],
    )


def steps(origin: Hole, occupied: frozenset[Hole]) -> set[Hole]:
    neighbours = {beyond(origin, direction, 1) for direction in DIRECTIONS}
    return {hole for hole in neighbours if hole in NAMES and hole not in occupied}


def add_hops(here: Hole, occupied: frozenset[Hole], reached: set[Hole]) -> None:
    """Add to `reached` every hole that a chain of hops from `here` comes to."""
    for direction in DIRECTIONS:
        over = beyond(here, direction, 1)
        landing = beyond(here, direction, 2)
        if over in occupied and landing in NAMES and landing not in occupied and landing not in reached:
            reached.add(landing)
            add_hops(landing, occupied, reached)


class Position(NamedTuple):
    pawns: tuple[frozenset[Hole], ...]  # by seat
    plies: int
    winner: int | None


class ChineseCheckers:
    def __init__(self, *, players: int = 2, stop: str = "own", turns: int = 300) -> None:
        if players not in HOMES:
            raise ValueError(f"players must be 2, 3, 4 or 6, not {players}")
        if stop not in ("own", "anywhere"):
            raise ValueError(f"stop must be own or anywhere, not {stop}")
        if turns < 1:
            raise ValueError(f"turns must be at least 1, not {turns}")
        self.players = players
        self.stop = stop
        self.turns = turns

    def home(self, seat: int) -> frozenset[Hole]:
        return CAMPS[HOMES[self.players][seat]]

    def goal(self, seat: int) -> frozenset[Hole]:
        return CAMPS[(HOMES[self.players][seat] + 3) % 6]

    def start(self) -> Position:
        return Position(tuple(self.home(seat) for seat in range(self.players)), 0, None)

    def to_move(self, position: Position) -> int:
        return position.plies % self.players

    def may_end(self, seat: int, origin: Hole, end: Hole) -> bool:
        if end == origin:
            return False
        if origin in self.goal(seat):
            return end in self.goal(seat)
        if self.stop == "anywhere":
            return True
        return camp(end) is None or end in self.home(seat) or end in self.goal(seat)

    def ends(self, position: Position, origin: Hole) -> list[Hole]:
        """Where the pawn on `origin`, of the seat to move, may end its move."""
        # The moving pawn has left its hole: it may pass through there again, and has nothing to hop over there.
        occupied = frozenset(hole for pawns in position.pawns for hole in pawns) - {origin}
        reached: set[Hole] = set()
        add_hops(origin, occupied, reached)
        reached |= steps(origin, occupied)
        seat = self.to_move(position)
        return sorted((hole for hole in reached if self.may_end(seat, origin, hole)), key=reading_order)

    def moves(self, position: Position) -> list[str]:
        if self.over(position):
            return []
        own = sorted(position.pawns[self.to_move(position)], key=reading_order)
        found = [f"{NAMES[origin]}-{NAMES[end]}" for origin in own for end in self.ends(position, origin)]
        return found or ["pass"]

    def play(self, position: Position, move: str) -> Position:
        if move not in self.moves(position):
            raise ValueError(f"not a legal move: {move}")
        mover = self.to_move(position)
        pawns = list(position.pawns)
        if move != "pass":
            origin, end = (HOLES[name] for name in move.split("-"))
            pawns[mover] = (pawns[mover] - {origin}) | {end}
        return Position(tuple(pawns), position.plies + 1, self.winner_after(tuple(pawns), mover))

    def winner_after(self, pawns: tuple[frozenset[Hole], ...], mover: int) -> int | None:
        everybody = frozenset(hole for own in pawns for hole in own)
        for later in range(self.players):
            seat = (mover + later) % self.players
            if self.goal(seat) <= everybody and self.goal(seat) & pawns[seat]:
                return seat
        return None

    def over(self, position: Position) -> bool:
        return position.winner is not None or position.plies >= self.turns * self.players

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(1 if seat == position.winner else 0 for seat in range(self.players))

    def outcome(self, position: Position) -> tuple[int, ...]:
        return self.scores(position)
