"""Pieces of SVG that every board is drawn with: elements, colours, a frame, marks for moves, playing cards.

A picture is made of text, so the page, notebooks and reports all show the same one. Parts that a person can click carry
``data-move``. If a move has a start and an end, the mark lies at the end, and ``data-from`` says where the move starts.
An invisible mark with ``data-start`` then lies on the piece, and one with ``data-passed`` on each cell between them.
Pieces and cards have the class ``piece``; ``data-piece`` says which one it is, so that a page can move it from one
position to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kibitz.errors import KibitzError

SEATS = ("#2f5d8c", "#c8553d", "#3f8f5b", "#d9a441", "#7a5195", "#4fa3a5", "#8c6d46", "#9b9b9b")
"""One colour for each seat, distinguishable also for people with red-green colour blindness."""

INK = "#26303a"
PAPER = "#f7f4ec"
WOOD_LIGHT = "#ead9b8"
WOOD_DARK = "#a9794e"
GLOW = "#ffd34d"
FONT = "Helvetica, Arial, sans-serif"
MONOSPACED = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def escape(text: str) -> str:
    """Write text so that XML reads it as text (the standard library's function takes 40 ms to import)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(tag: str, *children: str, **attributes: object) -> str:
    """Write one element; underscores in attribute names become hyphens, and attributes that are ``None`` are left out.

    >>> element("circle", r=3, data_move="a1")
    '<circle r="3" data-move="a1"/>'
    """
    written = "".join([_attribute(name, value) for name, value in attributes.items() if value is not None])
    inside = "".join(children)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


@lru_cache(maxsize=1 << 14, typed=True)  # a page draws the same places and colours many times
def _attribute(name: str, value: object) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def ink_on(colour: str) -> str:
    """The colour of letters that can be read on a colour such as ``#2f5d8c``: dark on light ones, white on dark ones.

    >>> ink_on("#f2efe6"), ink_on("#2b2f36")
    ('#26303a', '#ffffff')
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else "#ffffff"


def label(text: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Write text centred on a point."""
    style = {"text_anchor": "middle", "dy": "0.35em", "font_family": FONT, "fill": INK}
    return element("text", escape(text), x=x, y=y, font_size=size, **{**style, **attributes})


def picture(parts: Iterable[str], width: float, height: float, size: int, title: str) -> str:
    """Frame the parts: ``width`` by ``height`` drawing units, shown ``size`` pixels wide."""
    if not isinstance(size, int) or not 16 <= size <= 10_000:
        raise KibitzError(f"size must be a whole number of pixels from 16 to 10000, not {size!r}")
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=width, height=height, rx=min(width, height) * 0.02, fill=PAPER),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=size,
        height=round(size * height / width),
        role="img",
    )


def moves_given(highlight: str | Iterable[str]) -> list[str]:
    """Read the moves to highlight: one, or several."""
    moves = [highlight] if isinstance(highlight, str) else highlight
    if not isinstance(moves, Iterable):
        raise KibitzError(f"highlight takes a move or a list of moves, not {highlight!r}")
    return [str(move) for move in moves]


def target(move: str, x: float, y: float, radius: float, start: str | None = None, highlighted: bool = False) -> str:
    """A clickable mark for a move: nearly invisible until a page styles it, bright when highlighted."""
    return element(
        "circle",
        element("title", escape(move)),
        cx=x,
        cy=y,
        r=radius,
        fill=GLOW if highlighted else INK,
        fill_opacity=0.75 if highlighted else 0.08,
        class_="target",
        data_from=start,
        data_move=move,
        style="cursor:pointer",
    )


def starts(places: Mapping[str, tuple[float, float]], radius: float) -> list[str]:
    """Invisible marks on the pieces that can move, by the name of their cell.

    >>> starts({"a1": (1.0, 2.0)}, 3)
    ['<circle cx="1" cy="2" r="3" fill-opacity="0" class="start" data-start="a1" style="cursor:pointer"/>']
    """
    return [
        element("circle", cx=x, cy=y, r=radius, fill_opacity=0, class_="start", data_start=cell, style="cursor:pointer")
        for cell, (x, y) in places.items()
    ]


def passed(cell: str, x: float, y: float, radius: float, start: str) -> str:
    """An invisible mark on a cell that a move passes before its end. A page shows it when the move's start is chosen.

    >>> passed("18", 1.0, 2.0, 3, "9")
    '<circle cx="1" cy="2" r="3" fill-opacity="0" class="passed" data-passed="18" data-from="9"/>'
    """
    return element("circle", cx=x, cy=y, r=radius, fill_opacity=0, class_="passed", data_passed=cell, data_from=start)


def buttons(
    moves: Sequence[str], x: float, y: float, width: float, size: float, highlight: Sequence[str]
) -> tuple[list[str], float]:
    """Draw a button for each move in rows, for moves that have no place on a board; also return the height used."""
    parts: list[str] = []
    left, top, line = x, y, size * 1.9
    for move in moves:
        wide = size * (0.62 * len(move) + 1.1)
        if left + wide > x + width and left > x:
            left, top = x, top + line + size * 0.4
        chosen = move in highlight
        parts.append(
            element(
                "g",
                element(
                    "rect",
                    x=left,
                    y=top,
                    width=wide,
                    height=line,
                    rx=size * 0.4,
                    fill=GLOW if chosen else "#ffffff",
                    stroke=INK,
                    stroke_opacity=0.35,
                    stroke_width=size * 0.06,
                ),
                label(move, left + wide / 2, top + line / 2, size),
                class_="target",
                data_move=move,
                style="cursor:pointer",
            )
        )
        left += wide + size * 0.4
    return parts, (top + line - y) if moves else 0.0


def text_board(board: str, moves: Sequence[str], size: int, highlight: Sequence[str]) -> str:
    """Draw a plain-text board in a monospaced font with a button for each move: the default drawing of a game."""
    lines = board.splitlines() or [""]
    width = max(60.0, 10 * 0.62 * max(len(line) for line in lines) + 20)
    text = [
        label(line, 10, 16 + 14 * row, 10, text_anchor="start", font_family=MONOSPACED, style="white-space:pre")
        for row, line in enumerate(lines)
    ]
    top = 16.0 + 14 * len(lines)
    marks, used = buttons(moves, 10, top, width - 20, 8, highlight)
    return picture([*text, *marks], width, top + used + 10, size, lines[0])


def card(
    x: float,
    y: float,
    width: float,
    face: str = "",
    colour: str = INK,
    move: str | None = None,
    highlighted: bool = False,
) -> str:
    """Draw a card with this upper left corner, 1.4 times as high as wide; without a face it lies face down."""
    height = width * 1.4
    line = GLOW if highlighted else INK
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": width * 0.1, "stroke": line}
    thick = width * (0.09 if highlighted else 0.025)
    if not face:
        inner = {"x": x + width * 0.1, "y": y + width * 0.1, "width": width * 0.8, "height": height - width * 0.2}
        return element("rect", **shape, stroke_width=thick, fill="#51728f") + element(
            "rect",
            **inner,
            rx=width * 0.06,
            fill="none",
            stroke="#ffffff",
            stroke_opacity=0.55,
            stroke_width=width * 0.03,
        )
    drawn = [
        element("rect", **shape, stroke_width=thick, fill="#ffffff"),
        label(face, x + width / 2, y + height / 2, width * 0.6, fill=colour, font_weight="bold"),
    ]
    clickable = {"class_": "target", "data_move": move, "style": "cursor:pointer"} if move else {}
    return element("g", *drawn, **clickable)
