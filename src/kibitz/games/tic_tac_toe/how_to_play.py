"""How to play Tic-tac-toe, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Put three of your marks in a line: across, down or diagonally.
    The first player writes x, the other one o. You take turns; each turn fills one empty square.
    If the board is full and nobody has a line, the game is a draw.
    A move is the name of a square, from a1 (bottom left) to c3 (top right).
    """
)
