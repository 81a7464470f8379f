"""Dominant boards: the board at the horizon from which the minimax value of a move comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kibitz.errors import MissingCapability
from kibitz.games.game import State
from kibitz.searches.alpha_beta import not_two
from kibitz.searches.search import core_of, moves_of
from kibitz.wants.evaluation import Evaluation


class DominantBoard(NamedTuple):
    """The value of a move, and the board from which it comes."""

    move: str
    value: float
    features: tuple[float, ...]
    """The features of the seat to move, in the game's order."""
    over: bool
    """Whether the game is over there. If so, the score outweighs all features."""
    score: float


def dominant_boards(state: State, weights: Mapping[str, float], depth: int) -> list[DominantBoard]:
    """Search every move to a depth, the move itself included, and say which board its value comes from.

    carmel1993 section 4.2. Among moves of equal value, the first in move order is followed.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 22-18")
    >>> forced, = dominant_boards(state, {"men": 1}, depth=2)  # to capture, and to be recaptured
    >>> forced.move, forced.value, forced.features[0]
    ('15x22', 0.0, 0.0)
    """
    refusal = not_two(state, "dominant_boards")
    if refusal is not None:
        raise MissingCapability(refusal)
    want = Evaluation(dict(weights)).compiled(state, state.to_move)
    found = core_of(state).dominant_boards([want, want], depth)
    texts = moves_of(state, (code for code, *_ in found))
    return [
        DominantBoard(text, value, tuple(features), over, score)
        for text, (_, value, features, over, score) in zip(texts, found, strict=True)
    ]
