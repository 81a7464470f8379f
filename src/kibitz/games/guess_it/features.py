"""The features of the evaluation of Guess It."""

HELP = {
    "hidden": "number of own face-down cards minus that of the opponent",
    "certain": "1 if only this seat can know which card is the centre, -1 if only the other seat can",
    "won": "1 for the winner, -1 for the loser, 0 while nobody has named a card",
}

HABITS = {
    "hidden": ("keep cards secret", "give cards away"),
    "certain": ("name cards only when sure", "name cards without being sure"),
    "won": ("play for the win", "play to lose"),
    "bluff": ("bluff", "rarely bluff"),
    "call": ("call", "rarely call"),
    "guess": ("name cards without being sure", "rarely guess"),
    "doubt": ("take an ask for a bluff", "rarely take an ask for a bluff"),
    "sure": ("name the centre once it is known", "wait although the centre is known"),
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
