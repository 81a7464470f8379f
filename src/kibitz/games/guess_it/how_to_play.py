"""How to play Guess It, for people: one thought in a line."""

from kibitz.games.instructions import lines

HOW_TO_PLAY = lines(
    """
    One card lies hidden in the centre. Name it before your opponent does.
    You and your opponent hold the other cards. In your turn, ask for a card, or name the centre.
    If your opponent holds the card that you ask for, it is turned face up and you both know it.
    You may ask for a card of your own: that is a bluff, because your opponent may believe that it is the centre.
    A card that nobody showed is pending. Naming the opponent's pending card is a call: right if it was no bluff.
    If you name the centre correctly, you win. If you name another card, you lose at once.
    Moves are ask 5 and name 5.
    """
)
OPTION_TITLES = {"cards": "Cards in each hand"}
"""Labels of options, in words."""
