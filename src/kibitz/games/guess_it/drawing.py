"""Drawings of Guess It: the opponent's hand, the centre, the seat's own hand, and buttons to ask for and name cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.games import svg


@dataclass(frozen=True)
class CardsShown:
    """The contents of a drawing, as one seat sees them or complete; ``None`` is a card that is not shown."""

    cards: int
    hands: list[list[int | None]]
    centre: int | None
    face_up: frozenset[int]
    pending: int | None
    history: list[str]
    to_move: int | None
    winner: int | None
    moves: list[str]
    bottom: int


def standing(table: CardsShown, seat: int) -> str:
    """Whether a seat is to move, has won or has lost, in words."""
    if table.winner is not None:
        return "won" if table.winner == seat else "lost"
    return "to move" if table.to_move == seat else ""


def news(table: CardsShown) -> str:
    """The pending or named card, in words."""
    if table.history and table.history[-1].startswith("name"):
        return f"{table.history[-1].split()[1]} was named by seat {(len(table.history) - 1) % 2}"
    if table.pending:
        return f"pending: {table.pending}, asked by seat {(len(table.history) - 1) % 2}"
    return ""


def board(table: CardsShown) -> str:
    """Draw the cards in plain text, those that lie face up in brackets."""

    def cell(card: int | None) -> str:
        shown = "? " if card is None else f"[{card}]" if card in table.face_up else f"{card} "
        return shown.rjust(4)

    def line(name: str, cards: Sequence[int | None], remark: str) -> str:
        row = "".join(cell(card) for card in cards).ljust(4 * table.cards)
        return f"{name} {row}   {remark}".rstrip()

    top = 1 - table.bottom
    return "\n".join(
        [
            line(f"seat {top}", table.hands[top], standing(table, top)),
            line("centre", [table.centre], news(table)),
            line(f"seat {table.bottom}", table.hands[table.bottom], standing(table, table.bottom)),
        ]
    )


WIDTH = 400.0
MARGIN = 14.0


def picture(table: CardsShown, size: int, highlight: Sequence[str]) -> str:
    """Draw the cards as SVG: click an own card to ask for it; buttons below ask for and name the others."""
    wide = min(58.0, (WIDTH - 2 * MARGIN) / (table.cards * 1.14))
    high = wide * 1.4
    glowing = {int(found[1]) for move in highlight if (found := re.fullmatch(r"(?:ask|name) (\d{1,2})", move))}
    top = 1 - table.bottom
    y = 16.0
    parts = [_caption(table, top, y), *_hand(table, top, y + 12, wide, glowing)]
    y += 12 + high + 12
    parts += _middle(table, y, wide, glowing)
    y += high + 14
    parts += [_caption(table, table.bottom, y + 4), *_hand(table, table.bottom, y + 16, wide, glowing)]
    y += 16 + high + 12
    choices, used = _choices(table, y, highlight)
    return svg.picture([*parts, *choices], WIDTH, y + used, size, f"guess-it: {news(table) or 'nothing is pending'}")


def _caption(table: CardsShown, seat: int, y: float) -> str:
    remark = standing(table, seat)
    return svg.label(
        f"seat {seat}, {remark}" if remark else f"seat {seat}",
        MARGIN,
        y,
        14,
        text_anchor="start",
        fill=svg.SEATS[seat],
        font_weight="bold" if remark else None,
    )


def _card(table: CardsShown, x: float, y: float, wide: float, card: int | None, glow: bool, **looks: str | None) -> str:
    drawn = svg.card(x, y, wide, "" if card is None else str(card), highlighted=glow, **looks)  # type: ignore[arg-type]
    return svg.element("g", drawn, opacity=0.4) if card in table.face_up else drawn


def _hand(table: CardsShown, seat: int, y: float, wide: float, glowing: set[int]) -> list[str]:
    asks = set(table.moves) if seat == table.to_move else set()
    return [
        _card(
            table,
            MARGIN + i * wide * 1.14,
            y,
            wide,
            card,
            card in glowing or (card is not None and card == table.pending),
            colour=svg.SEATS[seat],
            move=f"ask {card}" if f"ask {card}" in asks else None,
        )
        for i, card in enumerate(table.hands[seat])
    ]


def _middle(table: CardsShown, y: float, wide: float, glowing: set[int]) -> list[str]:
    """The centre card and, if its place is hidden from the viewer, a faint pending card beside it."""
    known = table.centre is not None
    parts = [_card(table, MARGIN, y, wide, table.centre, known and table.centre in glowing | {table.pending})]
    x = MARGIN + wide * 1.14
    visible = {card for hand in table.hands for card in hand} | {table.centre}
    remark = {"text_anchor": "start", "fill": svg.INK}
    if table.pending and table.pending not in visible:
        ghost = {"x": x, "y": y, "width": wide, "height": wide * 1.4, "rx": wide * 0.1, "stroke": svg.GLOW}
        parts.append(
            svg.element("rect", **ghost, stroke_width=wide * 0.07, stroke_dasharray=wide * 0.14, fill="#ffffff")
        )
        parts.append(svg.label(f"{table.pending}?", x + wide / 2, y + wide * 0.7, wide * 0.5, font_weight="bold"))
        x += wide * 1.14
    parts.append(svg.label("the centre" if known else "the centre, face down", x + 4, y + wide * 0.3, 14, **remark))
    parts.append(svg.label(news(table) or "nothing is pending", x + 4, y + wide * 0.3 + 20, 14, **remark))
    asked = [move.split()[1] for move in table.history if move.startswith("ask")]
    if asked:
        parts.append(svg.label(f"asked so far: {' '.join(asked)}", x + 4, y + wide * 0.3 + 38, 11, **remark))
    return parts


def _choices(table: CardsShown, y: float, highlight: Sequence[str]) -> tuple[list[str], float]:
    """A row of numbers to ask for and a row to name, one column for each card not held by the mover."""
    if not table.moves:
        return [], 0.0
    names = [int(move.split()[1]) for move in table.moves if move.startswith("name")]
    legal, left, step, line = set(table.moves), 64.0, 36.0, 24.0
    parts = []
    for row, word in enumerate(("ask", "name")):
        middle = y + row * (line + 6) + line / 2
        parts.append(svg.label(word, MARGIN, middle, 15, text_anchor="start"))
        for column, card in enumerate(names):
            move = f"{word} {card}"
            if move not in legal:
                continue
            x = left + column * step
            chosen = move in highlight
            called = word == "name" and card == table.pending
            parts.append(
                svg.element(
                    "g",
                    svg.element("title", move + (" (call)" if called else "")),
                    svg.element(
                        "rect",
                        x=x,
                        y=middle - line / 2,
                        width=step - 5,
                        height=line,
                        rx=5,
                        fill=svg.GLOW if chosen else "#ffffff",
                        stroke=svg.GLOW if called else svg.INK,
                        stroke_opacity=1 if called else 0.35,
                        stroke_width=2.5 if called else 1,
                    ),
                    svg.label(str(card), x + (step - 5) / 2, middle, 15),
                    class_="target",
                    data_move=move,
                    style="cursor:pointer",
                )
            )
    return parts, 2 * line + 6 + 12
