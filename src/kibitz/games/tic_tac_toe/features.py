"""What the evaluation of tic-tac-toe looks at."""

HELP = {"open_lines": "lines without an opposing mark, less those without an own one"}
