"""What the slow twins of spades and hearts share: card text, card order, following suit, who wins a trick.

A card is its text, rank then suit: "QS". Nothing here is fast and nothing is meant to be.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

Cards = tuple[str, ...]
Deal = tuple[Cards, ...]
"""One hand of cards a seat."""
Event = tuple[int, str]
"""What everybody sees of a move: which seat made it, and its text."""


class Play(NamedTuple):
    """A card on the table and the seat that played it."""

    seat: int
    card: str


Trick = tuple[Play, ...]


class FullDeal(NamedTuple):
    """Where every card is: the seats' hands, and the cards in no hand."""

    hands: Deal
    undealt: Cards


class Perft(NamedTuple):
    """How many sequences of 1, 2, .. legal moves there are from a deal, under these options."""

    options: dict[str, Any]
    deal: list[list[str]] | list[list[list[str]]]
    counts: tuple[int, ...]


def suit(card: str) -> str:
    """The suit's letter.

    >>> suit("QS")
    'S'
    """
    return card[1]


def rank(card: str) -> int:
    """How high the card is in its suit, 0 (two) to 12 (ace).

    >>> rank("2C"), rank("TC"), rank("AC")
    (0, 8, 12)
    """
    return RANKS.index(card[0])


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in card order: by suit C, D, H, S, then by rank upwards. Refuses what is not a card.

    >>> in_order(["2S", "AC", "TH", "3C", "9H"])
    ('3C', 'AC', '9H', 'TH', '2S')
    """
    cards = list(cards)
    for card in cards:
        if card not in PACK:
            raise ValueError(f"{card!r} is not a card")
    return tuple(sorted(cards, key=PACK.index))


def hands(*texts: str) -> list[list[str]]:
    """A deal written as one text a seat.

    >>> hands("2C AS", "3H 4H")
    [['2C', 'AS'], ['3H', '4H']]
    """
    return [text.split() for text in texts]


def without(cards: Iterable[str], gone: Collection[str]) -> Cards:
    """Those cards that are not gone.

    >>> without(["2C", "3C", "4C"], ["3C"])
    ('2C', '4C')
    """
    return tuple(card for card in cards if card not in gone)


def following(hand: Cards, trick: Trick) -> Cards:
    """The cards of the led suit in the hand; empty if there is none.

    >>> following(("3C", "AC", "2S"), (Play(0, "9C"),))
    ('3C', 'AC')
    """
    led = suit(trick[0].card)
    return tuple(card for card in hand if suit(card) == led)


def trick_winner(trick: Trick, trump: str | None) -> int:
    """The seat with the highest trump, or without one the highest card of the suit led.

    >>> trick_winner((Play(2, "9C"), Play(0, "AD"), Play(1, "TC")), trump=None)
    1
    >>> trick_winner((Play(2, "9S"), Play(0, "AD"), Play(1, "2D")), trump="D")
    0
    """
    trumps = [play for play in trick if suit(play.card) == trump]
    if trumps:
        return max(trumps, key=lambda play: rank(play.card)).seat
    led = [play for play in trick if suit(play.card) == suit(trick[0].card)]
    return max(led, key=lambda play: rank(play.card)).seat


def as_deals(given: Sequence[Sequence[str | Sequence[str]]], players: int, cards: int, pack: Cards) -> tuple[Deal, ...]:
    """One deal, or a list of deals, as a tuple of deals in card order; refuses a deal that cannot be dealt.

    >>> as_deals([["3C", "2C"], ["AS", "KS"]], 2, 2, PACK)
    ((('2C', '3C'), ('KS', 'AS')),)
    >>> as_deals([[["2C"], ["3C"]], [["AS"], ["KS"]]], 2, 1, PACK)
    ((('2C',), ('3C',)), (('AS',), ('KS',)))
    """
    single: list[Cards] = []
    several: list[Deal] = []
    for outer in given:
        texts = [inner for inner in outer if isinstance(inner, str)]
        hands = [inner for inner in outer if not isinstance(inner, str)]
        if texts and hands:
            raise ValueError("a deal mixes cards and hands")
        if texts:
            single.append(in_order(texts))
        else:
            several.append(tuple(in_order(hand) for hand in hands))
    if single and several:
        raise ValueError("neither one deal nor a list of deals")
    deals = (tuple(single),) if single else tuple(several)
    if not deals:
        raise ValueError("no deal was given")
    for deal in deals:
        dealt = [card for hand in deal for card in hand]
        if len(deal) != players or any(len(hand) != cards for hand in deal):
            raise ValueError(f"a deal has {players} hands of {cards} cards")
        if len(set(dealt)) != len(dealt):
            raise ValueError("a card is dealt twice")
        if not set(dealt) <= set(pack):
            raise ValueError("a card is dealt that is not in the pack")
    return deals


def ways_to_deal(unknown: Cards, sizes: Sequence[int]) -> Iterator[FullDeal]:
    """Every way to deal hands of these sizes from the unknown cards.

    >>> for way in ways_to_deal(("2C", "3C", "4C"), [1, 1]):
    ...     print(way.hands, way.undealt)
    (('2C',), ('3C',)) ('4C',)
    (('2C',), ('4C',)) ('3C',)
    (('3C',), ('2C',)) ('4C',)
    (('3C',), ('4C',)) ('2C',)
    (('4C',), ('2C',)) ('3C',)
    (('4C',), ('3C',)) ('2C',)
    """
    if not sizes:
        yield FullDeal((), unknown)
        return
    for hand in combinations(unknown, sizes[0]):
        for rest in ways_to_deal(without(unknown, hand), sizes[1:]):
            yield FullDeal((hand, *rest.hands), rest.undealt)


def possible_deals(
    seat: int, own_hand: Iterable[str], players: int, cards: int, deck: Iterable[str], undealt: Iterable[str]
) -> Iterator[FullDeal]:
    """Every deal of the deck in which the seat has its hand and none of the `undealt` cards is in a hand.

    >>> for deal in possible_deals(0, ["3C"], 2, 1, ["2C", "3C", "4C", "5C"], undealt=["5C"]):
    ...     print(deal.hands, deal.undealt)
    (('3C',), ('2C',)) ('4C', '5C')
    (('3C',), ('4C',)) ('2C', '5C')
    """
    own = in_order(own_hand)
    out = in_order(undealt)
    unknown = without(without(in_order(deck), own), out)
    if len(own) != cards:
        raise ValueError(f"the seat's hand has {len(own)} cards, not {cards}")
    for way in ways_to_deal(unknown, [cards] * (players - 1)):
        yield FullDeal((*way.hands[:seat], own, *way.hands[seat:]), in_order(way.undealt + out))
