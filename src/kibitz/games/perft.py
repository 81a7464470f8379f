"""Counts the move sequences of an exact length, a standard test of move generators."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.errors import KibitzError
from kibitz.games.core_states import core_of
from kibitz.games.game import Game, State

DEEPEST = 500  # the recursion needs room on the stack at every level


class Perft(NamedTuple):
    """The number of sequences of exactly the given length, and the number of visited states."""

    leaves: int
    nodes: int


def perft(state: State | Game, depth: int, *, play_last: bool = False) -> Perft:
    """Count the sequences of exactly ``depth`` moves from a state, or from the start of a game.

    By default the last move of a sequence is counted but not played. With ``play_last`` it is played too. The count
    is the same.

    >>> import kibitz
    >>> perft(kibitz.game("tic-tac-toe").start(), 9).leaves
    127872
    """
    if isinstance(state, Game):
        state = state.start()
    if not isinstance(state, State):
        raise TypeError(f"perft counts from a state or a game, not from {type(state).__name__}")
    if not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise KibitzError(f"depth must be a whole number from 0 to {DEEPEST}, not {depth!r}")
    return Perft(*core_of(state).perft(depth, play_last))
