"""A player that changes into another one during a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.game import Event, Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position
from kibitz.specs import Option, Spec


class Changing(Player):
    """Plays like ``first``, and after some games like ``then``; with ``moves`` it changes within every game.

    Both players see everything that happens, so that one who learns has learned when its turn comes.

    >>> import kibitz
    >>> player = kibitz.player("changing(first-move, last-move, after=1)")
    >>> [kibitz.play_game("tic-tac-toe", [player, "random"], seed=1).moves[0] for _ in range(2)]
    ['a1', 'c3']
    """

    name = "changing"
    summary = "changes from one player into another, as in changing(greedy, random, after=5)"
    arguments_taken = 2
    options_known = (
        Option("after", 5, "games after which it changes", 0, 1_000_000),
        Option("moves", 0, "own moves after which it changes in every game; none: by games", 0, 1_000_000, none=0),
    )

    def __init__(
        self,
        first: str | Spec | Player | None = None,
        then: str | Spec | Player | None = None,
        **options: Any,
    ) -> None:
        from kibitz.players.registry import player  # which knows this class

        if first is None or then is None:
            raise SpecError("changing takes two players, as in changing(greedy, random, after=5)")
        super().__init__(**options)
        self.first, self.then = player(first), player(then)
        self._games = 0  # begun so far
        self._moves = 0  # own, in this game

    @property
    def spec(self) -> Spec:
        """The specification, those of both players included."""
        plain = super().spec
        return Spec(plain.name, (_parsed(self.first), _parsed(self.then)), plain.options)

    def __eq__(self, other: object) -> bool:
        return (
            super().__eq__(other)
            and isinstance(other, Changing)
            and (self.first, self.then) == (other.first, other.then)
        )

    __hash__ = Player.__hash__

    @property
    def current(self) -> Player:
        """Whom it plays like at this moment."""
        within = self.options["moves"]
        changed = self._moves >= within if within else self._games > self.options["after"]
        return self.then if changed else self.first

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, for both players."""
        super().begin(game, seat, view, names)
        self._games += 1
        self._moves = 0
        for each in (self.first, self.then):
            each.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        """Tell both players."""
        self._moves += event.seat == self.seat
        for each in (self.first, self.then):
            each.see(event)

    def end(self, view: Position) -> None:
        """Tell both players."""
        for each in (self.first, self.then):
            each.end(view)

    def policy(self, view: Position) -> Policy:
        """The policy of the one that it plays like now."""
        return self.current.policy(view)

    def beliefs(self) -> Sequence[Reading]:
        """What the one that it plays like now believes."""
        return self.current.beliefs()


def _parsed(player: Player) -> Spec:
    """The specification of a player; a model's is a text until it is read again."""
    from kibitz import specs

    return specs.parse(str(player))
