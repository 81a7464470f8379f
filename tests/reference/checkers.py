"""English draughts, from docs/games.md.

Squares are (row, column) on the 8 by 8 board; row 0 is Black's back row, column 0 is the one of squares 5, 13, 21
and 29. The PDN numbers appear only in move text.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

Square = tuple[int, int]
Path = tuple[Square, ...]

BLACK, WHITE = 0, 1


def square(number: int) -> Square:
    """The square with this PDN number: in even rows the dark squares are the odd columns, in odd rows the even ones."""
    row, place = divmod(number - 1, 4)
    return (row, 2 * place + 1) if row % 2 == 0 else (row, 2 * place)


NUMBER = {square(number): number for number in range(1, 33)}


class Board(NamedTuple):
    men: tuple[frozenset[Square], frozenset[Square]]
    kings: tuple[frozenset[Square], frozenset[Square]]
    seat: int


class Position(NamedTuple):
    board: Board
    quiet_plies: int
    history: tuple[Board, ...]  # every board of the game so far, the present one included


def pieces(board: Board, seat: int) -> frozenset[Square]:
    return board.men[seat] | board.kings[seat]


def directions(board: Board, origin: Square) -> list[Square]:
    """Where the mover's piece on `origin` may head: men forward, kings everywhere."""
    forward = 1 if board.seat == BLACK else -1
    if origin in board.men[board.seat]:
        return [(forward, -1), (forward, 1)]
    return [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def far_row(seat: int) -> int:
    return 7 if seat == BLACK else 0


def between(a: Square, b: Square) -> Square:
    return ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


def captured(path: Path) -> frozenset[Square]:
    """The squares jumped over on a path; none on a step's."""
    return frozenset(between(a, b) for a, b in pairwise(path) if abs(a[0] - b[0]) == 2)


def chains(board: Board, path: Path) -> list[Path]:
    """Every complete chain of jumps that begins with `path`. A path that cannot go on is its own only chain."""
    origin, here = path[0], path[-1]
    man = origin in board.men[board.seat]
    if man and len(path) > 1 and here[0] == far_row(board.seat):
        return [path]
    # Captured pieces are still on the board and in the way, but the mover has left its starting square.
    occupied = (pieces(board, BLACK) | pieces(board, WHITE)) - {origin}
    may_be_jumped = pieces(board, 1 - board.seat) - captured(path)
    longer: list[Path] = []
    for down, across in directions(board, origin):
        over = (here[0] + down, here[1] + across)
        landing = (here[0] + 2 * down, here[1] + 2 * across)
        if over in may_be_jumped and landing in NUMBER and landing not in occupied:
            longer += chains(board, (*path, landing))
    return longer or [path]


def numbers(path: Path) -> list[int]:
    return [NUMBER[square] for square in path]


def jumps(board: Board) -> list[Path]:
    """All jumping moves in order; of paths with the same start, end and captures only the first."""
    paths = [path for origin in pieces(board, board.seat) for path in chains(board, (origin,)) if len(path) > 1]
    first: dict[tuple[Square, Square, frozenset[Square]], Path] = {}
    for path in sorted(paths, key=numbers):
        first.setdefault((path[0], path[-1], captured(path)), path)
    return list(first.values())


def steps(board: Board) -> list[Path]:
    """All moves without a capture, in order, whether or not there is a jump."""
    occupied = pieces(board, BLACK) | pieces(board, WHITE)
    paths: list[Path] = []
    for origin in pieces(board, board.seat):
        for down, across in directions(board, origin):
            landing = (origin[0] + down, origin[1] + across)
            if landing in NUMBER and landing not in occupied:
                paths.append((origin, landing))
    return sorted(paths, key=numbers)


def text(path: Path) -> str:
    return ("x" if captured(path) else "-").join(str(number) for number in numbers(path))


def legal(board: Board) -> list[str]:
    """The moves the pieces have, draws left aside."""
    return [text(path) for path in jumps(board) or steps(board)]


class Checkers:
    def __init__(self, *, quiet: int = 40, repetitions: int = 3) -> None:
        self.quiet = quiet
        self.repetitions = repetitions

    def start(self) -> Position:
        return self.setup(black_men=range(1, 13), white_men=range(21, 33))

    def setup(
        self,
        *,
        black_men: Iterable[int] = (),
        black_kings: Iterable[int] = (),
        white_men: Iterable[int] = (),
        white_kings: Iterable[int] = (),
        seat: int = BLACK,
    ) -> Position:
        """A position, given by PDN numbers, with nothing before it."""
        men = (frozenset(map(square, black_men)), frozenset(map(square, white_men)))
        kings = (frozenset(map(square, black_kings)), frozenset(map(square, white_kings)))
        board = Board(men, kings, seat)
        return Position(board, 0, (board,))

    def to_move(self, position: Position) -> int:
        return position.board.seat

    def moves(self, position: Position) -> list[str]:
        if self.drawn(position):
            return []
        return legal(position.board)

    def play(self, position: Position, move: str) -> Position:
        if move not in self.moves(position):
            raise ValueError(f"not a legal move: {move}")
        path = tuple(square(int(number)) for number in move.replace("x", "-").split("-"))
        board = position.board
        seat, other = board.seat, 1 - board.seat
        origin, end = path[0], path[-1]
        taken = captured(path)
        man = origin in board.men[seat]

        own_men = board.men[seat] - {origin}
        own_kings = board.kings[seat] - {origin}
        if man and end[0] != far_row(seat):
            own_men |= {end}
        else:
            own_kings |= {end}
        other_men = board.men[other] - taken
        other_kings = board.kings[other] - taken

        if seat == BLACK:
            after = Board((own_men, other_men), (own_kings, other_kings), other)
        else:
            after = Board((other_men, own_men), (other_kings, own_kings), other)
        quiet_plies = 0 if man or taken else position.quiet_plies + 1
        return Position(after, quiet_plies, (*position.history, after))

    def lost(self, position: Position) -> bool:
        """Whether the seat to move has no move. This goes before a draw that falls on the same ply."""
        return not legal(position.board)

    def drawn(self, position: Position) -> bool:
        too_quiet = self.quiet > 0 and position.quiet_plies >= 2 * self.quiet
        repeated = self.repetitions > 0 and position.history.count(position.board) >= self.repetitions
        return (too_quiet or repeated) and not self.lost(position)

    def over(self, position: Position) -> bool:
        return self.lost(position) or self.drawn(position)

    def scores(self, position: Position) -> tuple[int, int]:
        if not self.lost(position):
            return (0, 0)
        return (-1, 1) if position.board.seat == BLACK else (1, -1)

    def outcome(self, position: Position) -> tuple[int, int]:
        return self.scores(position)
