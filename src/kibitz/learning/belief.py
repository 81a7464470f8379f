"""The interface of a belief about a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from kibitz.errors import KibitzError, MissingCapability
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.html_tables import html_lines, html_shares, html_titled
from kibitz.learning.decisions import Decision, When
from kibitz.models.registry import model
from kibitz.replies.opponent import Opponent
from kibitz.words import in_words


class Told(NamedTuple):
    """A belief in words: the probability of every candidate, the strongest evidence, and the error rate."""

    shares: dict[str, float]
    reasons: tuple[str, ...]
    errs: str = ""


class Belief(ABC):
    """An immutable belief: ``see`` returns the belief after one more move of the player."""

    reads_views = True
    """Whether it can learn from decisions for which only the mover's view is known."""
    reads_bids = False
    """Whether it learns from bids and passes, too. If so, the reply also chooses our own bids."""
    learns_in_worlds = True
    """Whether it learns separately in every sampled world. If not, worlds are weighted by the belief at the beginning
    of the hand, and it learns from one world when the game is over.
    """
    keeps_decisions = False
    """Whether a memory stores decisions for it (``decisions_since``) instead of weights by name."""

    @property
    def gated(self) -> bool:
        """Whether a reply uses its models only as far as they can be trusted (``Opponent.itself``)."""
        return False

    def at(self, game: Game) -> Self:
        """The belief at the beginning of a game."""
        return self

    def at_moment(self, when: When) -> Self:
        """The belief before a decision at this moment. Some players change from game to game, or in every game."""
        return self

    @abstractmethod
    def see(self, position: State | View, move: str, worlds: int = 20) -> Self:
        """The belief after the seat to move made this move here."""

    def postponing(self) -> Self:
        """The same belief, which does work that takes long only when it is told to (``settled``)."""
        return self

    def settled(self) -> Self:
        """The belief after the work that it has put off (``postponing``); it puts off nothing any more."""
        return self

    @property
    @abstractmethod
    def opponent(self) -> Opponent:
        """The player as weighted models, for a reply."""

    @abstractmethod
    def told(self, most: int = 3) -> Told:
        """The belief in words, with at most this many moves for and against."""

    @property
    def description(self) -> str:
        """The most likely kind of player, in words."""
        shares = self.told().shares
        return in_words(max(shares, key=lambda each: shares[each])) if shares else "nothing is known yet"

    @property
    def unreadable(self) -> str:
        """Why it cannot describe the player at all; empty if it can."""
        return ""

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The likeliest habits of the player, in the words of people who play the game. Each fits after "you"."""
        return self.opponent.likeliest.habits_in(game)

    def habits_by_name(self, game: Game) -> dict[str, tuple[str, ...]]:
        """For each name in ``told().shares``, what such a player does; empty if there are no words for it."""
        return {name: _habits_of(name, game) for name in self.told().shares}

    def _repr_html_(self) -> str:
        told = self.told()
        shares = html_shares("model", {in_words(name): share for name, share in told.shares.items()})
        return html_titled(self.description, shares, html_lines([*([told.errs] if told.errs else []), *told.reasons]))

    # For hidden information: beliefs in sampled worlds.

    def in_world(self, state: State, move: str) -> tuple[Self, float]:
        """The belief after this move in a world, and the log likelihood of the move there."""
        raise MissingCapability(f"{type(self).__name__} learns from open positions only, and cannot weight worlds")

    def averaged(self, beliefs: Sequence[Self], logs: Sequence[float]) -> Self:
        """The average of the beliefs in all worlds. This belief is the one in the likeliest world, and ``logs`` are the
        logarithms of the weights.
        """
        return self

    # Kept from one run to the next: weights by name, as independent evidence, or decisions.

    @abstractmethod
    def remembered(self, weights: Mapping[str, float], opponent: str) -> Self:
        """The belief that starts with the stored weights of an opponent."""

    @abstractmethod
    def learned_since(self, before: Self) -> tuple[dict[str, float], int]:
        """The evidence since an earlier belief, and the number of decisions."""

    def decisions_since(self, before: Self) -> tuple[Decision, ...]:
        """The decisions since an earlier belief, for a memory that keeps them."""
        return ()


def _habits_of(name: str, game: Game) -> tuple[str, ...]:
    try:
        return model(name).habits_in(game)
    except KibitzError:  # a model that was made in code has no text
        return ()
