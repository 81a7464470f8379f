"""Squares are ``a1`` to ``c3``; a state is written row 3 first: ``.../.x./..o``."""

from __future__ import annotations

from kibitz.errors import NotationError

SQUARES = [f"{column}{row}" for row in "123" for column in "abc"]


def square(text: str) -> int:
    """Read a square."""
    if text not in SQUARES:
        raise NotationError(f"tic-tac-toe: {text!r} is not a square; squares are a1 to c3")
    return SQUARES.index(text)


def marks_text(marks: tuple[int, int]) -> str:
    """Write the marks of x and o, given as bit sets."""
    symbols = ["x" if marks[0] >> i & 1 else "o" if marks[1] >> i & 1 else "." for i in range(9)]
    return "/".join("".join(symbols[row : row + 3]) for row in (6, 3, 0))


def read_marks(text: str) -> tuple[int, int]:
    """Read the marks back as bit sets."""
    rows = text.strip().split("/")
    if len(rows) != 3 or any(len(row) != 3 or set(row) - set("xo.") for row in rows):
        raise NotationError(f"tic-tac-toe: {text!r} is not three rows of x, o and '.', such as '.../.x./..o'")
    symbols = "".join(reversed(rows))
    x, o = (sum(1 << i for i, symbol in enumerate(symbols) if symbol == mark) for mark in "xo")
    return x, o
