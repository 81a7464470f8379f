"""The features of the evaluation of a tree: what is written at the nodes."""

HELP = {"value": "the value written at a leaf, the middle of its interval, or 0 at nodes with children"}
