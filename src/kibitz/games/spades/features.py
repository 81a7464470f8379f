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
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
