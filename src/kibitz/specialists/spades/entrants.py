"""Ways of modelling at Spades with bids: preferences over the outcomes of a hand (sturtevant2006)."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.game import Game
from kibitz.specialists.entrants import Entrant
from kibitz.specialists.spades.population import with_bids

CANDIDATES = "candidates=[MT, mOT, ML]"
MOST_CARDS = 21
"""With at most this many cards in all hands, soft-max^n and prob-max^n search to the end in a few milliseconds."""
WORLDS = 3
"""The number of worlds in which whole hands are searched if hands are hidden."""


def entrants(game: Game) -> Iterator[Entrant]:
    """Elimination with soft-max^n, and Bayes with prob-max^n."""
    reason = ""
    if not with_bids(game):
        reason = "without bids, only one preference of the paper is left, the most tricks, so there is nothing to learn"
    elif game.players * int(game.options["cards"]) > MOST_CARDS:
        reason = f"searching whole hands takes too long with more than {MOST_CARDS} cards in all"
    if reason:
        yield Entrant("elimination", "sturtevant2006", "", reason)
        yield Entrant("bayes", "sturtevant2006", "", reason)
    elif game.hidden:
        yield Entrant("elimination", "sturtevant2006", "", "elimination compares decisions in open positions")
        yield Entrant("bayes", "sturtevant2006", f"adaptive({CANDIDATES}, worlds={WORLDS})")
    else:
        yield Entrant("elimination", "sturtevant2006", f"adaptive({CANDIDATES}, learner=elimination)")
        yield Entrant("bayes", "sturtevant2006", f"adaptive({CANDIDATES})")
