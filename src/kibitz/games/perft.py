"""Counts the move sequences of an exact length: the oldest test of a move generator."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.games.core import core_of
from kibitz.games.game import State


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
    return Perft(*core_of(state).perft(depth, play_last))
