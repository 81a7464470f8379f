"""Hearts, slowly: the rules of docs/games.md written so that they can be checked by eye.

A position is the deals and the full history of passes and tricks; everything else is worked out from it when asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from .cards import (
    PACK,
    Cards,
    Deal,
    Event,
    FullDeal,
    Perft,
    Play,
    Trick,
    as_deals,
    following,
    hands,
    in_order,
    possible_deals,
    suit,
    trick_winner,
    without,
)

PASSED = 3
"""How many cards everybody passes."""
REMOVED: dict[int, Cards] = {3: ("2D",), 4: (), 5: ("2C", "2D")}
"""By number of players, the cards that are not in the pack."""


def penalty(card: str) -> int:
    """The penalty points of a card.

    >>> penalty("2H"), penalty("QS"), penalty("AS")
    (1, 13, 0)
    """
    if card == "QS":
        return 13
    return 1 if suit(card) == "H" else 0


class Hand(NamedTuple):
    """One hand: how many seats on cards are passed (0: no passing), the deal, what seats 0, 1, .. pass, the tricks.

    `passes` holds the choices made so far. The last trick may be unfinished.
    """

    shift: int
    deal: Deal
    passes: tuple[Cards, ...]
    tricks: tuple[Trick, ...]


class Position(NamedTuple):
    """The deals of all hands of the game, and the hands so far; the last of them is the one being played."""

    deals: tuple[Deal, ...]
    hands: tuple[Hand, ...]


class Hearts:
    """Every seat for itself; hearts and the queen of spades are best avoided.

    >>> game = Hearts(players=3, cards=1)
    >>> position = game.start([["2H"], ["5C"], ["QS"]])
    >>> for move in ["5C", "QS", "2H"]:
    ...     position = game.play(position, move)
    >>> game.over(position), game.scores(position), game.outcome(position)
    (True, (0, -14, 0), (0, 14, 0))
    """

    def __init__(
        self,
        *,
        players: int = 4,
        cards: int | None = None,
        first_trick: str = "points",
        moon: bool = False,
        passing: str = "none",
        hands: int | None = None,
        limit: int = 0,
        open: bool = False,
    ) -> None:
        if not 3 <= players <= 5:
            raise ValueError("players is 3 to 5")
        self.pack: Cards = without(PACK, REMOVED[players])
        most = len(self.pack) // players
        if cards is None:
            cards = most
        if hands is None:
            hands = 1000 if limit > 0 else 1
        if not 1 <= cards <= most:
            raise ValueError(f"cards is 1 to {most}")
        if first_trick not in ("points", "no-points"):
            raise ValueError("first_trick is points or no-points")
        if passing not in ("none", "left", "right", "across", "rotate"):
            raise ValueError("passing is none, left, right, across or rotate")
        if passing == "across" and players % 2 == 1:
            raise ValueError("passing=across needs an even number of players")
        if hands < 1:
            raise ValueError("hands is at least 1")
        self.players = players
        self.cards = cards
        self.first_trick = first_trick
        self.moon = moon
        self.passing = passing
        self.hands = hands
        self.limit = limit
        self.open = open

    # One hand: passing

    def direction(self, number: int) -> str:
        """Which way cards are passed in hand `number` (from 0)."""
        if self.passing != "rotate":
            return self.passing
        if self.players % 2 == 0:
            return ("left", "right", "across", "none")[number % 4]
        return ("left", "right", "none")[number % 3]

    def new_hand(self, number: int, deal: Deal) -> Hand:
        """Hand `number` (from 0) of the game before anything has happened in it."""
        shifts = {"none": 0, "left": 1, "right": self.players - 1, "across": self.players // 2}
        shift = shifts[self.direction(number)] if self.cards >= PASSED else 0
        return Hand(shift, deal, passes=(), tricks=())

    def choosing(self, hand: Hand) -> bool:
        """Is somebody still to choose the cards to pass?"""
        return hand.shift != 0 and len(hand.passes) < self.players

    def dealt(self, hand: Hand) -> Deal:
        """The hands to play with: after the pass if there is one and everybody has chosen, else as they were dealt."""
        if hand.shift == 0 or self.choosing(hand):
            return hand.deal
        after = []
        for seat in range(self.players):
            giver = (seat - hand.shift) % self.players
            after.append(in_order(without(hand.deal[seat], hand.passes[seat]) + hand.passes[giver]))
        return tuple(after)

    # One hand: tricks

    def full(self, trick: Trick) -> bool:
        """Has everybody played to the trick?"""
        return len(trick) == self.players

    def played(self, hand: Hand) -> Cards:
        """All cards played in this hand, by anybody, in the order they were played."""
        return tuple(play.card for trick in hand.tricks for play in trick)

    def held(self, hand: Hand, seat: int) -> Cards:
        """The cards the seat still holds."""
        return without(self.dealt(hand)[seat], self.played(hand))

    def lowest_club(self, hand: Hand) -> str | None:
        """The lowest club dealt, if a club was dealt."""
        clubs = in_order(card for cards in hand.deal for card in cards if suit(card) == "C")
        return clubs[0] if clubs else None

    def first_leader(self, hand: Hand) -> int:
        """Who leads to the first trick: who holds the lowest club after the pass, or seat 0."""
        lowest = self.lowest_club(hand)
        for seat in range(self.players):
            if lowest in self.dealt(hand)[seat]:
                return seat
        return 0

    def hand_over(self, hand: Hand) -> bool:
        """Has every card been played?"""
        return len(self.played(hand)) == self.players * self.cards

    def hand_to_move(self, hand: Hand) -> int:
        """Who chooses, leads or plays next in a hand that is not over."""
        if self.choosing(hand):
            return len(hand.passes)
        if not hand.tricks:
            return self.first_leader(hand)
        trick = hand.tricks[-1]
        if self.full(trick):
            return trick_winner(trick, None)
        return (trick[0].seat + len(trick)) % self.players

    def leads(self, hand: Hand, held: Cards) -> Cards:
        """The cards that may be led."""
        lowest = self.lowest_club(hand)
        if not hand.tricks and lowest is not None:
            return (lowest,)
        broken = any(suit(card) == "H" for card in self.played(hand))
        others = tuple(card for card in held if suit(card) != "H")
        if broken or not others:
            return held
        return others

    def discards(self, hand: Hand, held: Cards) -> Cards:
        """The cards that may be played by who cannot follow suit."""
        harmless = tuple(card for card in held if penalty(card) == 0)
        if len(hand.tricks) == 1 and self.first_trick == "no-points" and harmless:
            return harmless
        return held

    def hand_moves(self, hand: Hand) -> list[str]:
        """The legal moves in this hand: passes by their cards compared in order, cards in card order."""
        if self.hand_over(hand):
            return []
        held = self.held(hand, self.hand_to_move(hand))
        if self.choosing(hand):
            return ["pass " + " ".join(chosen) for chosen in combinations(held, PASSED)]
        if not hand.tricks or self.full(hand.tricks[-1]):
            return list(self.leads(hand, held))
        return list(following(held, hand.tricks[-1]) or self.discards(hand, held))

    def hand_play(self, hand: Hand, move: str) -> Hand:
        """The hand after the move."""
        if move not in self.hand_moves(hand):
            raise ValueError(f"{move!r} is not legal here")
        if self.choosing(hand):
            return hand._replace(passes=(*hand.passes, tuple(move.split()[1:])))
        play = Play(self.hand_to_move(hand), move)
        if not hand.tricks or self.full(hand.tricks[-1]):
            return hand._replace(tricks=(*hand.tricks, (play,)))
        return hand._replace(tricks=(*hand.tricks[:-1], hand.tricks[-1] + (play,)))

    def taken(self, hand: Hand, seat: int) -> int:
        """The penalty points in the tricks of this hand that the seat has won so far."""
        won = [trick for trick in hand.tricks if self.full(trick) and trick_winner(trick, None) == seat]
        return sum(penalty(play.card) for trick in won for play in trick)

    def hand_penalties(self, hand: Hand) -> tuple[int, ...]:
        """Penalty points by seat in this hand so far; a moon counts when the hand is over."""
        taken = tuple(self.taken(hand, seat) for seat in range(self.players))
        total = sum(penalty(card) for cards in hand.deal for card in cards)
        if self.moon and self.hand_over(hand) and total > 0 and total in taken:
            return tuple(0 if points == total else total for points in taken)
        return taken

    # The game

    def start(self, deal: Sequence[Sequence[str | Sequence[str]]]) -> Position:
        """The position before the first move. For games over several hands: a list of deals, one a hand."""
        deals = as_deals(deal, self.players, self.cards, self.pack)
        return Position(deals, (self.new_hand(0, deals[0]),))

    def to_move(self, position: Position) -> int:
        """The seat to move, in a game that is not over."""
        return self.hand_to_move(position.hands[-1])

    def moves(self, position: Position) -> list[str]:
        """The legal moves in the documented order; none when the game is over."""
        return self.hand_moves(position.hands[-1])

    def play(self, position: Position, move: str) -> Position:
        """The position after the move. When it ends a hand and not the game, the next hand has been dealt."""
        hands = (*position.hands[:-1], self.hand_play(position.hands[-1], move))
        after = Position(position.deals, hands)
        if not self.hand_over(hands[-1]) or self.over(after):
            return after
        number = len(hands)
        if number == len(position.deals):
            raise ValueError(f"the game goes on, but there is no deal for hand {number}")
        return Position(position.deals, (*hands, self.new_hand(number, position.deals[number])))

    def over(self, position: Position) -> bool:
        """Is a hand over, and was it the last or has somebody reached the limit?"""
        if not self.hand_over(position.hands[-1]):
            return False
        reached = self.limit > 0 and max(self.outcome(position)) >= self.limit
        return len(position.hands) == self.hands or reached

    def scores(self, position: Position) -> tuple[int, ...]:
        """Minus the penalty points by seat, those of the hand being played included."""
        return tuple(-points for points in self.outcome(position))

    def outcome(self, position: Position) -> tuple[int, ...]:
        """The penalty points by seat over all hands, those of the hand being played included."""
        by_hand = [self.hand_penalties(hand) for hand in position.hands]
        return tuple(sum(penalties[seat] for penalties in by_hand) for seat in range(self.players))

    # What a seat can know

    def events(self, position: Position) -> list[Event]:
        """What everybody has seen of the hand being played: its cards with the seats that played them."""
        hand = position.hands[-1]
        return [(play.seat, play.card) for trick in hand.tricks for play in trick]

    def consistent_deals(
        self,
        seat: int,
        own_hand: Iterable[str],
        events: Sequence[Event],
        *,
        undealt: Iterable[str] = (),
        given: Iterable[str] = (),
        turn: int | None = None,
        deck: Iterable[str] | None = None,
        hand: int = 0,
    ) -> Iterator[FullDeal]:
        """Every deal, as it is after the pass, that agrees with what the seat has seen in hand `hand` of the game.

        `own_hand` is its hand after the pass, `given` what it passed (the receiver must have had it in hand),
        `events` all cards of this hand since, `turn` the seat that is seen to be next: before the first card that tells
        who holds the lowest club (None: take no notice). `deck` is the pack that was dealt from, `undealt` are cards of
        it known to be in nobody's hand.

        >>> game = Hearts(players=3, cards=1)
        >>> deck = ["3C", "4C", "5D", "6D"]
        >>> for deal in game.consistent_deals(0, ["6D"], [(1, "4C")], deck=deck):
        ...     print(deal.hands, deal.undealt)
        (('6D',), ('4C',), ('5D',)) ('3C',)
        """
        if self.open:
            raise ValueError("with open hands there is nothing to enumerate")
        pack = self.pack if deck is None else deck
        passed = in_order(given)
        receiver = (seat + self.new_hand(hand, ()).shift) % self.players
        for deal in possible_deals(seat, own_hand, self.players, self.cards, pack, undealt):
            after_pass = Hand(shift=0, deal=deal.hands, passes=(), tricks=())
            if set(passed) <= set(deal.hands[receiver]) and self.agrees(after_pass, events, turn):
                yield deal

    def agrees(self, hand: Hand, events: Sequence[Event], turn: int | None) -> bool:
        """Could the events have happened in this order from here, and would it then be that seat's turn?"""
        for seat, move in events:
            if move not in self.hand_moves(hand) or self.hand_to_move(hand) != seat:
                return False
            hand = self.hand_play(hand, move)
        return turn is None or self.hand_over(hand) or self.hand_to_move(hand) == turn


PERFT: dict[str, Perft] = {
    "four players": Perft(
        options={"players": 4, "cards": 3},
        deal=hands("4C KC 7H", "3C 3H QS", "2D JH 2S", "TC 5H KS"),
        counts=(1, 3, 3, 6, 8, 14, 21, 36, 36, 36, 36, 36),
    ),
    "four players, no points on the first trick": Perft(
        options={"players": 4, "cards": 3, "first_trick": "no-points"},
        deal=hands("4C KC 7H", "3C 3H QS", "2D JH 2S", "TC 5H KS"),
        counts=(1, 2, 2, 4, 4, 8, 12, 22, 22, 22, 22, 22),
    ),
    "no club dealt": Perft(
        options={"players": 4, "cards": 3},
        deal=hands("4D KD 7H", "3S 3H QS", "2D JH 2S", "TD 5H KS"),
        counts=(2, 6, 6, 6, 8, 15, 24, 36, 36, 36, 36, 36),
    ),
    "no club dealt, no points on the first trick": Perft(
        options={"players": 4, "cards": 3, "first_trick": "no-points"},
        deal=hands("4D KS 7H", "3S 3H QS", "2D JH 2S", "TD 5H AS"),
        counts=(2, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5),
    ),
    "three players, passing left": Perft(
        options={"players": 3, "cards": 4, "passing": "left"},
        deal=hands("4C KC 7H 2S", "3C 5D 3H QS", "9C KD JH KS"),
        counts=(4, 16, 64, 64, 136, 208, 466, 913, 1739, 3044, 4934, 7804, 7804, 7804, 7804),
    ),
    "four players, passing across": Perft(
        options={"players": 4, "cards": 3, "passing": "across"},
        deal=hands("4C KC 7H", "3C 3H QS", "2D JH 2S", "TC 5H KS"),
        counts=(1, 1, 1, 1, 1, 3, 3, 6, 8, 14, 21, 36, 36, 36, 36, 36),
    ),
    "four players, passing right": Perft(
        options={"players": 4, "cards": 4, "passing": "right"},
        deal=hands("QC 6D 7H 2S", "2C KC 8D 3S", "TC 3D 5D KS", "9H AH 7S 8S"),
        counts=(4, 16, 64, 256, 256, 544, 1276, 2168),
    ),
    "two hands, passing in rotation": Perft(
        options={"players": 3, "cards": 3, "passing": "rotate", "hands": 2},
        deal=[hands("4C KC 7H", "3C 3H QS", "9D JH KS"), hands("4C 5C 2H", "6D TD QS", "7D AH KS")],
        counts=(1, 1, 1, 1, 3, 6, 8, 14, 28, 28, 28, 28, 28, 28, 28, 28, 84, 252, 336, 672, 1344, 1344, 1344, 1344),
    ),
    "two cards, so nobody passes": Perft(
        options={"players": 3, "cards": 2, "passing": "left"},
        deal=hands("4C 7H", "3C QS", "9C KS"),
        counts=(1, 1, 1, 1, 1, 1),
    ),
    "whole pack": Perft(
        options={},
        deal=hands(
            "9C 2D 5D TD JD 4H QH KH 2S 5S 6S KS AS",
            "4C QC AC KD 3H 5H 8H AH 3S 4S 7S 8S JS",
            "2C 5C TC KC 3D 6D 9D QD 2H 7H 9H TH QS",
            "3C 6C 7C 8C JC 4D 7D 8D AD 6H JH 9S TS",
        ),
        counts=(1, 5, 5, 15, 126, 340, 826, 4878),
    ),
    "five players, no points on the first trick": Perft(
        options={"players": 5, "first_trick": "no-points"},
        deal=hands(
            "QC AC 9D 4H 6H 2S 3S 7S JS KS",
            "5D 8D TD JD QD 5H 9H KH TS AS",
            "5C 7C 8C JC 3D 4D 3H TH AH 8S",
            "3C 6C 9C TC KC AD 2H 8H QH 5S",
            "4C 6D 7D KD 7H JH 4S 6S 9S QS",
        ),
        counts=(1, 1, 2, 14, 56, 392, 1224, 2472, 7008),
    ),
}
"""Deals small enough to count by hand or machine, and full ones for the first moves."""
