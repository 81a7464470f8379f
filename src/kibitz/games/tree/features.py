"""The features of the evaluation of a tree: what is written at the nodes."""

HELP = {"value": "the value written at a leaf, the middle of its interval, or 0 at nodes with children"}

HABITS = {"value": ("go for high values", "go for low values")}
"""The habit of players who like the feature, and of players who avoid it."""
