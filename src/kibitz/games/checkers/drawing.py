"""Drawings of checkers: a wooden board with numbered squares and crowned kings, on which the mover can click a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kibitz.games import svg
from kibitz.games.checkers.notation import SEATS, Diagram, move_text, path_of, place

_SQUARE = 40
_FRAME = 12
_FOOT = 26
_WIDTH = 8 * _SQUARE + 2 * _FRAME
_FACES = ("#2b2a2e", "#f6efdf")
_RIMS = ("#000000", "#a08f6c")
_CROWNS = ("#e6b93f", "#b8862b")
_FRAME_WOOD = "#6e4a2c"


def _symbols(position: Diagram) -> dict[int, str]:
    symbols: dict[int, str] = {}
    for seat, (man, king) in enumerate((("b", "B"), ("w", "W"))):
        symbols |= dict.fromkeys(position.men[seat], man) | dict.fromkeys(position.kings[seat], king)
    return symbols


def _seen(square: int, seat: int | None) -> tuple[int, int]:
    """Row from the top and column from the left of a square, as the seat sees it: its own side is below."""
    row, column = place(square)
    return (7 - row, 7 - column) if seat == 0 else (row, column)


def board(position: Diagram, standing: str, seat: int | None, numbers: bool) -> str:
    """Draw the board in plain text, with the numbers of the squares of each row beside it."""
    symbols = _symbols(position)
    beside: list[dict[int, int]] = [{} for _ in range(8)]
    cells = [["  " if numbers else " "] * 8 for _ in range(8)]
    for square in range(1, 33):
        row, column = _seen(square, seat)
        beside[row][column] = square
        empty = str(square) if numbers else "."
        cells[row][column] = symbols.get(square, empty).rjust(len(cells[row][column]))
    from_to = [f"{row[min(row)]}-{row[max(row)]}" for row in beside]  # from left to right
    rows = [f"{' '.join(row)}   {numbered}" for row, numbered in zip(cells, from_to, strict=True)]
    return "\n".join([*rows, f"{standing} (b, w men; B, W kings)"])


def picture(
    position: Diagram, standing: str, codes: Sequence[int], size: int, seat: int | None, highlight: Sequence[int]
) -> str:
    """Draw the board as SVG."""
    parts = [_wood()]
    glowing = {square for code in highlight for square in path_of(code)}
    symbols = _symbols(position)
    for square in range(1, 33):
        parts += _square(square, seat, square in glowing)
    for square, symbol in symbols.items():
        parts.append(
            _piece(*_centre(square, seat), SEATS.index("black" if symbol in "bB" else "white"), symbol.isupper())
        )
    parts += [_trail(path_of(code), seat) for code in highlight]
    marks, left_over = _targets(codes, seat, highlight)
    parts += marks
    top = _WIDTH + 4.0
    parts += _foot(position, standing, top)
    extra, used = svg.buttons([move_text(code) for code in left_over], _FRAME, top + _FOOT, _WIDTH - 2 * _FRAME, 10, ())
    return svg.picture([*parts, *extra], _WIDTH, top + _FOOT + (used + 8 if used else 0), size, f"checkers: {standing}")


def _wood() -> str:
    frame = svg.element("rect", width=_WIDTH, height=_WIDTH, rx=6, fill=_FRAME_WOOD)
    board_size = 8 * _SQUARE
    return frame + svg.element("rect", x=_FRAME, y=_FRAME, width=board_size, height=board_size, fill=svg.WOOD_LIGHT)


def _centre(square: int, seat: int | None) -> tuple[float, float]:
    row, column = _seen(square, seat)
    return _FRAME + _SQUARE * (column + 0.5), _FRAME + _SQUARE * (row + 0.5)


@lru_cache(maxsize=1024)  # a page draws the same boards many times
def _square(square: int, seat: int | None, glows: bool) -> tuple[str, ...]:
    x, y = _centre(square, seat)
    shape = {"x": x - _SQUARE / 2, "y": y - _SQUARE / 2, "width": _SQUARE, "height": _SQUARE}
    parts = [svg.element("rect", **shape, fill=svg.WOOD_DARK)]
    if glows:
        parts.append(svg.element("rect", **shape, fill=svg.GLOW, fill_opacity=0.55))
    number = svg.label(
        str(square),
        x - _SQUARE * 0.46,
        y - _SQUARE * 0.36,
        8.5,
        text_anchor="start",
        fill="#fff6e0",
        font_weight="bold",
    )
    return (*parts, number)


@lru_cache(maxsize=1024)
def _piece(x: float, y: float, seat: int, king: bool) -> str:
    radius = _SQUARE * 0.37
    rings = [
        svg.element("circle", cx=x, cy=y + 1.6, r=radius, fill="#000000", fill_opacity=0.3),
        svg.element("circle", cx=x, cy=y, r=radius, fill=_FACES[seat], stroke=_RIMS[seat], stroke_width=1.2),
        svg.element(
            "circle", cx=x, cy=y, r=radius * 0.76, fill="none", stroke=_CROWNS[1] if seat else "#77747f", stroke_width=1
        ),
    ]
    kind = f"{SEATS[seat]} {'king' if king else 'man'}"
    return svg.element("g", *rings, *([_crown(x, y, seat)] if king else []), class_="piece", data_piece=kind)


def _crown(x: float, y: float, seat: int) -> str:
    points = ((-9, 6), (-10, -5), (-5, 0.5), (0, -8), (5, 0.5), (10, -5), (9, 6))
    outline = " ".join(f"{x + right:g},{y + down:g}" for right, down in points)
    return svg.element(
        "polygon", points=outline, fill=_CROWNS[seat], stroke="#5d430f", stroke_width=1, stroke_linejoin="round"
    )


def _trail(path: Sequence[int], seat: int | None) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in (_centre(square, seat) for square in path))
    return svg.element(
        "polyline",
        points=points,
        fill="none",
        stroke=svg.GLOW,
        stroke_width=3,
        stroke_opacity=0.85,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray="1 6",
    )


def _targets(codes: Sequence[int], seat: int | None, highlight: Sequence[int]) -> tuple[list[str], list[int]]:
    """Mark the end of each move; a move with the same start and end as an earlier one gets a button instead."""
    marks: dict[tuple[int, int], str] = {}
    left_over = []
    for code in codes:
        path = path_of(code)
        ends = path[0], path[-1]
        if ends in marks:
            left_over.append(code)
            continue
        x, y = _centre(path[-1], seat)
        marks[ends] = svg.target(move_text(code), x, y, _SQUARE * 0.3, str(path[0]), highlighted=code in highlight)
    begun = {str(start): _centre(start, seat) for start, _ in marks}
    return [*svg.starts(begun, _SQUARE * 0.45), *_between(codes, seat), *marks.values()], left_over


def _between(codes: Sequence[int], seat: int | None) -> list[str]:
    """Mark the squares on which a chain of jumps lands before its end, so that it can be clicked jump by jump."""
    passed = {(path[0], square) for path in map(path_of, codes) for square in path[1:-1]}
    return [
        svg.passed(str(square), *_centre(square, seat), _SQUARE * 0.3, str(start)) for start, square in sorted(passed)
    ]


def _foot(position: Diagram, standing: str, top: float) -> list[str]:
    counts = [len(position.men[seat]) + len(position.kings[seat]) for seat in (0, 1)]
    middle = top + _FOOT / 2 - 2
    parts = [svg.label(standing, _FRAME, middle, 12, text_anchor="start", font_weight="bold")]
    for seat, x in ((0, _WIDTH - 82.0), (1, _WIDTH - 38.0)):
        disc = {"cx": x, "cy": middle, "r": 7, "fill": _FACES[seat], "stroke": _RIMS[seat]}
        parts.append(svg.element("circle", **disc, stroke_width=1))
        parts.append(svg.label(str(counts[seat]), x + 11, middle, 12, text_anchor="start"))
    return parts
