"""A table with hands of cards around it, in plain text and seen from above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz.games import svg
from kibitz.games.cards.notation import CARDS, by_suit

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COLOURS = {"C": "#26303a", "D": "#c8553d", "H": "#b3261e", "S": "#26303a"}
FELT = "#4d8066"
FELT_EDGE = "#3a6350"

WIDTH, HEIGHT = 480.0, 440.0
CENTRE = (240.0, 196.0)


@dataclass(frozen=True)
class Seat:
    """What is drawn for one seat: its cards and a few words. If ``cards`` is None, ``size`` cards lie face down."""

    number: int
    cards: list[int] | None
    size: int
    standing: str


@dataclass(frozen=True)
class CardsShown:
    """Everything a drawing shows."""

    caption: str
    seats: list[Seat]
    trick: list[tuple[int, int]]
    last_trick: list[tuple[int, int]]
    turn: int | None
    moves: list[str]
    bottom: int


# Plain text.


def board(table: CardsShown) -> str:
    """Draw the table in plain text: one line for each seat, then the trick."""
    hands = [_hand_line(seat) for seat in table.seats]
    width = max(map(len, hands))
    lines = [table.caption]
    for seat, hand in zip(table.seats, hands, strict=True):
        turn = ">" if seat.number == table.turn else " "
        lines.append(f"{turn} seat {seat.number}  {hand:{width}}  {seat.standing}".rstrip())
    if table.trick:
        lines.append("  table   " + "  ".join(f"{CARDS[card]} (seat {seat})" for seat, card in table.trick))
    elif table.last_trick:
        lines.append("  last    " + "  ".join(f"{CARDS[card]} (seat {seat})" for seat, card in table.last_trick))
    return "\n".join(lines)


def _hand_line(seat: Seat) -> str:
    if seat.cards is None:
        return f"{seat.size} card{'s' if seat.size != 1 else ''}"
    suits = by_suit(seat.cards)
    return "  ".join(f"{suit}:{''.join(CARDS[card][0] for card in cards)}" for suit, cards in suits.items()) or "-"


# From above.


def picture(table: CardsShown, size: int, highlight: Sequence[str]) -> str:
    """Draw the table as SVG, the bottom seat's hand in front."""
    x, y = CENTRE
    parts = [
        svg.element("ellipse", cx=x, cy=y, rx=196, ry=116, fill=FELT, stroke=FELT_EDGE, stroke_width=5, class_="table"),
        svg.label(table.caption, 10, 12, 11, text_anchor="start", fill_opacity=0.75),
    ]
    lit = {word for move in highlight for word in move.split()}
    parts += _trick(table, lit)
    for seat in table.seats:
        parts += _seat(table, seat, lit)
    words = [move for move in table.moves if " " in move]
    used = 0.0
    if words and words[0].startswith("pass "):
        parts.append(_hidden_moves(words))
    elif words:
        drawn, used = svg.buttons(words, 14, HEIGHT, WIDTH - 28, 14, highlight)
        parts += drawn
        used += 12
    return svg.picture(parts, WIDTH, HEIGHT + used, size, table.caption)


def _place(table: CardsShown, seat: int) -> float:
    """Where a seat sits: the clockwise angle from the bottom seat; the next seat is to the left."""
    return 2 * math.pi * ((seat - table.bottom) % len(table.seats)) / len(table.seats)


def _trick(table: CardsShown, lit: set[str]) -> list[str]:
    """Draw the cards on the table in front of the players who played them; the last trick stays visible, pale, until
    the next card."""
    width = 42.0
    cards = table.trick or table.last_trick
    parts = []
    for seat, card in cards:
        angle = _place(table, seat)
        x = CENTRE[0] - (50 if len(table.seats) == 5 else 76) * math.sin(angle) - width / 2
        y = CENTRE[1] + 44 * math.cos(angle) - width * 0.7
        parts.append(_card(x, y, width, card, lit=CARDS[card] in lit, pale=not table.trick))
    return [svg.element("g", *parts, opacity=None if table.trick else 0.5)]


def _seat(table: CardsShown, seat: Seat, lit: set[str]) -> list[str]:
    own = seat.number == table.bottom
    angle = _place(table, seat.number)
    if own:
        x, y, card_width, most = WIDTH / 2, 336.0, 52.0, WIDTH - 24
    else:
        x = CENTRE[0] - 158 * math.sin(angle)
        y = 48 + 62 * (1 + math.cos(angle))
        card_width, most = 34.0, {2: 300.0, 5: 126.0}.get(len(table.seats), 150.0)
        # Opponents sit side by side along the top; with five players, two of them at the sides.
        if len(table.seats) in (3, 5):
            y = 60.0 if math.cos(angle) < -0.4 else 158.0
    turn = seat.number == table.turn
    text = f"seat {seat.number}: {seat.standing}"
    room = WIDTH - 12 if own else {2: WIDTH, 3: WIDTH / 2, 5: WIDTH / 2}.get(len(table.seats), 168.0) - 12
    letter = min(14.0, (room - 36) / (0.62 * len(text)))  # the text must fit between the neighbours
    wide = min(room, 0.62 * letter * len(text) + 36)
    left = min(max(x - wide / 2, 6), WIDTH - wide - 6)
    label_y = y - 17
    name = [
        svg.element(
            "rect",
            x=left,
            y=label_y - 12,
            width=wide,
            height=24,
            rx=12,
            fill=svg.GLOW if turn else "#ffffff",
            fill_opacity=0.95,
            stroke=svg.INK,
            stroke_opacity=0.3,
        ),
        svg.element("circle", cx=left + 13, cy=label_y, r=5.5, fill=svg.SEATS[seat.number]),
        svg.label(text, left + 24, label_y, letter, text_anchor="start", font_weight="bold" if turn else None),
    ]
    return name + _hand(table, seat, x, y, card_width, most, lit)


def _hand(table: CardsShown, seat: Seat, x: float, y: float, width: float, most: float, lit: set[str]) -> list[str]:
    cards = sorted(seat.cards, key=_shown_order) if seat.cards is not None else [None] * seat.size
    if not cards:
        return []
    step = min(width * (0.9 if seat.cards is not None and seat.number == table.bottom else 0.5), most)
    if len(cards) > 1:
        step = min(step, (most - width) / (len(cards) - 1))
    left = x - (width + step * (len(cards) - 1)) / 2
    turn = seat.number == table.turn
    choosing = any(move.startswith("pass ") for move in table.moves)
    playing = turn and any(move in CARDS for move in table.moves)
    parts = []
    for place, card in enumerate(cards):
        at = left + step * place
        if card is None:
            parts.append(svg.card(at, y, width))
            continue
        text = CARDS[card]
        parts.append(
            _card(
                at,
                y,
                width,
                card,
                move=text if playing and text in table.moves else None,
                lit=text in lit,
                pale=playing and text not in table.moves,
                choice=turn and choosing,
                room=step,
            )
        )
    return parts


def _shown_order(card: int) -> tuple[int, int]:
    """The order in which cards are shown: suits in alternating colours, ranks upwards."""
    return "CDSH".index(CARDS[card][1]), card


@lru_cache(maxsize=4096)  # a page draws the same cards many times
def _card(
    x: float,
    y: float,
    width: float,
    card: int,
    move: str | None = None,
    lit: bool = False,
    pale: bool = False,
    choice: bool = False,
    room: float = 0.0,
) -> str:
    """Draw a card with rank and suit in its corner, readable if the next card leaves only ``room`` of it visible."""
    text = CARDS[card]
    colour, symbol = COLOURS[text[1]], SYMBOLS[text[1]]
    height = width * 1.4
    corner = min(0.46 * width, 1.1 * room) if room else 0.46 * width
    rank, rank_size = ("10", corner * 0.8) if text[0] == "T" else (text[0], corner)
    middle = x + width * 0.06 + corner * 0.42
    face = [
        svg.element("title", text),
        svg.element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=width * 0.1,
            fill="#e4e4e0" if pale else "#ffffff",
            stroke=svg.GLOW if lit else svg.INK,
            stroke_width=width * (0.09 if lit else 0.025),
        ),
        svg.label(rank, middle, y + corner * 0.62, rank_size, fill=colour, font_weight="bold"),
        svg.label(symbol, middle, y + corner * 1.5, corner * 0.9, fill=colour),
        svg.label(symbol, x + width * 0.66, y + width * 1.02, width * 0.56, fill=colour, fill_opacity=0.9),
    ]
    clickable: dict[str, object] = {"class_": "piece"}
    if move:
        clickable = {"class_": "target piece", "data_move": move, "style": "cursor:pointer"}
    elif choice:
        clickable = {"class_": "choice piece", "data_card": text, "style": "cursor:pointer"}
    return svg.element("g", *face, **clickable, data_piece=text)


def _hidden_moves(moves: Sequence[str]) -> str:
    """An invisible list of the moves that consist of several cards; a web page looks up the move after all its cards
    (``data-card``) are chosen."""
    return svg.element(
        "g", *(svg.element("g", data_move=move) for move in moves), class_="combinations", display="none"
    )
