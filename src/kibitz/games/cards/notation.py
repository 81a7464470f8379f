"""Cards are rank then suit, ``2C`` to ``AS``. The core numbers them suit by suit, and stores a hand as a bit set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.errors import NotationError

RANKS = "23456789TJQKA"
SUITS = "CDHS"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
CODES = {card: code for code, card in enumerate(CARDS)}


def card_code(text: str) -> int:
    """Read a card.

    >>> card_code("2C"), card_code("as")
    (0, 51)
    """
    code = CODES.get(text.strip().upper())
    if code is None:
        raise NotationError(f"{text!r} is not a card; cards are rank then suit, such as 2C, TD, QS")
    return code


def cards_in(hand: int) -> list[int]:
    """List the codes of the cards in a set of bits, in card order."""
    return [code for code in range(52) if hand >> code & 1]


def hand_text(hand: int) -> str:
    """Write a set of cards.

    >>> hand_text(1 | 1 << 49)
    '2C QS'
    """
    return " ".join(CARDS[code] for code in cards_in(hand))


def read_hand(text: str) -> int:
    """Read a set of cards; a repeated card is refused.

    >>> read_hand("QS 2C") == 1 | 1 << 49
    True
    """
    hand = 0
    for word in text.split():
        bit = 1 << card_code(word)
        if hand & bit:
            raise NotationError(f"{word} is given twice")
        hand |= bit
    return hand


def read_deal(hands: object, players: int, cards: int) -> list[int]:
    """Read the hands of all seats; raise an error for a deal that is impossible."""
    if not isinstance(hands, Sequence) or isinstance(hands, str) or not all(isinstance(hand, str) for hand in hands):
        raise NotationError("field 'deal': expected a list with the text of each hand, such as ['2C QS', '3C KS']")
    if len(hands) != players:
        raise NotationError(f"field 'deal': {players} hands are needed, not {len(hands)}")
    deal: list[int] = []
    for seat, text in enumerate(hands):
        try:
            hand = read_hand(text)
        except NotationError as error:
            raise NotationError(f"field 'deal', seat {seat}: {error}") from None
        if hand.bit_count() != cards:
            raise NotationError(f"field 'deal', seat {seat}: {cards} cards are needed, not {hand.bit_count()}")
        for other, held in enumerate(deal):
            if held & hand:
                raise NotationError(f"field 'deal': seat {other} and seat {seat} both have {hand_text(held & hand)}")
        deal.append(hand)
    return deal


def by_suit(codes: Iterable[int]) -> dict[str, list[int]]:
    """Sort cards into suits, each from the highest down; suits without a card are left out."""
    ordered = sorted(codes, reverse=True)
    suits = {suit: [code for code in ordered if CARDS[code][1] == suit] for suit in SUITS}
    return {suit: cards for suit, cards in suits.items() if cards}
