"""The features of the evaluation of spades."""

from kibitz.games.cards.habits import HABITS as OF_CARDS

HELP = {
    "tricks": "tricks taken in this hand",
    "points": "points of earlier hands; at the end of a game with bids, also those of the last hand",
    "made": "tricks taken that count towards the bid, while the hand is played",
    "bags": "tricks taken beyond the bid, while the hand is played",
    "high_cards": "three for an ace in hand, two for a king, one for a queen",
    "trumps": "spades in hand",
}

HABITS = {
    **OF_CARDS,
    "tricks": ("take as many tricks as possible", "take few tricks"),
    "points": ("play for points", "neglect points"),
    "made": ("take the tricks that the bid needs", "give up tricks that the bid needs"),
    "bags": ("take tricks that the bid does not need", "avoid tricks that the bid does not need"),
    "high_cards": ("save high cards for later", "play high cards early"),
    "trumps": ("save spades for later", "play spades early"),
    "trump": ("ruff", "avoid ruffing"),
    "trump_led": ("lead spades", "avoid leading spades"),
    "wanted": ("take the tricks that the bid needs", "give up tricks that the bid needs"),
    "unwanted": ("take tricks that the bid does not need", "avoid tricks that the bid does not need"),
    "bid": ("bid high", "bid low"),
    "ruff_rank": ("ruff with high spades", "ruff with low spades"),
    "takes_enough": ("take more tricks than needed", "stop taking tricks when there are enough"),
    "rank_enough": ("play high cards once there are enough tricks", "play low cards once there are enough tricks"),
    "lose_rank_enough": (
        "lose high cards once there are enough tricks",
        "keep high cards once there are enough tricks",
    ),
    "takes_from_needy": ("take tricks from those who need them", "spare those who need tricks"),
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
