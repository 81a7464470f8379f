"""The features of the evaluation of Chinese Checkers."""

HELP = {
    "distance": "minus the number of steps from own pawns to the goal; 0 if the goal is filled or the game is won",
    "won": "1 for the winner",
}

HABITS = {
    "distance": ("hurry towards the goal", "take detours"),
    "won": ("play for the win", "play to lose"),
    "advance": ("make the longest jumps forward", "make short moves"),
    "behind": ("move the pawns that are last", "move the pawns that are ahead"),
    "sideways": ("move along the edges", "keep to the middle"),
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
