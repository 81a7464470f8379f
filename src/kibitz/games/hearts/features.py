"""The features of the evaluation of hearts."""

from kibitz.games.cards.habits import HABITS as OF_CARDS

HELP = {
    "penalties": "minus the penalty points taken, those of earlier hands included",
    "danger": "minus 3 for the queen of spades in hand, 2 for king and ace of spades, 1 for each heart from the ten up",
}

HABITS = {
    **OF_CARDS,
    "penalties": ("avoid penalty points", "collect penalty points"),
    "danger": ("get rid of dangerous high cards", "keep dangerous high cards"),
    "points_taken": ("take tricks with penalty points", "avoid tricks with penalty points"),
    "points_thrown": ("throw penalty cards on others", "hold on to penalty cards"),
    "points_led": ("lead hearts", "avoid leading hearts"),
    "high_spade": ("risk the queen of spades", "keep high spades back while the queen is out"),
    "pass_rank": ("pass high cards", "pass low cards"),
    "pass_points": ("pass penalty cards", "keep penalty cards"),
    "pass_high_spades": ("pass high spades", "keep high spades"),
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
