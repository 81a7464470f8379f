"""A kind of model that the package does not know, as somebody else would write it."""

from __future__ import annotations

from dataclasses import dataclass

import kibitz
from kibitz.models.model import Policy, Position
from kibitz.specs import Spec


@kibitz.register
@dataclass(frozen=True, repr=False)
class Lookup(kibitz.Model):
    """Makes the move that stands at a place of the list, counted from the front, most of the time."""

    place: int = 0

    name = "lookup"
    summary = "the move at a place of the list"
    example = "lookup(place=1)"

    @classmethod
    def read(cls, spec: Spec) -> kibitz.Model:
        return cls(**spec.options)

    def policy(self, position: Position) -> Policy:
        moves = position.moves()
        chosen = moves[self.place % len(moves)]
        return {move: 0.8 * (move == chosen) + 0.2 / len(moves) for move in moves}

    def __str__(self) -> str:
        return str(Spec(self.name, (), {"place": self.place} if self.place else {}))
