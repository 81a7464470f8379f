"""Spades, slowly: the rules of docs/games.md written so that they can be checked by eye.

A position is the deals and the full history of bids and tricks; everything else is worked out from it when asked.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    possible_deals,
    suit,
    trick_winner,
    without,
)


class Hand(NamedTuple):
    """One hand: who bids and leads first, the deal, the bids made so far in turn, the tricks so far.

    The last trick may be unfinished. Bids set by the `bids` option are not in here.
    """

    first: int
    deal: Deal
    bids: tuple[int, ...]
    tricks: tuple[Trick, ...]


class Position(NamedTuple):
    """The deals of all hands of the game, and the hands so far; the last of them is the one being played."""

    deals: tuple[Deal, ...]
    hands: tuple[Hand, ...]


class Spades:
    """Every seat for itself, spades are trumps.

    >>> game = Spades(players=2, cards=1, bids=[1, 0])
    >>> position = game.start([["2C"], ["2S"]])
    >>> for move in ["2C", "2S"]:
    ...     position = game.play(position, move)
    >>> game.over(position), game.scores(position), game.outcome(position)
    (True, (-10, 1), (0, 1))
    """

    def __init__(
        self,
        *,
        players: int = 3,
        cards: int | None = None,
        lead: str = "broken",
        scoring: str = "bids",
        bids: str | Sequence[int] | None = None,
        lowest_bid: int = 1,
        bag_limit: int = 10,
        bag_penalty: int = 100,
        hands: int | None = None,
        limit: int = 0,
        open: bool = False,
    ) -> None:
        if cards is None:
            cards = 13 if players == 4 else 7
        if bids is None:
            bids = "play" if scoring == "bids" else "none"
        if hands is None:
            hands = 1000 if limit > 0 else 1
        if not 2 <= players <= 4:
            raise ValueError("players is 2 to 4")
        if not 1 <= cards <= 52 // players:
            raise ValueError("cards is 1 to 52 // players")
        if lead not in ("broken", "any"):
            raise ValueError("lead is broken or any")
        if scoring not in ("bids", "tricks"):
            raise ValueError("scoring is bids or tricks")
        if scoring == "tricks" and bids != "none":
            raise ValueError("scoring=tricks has bids=none")
        if scoring == "bids" and isinstance(bids, str) and bids != "play":
            raise ValueError("scoring=bids has bids=play or a bid for every seat")
        if not isinstance(bids, str) and len(bids) != players:
            raise ValueError("bids has one bid for every seat")
        if not 0 <= lowest_bid <= cards:
            raise ValueError("lowest_bid is 0 to cards")
        if hands < 1:
            raise ValueError("hands is at least 1")
        self.players = players
        self.cards = cards
        self.lead = lead
        self.scoring = scoring
        self.bids_are_moves = bids == "play"
        self.fixed_bids: tuple[int, ...] = () if isinstance(bids, str) else tuple(bids)
        self.lowest_bid = lowest_bid
        self.bag_limit = bag_limit
        self.bag_penalty = bag_penalty
        self.hands = hands
        self.limit = limit
        self.open = open

    # One hand

    def new_hand(self, number: int, deal: Deal) -> Hand:
        """Hand `number` (from 0) of the game before anything has happened in it."""
        return Hand(first=number % self.players, deal=deal, bids=(), tricks=())

    def bidding(self, hand: Hand) -> bool:
        """Is somebody still to bid?"""
        return self.bids_are_moves and len(hand.bids) < self.players

    def bid_of(self, hand: Hand, seat: int) -> int:
        """What the seat has bid."""
        if self.fixed_bids:
            return self.fixed_bids[seat]
        return hand.bids[(seat - hand.first) % self.players]

    def full(self, trick: Trick) -> bool:
        """Has everybody played to the trick?"""
        return len(trick) == self.players

    def played(self, hand: Hand) -> Cards:
        """All cards played in this hand, by anybody, in the order they were played."""
        return tuple(play.card for trick in hand.tricks for play in trick)

    def held(self, hand: Hand, seat: int) -> Cards:
        """The cards the seat still holds."""
        return without(hand.deal[seat], self.played(hand))

    def tricks_taken(self, hand: Hand, seat: int) -> int:
        """How many tricks of this hand the seat has won so far."""
        return sum(1 for trick in hand.tricks if self.full(trick) and trick_winner(trick, "S") == seat)

    def hand_over(self, hand: Hand) -> bool:
        """Has every card been played?"""
        return len(self.played(hand)) == self.players * self.cards

    def hand_to_move(self, hand: Hand) -> int:
        """Who bids, leads or plays next in a hand that is not over."""
        if self.bidding(hand):
            return (hand.first + len(hand.bids)) % self.players
        if not hand.tricks:
            return hand.first
        trick = hand.tricks[-1]
        if self.full(trick):
            return trick_winner(trick, "S")
        return (trick[0].seat + len(trick)) % self.players

    def leads(self, hand: Hand, held: Cards) -> Cards:
        """The cards that may be led."""
        broken = any(suit(card) == "S" for card in self.played(hand))
        plain = tuple(card for card in held if suit(card) != "S")
        if self.lead == "any" or broken or not plain:
            return held
        return plain

    def hand_moves(self, hand: Hand) -> list[str]:
        """The legal moves in this hand: bids upwards, cards in card order."""
        if self.hand_over(hand):
            return []
        if self.bidding(hand):
            return [f"bid {number}" for number in range(self.lowest_bid, self.cards + 1)]
        held = self.held(hand, self.hand_to_move(hand))
        if not hand.tricks or self.full(hand.tricks[-1]):
            return list(self.leads(hand, held))
        return list(following(held, hand.tricks[-1]) or held)

    def hand_play(self, hand: Hand, move: str) -> Hand:
        """The hand after the move."""
        if move not in self.hand_moves(hand):
            raise ValueError(f"{move!r} is not legal here")
        if self.bidding(hand):
            return hand._replace(bids=(*hand.bids, int(move.removeprefix("bid "))))
        play = Play(self.hand_to_move(hand), move)
        if not hand.tricks or self.full(hand.tricks[-1]):
            return hand._replace(tricks=(*hand.tricks, (play,)))
        return hand._replace(tricks=(*hand.tricks[:-1], hand.tricks[-1] + (play,)))

    # The game

    def start(self, deal: Sequence[Sequence[str | Sequence[str]]]) -> Position:
        """The position before the first move. For games over several hands: a list of deals, one a hand."""
        deals = as_deals(deal, self.players, self.cards, PACK)
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
        reached = self.limit > 0 and max(self.scores(position)) >= self.limit
        return len(position.hands) == self.hands or reached

    def scores(self, position: Position) -> tuple[int, ...]:
        """Points by seat. With scoring=tricks a trick counts when taken; with bids a hand counts when it is over."""
        return tuple(self.points(position, seat) for seat in range(self.players))

    def points(self, position: Position, seat: int) -> int:
        """The seat's points over all hands."""
        if self.scoring == "tricks":
            return sum(10 * self.tricks_taken(hand, seat) for hand in position.hands)
        points = 0
        bags = 0
        for hand in position.hands:
            if not self.hand_over(hand):
                continue
            bid = self.bid_of(hand, seat)
            tricks = self.tricks_taken(hand, seat)
            if tricks >= bid:
                points += 10 * bid + (tricks - bid)
                bags += tricks - bid
            else:
                points -= 10 * bid
            while self.bag_limit > 0 and bags >= self.bag_limit:
                points -= self.bag_penalty
                bags -= self.bag_limit
        return points

    def outcome(self, position: Position) -> tuple[int, ...]:
        """Of a single hand the tricks by seat (so far), of a longer game the points by seat."""
        if self.hands == 1:
            return tuple(self.tricks_taken(position.hands[0], seat) for seat in range(self.players))
        return self.scores(position)

    # What a seat can know

    def events(self, position: Position) -> list[Event]:
        """What everybody has seen of the hand being played: its bids and cards with the seats that made them."""
        hand = position.hands[-1]
        bids = [((hand.first + turn) % self.players, f"bid {number}") for turn, number in enumerate(hand.bids)]
        return bids + [(play.seat, play.card) for trick in hand.tricks for play in trick]

    def consistent_deals(
        self,
        seat: int,
        own_hand: Iterable[str],
        events: Sequence[Event],
        *,
        undealt: Iterable[str] = (),
        deck: Iterable[str] = PACK,
        hand: int = 0,
    ) -> Iterator[FullDeal]:
        """Every deal that agrees with what the seat has seen in hand `hand` of the game.

        `own_hand` is its hand as dealt, `events` all bids and cards of this hand since. `deck` is the pack that was
        dealt from, `undealt` are cards of it known to be in nobody's hand.

        >>> game = Spades(players=2, cards=2, bids=[1, 1])
        >>> events = [(0, "2D"), (1, "3C")]
        >>> for deal in game.consistent_deals(0, ["2C", "2D"], events, deck=["2C", "3C", "2D", "3D", "2H"]):
        ...     print(deal.hands, deal.undealt)
        (('2C', '2D'), ('3C', '2H')) ('3D',)
        """
        if self.open:
            raise ValueError("with open hands there is nothing to enumerate")
        for deal in possible_deals(seat, own_hand, self.players, self.cards, deck, undealt):
            if self.agrees(self.new_hand(hand, deal.hands), events):
                yield deal

    def agrees(self, hand: Hand, events: Sequence[Event]) -> bool:
        """Could the events have happened in this order from here?"""
        for seat, move in events:
            if move not in self.hand_moves(hand) or self.hand_to_move(hand) != seat:
                return False
            hand = self.hand_play(hand, move)
        return True


PERFT: dict[str, Perft] = {
    "three players, fixed bids": Perft(
        options={"players": 3, "cards": 3, "bids": [1, 1, 1]},
        deal=hands("4C KC 7S", "9C 3H AS", "2D JH 2S"),
        counts=(2, 2, 6, 8, 15, 26, 26, 26, 26),
    ),
    "three players, spades led any time": Perft(
        options={"players": 3, "cards": 3, "bids": [1, 1, 1], "lead": "any"},
        deal=hands("4C KC 7S", "9C 3H AS", "2D JH 2S"),
        counts=(3, 3, 7, 14, 22, 36, 36, 36, 36),
    ),
    "three players, four cards": Perft(
        options={"players": 3, "cards": 4, "bids": [2, 1, 1]},
        deal=hands("4C KC 5H 7S", "3C 9C 3H AS", "2D TH JH 2S"),
        counts=(3, 5, 18, 40, 63, 132, 208, 338, 552, 552, 552, 552),
    ),
    "four players, tricks": Perft(
        options={"players": 4, "cards": 3, "scoring": "tricks"},
        deal=hands("4C KC 7S", "9C 3H AS", "2D JH 2S", "TC 5H QS"),
        counts=(2, 2, 6, 6, 8, 14, 24, 42, 42, 42, 42, 42),
    ),
    "four players, four cards, tricks": Perft(
        options={"players": 4, "cards": 4, "scoring": "tricks"},
        deal=hands("JC JD KH QS", "4C KC 8D AH", "7C 5H JH AS", "4D QD 6S 9S"),
        counts=(3, 4, 8, 24, 61, 100, 181, 345, 674, 1022, 1604, 2368, 2368, 2368, 2368, 2368),
    ),
    "two players, bids by play": Perft(
        options={"players": 2, "cards": 4},
        deal=hands("4C KD 7S 9S", "9C 3D 3H AS"),
        counts=(4, 16, 32, 32, 48, 80, 128, 160, 160, 160),
    ),
    "two players, bids from 0": Perft(
        options={"players": 2, "cards": 4, "lowest_bid": 0},
        deal=hands("4C KD 7S 9S", "9C 3D 3H AS"),
        counts=(5, 25, 50, 50, 75, 125, 200, 250, 250, 250),
    ),
    "two hands": Perft(
        options={"players": 3, "cards": 2, "hands": 2, "bids": [1, 0, 1]},
        deal=[hands("4C 7S", "9C 3H", "2D 2S"), hands("4C 5C", "AH KS", "6C QS")],
        counts=(1, 1, 2, 2, 2, 2, 2, 4, 8, 8, 8, 8),
    ),
    "two hands with bids by play": Perft(
        options={"players": 2, "cards": 2, "hands": 2},
        deal=[hands("4C 7S", "9C 3H"), hands("5C 4D", "AH KS")],
        counts=(2, 4, 4, 4, 4, 4, 8, 16, 16, 32, 32, 32),
    ),
    "up to a limit, which one line reaches in the first hand": Perft(
        options={"players": 2, "cards": 2, "scoring": "tricks", "limit": 20},
        deal=[hands("4C 6D", "5C 7C"), hands("KC AC", "2C 9S")],
        counts=(2, 4, 4, 4, 2, 4, 4, 4),
    ),
    "default game": Perft(
        options={},
        deal=hands("6C 8C JC 4D TD 5H AS", "TC 7D JD KD 2H TH QH", "9C 9D 6H 7H 3S 8S QS"),
        counts=(7, 49, 343, 2058, 4116),
    ),
    "whole pack": Perft(
        options={"players": 4, "scoring": "tricks"},
        deal=hands(
            "5C 8C QC KC 2D 8D JD 2H 4H 5H 8H QH AS",
            "3C 4C 7C 6D 7D TD KD 7H 9H 6S 7S TS JS",
            "9C JC AC 3D 5D 9D AD 3H JH 2S 4S 5S QS",
            "2C 6C TC 4D QD 6H TH KH AH 3S 8S 9S KS",
        ),
        counts=(12, 34, 104, 284, 2446, 7172),
    ),
}
"""Deals small enough to count by hand or machine, and full ones for the first moves."""
