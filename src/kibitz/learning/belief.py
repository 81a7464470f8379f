"""The interface of a belief about a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Self

from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.replies.opponent import Opponent


class Told(NamedTuple):
    """A belief in words: the probability of every candidate, the strongest evidence, and the error rate."""

    shares: dict[str, float]
    reasons: tuple[str, ...]
    errs: str = ""


class Belief(ABC):
    """An immutable belief: ``see`` returns the belief after one more move of the player."""

    reads_views = True
    """Whether it can learn from decisions for which only the mover's view is known."""

    @abstractmethod
    def see(self, position: State | View, move: str, worlds: int = 20) -> Self:
        """The belief after the seat to move made this move here."""

    @property
    @abstractmethod
    def opponent(self) -> Opponent:
        """The player as weighted models, for a reply."""

    @abstractmethod
    def told(self, most: int = 3) -> Told:
        """The belief in words, with at most this many moves for and against."""

    # Kept from one run to the next: weights by name, as independent evidence.

    @abstractmethod
    def remembered(self, weights: Mapping[str, float], opponent: str) -> Self:
        """The belief that starts with the stored weights of an opponent."""

    @abstractmethod
    def learned_since(self, before: Self) -> tuple[dict[str, float], int]:
        """The evidence since an earlier belief, and the number of decisions."""
