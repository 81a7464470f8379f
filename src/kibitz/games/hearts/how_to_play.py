"""How to play Hearts, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    Take as few penalty points as you can. Each heart is one point, the queen of spades is thirteen.
    A trick is one card from each player. You must follow the suit that was led, if you can; otherwise you may play
      any card.
    The highest card of the suit that was led wins the trick, there are no trumps. The winner leads the next trick.
    The lowest club is led first. Hearts may be led only after a heart has been played, or if you have nothing else.
    Some tables pass three cards to a neighbour before the play: choose them all, then confirm.
    Some tables have the moon: if you take all the penalty points of a hand, you get none and everybody else gets
      all of them.
    Moves are cards as rank and suit: QS is the queen of spades. Passing is written pass 2C QS AS.
    """
)
PRESETS = {
    "The usual rules, to 100 points": "hearts(passing=rotate, moon=true, first_trick=no-points, limit=100)",
    "One hand, without passing": "hearts",
    "Three players, one hand": "hearts(players=3)",
}
"""Well-known variants: for each name, a specification."""
OPTION_TITLES = {
    "players": "Players",
    "cards": "Cards for each player",
    "passing": "Passing three cards",
    "moon": "Shooting the moon",
    "first_trick": "Points on the first trick",
    "hands": "Number of hands",
    "limit": "The game ends at (points)",
    "open": "Open hands",
}
"""Labels of options, in words."""
