"""The ends of card games, by playing every line: what everybody gets at the end, and what max^n expects."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Values = tuple[Fraction, ...]


def ends(state: Any) -> Iterator[tuple[float, ...]]:
    """The scores at the end of every line of play."""
    if state.over:
        yield tuple(state.scores)
        return
    for move in state.moves():
        yield from ends(state.play(move))


def expected(state: Any) -> Values:
    """Everybody makes the move that is best for its own score, and of several best ones any, all equally likely."""
    if state.over:
        return tuple(Fraction(round(score)) for score in state.scores)
    seat = state.to_move
    after = [expected(state.play(move)) for move in state.moves()]
    best = max(values[seat] for values in after)
    chosen = [values for values in after if values[seat] == best]
    return tuple(sum(column, Fraction()) / len(chosen) for column in zip(*chosen, strict=True))
