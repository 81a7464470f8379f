"""``Player``: chooses moves from what its seat may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kibitz import specs
from kibitz.errors import KibitzError
from kibitz.games.game import Event, Game, State
from kibitz.games.view import View
from kibitz.learning.belief import Belief
from kibitz.players.belief_report import Reading
from kibitz.policies import checked_policy
from kibitz.random import Random
from kibitz.searches.search import Search
from kibitz.specs import Specified
from kibitz.words import in_words

Position = State | View
Policy = Mapping[str, float]


def first_line(kind: type) -> str:
    """The first line of the docstring of a class, without its full stop; empty if it has none of its own.

    >>> class Careful:
    ...     "Never takes a risk."
    >>> first_line(Careful)
    'Never takes a risk'
    """
    lines = (kind.__dict__.get("__doc__") or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


class Player(Specified, ABC):
    """A player in a game.

    ``begin`` is called at the start of a game, ``see`` after every move (its own included) with what its seat sees of
    it, ``act`` to ask for a move, and ``end`` after the game. It may remember what it has seen, also between games.
    Subclasses set ``name``, ``summary`` and ``options_known`` and implement ``policy``.
    """

    summary: ClassVar[str] = ""
    source: ClassVar[str] = ""
    watches: ClassVar[bool] = True
    """Whether it uses ``begin``, ``see`` and ``end``. If not, they are not called, and the player decides from the view
    alone and has no memory.
    """

    stands_for_another: ClassVar[bool] = False
    """Whether it wraps a search or a model and has the name of the wrapped object."""

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = specs.fill(self.name, self.options_known, options)
        self.seat = 0

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game; ``view`` is what the seat may know before the first move, ``names`` are the players by seat."""
        self.seat = seat

    def see(self, event: Event) -> None:
        """Called after every move, with what the seat sees of it."""

    def study(self, opponent: str, decisions: Sequence[tuple[Position, str]]) -> None:
        """Learn from decisions that an opponent at the table made in earlier games, each a position as the opponent saw
        it and the move. Call it after ``begin``. Most players cannot learn from single decisions, and refuse.
        """
        raise KibitzError(f"{self} cannot learn from single decisions: leave them out, or use adaptive")

    def end(self, view: Position) -> None:
        """End a game; ``view`` is what the seat sees when the game is over."""

    @abstractmethod
    def policy(self, view: Position) -> Policy:
        """The probability of each move here. Moves that it never makes may be left out.

        The numbers must be finite and not negative, with at least one above 0. They need not sum to one.
        """

    def act(self, view: Position, seed: int = 0) -> str:
        """The move to make, drawn from the policy."""
        return Random(seed, "act").weighted(checked_policy(self, self.policy(view)))

    @property
    def current(self) -> Player:
        """The player that it plays like now: itself, unless it plays like several players in turn."""
        return self

    def line_followed(self, game: Game) -> Search | None:
        """The search whose expected line it plays until somebody deviates from the line; None if there is none."""
        return None

    @property
    def first_belief(self) -> Belief | None:
        """The belief about an opponent that was never seen; None if it learns nothing that can be shown."""
        return None

    def beliefs(self) -> Sequence[Reading]:
        """Its beliefs about all opponents so far; most players have none."""
        return ()

    @property
    def self_description(self) -> str:
        """What it does, for people: its summary, or the first line of its docstring."""
        return self.summary or first_line(type(self))

    def why(self) -> str:
        """Why it made its last move, in words; empty for players that cannot say."""
        return ""

    def __repr__(self) -> str:
        return f"kibitz.player({in_words(self)!r})"
