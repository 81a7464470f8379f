"""A move is a card, ``QS``, or a bid, ``bid 3``."""

from __future__ import annotations

from kibitz.errors import NotationError
from kibitz.games.cards.notation import CARDS, card_code

FIRST_BID = 52


def move_text(code: int) -> str:
    """Write a move.

    >>> move_text(49), move_text(55)
    ('QS', 'bid 3')
    """
    return CARDS[code] if code < FIRST_BID else f"bid {code - FIRST_BID}"


def move_code(text: str) -> int:
    """Read a move."""
    word, _, number = text.strip().partition(" ")
    if word.lower() != "bid":
        return card_code(text)
    if not (number.isascii() and number.isdigit()) or int(number) > FIRST_BID:
        raise NotationError(f"{text!r} is not a bid such as 'bid 3'")
    return FIRST_BID + int(number)
