"""Drawings of Chinese Checkers: a wooden star with six coloured tips."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from kibitz.games import hexagons, svg
from kibitz.games.chinese_checkers.notation import HOLES, LENGTHS, ROWS, seats_by_hole
from kibitz.games.hexagons import Place

PLACES: dict[str, Place] = {
    hole: (i - (LENGTHS[row] - 1) / 2, (row - 8) * hexagons.ROW)
    for row, holes in enumerate(ROWS)
    for i, hole in enumerate(holes)
}
DIRECTIONS = [hexagons.turned((1.0, 0.0), sixths) for sixths in range(6)]
HOMES = {2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}

UNIT = 10.0  # from hole to hole
WIDTH, HEIGHT = 164.0, 182.0
MIDDLE = (WIDTH / 2, 96.0)


def _rounded(place: Place) -> tuple[int, int]:
    return round(2 * place[0]), round(place[1] / hexagons.ROW)


_HOLE_AT = {_rounded(place): hole for hole, place in PLACES.items()}


def _beyond(hole: str, direction: Place, steps: int) -> str | None:
    x, y = PLACES[hole]
    return _HOLE_AT.get(_rounded((x + steps * direction[0], y + steps * direction[1])))


def way(start: str, end: str, seats: Mapping[str, int]) -> list[str]:
    """The holes that a move passes: both ends and, if it is not a step, the shortest chain of hops.

    The result is the same before and after the move, because both the start and the end of the pawn count as empty.
    """
    taken = seats.keys() - {start, end}
    if any(_beyond(start, direction, 1) == end for direction in DIRECTIONS):
        return [start, end]
    before: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        here = waiting.popleft()
        for direction in DIRECTIONS:
            over, landing = _beyond(here, direction, 1), _beyond(here, direction, 2)
            if over in taken and landing is not None and landing not in taken and landing not in before:
                before[landing] = here
                waiting.append(landing)
    if end not in before:
        return [start, end]
    holes = [end]
    while holes[-1] != start:
        holes.append(before[holes[-1]])
    return holes[::-1]


def status(to_move: int, winner: int, over: bool) -> str:
    """Say whose turn it is or how the game ended."""
    if winner >= 0:
        return f"seat {winner} ({hexagons.LETTERS[winner]}) has won"
    return "over without a winner" if over else f"seat {to_move} ({hexagons.LETTERS[to_move]}) to move"


def board(pawns: Sequence[Sequence[int]]) -> str:
    """Draw the board in plain text."""
    seats = seats_by_hole(pawns)
    lines = []
    for row in ROWS:
        holes = " ".join(hexagons.LETTERS[seats[hole]] if hole in seats else "." for hole in row)
        lines.append(f"{row[0][0]}  {' ' * (13 - len(row))}{holes}")
    return "\n".join(lines)


def picture(
    pawns: Sequence[Sequence[int]],
    headline: str,
    headline_seat: int | None,
    progress: str,
    moves: Sequence[str],
    size: int,
    seat: int | None,
    highlight: Sequence[str],
) -> str:
    """Draw the board as SVG; a seat has its home at the bottom."""
    homes = HOMES[len(pawns)]
    sixths = 0 if seat is None else 3 - homes[seat]
    seats = seats_by_hole(pawns)

    def at(place: Place) -> Place:
        x, y = hexagons.turned(place, sixths)
        return MIDDLE[0] + UNIT * x, MIDDLE[1] + UNIT * y

    parts = _star(homes, at)
    for row in ROWS:
        left, right = PLACES[row[0]], PLACES[row[-1]]
        outward = 0.18 if row[0][0] in "nopq" else -0.18 if row[0][0] in "abcd" else 0.0
        for x, y in (at((left[0] - 1.2, left[1] + outward)), at((right[0] + 1.2, right[1] + outward))):
            parts.append(svg.label(row[0][0], x, y, 3.6, font_weight="bold", fill_opacity=0.7))
    for hole, place in PLACES.items():
        if hole in seats:
            owner = seats[hole]
            parts.append(hexagons.marble(at(place), 4.2, svg.SEATS[owner], hole, hexagons.LETTERS[owner]))
        else:
            parts.append(hexagons.pit(at(place), 2.9, hole, hole[1:]))
    begun = [move.partition("-")[0] for move in moves if "-" in move]
    parts += svg.starts({hole: at(PLACES[hole]) for hole in begun}, 4.2)
    for move in moves:
        start, _, end = move.partition("-")
        if end:
            x, y = at(PLACES[end])
            parts.append(svg.target(move, x, y, 4.2, start=start, highlighted=move in highlight))
    for move in highlight:
        holes = move.split("-")
        if len(holes) == 2 and all(hole in PLACES for hole in holes):
            parts.extend(hexagons.ring(at(PLACES[hole]), 4.5, 1.0) for hole in holes)
            parts.append(hexagons.arrow([at(PLACES[hole]) for hole in way(holes[0], holes[1], seats)], 1.1))
    if "pass" in moves:
        parts.extend(svg.buttons(["pass"], 8, 24, 30, 6, highlight)[0])
    parts.append(hexagons.caption(headline, 6, 9, 6, None if headline_seat is None else svg.SEATS[headline_seat]))
    parts.append(svg.label(progress, WIDTH - 6, 9, 5, text_anchor="end", fill_opacity=0.7))
    for owner, own in enumerate(pawns):
        there = arrived(own, owner, len(pawns))
        # In the two lower corners, beside the bottom tip.
        x, y = (8.0, WIDTH - 36.0)[owner % 2], HEIGHT - 30.0 + 9 * (owner // 2)
        parts.append(hexagons.caption(f"{hexagons.LETTERS[owner]} {there}/10", x, y, 6, svg.SEATS[owner]))
    return svg.picture(parts, WIDTH, HEIGHT, size, f"chinese-checkers: {headline}")


def arrived(pawns: Sequence[int], seat: int, players: int) -> int:
    """How many pawns of a seat stand in its goal."""
    return sum(_camp(HOLES[hole]) == (HOMES[players][seat] + 3) % 6 for hole in pawns)


def _camp(hole: str) -> int | None:
    """The tip of the star in which a hole lies, numbered clockwise from the top."""
    x, y = PLACES[hole]
    for tip in range(6):
        outward = hexagons.turned((0.0, -1.0), tip)
        if x * outward[0] + y * outward[1] > 4.5 * hexagons.ROW:
            return tip
    return None


def _star(homes: Sequence[int], at: Callable[[Place], Place]) -> list[str]:
    """The wooden star. Each tip has the colour of the seat that starts there or, paler, of the seat whose goal it
    is."""
    # Corners of the two big triangles, a little outside the outermost holes; between two tips lies an inner corner.
    reach = 8 * hexagons.ROW + 1.05
    tips = [hexagons.turned((0.0, -reach), tip) for tip in range(6)]
    inner = [hexagons.turned((0.0, -reach / 3**0.5), tip + 0.5) for tip in range(6)]
    outline = [corner for pair in zip(tips, inner, strict=True) for corner in pair]
    parts = [
        hexagons.polygon(map(at, outline), fill=svg.WOOD_DARK, stroke=svg.WOOD_DARK, stroke_width=3.6),
        hexagons.polygon(map(at, outline), fill=svg.WOOD_LIGHT, stroke=svg.WOOD_LIGHT, stroke_width=1.6),
    ]
    for tip in range(6):
        corners = [at(tips[tip]), at(inner[tip]), at(inner[tip - 1])]
        if tip in homes:
            parts.append(hexagons.polygon(corners, fill=svg.SEATS[homes.index(tip)], fill_opacity=0.5))
        elif (tip + 3) % 6 in homes:
            parts.append(hexagons.polygon(corners, fill=svg.SEATS[homes.index((tip + 3) % 6)], fill_opacity=0.2))
    return parts
