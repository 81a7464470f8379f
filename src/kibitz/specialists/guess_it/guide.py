"""Guess It for ``kibitz play``: the rules in a line, words for moves, the default opponent."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.games.view import View
from kibitz.players.person import Guide
from kibitz.players.player import Position


def call(view: Position) -> Mapping[str, str]:
    """The move that calls the opponent's pending card, if there is one.

    >>> import kibitz
    >>> call(kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 3").view(1))
    {'call': 'name 3'}
    """
    called = f"name {view.core.pending}" if isinstance(view, View) else ""
    return {"call": called} if called in view.moves() else {}


GUIDE = Guide(
    opponent="bayes-reader(carry=true)",
    words=call,
    rules="ask k: ask for card k, which the other may hold; asking for your own card is a bluff. name k: say that k is "
    "the centre card, and win or lose. call: name the pending card, which the other asked for and you do not hold. "
    "Cards in brackets lie face up.",
)
