"""What the evaluation of Chinese Checkers looks at."""

HELP = {
    "distance": "minus the steps from the own pawns to the tip of the goal, 0 with the goal filled or the game won",
    "won": "1 for the winner",
}
