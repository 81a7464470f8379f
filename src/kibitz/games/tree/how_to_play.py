"""How to play Tree, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    This is a tree from a paper, or one that somebody typed in, for trying out searches.
    In each node, the player to move chooses a branch. At a leaf the game ends, and every player gets the number
      written there.
    A move is the name of the node that it leads to.
    """
)
