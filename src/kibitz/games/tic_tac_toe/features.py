"""The features of the evaluation of tic-tac-toe."""

HELP = {"open_lines": "lines without an opposing mark, minus lines without an own mark"}
