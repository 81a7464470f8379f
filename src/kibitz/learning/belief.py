"""What every belief about a player offers, however it was learned."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, Self

from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.replies.opponent import Opponent


class Told(NamedTuple):
    """A belief in words: the share of every candidate, the moves that spoke most, and how often the player errs."""

    shares: dict[str, float]
    reasons: tuple[str, ...]
    errs: str = ""


class Belief(ABC):
    """A value: ``see`` gives the belief after one more move of the player."""

    reads_views = True
    """Whether it learns from decisions of which only the mover's view is known."""

    @abstractmethod
    def see(self, position: State | View, move: str, worlds: int = 20) -> Self:
        """The belief after the seat to move made this move here."""

    @property
    @abstractmethod
    def opponent(self) -> Opponent:
        """What a reply takes the player for."""

    @abstractmethod
    def told(self, most: int = 3) -> Told:
        """The belief in words, with at most so many moves for and against."""

    # Kept from one run to the next: weights by name, as independent evidence.

    @abstractmethod
    def remembered(self, weights: Mapping[str, float], opponent: str) -> Self:
        """The belief that begins with what was kept of an opponent."""

    @abstractmethod
    def learned_since(self, before: Self) -> tuple[dict[str, float], int]:
        """What was learned since another belief, on its own, and from how many decisions."""
