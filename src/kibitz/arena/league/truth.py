"""The true policies of opponents, as models for the clairvoyant."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.errors import SpecError
from kibitz.models.model import MadeInCode, Model, Policy, Position
from kibitz.models.registry import UnknownModel, model
from kibitz.players.player import Player
from kibitz.players.registry import player
from kibitz.specs import Spec

SEEDS = 6


def truth_about(seated: Player) -> Model:
    """The true model of an opponent at the table.

    If the specification of the opponent is that of a model or a search, this is the true model, and the core runs it if
    it can. If the opponent plays like several players in turn, this is the model of the one it plays like now.
    Otherwise the model asks the player itself: for a player with a memory, that is its policy as of this move.

    >>> truth_about(player("greedy")), truth_about(player("changing(greedy, random, after=3)"))
    (kibitz.model('greedy'), kibitz.model('greedy'))
    >>> truth_about(player("adaptive(candidates=[greedy, random])"))
    kibitz.model('adaptive(candidates=[greedy, random])')
    """
    while seated.current is not seated:
        seated = seated.current
    try:
        return model(str(seated))
    except UnknownModel:
        return AsNow(seated, id(seated)) if seated.watches else AsNow(seated, 0, text=str(seated))


def at_moment(truth: Model, moment: int) -> Model:
    """The same model at a later move. A player with a memory is asked again, because its answers may have changed."""
    return replace(truth, moment=moment) if isinstance(truth, AsNow) and truth.seated.watches else truth


def over_seeds(truth: Model) -> tuple[tuple[float, Model], ...]:
    """The true model with ``SEEDS`` other seeds, all equally likely; the model itself if it draws nothing.

    A player that searches by simulated games has a seed, and with it always makes the same move in a position. A
    clairvoyant that had the seed would know more than how the player decides, and nobody could learn it by watching.

    >>> over_seeds(model("greedy"))
    ((1.0, kibitz.model('greedy')),)
    >>> over_seeds(model("mcts(simulations=20)"))[0]
    (1.0, kibitz.model('mcts(simulations=20, seed=1)'))
    """
    if truth.reseeded(1) == truth.reseeded(2):
        return ((1.0, truth),)
    return tuple((1.0, truth.reseeded(seed)) for seed in range(1, SEEDS + 1))


@dataclass(frozen=True, repr=False)
class Asked(MadeInCode):
    """A model that asks a player."""

    seated: Player = field(compare=False)

    name = "asked"
    summary = "asks a player, in code"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Refuse a specification: a player at a table cannot be described by text."""
        raise SpecError(f"{spec}: give the player itself, in code")

    def policy(self, position: Position) -> Policy:
        """The policy of the player."""
        return self.seated.policy(position)

    def __str__(self) -> str:
        return str(self.seated)


@dataclass(frozen=True, repr=False)
class AsNow(Asked):
    """Asks a player at the table: what it would do now, with everything that it remembers.

    The player must not change when its policy is asked for; it may change in ``begin``, ``see`` and ``end``. Two such
    models are equal if they ask the same object at the same move, or if their players have no memory and the same
    specification.
    """

    number: int
    moment: int = 0
    text: str = ""

    name = "as-now"
    summary = "asks a player at the table, in code"

    @property
    def stand_in(self) -> Model:
        """A player of the same specification that has seen nothing. A model that is fitted to it can be used in all
        sessions."""
        return Stranger(player(str(self.seated)), str(self.seated))


@dataclass(frozen=True, repr=False)
class Stranger(Asked):
    """Asks a player that has seen nothing. Two strangers are equal if their specifications are equal."""

    text: str

    name = "stranger"
    summary = "asks a player that has seen nothing, in code"

    def policy(self, position: Position) -> Policy:
        """The policy of the player at the beginning of a game from this position."""
        if self.seated.watches:
            self.seated.begin(position.game, position.to_move, position)
        return self.seated.policy(position)
