"""What the evaluation of tic-tac-toe looks at."""

HELP = {"open_lines": "lines without an opposing mark, minus lines without an own mark"}
