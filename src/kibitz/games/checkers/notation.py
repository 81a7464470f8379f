"""Moves and positions as text.

Squares are the PDN numbers 1 to 32. A move lists where the piece starts and where it lands: ``11-15``, ``15x22x29``.

A position is a PDN FEN: the side to move, then the pieces of each side with ``K`` before a king, for example
``B:W21,22,K30:B1,2,K12``. Two fields may follow for the draw rules. ``:H4`` counts the quiet plies so far: those that
are neither a capture nor a man's move. ``:R1-5,32-28,5-1,28-32`` is a field of our own, and lists the most recent quiet
plies, oldest first. When reading, ranges (``W21-32``), a full-move number (``:F30``, ignored) and a final dot are
understood too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from kibitz.errors import NotationError

BLACK, WHITE = 0, 1
SEATS = ("black", "white")
LETTERS = "BW"

Path = tuple[int, ...]


class Diagram(NamedTuple):
    """The parts of a state: squares by number, the count of quiet plies, and the most recent of them as (from, to)."""

    men: tuple[tuple[int, ...], tuple[int, ...]]
    kings: tuple[tuple[int, ...], tuple[int, ...]]
    seat: int
    clock: int
    record: tuple[tuple[int, int], ...]


# Geometry.


def place(square: int) -> tuple[int, int]:
    """Row and column of a square, both from 0; Black's back row is row 0, square 5 is in column 0."""
    row, index = divmod(square - 1, 4)
    return row, 2 * index + 1 - row % 2


_SQUARE = {place(square): square for square in range(1, 33)}
_DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # as in the core: in increasing order of the target


def _away(square: int, distance: int) -> list[int | None]:
    row, column = place(square)
    return [_SQUARE.get((row + down * distance, column + right * distance)) for down, right in _DIRECTIONS]


NEIGHBOURS = {square: _away(square, 1) for square in range(1, 33)}
_LANDINGS = {square: _away(square, 2) for square in range(1, 33)}


def _jumped(start: int, end: int) -> int | None:
    """Return the square between two squares a jump apart."""
    return NEIGHBOURS[start][_LANDINGS[start].index(end)] if end in _LANDINGS[start] else None


def jumps(square: int) -> list[tuple[int, int]]:
    """The jumps from a square on an empty board: what is jumped over, and where the jump lands.

    >>> jumps(1)
    [(6, 10)]
    """
    pairs = zip(NEIGHBOURS[square], _LANDINGS[square], strict=True)
    return [(over, landing) for over, landing in pairs if over is not None and landing is not None]


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << square - 1 for square in set(squares))


def squares_of(bits: int) -> list[int]:
    """List the squares of a bit set."""
    return [square for square in range(1, 33) if bits >> square - 1 & 1]


# Moves.

_MOVE = re.compile(r"[0-9]{1,2}(?:(?:\s*[-x:]\s*|\s+)[0-9]{1,2})+", re.ASCII)


def encode(start: int, end: int, captured: Iterable[int]) -> int:
    """The core's code of a move."""
    return start - 1 | end - 1 << 5 | _bits(captured) << 10


def path_of(code: int) -> Path:
    """Find the path of a move; if several paths make the same captures, the first one found.

    From a given start, each captured square can be crossed on one diagonal only. So the code determines
    the jumps, but not their order.
    """
    start, end = (code & 31) + 1, (code >> 5 & 31) + 1
    captured = code >> 10
    if not captured:
        return start, end
    found = _first_path((start,), end, frozenset(squares_of(captured)))
    if found is None:
        raise NotationError(f"checkers: {code} is not the code of a move")
    return found


def _first_path(path: Path, end: int, left: frozenset[int]) -> Path | None:
    if not left:
        return path if path[-1] == end else None
    for over, landing in zip(NEIGHBOURS[path[-1]], _LANDINGS[path[-1]], strict=True):
        if over in left and landing is not None:
            found = _first_path((*path, landing), end, left - {over})
            if found:
                return found
    return None


def move_text(code: int) -> str:
    """Write a move."""
    return ("x" if code >> 10 else "-").join(map(str, path_of(code)))


def squares_in(text: str) -> Path | None:
    """Read the squares of a move, with any separators between them; ``None`` if it is not a move."""
    lowered = str(text).strip().lower()
    if not _MOVE.fullmatch(lowered):
        return None
    squares = tuple(map(int, re.findall(r"[0-9]+", lowered)))
    return squares if all(1 <= square <= 32 for square in squares) else None


def move_code(text: str) -> int:
    """Read a move that names every landing square, in any spelling of its path."""
    squares = squares_in(text)
    if squares is None:
        raise NotationError(f"checkers: {text!r} is not a move; moves are written 11-15 or 15x22x29")
    code = code_of(squares)
    if code is None:
        raise NotationError(f"checkers: {text!r} is neither a step to a neighbouring square nor a chain of jumps")
    return code


def code_of(squares: Sequence[int]) -> int | None:
    """The core's code of a whole path, if it is a step or a chain of jumps."""
    if len(squares) == 2 and squares[1] in NEIGHBOURS[squares[0]]:
        return encode(squares[0], squares[1], ())
    captured = [_jumped(start, end) for start, end in pairwise(squares)]
    if len(set(captured)) != len(captured):
        return None
    jumped = [square for square in captured if square is not None]
    return encode(squares[0], squares[-1], jumped) if len(jumped) == len(captured) else None


def fits(code: int, squares: Sequence[int]) -> bool:
    """Whether these squares may stand for this move. They are both ends of the move, and perhaps squares between
    them."""
    if (code & 31, code >> 5 & 31) != (squares[0] - 1, squares[-1] - 1):
        return False
    captured = frozenset(squares_of(code >> 10))
    if not captured:
        return len(squares) == 2
    return _passes((squares[0],), squares[1:], captured)


def _passes(path: Path, named: Sequence[int], left: frozenset[int]) -> bool:
    """Tell whether there is a path through the remaining captures that passes the named squares in order."""
    if not left:
        return not named
    for over, landing in zip(NEIGHBOURS[path[-1]], _LANDINGS[path[-1]], strict=True):
        if over in left and landing is not None:
            rest = left - {over}
            options = [named[1:], named] if named and named[0] == landing else [named]
            if any(_passes((*path, landing), option, rest) for option in options):
                return True
    return False


# Positions.

_PIECES = re.compile(r"(?P<king>K?)(?P<first>[0-9]{1,2})(?:-(?P<last>[0-9]{1,2}))?", re.ASCII)


def position_of(core: Any) -> Diagram:
    """The position in a state of the core."""
    black, white = core.pieces
    kings: int = core.kings
    steps = [(step & 31) + 1 for step in core.record]
    ends = [NEIGHBOURS[start][step >> 5] for start, step in zip(steps, core.record, strict=True)]
    return Diagram(
        (tuple(squares_of(black & ~kings)), tuple(squares_of(white & ~kings))),
        (tuple(squares_of(black & kings)), tuple(squares_of(white & kings))),
        core.to_move,
        core.clock,
        tuple((start, end) for start, end in zip(steps, ends, strict=True) if end is not None),
    )


def core_parts(position: Diagram) -> tuple[int, int, int, int, int, list[int]]:
    """The arguments from which the core makes the state of a position; raise an error for an impossible position."""
    check(position)
    black, white = (_bits(position.men[seat] + position.kings[seat]) for seat in (BLACK, WHITE))
    record = [start - 1 | NEIGHBOURS[start].index(end) << 5 for start, end in position.record]
    return black, white, _bits(position.kings[0] + position.kings[1]), position.seat, position.clock, record


def check(position: Diagram) -> None:
    """Raise an error that names the pieces that cannot be on their squares."""
    seen: set[int] = set()
    for seat, far_row in ((BLACK, range(29, 33)), (WHITE, range(1, 5))):
        side = position.men[seat] + position.kings[seat]
        for square in side:
            if not 1 <= square <= 32:
                raise NotationError(f"checkers: {square} is not a square; squares are 1 to 32")
            if square in seen:
                raise NotationError(f"checkers: square {square} is given twice")
            seen.add(square)
        if len(side) > 12:
            raise NotationError(f"checkers: {SEATS[seat]} has {len(side)} pieces; a side has at most 12")
        for square in position.men[seat]:
            if square in far_row:
                raise NotationError(f"checkers: a man of {SEATS[seat]} on square {square} would be a king")
    if not seen:
        raise NotationError("checkers: there is no piece on the board")


def position_text(position: Diagram) -> str:
    """Write a position as a FEN."""
    parts = [LETTERS[position.seat]]
    for seat in (WHITE, BLACK):
        kings = set(position.kings[seat])
        side = sorted(position.men[seat] + position.kings[seat])
        parts.append(LETTERS[seat] + ",".join(f"K{square}" if square in kings else str(square) for square in side))
    if position.clock:
        parts.append(f"H{position.clock}")
    if position.record:
        parts.append("R" + ",".join(f"{start}-{end}" for start, end in position.record))
    return ":".join(parts)


def read_position(text: str) -> Diagram:
    """Read a position from a FEN."""
    fields = str(text).strip().removesuffix(".").rstrip().split(":")
    if fields[0].strip().upper() not in ("B", "W"):
        raise _not_a_position(text, f"a position begins with the side to move, B or W, not {fields[0].strip()!r}")
    men: dict[str, tuple[int, ...]] = {}
    kings: dict[str, tuple[int, ...]] = {}
    clock: int | None = None
    record: tuple[tuple[int, int], ...] = ()
    given: set[str] = set()
    for field in fields[1:]:
        kind, rest = field.strip()[:1].upper(), field.strip()[1:].strip()
        if kind not in ("B", "W", "H", "R", "F"):
            raise _not_a_position(text, f"field {field!r} begins with none of B, W, H, F and R")
        if kind in given:
            raise _not_a_position(text, f"field {kind} is given twice")
        given.add(kind)
        if kind in LETTERS:
            men[kind], kings[kind] = _read_pieces(text, rest)
        elif kind == "R":
            record = tuple(read_step(item) for item in rest.split(","))
        elif not re.fullmatch(r"[0-9]{1,5}", rest, re.ASCII):
            raise _not_a_position(text, f"field {field!r} should have a number")
        elif kind == "H":
            clock = int(rest)
    if not {"B", "W"} <= given:
        raise _not_a_position(text, "a position names the pieces of both sides, such as W21,K30 and B1,2")
    return Diagram(
        (men["B"], men["W"]),
        (kings["B"], kings["W"]),
        LETTERS.index(fields[0].strip().upper()),
        len(record) if clock is None else clock,
        record,
    )


def _read_pieces(text: str, field: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    men: list[int] = []
    kings: list[int] = []
    for item in filter(None, map(str.strip, field.upper().split(","))):
        piece = _PIECES.fullmatch(item)
        if piece is None:
            raise _not_a_position(text, f"{item!r} is not a square such as 12 or K12, nor a range such as 1-12")
        first = int(piece["first"])
        squares = range(first, int(piece["last"] or first) + 1)
        if not squares:
            raise _not_a_position(text, f"the range {item!r} is empty")
        (kings if piece["king"] else men).extend(squares)
    return tuple(men), tuple(kings)


def read_step(text: str) -> tuple[int, int]:
    """Read one step of a record."""
    squares = squares_in(text)
    if squares is None or len(squares) != 2 or squares[1] not in NEIGHBOURS[squares[0]]:
        raise NotationError(f"checkers: {text!r} in the record is not a step such as 1-5")
    return squares[0], squares[1]


def _not_a_position(text: str, reason: str) -> NotationError:
    return NotationError(f"checkers: {text!r} is not a position: {reason}")
