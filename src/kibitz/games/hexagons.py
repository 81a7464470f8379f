"""Boards of hexagonal cells, as Chinese Checkers and Abalone have them: their notation, coordinates and drawing.

A place is (x, y) in units of the distance between neighbours, y downwards, with the middle of the board at (0, 0).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kibitz.errors import NotationError
from kibitz.games import svg

Place = tuple[float, float]

LETTERS = "ABCDEF"
"""How seats are written on a board."""

ROW = math.sqrt(3) / 2
"""The distance between rows."""

_RUN = re.compile(r"[A-F]|\d+")


# Rows of text.


def rows_text(rows: Iterable[Iterable[int | None]]) -> str:
    """Write the rows of a board: a cell is a seat, or ``None`` if it is empty, and a run of empty cells is written as
    its length.

    >>> rows_text([[0, None, None], [None, 1]])
    'A2/1B'
    """
    return "/".join(
        re.sub(r"\.+", lambda run: str(len(run[0])), "".join("." if s is None else LETTERS[s] for s in row))
        for row in rows
    )


def read_rows(owner: str, text: str, names: Sequence[Sequence[str]], players: int) -> list[list[str]]:
    """Read the rows back: the names of the cells of each seat, in reading order.

    >>> read_rows("game", "A2/1B", [["a1", "a2", "a3"], ["b1", "b2"]], 2)
    [['a1'], ['b2']]
    """
    rows = text.split("/")
    if len(rows) != len(names):
        raise NotationError(f"{owner}: the board has {len(names)} rows separated by '/', not {len(rows)}")
    cells: list[list[str]] = [[] for _ in range(players)]
    for row, row_names in zip(rows, names, strict=True):
        here = f"{owner}: row {row_names[0][0]} {row!r}"
        if not re.fullmatch(r"[A-F0-9]{1,40}", row):
            raise NotationError(f"{here[:80]} is not made of letters for seats and numbers of empty cells")
        place = 0
        for run in _RUN.findall(row):
            if run.isdigit():
                place += int(run)
                continue
            if run not in LETTERS[:players]:
                raise NotationError(
                    f"{here}: {run} is not one of {players} seats; seats are A to {LETTERS[players - 1]}"
                )
            if place < len(row_names):
                cells[LETTERS.index(run)].append(row_names[place])
            place += 1
        if place != len(row_names):
            raise NotationError(f"{here} has {place} cells, not {len(row_names)}")
    return cells


def seat_of(owner: str, letter: str, players: int) -> int:
    """Read whose turn it is."""
    if len(letter) != 1 or letter not in LETTERS[:players]:
        raise NotationError(f"{owner}: {letter!r} is not a seat to move; seats are A to {LETTERS[players - 1]}")
    return LETTERS.index(letter)


def digits(owner: str, name: str, text: str) -> int:
    """Read a number from the text of a state."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotationError(f"{owner}: {name} {text[:80]!r} is not a whole number")
    return int(text)


def whole_number(owner: str, name: str, value: object) -> int:
    """Read a number from a field."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{owner}: {name} {value!r} is not a whole number")
    return value


def cell_lists(owner: str, name: str, value: object, numbers: Mapping[str, int]) -> list[list[int]]:
    """Read a list of cell names for each seat, and return the numbers of the cells."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(cells, (list, tuple)) for cells in value):
        raise NotationError(f"{owner}: field '{name}' is not a list with one list of cell names for each seat")
    for seat, cells in enumerate(value):
        for cell in cells:
            if not isinstance(cell, str) or cell not in numbers:
                raise NotationError(f"{owner}: field '{name}', seat {seat}: there is no {cell!r} on the board")
    return [[numbers[cell] for cell in cells] for cells in value]


# Places.


def turned(place: Place, sixths: float) -> Place:
    """Turn a place clockwise about the middle of the board by sixths of a full turn."""
    angle = math.pi / 3 * (sixths % 6)
    x, y = place
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def between(start: Place, end: Place, share: float) -> Place:
    """The place on the line from one place to another, at this share of the distance."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


# Parts of a picture.


def polygon(corners: Iterable[Place], **attributes: Any) -> str:
    """Draw a filled outline."""
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
    return svg.element("polygon", points=points, stroke_linejoin="round", **attributes)


@lru_cache(maxsize=4096)  # a page draws the same parts many times
def pit(place: Place, radius: float, name: str, text: str = "") -> str:
    """Draw an empty hole in the board, with its number in it."""
    x, y = place
    rim = svg.element("circle", cx=x, cy=y + radius * 0.1, r=radius, fill="#ffffff", fill_opacity=0.5)
    inside = svg.element("circle", cx=x, cy=y, r=radius, fill="#7d5a38", fill_opacity=0.55)
    number = svg.label(text, x, y, radius * 0.85, fill="#ffffff", fill_opacity=0.75) if text else ""
    return svg.element("g", svg.element("title", svg.escape(name)), rim, inside, number)


@lru_cache(maxsize=4096)
def marble(place: Place, radius: float, colour: str, name: str, letter: str = "") -> str:
    """Draw a shaded marble with a letter on it, so that colour-blind people can tell whose it is."""
    x, y = place
    ink = svg.ink_on(colour)
    mark = svg.label(letter, x, y, radius * 0.95, fill=ink, font_weight="bold") if letter else ""
    piece = {"class_": "piece", "data_piece": letter} if letter else {}
    edge = {"stroke": "#000000", "stroke_opacity": 0.16}
    return svg.element(
        "g",
        svg.element("title", svg.escape(name)),
        svg.element("circle", cx=x + radius * 0.1, cy=y + radius * 0.16, r=radius, fill="#000000", fill_opacity=0.3),
        svg.element("circle", cx=x, cy=y, r=radius, fill=colour),
        svg.element("circle", cx=x, cy=y, r=radius * 0.9, fill="none", stroke_width=radius * 0.2, **edge),
        svg.element(
            "circle", cx=x - radius * 0.22, cy=y - radius * 0.26, r=radius * 0.5, fill="#fff", fill_opacity=0.2
        ),
        svg.element(
            "circle", cx=x - radius * 0.3, cy=y - radius * 0.36, r=radius * 0.2, fill="#fff", fill_opacity=0.65
        ),
        mark,
        **piece,
    )


def ring(place: Place, radius: float, width: float) -> str:
    """Mark a cell of a highlighted move."""
    x, y = place
    return svg.element("circle", cx=x, cy=y, r=radius, fill="none", stroke=svg.GLOW, stroke_width=width)


def arrow(places: Sequence[Place], width: float) -> str:
    """Draw the path of a highlighted move through all its places."""
    before, tip = places[-2], places[-1]
    length = math.dist(before, tip) or 1.0
    along = ((tip[0] - before[0]) / length, (tip[1] - before[1]) / length)
    neck = (tip[0] - along[0] * width * 2.6, tip[1] - along[1] * width * 2.6)
    sides = [(neck[0] - side * along[1] * width * 1.5, neck[1] + side * along[0] * width * 1.5) for side in (1.0, -1.0)]
    way = "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in [*places[:-1], neck])
    drawn = []
    for colour, extra in ((svg.INK, width * 0.5), (svg.GLOW, 0.0)):
        line = {"stroke": colour, "stroke_width": width + extra, "stroke_linecap": "round", "stroke_linejoin": "round"}
        drawn.append(svg.element("path", d=way, fill="none", **line))
        drawn.append(polygon([*sides, tip], fill=colour, stroke=colour, stroke_width=extra))
    return svg.element("g", *drawn, class_="arrow", pointer_events="none")


def caption(text: str, x: float, y: float, size: float, colour: str | None = None) -> str:
    """Write text to the right of a point, with a marble before it if a colour is given."""
    dot = marble((x + size * 0.5, y), size * 0.5, colour, text) if colour else ""
    return dot + svg.label(text, x + (size * 1.4 if colour else 0), y, size, text_anchor="start")
