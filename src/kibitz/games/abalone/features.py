"""What the evaluation of Abalone looks at."""

HELP = {
    "ejected": "opposing marbles pushed off the board, the direct part of hashavit2011",
    "lost": "minus the own marbles pushed off by others",
    "centre": "how close the own marbles are to the centre: 4 each there, 0 at the edge",
    "cohesion": "pairs of own marbles next to each other",
}
