"""How to play Checkers, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Take all pieces of the other side, or leave it without a move. Black begins.
    Men step diagonally forward, one square. They capture by jumping over a neighbouring piece onto the empty square
      behind it.
    If you can capture, you must. If several captures are possible, choose any of them.
    A capture goes on as long as the same piece can jump: the chain is one move.
    A man that reaches the far row becomes a king, and its move ends there. Kings move and capture forward and
      backward.
    The game is a draw if nothing is captured and no man moves for a long time, or if a position occurs three times.
    Moves are written by the numbers of the squares: 11-15 is a step, 15x22x29 a chain of two jumps.
    """
)
OPTION_TITLES = {"quiet": "Draw after quiet moves", "repetitions": "Draw by repetition"}
"""Labels of options, in words."""
