"""How to play Chinese Checkers, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Be the first to fill the opposite tip of the star with your ten pawns.
    A pawn steps to a neighbouring empty hole, or it hops over a neighbouring pawn of any colour into the empty hole
      straight behind it.
    Hops can be chained, in any directions, as one move. Nothing is captured.
    A pawn may not end its move in a tip that is neither its home nor its goal (unless the table allows it), and a
      pawn in its goal stays there.
    If pawns of others are in your goal, it counts as full as soon as one of yours is there, too.
    A move is written by its ends: a1-b2. The rows are lettered from the top, and holes are numbered from the left.
    """
)
PRESETS = {
    "Three players": "chinese-checkers",
    "Two players": "chinese-checkers(players=2)",
    "Six players": "chinese-checkers(players=6)",
}
"""Well-known variants: for each name, a specification."""
OPTION_TITLES = {"players": "Players", "stop": "Where a pawn may stop", "turns": "Longest game"}
"""Labels of options, in words."""
