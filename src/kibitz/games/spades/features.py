"""The features of the evaluation of spades."""

HELP = {
    "tricks": "tricks taken in this hand",
    "points": "points of earlier hands; with bids, at the end of the game those of the last hand too",
    "made": "tricks taken that count towards the bid, while the hand is played",
    "bags": "tricks taken beyond the bid, while the hand is played",
    "high_cards": "three for an ace in hand, two for a king, one for a queen",
    "trumps": "spades in hand",
}
