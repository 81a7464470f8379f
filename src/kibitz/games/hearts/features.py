"""The features of the evaluation of hearts."""

HELP = {
    "penalties": "minus the penalty points taken, those of earlier hands included",
    "danger": "minus 3 for the queen of spades in hand, 2 for king and ace of spades, 1 for each heart from the ten up",
}
