"""A preference drawn as a graph, as in sturtevant2006 Figures 3 and 4.

Better outcomes are higher. Outcomes that are not ordered and have the same relations share a box, and an edge that
follows from others is left out (a Hasse diagram). Layers are set by the longest path down; long edges bend through the
layers between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from kibitz.games import svg

SIZE = 10.0
LETTER = 0.6 * SIZE
LINE = 1.5 * SIZE
GAP = 4.0 * SIZE
NARROWEST = 30 * SIZE
A_ROW = 6
MOST_ROWS = 5

Node = tuple[int, ...]
"""A box, or the bend of a long edge in one layer: (upper box, lower box, layer)."""


def boxes(order: Sequence[Sequence[int]]) -> list[list[int]]:
    """Groups of outcomes that are better than the same outcomes and worse than the same outcomes.

    >>> boxes([[2], [2], []])
    [[0, 1], [2]]
    """
    above: list[list[int]] = [[] for _ in order]
    for better, worse in enumerate(order):
        for each in worse:
            above[each].append(better)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for outcome, worse in enumerate(order):
        found.setdefault((tuple(above[outcome]), tuple(sorted(worse))), []).append(outcome)
    return list(found.values())


def reduction(below: Sequence[set[int]]) -> list[tuple[int, int]]:
    """The edges of a closed order that do not follow from others.

    >>> reduction([{1, 2}, {2}, set()])
    [(0, 1), (1, 2)]
    """
    return [
        (upper, lower)
        for upper, under in enumerate(below)
        for lower in sorted(under)
        if not any(lower in below[between] for between in under)
    ]


def layers(below: Sequence[set[int]]) -> list[int]:
    """How many steps each box is below the top, along the longest path."""
    depth = [0] * len(below)
    # In a closed order, higher boxes have more below them.
    for upper in sorted(range(len(below)), key=lambda each: -len(below[each])):
        for lower in below[upper]:
            depth[lower] = max(depth[lower], depth[upper] + 1)
    return depth


def picture(title: str, outcomes: Sequence[Sequence[float]], order: Sequence[Sequence[int]], size: int) -> str:
    """Draw an order of outcomes; for each outcome, the numbers of the outcomes to which it is preferred are given."""
    grouped = boxes(order)
    place = {outcome: box for box, group in enumerate(grouped) for outcome in group}
    below = [{place[worse] for worse in order[group[0]]} for group in grouped]
    texts = [_rows([outcomes[each] for each in group]) for group in grouped]
    rows, chains = _arranged(layers(below), reduction(below))
    wide = {node: _width(texts[node[0]]) if len(node) == 1 else GAP / 2 for row in rows for node in row}
    width = max(
        [
            NARROWEST,
            LETTER * len(title) + 2 * GAP,
            *(sum(wide[node] for node in row) + GAP * (len(row) + 1) for row in rows),
        ]
    )
    centre: dict[Node, tuple[float, float]] = {}
    high: dict[Node, float] = {}
    top = GAP * 1.2
    for row in rows:
        tallest = max(_height(texts[node[0]]) for node in row if len(node) == 1)
        spare = (width - sum(wide[node] for node in row)) / (len(row) + 1)
        left = spare
        for node in row:
            centre[node] = left + wide[node] / 2, top + tallest / 2
            high[node] = _height(texts[node[0]]) if len(node) == 1 else 0.0
            left += wide[node] + spare
        top += tallest + GAP
    lines = [_edge([centre[node] for node in chain], high[chain[0]], high[chain[-1]]) for chain in chains]
    drawn = [_box(texts[node[0]], *centre[node]) for row in rows for node in row if len(node) == 1]
    heading = svg.label(title, width / 2, SIZE * 1.6, SIZE * 1.1, font_weight="bold")
    return svg.picture([heading, *lines, *drawn], width, top - GAP / 2, size, title)


def _arranged(depth: Sequence[int], edges: Sequence[tuple[int, int]]) -> tuple[list[list[Node]], list[list[Node]]]:
    """The nodes of each layer from left to right, and the nodes that each edge passes through."""
    rows: list[list[Node]] = [[] for _ in range(max(depth, default=0) + 1)]
    for box, layer in enumerate(depth):
        rows[layer].append((box,))
    chains: list[list[Node]] = []
    for upper, lower in edges:
        bends: list[Node] = [(upper, lower, layer) for layer in range(depth[upper] + 1, depth[lower])]
        for bend in bends:
            rows[bend[2]].append(bend)
        chains.append([(upper,), *bends, (lower,)])
    beside: dict[Node, list[Node]] = {node: [] for row in rows for node in row}
    for chain in chains:
        for first, second in pairwise(chain):
            beside[first].append(second)
            beside[second].append(first)
    for sweep in range(8):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            where = {node: (index + 0.5) / len(other) for other in rows for index, node in enumerate(other)}
            row.sort(key=lambda node: _mean_place(beside[node], where, where[node]))
    return rows, chains


def _mean_place(neighbours: Sequence[Node], where: Mapping[Node, float], own: float) -> float:
    return sum(where[node] for node in neighbours) / len(neighbours) if neighbours else own


def _rows(outcomes: Sequence[Sequence[float]]) -> list[str]:
    words = [f"({','.join(f'{number:g}' for number in outcome)})" for outcome in outcomes]
    columns = max(1, min(A_ROW, round((len(words) * 2) ** 0.5)))
    rows = [" ".join(words[start : start + columns]) for start in range(0, len(words), columns)]
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [f"and {len(words) - columns * (MOST_ROWS - 1)} more"]
    return rows


def _width(rows: Sequence[str]) -> float:
    return LETTER * max(map(len, rows)) + 2 * SIZE


def _height(rows: Sequence[str]) -> float:
    return LINE * len(rows) + SIZE


def _box(rows: Sequence[str], x: float, y: float) -> str:
    width, height = _width(rows), _height(rows)
    frame = svg.element(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=SIZE / 2,
        fill="#ffffff",
        stroke=svg.SEATS[0],
        stroke_width=1.2,
    )
    first = y - LINE * (len(rows) - 1) / 2
    text = [
        svg.label(row, x, first + LINE * number, SIZE, font_family=svg.MONOSPACED, style="white-space:pre")
        for number, row in enumerate(rows)
    ]
    return svg.element("g", frame, *text, class_="outcomes")


def _edge(points: list[tuple[float, float]], from_height: float, to_height: float) -> str:
    """A line from the lower side of one box to an arrow head on the upper side of another."""
    (x, y), (end_x, end_y) = points[0], points[-1]
    tip = end_y - to_height / 2
    points = [(x, y + from_height / 2), *points[1:-1], (end_x, tip - SIZE * 0.6)]
    path = f"M {points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (next_x, next_y) in pairwise(points):
        middle = (y + next_y) / 2
        path += f" C {x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_y:.1f}"
    half = SIZE * 0.35
    head = f"{end_x:.1f},{tip:.1f} {end_x - half:.1f},{tip - SIZE * 0.8:.1f} {end_x + half:.1f},{tip - SIZE * 0.8:.1f}"
    line = svg.element("path", d=path, fill="none", stroke=svg.INK, stroke_width=1, stroke_opacity=0.75)
    return line + svg.element("polygon", points=head, fill=svg.INK)
