"""A player that wraps another one and delegates everything that a subclass does not override."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.games.game import Event, Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position


class Delegating(Player):
    """Does what its ``inner`` player does.

    >>> import kibitz
    >>> view = kibitz.game("tic-tac-toe").start()
    >>> Delegating(kibitz.player("maxn")).policy(view) == kibitz.player("maxn").policy(view)
    True
    """

    name = "passing-on"

    def __init__(self, inner: Player, **options: Any) -> None:
        super().__init__(**options)
        self.inner = inner
        self.watches = inner.watches  # type: ignore[misc]

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Begin a game, for the inner player too."""
        super().begin(game, seat, view, names)
        self.inner.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        """Pass the event to the inner player."""
        self.inner.see(event)

    def end(self, view: Position) -> None:
        """End the game for the inner player too."""
        self.inner.end(view)

    def beliefs(self) -> Sequence[Reading]:
        """What the inner player believes."""
        return self.inner.beliefs()

    def policy(self, view: Position) -> Policy:
        """The policy of the inner player."""
        return self.inner.policy(view)
