"""How many tricks to bid: a linear estimate of one's own hand (sturtevant2006 section 2).

The paper's bids come from a rule-based system that it does not print. This rule is fitted to the tricks that MT_MT
players take. Such a player wants the most tricks and believes that the others want the same. ``tools/fit_bidding.py``
prints the numbers below. The rule uses only the bidder's own cards.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from kibitz.games.capabilities import bidding as bidding  # for old imports from models.bidding
from kibitz.games.cards.notation import CARDS, cards_in

SIDE_SUITS = "CDH"
FEATURES = (
    "always",
    "spades",
    "ace of spades",
    "king of spades",
    "queen of spades",
    "other aces",
    "other kings",
    "other queens",
    "short suits",
)


def hand_features(hand: int) -> tuple[float, ...]:
    """The features of the estimate, in the order of ``FEATURES``; the hand is a bit set of the core.

    A suit counts as short if the hand has no card of it and has a spade to ruff with.

    >>> from kibitz.games.cards.notation import read_hand
    >>> dict(zip(FEATURES, hand_features(read_hand("AS 2S KD 5D 4C"))))["short suits"]
    1.0
    """
    held = [CARDS[code] for code in cards_in(hand)]
    spades = [card for card in held if card[1] == "S"]
    others = [card[0] for card in held if card[1] != "S"]
    missing = len(set(SIDE_SUITS) - {card[1] for card in held})
    counted = [1, len(spades), *(f"{rank}S" in spades for rank in "AKQ"), *(others.count(rank) for rank in "AKQ")]
    return (*map(float, counted), float(min(missing, len(spades))))


@dataclass(frozen=True)
class BiddingRule:
    """Bid the estimated tricks plus ``threshold``, rounded down; never less than ``lowest``."""

    weights: tuple[float, ...]
    threshold: float
    lowest: int = 1

    def estimate(self, hand: int) -> float:
        """The tricks that an MT_MT player takes with this hand on average."""
        return math.fsum(weight * value for weight, value in zip(self.weights, hand_features(hand), strict=True))

    def bid(self, hand: int, cards: int) -> int:
        """The bid for a hand of this many cards."""
        return min(cards, max(self.lowest, math.floor(self.estimate(hand) + self.threshold)))


RULES: dict[tuple[int, int], BiddingRule] = {
    (3, 5): BiddingRule((0.32, 0.608, 0.582, 0.385, 0.331, 0.544, 0.377, 0.255, 0.226), 0.2),
    (3, 6): BiddingRule((0.331, 0.639, 0.655, 0.465, 0.346, 0.595, 0.414, 0.268, 0.262), 0.25),
    (3, 7): BiddingRule((0.258, 0.68, 0.675, 0.457, 0.311, 0.738, 0.488, 0.333, 0.245), 0.25),
    (3, 8): BiddingRule((0.186, 0.67, 0.858, 0.704, 0.478, 0.766, 0.51, 0.38, 0.246), 0.25),
    (3, 9): BiddingRule((0.184, 0.669, 0.927, 0.631, 0.448, 0.841, 0.562, 0.377, 0.325), 0.2),
}
"""The rules, by the number of players and of cards for each."""
DEALS_FOR_SCALING = 1000


def rule_for(game: Any) -> BiddingRule:
    """The fitted rule for this many players and cards. If there is none, the nearest fitted rule is scaled.

    >>> import kibitz
    >>> rule_for(kibitz.game("spades")) == RULES[3, 7]
    True
    >>> rule_for(kibitz.game("spades(players=2, cards=5)")).threshold == RULES[3, 5].threshold
    True
    """
    found, spades = RULES.get((game.players, game.cards)), cast("Hashable", type(game))
    return found or _scaled_rule(spades, game.players, game.cards)


@lru_cache(maxsize=64)
def _scaled_rule(spades: Any, players: int, cards: int) -> BiddingRule:
    """The fitted rule for the nearest number of cards, with weights scaled so that the mean estimate over sampled deals
    is an equal share of the tricks."""
    rule, game = RULES[min(RULES, key=lambda each: abs(each[1] - cards))], spades(players=players, cards=cards)
    hands = [hand for deal in range(DEALS_FOR_SCALING) for hand in game.start(deal).core.hands[:players]]
    scale = (cards / players) / (math.fsum(map(rule.estimate, hands)) / len(hands))
    return replace(rule, weights=tuple(round(scale * weight, 3) for weight in rule.weights))


def bid(position: Any, threshold: float | None = None) -> str:
    """The move that bids for the seat to move, from a state or from what that seat may know.

    ``threshold`` replaces that of the rule; a higher threshold means higher bids.

    >>> import kibitz
    >>> bid(kibitz.game("spades").start(seed=1))
    'bid 1'
    """
    game = position.game
    rule = rule_for(game) if threshold is None else replace(rule_for(game), threshold=threshold)
    tricks = rule.bid(position.core.hands[position.to_move], game.cards)
    return f"bid {max(tricks, int(game.options['lowest_bid']))}"
