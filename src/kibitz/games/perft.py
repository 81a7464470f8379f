"""Counts the move sequences of an exact length: the oldest test of a move generator."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.game import State
from kibitz.games.native import NativeState


class Perft(NamedTuple):
    """How many sequences of exactly that many moves there are, and how many states were visited."""

    leaves: int
    nodes: int


def perft(state: State, depth: int, *, play_last: bool = False) -> Perft:
    """Count the sequences of exactly ``depth`` moves from a state.

    The last move of a sequence is counted without being played, unless ``play_last``; the answer is the same.

    >>> import kibitz
    >>> perft(kibitz.game("tic-tac-toe").start(), 9).leaves
    127872
    """
    if depth < 0:
        raise ValueError(f"depth must be 0 or more, not {depth}")
    if isinstance(state, NativeState):
        return Perft(*state.core.perft(depth, play_last))
    return _count(state, depth)


def _count(state: State, depth: int) -> Perft:
    if depth == 0:
        return Perft(1, 1)
    game = state.game
    parts = [_count(game.play(state, move), depth - 1) for move in game.moves(state)]
    return Perft(sum(part.leaves for part in parts), 1 + sum(part.nodes for part in parts))
