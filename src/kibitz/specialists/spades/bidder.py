"""A player that bids with another threshold, and plays its cards like another player."""

from __future__ import annotations

from typing import Any

from kibitz.errors import SpecError
from kibitz.games.capabilities import bidding
from kibitz.games.game import Game
from kibitz.games.spades.bidding import bid
from kibitz.players.delegating import Delegating
from kibitz.players.player import Player, Policy, Position
from kibitz.searches.search import Search
from kibitz.specs import Option, Spec


class Bidder(Delegating):
    """Bids by the rule of ``games.spades.bidding`` with another threshold.

    The threshold determines the bids almost completely.

    >>> import kibitz
    >>> view = kibitz.game("spades(open=true)").start(seed=1)
    >>> [kibitz.player("bids(MT)", threshold=threshold).policy(view) for threshold in (0.25, 1.25)]
    [{'bid 1': 1.0}, {'bid 2': 1.0}]
    """

    name = "bids"
    summary = "bids with another threshold and plays like the given player, as in bids(most-tricks, threshold=0.5)"
    source = "sturtevant2006 section 2"
    arguments_taken = 1
    options_known = (
        Option("threshold", 0.25, "this number is added to the estimated tricks, and the sum is rounded down", -10, 10),
    )

    def __init__(self, inner: str | Spec | Player | None = None, **options: Any) -> None:
        from kibitz.players.registry import player  # imported here, because that module imports this one

        if inner is None:
            raise SpecError("bids takes a player, as in bids(most-tricks, threshold=0.5)")
        super().__init__(player(inner), **options)

    @property
    def spec(self) -> Spec:
        """The specification, that of the inner player included."""
        plain = super().spec
        return Spec(plain.name, (self.inner.spec,), plain.options)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Bidder) and self.inner == other.inner

    __hash__ = Player.__hash__

    def line_followed(self, game: Game) -> Search | None:
        """The line of the inner player, after the bids are made."""
        return self.inner.line_followed(game)

    def policy(self, view: Position) -> Policy:
        """The bid, or the policy of the inner player."""
        position = view.game.part(view)
        if bidding(position):
            return {bid(position, float(self.options["threshold"])): 1.0}
        return super().policy(view)
