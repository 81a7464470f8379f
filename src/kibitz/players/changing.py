"""Players that play like one of two other players: ``changing`` changes once, others derive from the same class."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from kibitz import specs
from kibitz.errors import SpecError
from kibitz.games.game import Event, Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position
from kibitz.specs import Option, Spec


class TwoPlayers(Player):
    """Plays like ``first`` or like ``then``; a subclass says which, in ``current``.

    Both see everything that happens, so a player that learns has already learned when its turn comes.
    """

    arguments_taken = 2

    def __init__(self, first: object = None, then: object = None, **options: Any) -> None:
        from kibitz.players.registry import player  # imported here, because that module imports the subclasses

        if first is None or then is None:
            raise SpecError(f"{self.name} takes two players, as in {self.name}(greedy, random)")
        super().__init__(**options)
        self.first, self.then = player(first), player(then)

    @property
    def spec(self) -> Spec:
        """The specification, including those of both players."""
        plain = super().spec
        return Spec(plain.name, tuple(specs.parse(str(each)) for each in (self.first, self.then)), plain.options)

    def __eq__(self, other: object) -> bool:
        same = super().__eq__(other) and isinstance(other, TwoPlayers)
        return same and (self.first, self.then) == (other.first, other.then)  # type: ignore[attr-defined]

    __hash__ = Player.__hash__

    @property
    @abstractmethod
    def current(self) -> Player:
        """The player that it plays like now."""

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, for both players."""
        super().begin(game, seat, view, names)
        for each in (self.first, self.then):
            each.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        """Tell both players."""
        for each in (self.first, self.then):
            each.see(event)

    def end(self, view: Position) -> None:
        """Tell both players."""
        for each in (self.first, self.then):
            each.end(view)

    def policy(self, view: Position) -> Policy:
        """The policy of the player that it plays like now."""
        return self.current.policy(view)

    def beliefs(self) -> Sequence[Reading]:
        """The beliefs of the player that it plays like now."""
        return self.current.beliefs()


class Changing(TwoPlayers):
    """Plays like ``first``, and after some games like ``then``; with ``moves`` it changes within every game.

    >>> import kibitz
    >>> player = kibitz.player("changing(first-move, last-move, after=1)")
    >>> [kibitz.play_game("tic-tac-toe", [player, "random"], seed=1).moves[0] for _ in range(2)]
    ['a1', 'c3']
    """

    name = "changing"
    summary = "changes from one player into another, as in changing(greedy, random, after=5)"
    options_known = (
        Option("after", 5, "number of games after which it changes", 0, 1_000_000),
        Option(
            "moves",
            0,
            "change in every game after this many of its own moves; none: change after a number of games (after)",
            0,
            1_000_000,
            none=0,
        ),
    )

    def __init__(self, first: object = None, then: object = None, **options: Any) -> None:
        super().__init__(first, then, **options)
        self._games = 0  # games begun so far
        self._moves = 0  # its own moves in this game

    @property
    def current(self) -> Player:
        """The first player until enough games or moves are over."""
        within = self.options["moves"]
        changed = self._moves >= within if within else self._games > self.options["after"]
        return self.then if changed else self.first

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, and count it."""
        super().begin(game, seat, view, names)
        self._games += 1
        self._moves = 0

    def see(self, event: Event) -> None:
        """Count its own moves."""
        super().see(event)
        self._moves += event.seat == self.seat
