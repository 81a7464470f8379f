"""Drawings of Abalone: a hexagonal board with marbles in its holes, and the ejected marbles beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.games import hexagons, svg
from kibitz.games.abalone.notation import DIRECTIONS, ROWS, beyond, seats_by_cell
from kibitz.games.hexagons import Place

PLACES: dict[str, Place] = {
    cell: (i - (len(cells) - 1) / 2, (4 - row) * hexagons.ROW)
    for row, cells in enumerate(ROWS)
    for i, cell in enumerate(cells)
}
STEPS: list[Place] = [(along - up / 2, -up * hexagons.ROW) for up, along in DIRECTIONS]
# Sixths of a turn, clockwise, that bring a seat's side to the bottom.
TURNS = {2: (0, 3), 3: (0, -2, 2)}
COLOURS = ("#2b2f36", "#f2efe6", "#c8553d")

UNIT = 10.0  # from cell to cell
WIDTH = 120.0
MIDDLE = (WIDTH / 2, 61.0)
TRAYS = 116.0  # where the trays of ejected marbles begin


def status(to_move: int, scores: Sequence[float], over: bool) -> str:
    """Say whose turn it is or how the game ended."""
    if any(scores):
        winner = max(range(len(scores)), key=lambda seat: scores[seat])
        return f"seat {winner} ({hexagons.LETTERS[winner]}) has won"
    return "over without a winner" if over else f"seat {to_move} ({hexagons.LETTERS[to_move]}) to move"


def board(marbles: Sequence[Sequence[int]]) -> str:
    """Draw the board in plain text; each number marks the lower end of a diagonal."""
    seats = seats_by_cell(marbles)
    lines = []
    for row in range(8, -1, -1):
        cells = " ".join(hexagons.LETTERS[seats[cell]] if cell in seats else "." for cell in ROWS[row])
        diagonal = f" {row + 6}" if row <= 3 else ""
        lines.append(f"{' ' * abs(row - 4)}{ROWS[row][0][0]} {cells}{diagonal}")
    return "\n".join([*lines, "       1 2 3 4 5"])


def mark(move: str) -> list[tuple[str, Place]]:
    """The two clicks that make a move: the cell to start from, and the place of the mark.

    The mark of an in-line move is on the cell that the rearmost marble enters. For a broadside move, you click one end
    of the row. The mark (where you click second) then lies halfway between the other end of the row and the cell that
    it enters. So no two moves from the same start have the same mark.
    """
    cells = move.split("-")
    if len(cells) == 2:
        return [(cells[0], PLACES[cells[1]])]
    first, last, target = cells
    step = STEPS[next(way for way in range(6) if beyond(first, way) == target)]
    halfway = [(x + step[0] / 2, y + step[1] / 2) for x, y in (PLACES[first], PLACES[last])]
    return [(first, halfway[1]), (last, halfway[0])]


def way(move: str) -> list[Place] | None:
    """The arrow of a move. It starts at the rearmost marble or, for a broadside move, in the middle of the row."""
    cells = move.split("-")
    if len(cells) not in (2, 3) or not all(cell in PLACES for cell in cells):
        return None
    if len(cells) == 2:
        return [PLACES[cells[0]], PLACES[cells[1]]]
    middle = hexagons.between(PLACES[cells[0]], PLACES[cells[1]], 0.5)
    (x, y), (to_x, to_y) = PLACES[cells[0]], PLACES[cells[2]]
    return [middle, (middle[0] + to_x - x, middle[1] + to_y - y)]


def picture(
    marbles: Sequence[Sequence[int]],
    ejected: Sequence[int],
    goal: int,
    headline: str,
    headline_seat: int | None,
    progress: str,
    moves: Sequence[str],
    size: int,
    seat: int | None,
    highlight: Sequence[str],
) -> str:
    """Draw the board as SVG; a seat has its start at the bottom."""
    sixths = 0 if seat is None else TURNS[len(marbles)][seat]
    seats = seats_by_cell(marbles)

    def at(place: Place) -> Place:
        x, y = hexagons.turned(place, sixths)
        return MIDDLE[0] + UNIT * x, MIDDLE[1] + UNIT * y

    parts = _wood(at) + _coordinates(at)
    for cell, place in PLACES.items():
        parts.append(hexagons.pit(at(place), 3.9, cell))
        if cell in seats:
            owner = seats[cell]
            parts.append(hexagons.marble(at(place), 4.55, COLOURS[owner], cell, hexagons.LETTERS[owner]))
    cells = {start: at(PLACES[start]) for move in moves if move != "pass" for start, _ in mark(move)}
    parts += svg.starts(cells, 4.55)
    for move in moves:
        if move == "pass":
            parts.extend(svg.buttons(["pass"], 4, 14, 30, 5, highlight)[0])
            continue
        for start, place in mark(move):
            x, y = at(place)
            radius = 3.4 if move.count("-") == 1 else 1.5
            parts.append(svg.target(move, x, y, radius, start=start, highlighted=move in highlight))
    for move in highlight:
        arrow = way(move)
        if arrow is not None:
            parts.append(hexagons.arrow([at(place) for place in arrow], 1.1))
    parts.append(hexagons.caption(headline, 4, 6.5, 4.6, None if headline_seat is None else COLOURS[headline_seat]))
    parts.append(svg.label(progress, WIDTH - 4, 6.5, 3.8, text_anchor="end", fill_opacity=0.7))
    for owner, number in enumerate(ejected):
        parts.extend(_tray(owner, number, goal, len(marbles), TRAYS + 7 * owner))
    return svg.picture(parts, WIDTH, TRAYS + 7 * len(marbles) - 1.5, size, f"abalone: {headline}")


def _wood(at: Callable[[Place], Place]) -> list[str]:
    corners = [at(hexagons.turned((4.95, 0.0), corner)) for corner in range(6)]
    return [
        hexagons.polygon(corners, fill=svg.WOOD_DARK, stroke=svg.WOOD_DARK, stroke_width=3.6),
        hexagons.polygon(corners, fill=svg.WOOD_LIGHT, stroke=svg.WOOD_LIGHT, stroke_width=1.2),
    ]


def _coordinates(at: Callable[[Place], Place]) -> list[str]:
    """Letters at the start of each row, and numbers at the end of each diagonal that falls to the right."""
    labels: list[tuple[str, Place]] = []
    for cells in ROWS:
        x, y = PLACES[cells[0]]
        labels.append((cells[0][0], (x - 1.5, y)))
    for number in range(1, 10):
        x, y = PLACES[f"{'abcdefghi'[max(0, number - 5)]}{number}"]
        fall = STEPS[5]
        labels.append((str(number), (x + 1.5 * fall[0], y + 1.5 * fall[1])))
    return [svg.label(text, *at(place), 3.8, font_weight="bold", fill_opacity=0.7) for text, place in labels]


def _tray(owner: int, number: int, goal: int, players: int, y: float) -> list[str]:
    """The marbles that a seat has ejected; with one opponent, in that opponent's colour."""
    colour = COLOURS[1 - owner] if players == 2 else "#8d8678"
    apart = min(6.0, 74 / goal)
    places = [(27 + apart * (i + 0.5), y) for i in range(goal)]
    parts = [hexagons.caption(f"{hexagons.LETTERS[owner]}  {number}/{goal}", 4, y, 4.6, COLOURS[owner])]
    for i, place in enumerate(places):
        if i < number:
            parts.append(hexagons.marble(place, apart * 0.4, colour, "ejected"))
        else:
            ring = {"fill": "none", "stroke": svg.INK, "stroke_opacity": 0.25, "stroke_width": 0.4}
            parts.append(svg.element("circle", cx=place[0], cy=place[1], r=apart * 0.36, **ring))
    return parts
