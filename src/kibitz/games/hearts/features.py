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
    "points_given": ("give penalty cards to others", "hold on to penalty cards"),
    "points_to_first": ("give points to whoever has fewest", "give points to others than whoever has fewest"),
    "points_to_giver": ("give points back to those who gave some", "spare those who gave points"),
    "takes_clean": ("take tricks without penalty points", "avoid tricks without penalty points"),
    "takes_hurt": ("take more tricks after taking points", "avoid tricks after taking points"),
    "rank_hurt": ("play higher after taking points", "play lower after taking points"),
    "takes_moon": ("take tricks while nobody else has points", "avoid tricks while nobody else has points"),
    "rank_moon": ("play high while nobody else has points", "play low while nobody else has points"),
    "queen": ("play the queen of spades early", "hold on to the queen of spades"),
    "seeks_queen": ("lead spades to drive out the queen", "avoid leading spades while the queen is out"),
}
"""For each feature of a position or a move: the habit of players who like it, and of players who avoid it."""
