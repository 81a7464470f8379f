"""Observed decisions as text, from which a belief can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from kibitz.errors import KibitzError, NotationError
from kibitz.games.game import Game, State
from kibitz.games.registry import game as game_named
from kibitz.games.view import View
from kibitz.random import Random


class When(NamedTuple):
    """The moment of a decision of a player."""

    game: int = 0
    """The number of the game."""
    moves: int = 0
    """How many moves the player made in this game before."""
    losses: int = 0
    """How many games it had lost before: games in which its score was below the mean of all seats."""


def lost(scores: Sequence[float], seat: int) -> bool:
    """Whether a seat lost a game: its score is below the mean of all seats.

    >>> lost((1.0, -1.0), 1), lost((0.0, 0.0), 1)
    (True, False)
    """
    return scores[seat] < fsum(scores) / len(scores)


class Decision(NamedTuple):
    """A position as JSON, the move that was made in it, and how telling the decision was.

    Where something is hidden, the position is a world that its mover could not tell from the real one. So the mover's
    view of it is the view that was seen, and nothing is stored that the mover did not know.

    >>> import kibitz
    >>> view = kibitz.game("hearts").start(seed=1).view(3)
    >>> position, move = Decision.of(view, view.moves()[0]).watched(view.game)
    >>> position == view
    True
    """

    position: str
    move: str
    telling: float = 0.0
    """In nats, 0 or more."""

    @classmethod
    def of(cls, position: State | View, move: str, telling: float = 0.0) -> Decision:
        """Write a decision down."""
        whole = position.world(Random(0, "kept")) if isinstance(position, View) else position
        return cls(whole.to_json(), move, telling)

    def watched(self, game: Game) -> tuple[State | View, str]:
        """The position as its mover saw it, and the move; ``game`` is the game at this table, or a part of it."""
        try:
            fields = json.loads(self.position)
            spec = str(fields["game"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NotationError(
                f"a decision cannot be read: its position is not the JSON of a state ({error})"
            ) from None
        state = (game if str(game) == spec else game_named(spec)).from_json(fields)
        if self.move not in state.moves():
            raise KibitzError(f"a decision cannot be read: {state.game.illegal(state, self.move)}")
        return state.view(state.to_move), self.move
