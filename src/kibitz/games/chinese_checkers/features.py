"""The features of the evaluation of Chinese Checkers."""

HELP = {
    "distance": "minus the number of steps from own pawns to the goal; 0 if the goal is filled or the game is won",
    "won": "1 for the winner",
}
