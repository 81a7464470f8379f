"""Drawings of trees: as text with branches, and as a picture with one row for each level.

Of a large tree, only the nodes near the current one are shown.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.games import svg
from kibitz.games.tree.notation import CHANCE, Content, Node, Numbers, single

_SHOWN = 150  # about this many nodes are shown
_ABOVE = 4  # levels above the current node that are shown of a large tree


def numbers_text(numbers: Numbers) -> str:
    """Write one number for each seat, or a single number if two seats play a zero-sum game."""
    if single(numbers) or len(numbers) == 1:
        return f"{numbers[0]:g}"
    return f"({', '.join(f'{number:g}' for number in numbers)})"


def value_lines(node: Node) -> list[str]:
    """What a leaf is worth, and its outcome if that differs."""
    if node.lows == node.highs:
        lines = [numbers_text(node.lows)]
    else:
        lines = [f"[{low:g}, {high:g}]" for low, high in zip(node.lows, node.highs, strict=True)]
    middle = tuple((low + high) / 2 for low, high in zip(node.lows, node.highs, strict=True))
    return lines if node.outcome == middle else [*lines, f"outcome {numbers_text(node.outcome)}"]


def evaluation_lines(node: Node) -> list[str]:
    """The evaluations of a node, by name."""
    return [f"{name} {numbers_text(numbers)}" for name, numbers in node.evaluations.items()]


def mover(node: Node) -> str:
    """Who moves at a node."""
    return "chance" if node.to_move == CHANCE else f"seat {node.to_move}"


@dataclass(frozen=True)
class Part:
    """The part of a tree that is shown: its top node, and the nodes whose children are shown."""

    top: int
    opened: frozenset[int]


def part(content: Content, current: int) -> Part:
    """Choose the nodes to show: all nodes of a small tree; otherwise those around the current node."""
    nodes = content.nodes
    if len(nodes) <= _SHOWN:
        return Part(0, frozenset(range(len(nodes))))
    way = [current]
    while way[-1] > 0 and len(way) <= _ABOVE:
        way.append(nodes[way[-1]].parent)
    opened = set(way[1:])
    count = 1 + sum(len(nodes[number].children) for number in opened)
    waiting = [current]
    for number in waiting:
        if nodes[number].is_leaf or (count + len(nodes[number].children) > _SHOWN and number != current):
            continue
        opened.add(number)
        count += len(nodes[number].children)
        waiting.extend(nodes[number].children)
    return Part(way[-1], frozenset(opened))


def below_text(node: Node) -> str:
    """The text for children that are not shown."""
    count = len(node.children)
    return f"... {count} {'move' if count == 1 else 'moves'}"


def board(content: Content, current: int) -> str:
    """Draw the tree in plain text."""
    shown = part(content, current)
    lines = ["..."] if shown.top else []
    stack = [(shown.top, "", "")]
    while stack:
        number, before, below = stack.pop()
        node = content.nodes[number]
        said = [" ".join(value_lines(node))] if node.is_leaf else [mover(node)]
        said += evaluation_lines(node)
        if node.weight != 1:
            said.append(f"stands for {node.weight}")
        if node.parent >= 0 and content.nodes[node.parent].to_move == CHANCE:
            said.insert(0, f"probability {node.probability:g}")
        if not node.is_leaf and number not in shown.opened:
            said.append(below_text(node))
        here = "  <- here" if number == current else ""
        lines.append(f"{before}{node.name}: {', '.join(said)}{here}")
        if number in shown.opened:
            for child in reversed(node.children):
                last = child == node.children[-1]
                stack.append((child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
    return "\n".join(lines)


# The picture.

_FONT = 11.0
_LINE = 13.0
_RADIUS = 13.0
_DOT = 5.0
_GAP = 14.0
_ALONG = 0.6  # the place of the text along an edge, as a share of its length
_SIDES = (0, 4, 3, 6, 5, 8, 7, 10)  # the number of sides of each seat's shape; 0 is a circle


def _wide(text: str) -> float:
    return 0.6 * _FONT * len(text)


def _short(text: str, most: int = 24) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


@dataclass
class _Place:
    """One node on the page: its texts, how far they reach to both sides, and its position."""

    left: list[str]
    right: list[str]
    under: list[str]
    note: list[str]
    reach_left: float = 0.0
    reach_right: float = 0.0
    x: float = 0.0
    level: int = 0


def _place(node: Node, opened: bool, note: str | None) -> _Place:
    notes = [] if note is None else note.split("\n")
    if node.is_leaf:
        under = [_short(node.name), *value_lines(node), *evaluation_lines(node)]
        half = max(_DOT, *(_wide(line) / 2 for line in [*under, *notes]))
        return _Place([], [], under, notes, half, half)
    right = evaluation_lines(node)
    name = _short(node.name)
    under = [] if opened else [below_text(node)]
    half = max((_wide(line) / 2 for line in under), default=0.0)
    beside = max((_wide(line) for line in [*right, *notes]), default=0.0)
    return _Place([name], right, under, notes, max(half, _RADIUS + 10 + _wide(name)), max(half, _RADIUS + 10 + beside))


def _layout(content: Content, shown: Part, notes: Mapping[int, str]) -> tuple[dict[int, _Place], float]:
    """Place every parent over the middle of its children, with room for the texts; also return the width."""
    order, places = [shown.top], {}
    for number in order:  # parents before children
        opened = number in shown.opened
        places[number] = place = _place(content.nodes[number], opened, notes.get(number))
        edge = _wide(_edge_text(content, number)) / 2 / _ALONG
        place.reach_left, place.reach_right = max(edge, place.reach_left), max(edge, place.reach_right)
        if number != shown.top:
            places[number].level = places[content.nodes[number].parent].level + 1
        if opened:
            order.extend(content.nodes[number].children)
    offsets: dict[int, float] = {}
    outlines: dict[int, list[tuple[float, float]]] = {}
    for number in reversed(order):
        place = places[number]
        children = content.nodes[number].children if number in shown.opened else range(0)
        below: list[tuple[float, float]] = []
        for child in children:
            offsets[child] = _beside(below, outlines[child])
            below = _joined(below, outlines.pop(child), offsets[child])
        middle = (offsets[children[0]] + offsets[children[-1]]) / 2 if children else 0.0
        for child in children:
            offsets[child] -= middle
        outlines[number] = [(-place.reach_left, place.reach_right), *((a - middle, b - middle) for a, b in below)]
    (outline,) = outlines.values()
    left, right = min(a for a, _ in outline), max(b for _, b in outline)
    places[shown.top].x = -left
    for number in order[1:]:
        places[number].x = places[content.nodes[number].parent].x + offsets[number]
    return places, right - left


def _beside(placed: list[tuple[float, float]], outline: list[tuple[float, float]]) -> float:
    """How far to the right a subtree must be placed so that no level of it touches a node that is already placed."""
    return max((right + _GAP - left for (_, right), (left, _) in zip(placed, outline, strict=False)), default=0.0)


def _joined(
    placed: list[tuple[float, float]], outline: list[tuple[float, float]], offset: float
) -> list[tuple[float, float]]:
    """The outline of two subtrees together, level by level."""
    moved = [(left + offset, right + offset) for left, right in outline]
    both = [(left, right) for (left, _), (_, right) in zip(placed, moved, strict=False)]
    return both + placed[len(both) :] + moved[len(both) :]


def _shape(seat: int, x: float, y: float, radius: float, **looks: object) -> str:
    """The shape of a seat, or the diamond of chance."""
    if seat == 0:
        return svg.element("circle", cx=x, cy=y, r=radius, **looks)
    sides, turn = (4, 0.0) if seat == CHANCE else (_SIDES[seat], math.pi / _SIDES[seat])
    if seat == 2:
        radius, turn, y = radius * 1.25, math.pi, y + radius * 0.15
    points = [
        (
            x + radius * 1.12 * math.sin(turn + 2 * math.pi * i / sides),
            y + radius * 1.12 * math.cos(turn + 2 * math.pi * i / sides),
        )
        for i in range(sides)
    ]
    return svg.element("polygon", points=" ".join(f"{px:.1f},{py:.1f}" for px, py in points), **looks)


def _written(text: str, x: float, y: float, **looks: object) -> str:
    """Text with a light halo, so that it can be read where it crosses an edge."""
    halo = {"stroke": svg.PAPER, "stroke_width": 3, "paint_order": "stroke", "stroke_linejoin": "round"}
    return svg.label(text, x, y, _FONT, **{**halo, **looks})


def _colour(seat: int) -> str:
    return svg.INK if seat == CHANCE else svg.SEATS[seat]


def picture(
    content: Content, current: int, size: int, highlight: Sequence[str] = (), notes: Mapping[int, str] | None = None
) -> str:
    """Draw the tree as SVG: shapes tell who moves, the current node has a ring, its children can be clicked."""
    notes = notes or {}
    shown = part(content, current)
    places, spread = _layout(content, shown, notes)
    tops, bottom = _level_tops(content, places)
    legend, legend_width = _legend(content, shown, current)
    width = max(spread + 24, legend_width + 24, 220.0)
    shift = (width - spread) / 2
    where = {number: (place.x + shift, tops[place.level]) for number, place in places.items()}
    marked = {content.numbers[name] for name in highlight if name in content.numbers}
    way = _way(content, current)
    edges = [_edge(content, number, where, number in marked, number in way) for number in places if number != shown.top]
    nodes = [
        part_of_node
        for number, place in places.items()
        for part_of_node in _node(content, number, place, where[number], number == current, number in marked, current)
    ]
    above = [_written("…", where[shown.top][0], tops[0] - _RADIUS - 10)] if shown.top else []
    title = f"tree: at {content.nodes[current].name}"
    return svg.picture([*legend, *above, *edges, *nodes], width, bottom, size, title)


def _way(content: Content, current: int) -> set[int]:
    """The nodes from the root to the current one."""
    way = {current}
    while current > 0:
        current = content.nodes[current].parent
        way.add(current)
    return way


def _level_tops(content: Content, places: Mapping[int, _Place]) -> tuple[list[float], float]:
    """The height of each level, with room for its text, and the height of the picture."""
    deepest = max(place.level for place in places.values())
    tops, y = [], 52.0
    for level in range(deepest + 1):
        here = [(number, place) for number, place in places.items() if place.level == level]
        beside = max(len(place.right) + len(place.note) for _, place in here) * _LINE / 2
        under = max(
            (len(place.under) + (len(place.note) if content.nodes[number].is_leaf else 0) for number, place in here),
            default=0,
        )
        if level:
            y += max(0.0, beside - _RADIUS)
        tops.append(y)
        y += max(_RADIUS + under * _LINE + 10, beside) + (34 if level < deepest else 4)
    return tops, y


def _edge(content: Content, number: int, where: Mapping[int, tuple[float, float]], marked: bool, walked: bool) -> str:
    node = content.nodes[number]
    (x1, y1), (x2, y2) = where[node.parent], where[number]
    line = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke_linecap": "round"}
    drawn = svg.element("line", **line, stroke=svg.GLOW, stroke_width=7) if marked else ""
    drawn += svg.element("line", **line, stroke=svg.INK, stroke_width=2.6 if walked else 1.1)
    if said := _edge_text(content, number):
        drawn += _written(said, x1 + _ALONG * (x2 - x1), y1 + _ALONG * (y2 - y1))
    return drawn


def _edge_text(content: Content, number: int) -> str:
    """The probability of a chance move, or the number of equivalent moves that a move stands for."""
    node = content.nodes[number]
    if number and content.nodes[node.parent].to_move == CHANCE:
        return f"{node.probability:.3g}"
    return f"×{node.weight}" if node.weight != 1 else ""


def _node(
    content: Content,
    number: int,
    place: _Place,
    where: tuple[float, float],
    here: bool,
    marked: bool,
    current: int,
) -> list[str]:
    node, (x, y) = content.nodes[number], where
    radius = _DOT if node.is_leaf else _RADIUS
    parts = []
    if here or marked:
        ring = {"stroke": svg.INK, "stroke_width": 2} if here else {}
        parts.append(svg.element("circle", cx=x, cy=y, r=radius + 6, fill=svg.GLOW, fill_opacity=0.75, **ring))
    if node.is_leaf:
        parts.append(svg.element("circle", cx=x, cy=y, r=_DOT, fill=svg.INK))
    else:
        parts.append(_shape(node.to_move, x, y, radius, fill=_colour(node.to_move)))
        inside = "?" if node.to_move == CHANCE else str(node.to_move)
        parts.append(svg.label(inside, x, y, 12, fill="#ffffff", font_weight="bold"))
    name_looks = {"font_weight": "bold"} if number in content.named or not number else {"fill": "#76818b"}
    parts += [_written(name, x - radius - 10, y, text_anchor="end", **name_looks) for name in place.left]
    note_looks = {"fill": "#9c2f1c", "font_style": "italic"}
    if node.is_leaf:
        below = [(line, name_looks if i == 0 else {}) for i, line in enumerate(place.under)]
        below += [(line, note_looks) for line in place.note]
        beside: list[tuple[str, dict[str, str]]] = []
    else:
        below = [(line, {}) for line in place.under]
        beside = [(line, {}) for line in place.right] + [(line, note_looks) for line in place.note]
    for i, (line, looks) in enumerate(beside):
        line_y = y + (i - (len(beside) - 1) / 2) * _LINE
        parts.append(_written(line, x + radius + 10, line_y, text_anchor="start", **looks))
    for i, (line, looks) in enumerate(below):
        parts.append(_written(line, x, y + radius + 12 + i * _LINE, **looks))
    if node.parent == current and number:
        parts.append(svg.target(node.name, x, y, radius + 5))
    return parts


def _legend(content: Content, shown: Part, current: int) -> tuple[list[str], float]:
    """Which shape is whose, and who is to move."""
    here = content.nodes[current]
    said = f"{here.name}: the end" if here.is_leaf else f"{here.name}: {mover(here)} to move"
    if here.to_move == CHANCE and not here.is_leaf:
        said = f"{here.name}: chance moves"
    parts = [svg.label(_short(said, 60), 12, 16, _FONT, text_anchor="start", font_weight="bold")]
    x = 12 + _wide(_short(said, 60)) + 18
    movers = {node.to_move for node in content.nodes if not node.is_leaf}
    for seat in sorted(movers, key=lambda seat: (seat == CHANCE, seat)):
        parts.append(_shape(seat, x, 16, 5, fill=_colour(seat)))
        name = "chance" if seat == CHANCE else f"seat {seat}"
        parts.append(svg.label(name, x + 10, 16, _FONT, text_anchor="start"))
        x += 22 + _wide(name)
    return parts, x
