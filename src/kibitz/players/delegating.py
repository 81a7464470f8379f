"""A player around another one, to which it passes on everything that a subclass does not do otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.games.game import Event, Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position


class Delegating(Player):
    """Does whatever its ``inner`` player does, and looks at what it is told if that one does.

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
        """Sit down, and the inner player too."""
        super().begin(game, seat, view, names)
        self.inner.begin(game, seat, view, names)

    def see(self, event: Event) -> None:
        """Tell the inner player."""
        self.inner.see(event)

    def end(self, view: Position) -> None:
        """Tell the inner player."""
        self.inner.end(view)

    def beliefs(self) -> Sequence[Reading]:
        """What the inner player believes."""
        return self.inner.beliefs()

    def policy(self, view: Position) -> Policy:
        """As the inner player has it."""
        return self.inner.policy(view)
