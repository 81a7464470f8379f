"""The features of the evaluation of Abalone."""

HELP = {
    "ejected": "opposing marbles pushed off the board, the direct part of hashavit2011",
    "lost": "minus the number of own marbles pushed off by others",
    "centre": "closeness of own marbles to the centre: 4 for each marble in the centre, 0 at the edge",
    "cohesion": "number of pairs of own marbles next to each other",
}
