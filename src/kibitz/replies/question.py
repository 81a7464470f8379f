"""The input of a reply, and the rows of the table of replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.games.game import Game
from kibitz.models.model import Model
from kibitz.replies.opponent import Opponent
from kibitz.searches.search import Search
from kibitz.wants.want import Want

PATIENCE = 1.0
"""A slow model is asked about a position only after the simulated games through this position have cost this many times
as much as asking does (``exploit(patience=...)``)."""


@dataclass(frozen=True)
class Question:
    """What the table of replies is asked: what we want, and the opponents in turn order after the mover."""

    own: Want
    opponents: Sequence[Opponent]
    game: Game
    depth: int = 0
    simulations: int = 0
    seconds: float = 0.0
    reuse: bool = False
    positions: int = 0
    patience: float = PATIENCE

    @property
    def candidates(self) -> list[Model]:
        """All models of all opponents."""
        return [model for opponent in self.opponents for _, model in opponent.models]

    @property
    def likeliest(self) -> list[Model]:
        """The most likely model of each opponent."""
        return [opponent.likeliest for opponent in self.opponents]

    def all_can(self, models: Sequence[Model], capability: str) -> bool:
        """Whether all of these models have a capability."""
        return all(capability in model.capabilities for model in models)

    @property
    def limits(self) -> dict[str, Any]:
        """The depth: the given one, or one ply more than the deepest of the others if all depths are known."""
        depths = [model.depth_looked for model in self.likeliest]
        depth = self.depth or (1 + max(depths) if all(depths) else 0)
        return {"depth": depth} if depth else {}


class Reply(NamedTuple):
    """A row of the table of replies: what the reply needs, and the search that it makes."""

    name: str
    needs: str
    applies: Callable[[Question], bool]
    search: Callable[[Question], Search]
