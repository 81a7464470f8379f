"""A move is a card, ``QS``, or three cards passed, ``pass 2C QS AS``."""

from __future__ import annotations

from kibitz.errors import NotationError
from kibitz.games.cards.notation import CARDS, card_code

PASS = 1 << 24


def move_text(code: int) -> str:
    """Write a move.

    >>> move_text(49), move_text(PASS | 49 << 8 | 51)
    ('QS', 'pass 2C QS AS')
    """
    if not code & PASS:
        return CARDS[code]
    return "pass " + " ".join(CARDS[card] for card in cards_passed(code))


def move_code(text: str) -> int:
    """Read a move; the cards passed may come in any order."""
    word, _, rest = text.strip().partition(" ")
    if word.lower() != "pass":
        return card_code(text)
    chosen = sorted({card_code(card) for card in rest.split()})
    if len(chosen) != 3 or len(rest.split()) != 3:
        raise NotationError(f"{text!r} does not pass three cards, as 'pass 2C QS AS' does")
    return passing(*chosen)


def passing(low: int, middle: int, high: int) -> int:
    """The code of passing three cards, given in card order."""
    return PASS | low << 16 | middle << 8 | high


def is_pass(code: int) -> bool:
    """Whether a move passes cards."""
    return bool(code & PASS)


def cards_passed(code: int) -> list[int]:
    """The three cards of a pass, in card order.

    >>> cards_passed(passing(0, 49, 51))
    [0, 49, 51]
    """
    return [code >> bits & 0xFF for bits in (16, 8, 0)]
