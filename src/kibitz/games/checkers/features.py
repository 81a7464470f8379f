"""The features of the evaluation of checkers, and the two functions of the carmel1993 experiments."""

HELP = {
    "men": "men",
    "kings": "kings",
    "back_row": "own men still on their back row, where they keep the other side from crowning",
    "centre": "pieces on the eight central squares 10, 11, 14, 15, 18, 19, 22 and 23",
    "advancement": "sum of the rows that the men have advanced",
    "mobility": "number of steps that the pieces could make if captures were not compulsory",
    "threats": "opposing pieces that could be jumped at once",
    "trapped_kings": "opposing kings that can neither step nor jump",
    "double_corners": "kings in the double corners 1, 5, 28 and 32, where they are hardest to catch",
    "bridge": "1 if men hold both bridge squares of the back row, 1 and 3 for Black, 30 and 32 for White",
    "dog_hole": "1 if an opposing man is in the dog hole: a white man on 5 with a black one on 1, or a black man on "
    "28 with a white one on 32",
    "sides": "pieces on the left and right edge of the board",
}
"""Each feature is the count of the seat minus that of the other seat."""

_TUNED = ("men", "kings", "back_row", "centre", "advancement", "mobility")

F1 = dict(zip(_TUNED, (60.0, 90.0, 9.0, 5.0, 4.0, 3.0), strict=True))
"""The first evaluation function of the experiments; also the default weights."""

F2 = dict(zip(_TUNED, (50.0, 85.0, 2.0, -4.0, 7.0, 6.0), strict=True))
"""The second evaluation function: it avoids the centre and hurries forward."""

WEIGHTS = {"f1": F1, "f2": F2}
"""The weight sets by name."""

HABITS = {
    "men": ("gain or keep men", "give men away"),
    "kings": ("go for kings", "do without kings"),
    "back_row": ("hold the back row", "leave the back row early"),
    "centre": ("hold the centre", "stay away from the centre"),
    "advancement": ("hurry men forward", "hold men back"),
    "mobility": ("keep many moves open", "accept positions with few moves"),
    "threats": ("threaten to jump", "avoid exchanges"),
    "trapped_kings": ("trap kings", "let kings escape"),
    "double_corners": ("put kings into the double corners", "keep kings out of the double corners"),
    "bridge": ("hold the bridge", "give up the bridge"),
    "dog_hole": ("lure men into the dog hole", "keep men out of the dog hole"),
    "sides": ("play along the edges", "stay away from the edges"),
}
"""For each feature: the habit of players who like it, and of players who avoid it."""
