"""Guess It, slowly: the rules of docs/games.md written so that they can be checked by eye.

A position is the deal and all moves so far; what lies face up is worked out from them when asked.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

Cards = tuple[int, ...]


class FullDeal(NamedTuple):
    """Where every card is: the two hands, and the centre."""

    hands: tuple[Cards, Cards]
    undealt: Cards


class Position(NamedTuple):
    """The two hands, the centre card, and the moves so far; seat 0 made the first, seat 1 the second and so on."""

    hands: tuple[Cards, Cards]
    centre: int
    history: tuple[str, ...]


class Table(NamedTuple):
    """What both seats can see, and which asked card is waiting for the other's turn to end."""

    face_up: Cards
    asked: Cards
    pending: int | None


class Event(NamedTuple):
    """What both seats see of a move: who made it, its text, the cards it turned face up, and whether a name was right.

    Turned face up are the asked card if the other held it, and the other's pending card if it was a bluff; lower first.
    """

    seat: int
    move: str
    turned_up: Cards
    right: bool | None


class Perft(NamedTuple):
    """How many sequences of 1, 2, .. legal moves there are from a deal, under these options."""

    options: dict[str, Any]
    deal: tuple[list[int], list[int]]
    counts: tuple[int, ...]


class GuessIt:
    """Find out which card is in the centre by asking for cards, the other's or one's own.

    >>> game = GuessIt(cards=1)
    >>> position = game.start(([1], [2]))
    >>> game.moves(position)
    ['ask 1', 'ask 2', 'ask 3', 'name 2', 'name 3']
    >>> position = game.play(position, "ask 1")
    >>> position = game.play(position, "name 1")
    >>> game.over(position), game.scores(position)
    (True, (1, -1))
    """

    def __init__(self, *, cards: int = 6) -> None:
        if cards < 1:
            raise ValueError("cards is at least 1")
        self.cards = cards
        self.pack: Cards = tuple(range(1, 2 * cards + 2))

    def start(self, deal: tuple[Sequence[int], Sequence[int]]) -> Position:
        """The position before the first move; the centre is the card in neither hand."""
        first, second = tuple(sorted(deal[0])), tuple(sorted(deal[1]))
        left = set(self.pack) - set(first) - set(second)
        if len(first) != self.cards or len(second) != self.cards or len(left) != 1:
            raise ValueError(f"a deal is two hands of {self.cards} of the cards 1 to {2 * self.cards + 1}")
        return Position((first, second), left.pop(), ())

    def table(self, position: Position) -> Table:
        """What lies face up, has been asked and is pending now."""
        face_up: list[int] = []
        asked: list[int] = []
        pending: int | None = None
        for turn, move in enumerate(position.history):
            word, number = move.split()
            card = int(number)
            other_hand = position.hands[1 - turn % 2]
            if word == "name":
                break
            asked.append(card)
            if card in other_hand:
                face_up.append(card)
            # This turn is over, so the other's pending card has waited for long enough: it is theirs or the centre.
            if pending in other_hand:
                face_up.append(pending)
            pending = None if card in other_hand else card
        return Table(tuple(sorted(face_up)), tuple(asked), pending)

    def to_move(self, position: Position) -> int:
        """The seat to move, in a game that is not over."""
        return len(position.history) % 2

    def moves(self, position: Position) -> list[str]:
        """Asks by card upwards, then names by card upwards; none when the game is over."""
        if self.over(position):
            return []
        table = self.table(position)
        own = position.hands[self.to_move(position)]
        hidden = [card for card in self.pack if card not in table.face_up]
        asks = [f"ask {card}" for card in hidden if card not in table.asked]
        names = [f"name {card}" for card in hidden if card not in own]
        return asks + names

    def play(self, position: Position, move: str) -> Position:
        """The position after the move."""
        if move not in self.moves(position):
            raise ValueError(f"{move!r} is not legal here")
        return position._replace(history=(*position.history, move))

    def over(self, position: Position) -> bool:
        """Has somebody named a card?"""
        return bool(position.history) and position.history[-1].startswith("name ")

    def scores(self, position: Position) -> tuple[int, int]:
        """1 for the winner, -1 for the loser; both 0 while the game is under way."""
        if not self.over(position):
            return (0, 0)
        namer = (len(position.history) - 1) % 2
        winner = namer if position.history[-1] == f"name {position.centre}" else 1 - namer
        return (1, -1) if winner == 0 else (-1, 1)

    def outcome(self, position: Position) -> tuple[int, int]:
        """The scores."""
        return self.scores(position)

    # What a seat can know

    def event(self, position: Position, move: str) -> Event:
        """What both seats see when this move is made here.

        >>> game = GuessIt(cards=1)
        >>> position = game.play(game.start(([1], [2])), "ask 1")
        >>> game.event(position, "ask 3")
        Event(seat=1, move='ask 3', turned_up=(1,), right=None)
        """
        after = self.play(position, move)
        before_up = self.table(position).face_up
        turned_up = tuple(card for card in self.table(after).face_up if card not in before_up)
        right = move == f"name {position.centre}" if self.over(after) else None
        return Event(self.to_move(position), move, turned_up, right)

    def events(self, position: Position) -> list[Event]:
        """What both seats have seen of the game so far."""
        so_far = [position._replace(history=position.history[:turn]) for turn in range(len(position.history))]
        return [self.event(before, move) for before, move in zip(so_far, position.history, strict=True)]

    def consistent_deals(
        self, seat: int, own_hand: Iterable[int], events: Sequence[Event], *, undealt: Collection[int] = ()
    ) -> Iterator[FullDeal]:
        """Every deal that agrees with what the seat has seen: its own hand as dealt, and the events since.

        `undealt` may hold the centre card, if it is known from elsewhere.

        >>> game = GuessIt(cards=1)
        >>> for deal in game.consistent_deals(0, [1], [Event(0, "ask 2", (), None)]):
        ...     print(deal.hands, deal.undealt)
        ((1,), (3,)) (2,)
        """
        own = tuple(sorted(own_hand))
        unknown = [card for card in self.pack if card not in own]
        for other in combinations(unknown, self.cards):
            position = self.start((own, other) if seat == 0 else (other, own))
            known = set(undealt) <= {position.centre}
            if known and self.agrees(position, events):
                yield FullDeal(position.hands, (position.centre,))

    def agrees(self, position: Position, events: Sequence[Event]) -> bool:
        """Could the events have happened in this order from here, and would they have shown the same cards?"""
        for event in events:
            if event.move not in self.moves(position) or self.event(position, event.move) != event:
                return False
            position = self.play(position, event.move)
        return True


PERFT: dict[str, Perft] = {
    "one card each": Perft(options={"cards": 1}, deal=([1], [2]), counts=(5, 12, 16, 8)),
    "two cards each": Perft(options={"cards": 2}, deal=([1, 4], [2, 5]), counts=(8, 35, 112, 252, 336, 168)),
    "three cards each": Perft(
        options={"cards": 3}, deal=([1, 4, 6], [2, 5, 7]), counts=(11, 70, 360, 1500, 4800, 10800, 14400, 7200)
    ),
    "default game": Perft(
        options={"cards": 6}, deal=([1, 3, 4, 8, 10, 12], [2, 5, 6, 9, 11, 13]), counts=(20, 247, 2736, 27588)
    ),
}
"""Deals small enough to count to the end, and the default game's first moves."""
