"""The features of the evaluation of tic-tac-toe."""

HELP = {"open_lines": "lines without an opposing mark, minus lines without an own mark"}

HABITS = {"open_lines": ("keep lines open", "leave lines to the other side")}
"""For each feature: the habit of players who like it, and of players who avoid it."""
