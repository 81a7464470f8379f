"""The features of the evaluation of Abalone."""

HELP = {
    "ejected": "opposing marbles pushed off the board (the direct part of the heuristic in hashavit2011)",
    "lost": "minus the number of own marbles pushed off by others",
    "centre": "closeness of own marbles to the centre: 4 for each marble in the centre, 0 at the edge",
    "cohesion": "number of pairs of own marbles next to each other",
}

HABITS = {
    "ejected": ("push marbles off the board", "leave marbles on the board"),
    "lost": ("protect marbles at the edge", "give marbles away"),
    "centre": ("hold the centre", "stay away from the centre"),
    "cohesion": ("keep marbles together", "spread marbles out"),
}
"""For each feature: the habit of players who like it, and of players who avoid it."""
