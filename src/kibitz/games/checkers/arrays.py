"""Checkers as numbers: squares 1 to 32, and a number for every step and every chain of jumps."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kibitz.games.checkers import notation
from kibitz.games.encoding import marked

LONGEST = 12
"""A side has at most this many pieces, so a chain of jumps has at most this many captures."""


@cache
def codes() -> tuple[int, ...]:
    """The code of every step and of every chain of jumps that some position allows: by start, end and captures."""
    found = set()
    for start in range(1, 33):
        found |= {notation.encode(start, end, ()) for end in notation.NEIGHBOURS[start] if end is not None}
        found |= {notation.encode(start, end, sorted(captured)) for end, captured in _chains(start)}
    return tuple(sorted(found, key=lambda code: (code & 31, code >> 5 & 31, code >> 10)))


def _chains(start: int) -> set[tuple[int, frozenset[int]]]:
    """The squares where chains of jumps from a square end, each with the squares of the captured pieces."""
    found: set[tuple[int, frozenset[int]]] = set()
    waiting: list[tuple[int, frozenset[int]]] = [(start, frozenset())]
    while waiting:
        square, captured = waiting.pop()
        for over, landing in notation.jumps(square):
            longer = landing, captured | {over}
            if over not in captured and len(captured) < LONGEST and longer not in found:
                found.add(longer)
                waiting.append(longer)
    return found


def parts(game: Any) -> dict[str, tuple[int, ...]]:
    """Men and kings of both sides, whether it is our turn, and how close a draw is."""
    boards = ("own_men", "own_kings", "other_men", "other_kings")
    return {**dict.fromkeys(boards, (8, 4)), "turn": (1,), "quiet": (1,)}


def observed(game: Any, core: Any, seat: int) -> Mapping[str, Any]:
    """The position as numbers. ``quiet`` is the count of quiet plies, divided by the count that draws the game."""
    quiet = game.options["quiet"]
    found: dict[str, Any] = {}
    for whose, side in (("own", seat), ("other", 1 - seat)):
        for kind, pieces in (("men", core.pieces[side] & ~core.kings), ("kings", core.pieces[side] & core.kings)):
            found[f"{whose}_{kind}"] = marked((square - 1 for square in notation.squares_of(pieces)), 32)
    found["turn"] = [float(not core.over and core.to_move == seat)]
    found["quiet"] = [min(1.0, core.clock / (2 * quiet)) if quiet else 0.0]
    return found
