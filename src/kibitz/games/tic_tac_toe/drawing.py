"""Drawings of tic-tac-toe, in the style of pen and paper."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games import svg
from kibitz.games.tic_tac_toe.notation import SQUARES, marks_text


def board(marks: tuple[int, int]) -> str:
    """Draw the board in plain text."""
    rows = marks_text(marks).split("/")
    lines = [f"{number}  {' '.join(row)}" for number, row in zip("321", rows, strict=True)]
    return "\n".join([*lines, "   a b c"])


def picture(marks: tuple[int, int], moves: Sequence[str], size: int, highlight: Sequence[str]) -> str:
    """Draw the board as SVG."""
    grid = [
        svg.element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=svg.INK, stroke_width=2, stroke_linecap="round")
        for at in (40, 70)
        for x1, y1, x2, y2 in ((at, 12, at, 98), (12, at, 98, at))
    ]
    parts = []
    for i, name in enumerate(SQUARES):
        x, y = 25 + 30 * (i % 3), 85 - 30 * (i // 3)
        if name in highlight:
            parts.append(
                svg.element("rect", x=x - 13, y=y - 13, width=26, height=26, rx=3, fill=svg.GLOW, fill_opacity=0.6)
            )
        if marks[0] >> i & 1:
            arms = f"M{x - 8} {y - 8} L{x + 8} {y + 8} M{x + 8} {y - 8} L{x - 8} {y + 8}"
            looks = {"stroke": svg.SEATS[0], "stroke_width": 4, "stroke_linecap": "round"}
            parts.append(svg.element("path", d=arms, class_="piece", data_piece="x", **looks))
        elif marks[1] >> i & 1:
            looks = {"stroke": svg.SEATS[1], "stroke_width": 4, "fill": "none"}
            parts.append(svg.element("circle", cx=x, cy=y, r=8.5, class_="piece", data_piece="o", **looks))
        elif name in moves:
            parts.append(svg.target(name, x, y, 12, highlighted=name in highlight))
    return svg.picture([*grid, *parts], 110, 110, size, "tic-tac-toe")
