"""How to play Abalone, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Push six marbles of your opponents off the board.
    Move one, two or three of your marbles that touch in a line by one cell: along their line, or sideways into
      empty cells.
    Along their line, two marbles push one, and three push one or two, if the cell behind them is empty or off the
      board.
    You cannot push your own marbles, and you never have to push.
    On the board, choose the rearmost marble and the cell in front of it; the marbles ahead move with it. Small
      marks at the ends of a row are sideways moves.
    a1-b1 moves the row that begins at a1 towards b1; a1-a2-b2 moves the marbles from a1 to a2 sideways, so that the
      first arrives at b2.
    """
)
PRESETS = {
    "Two players": "abalone",
    "Two players, Belgian daisy": "abalone(start=daisy)",
    "Three players": "abalone(players=3)",
}
"""Well-known variants: for each name, a specification."""
OPTION_TITLES = {"players": "Players", "start": "Start", "goal": "Marbles to push off", "turns": "Longest game"}
"""Labels of options, in words."""
