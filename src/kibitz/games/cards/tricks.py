"""What a player of a card game sees of the tricks: its cards, the table, and who took what before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.cards.game import CardGame
from kibitz.games.cards.notation import CARDS, CODES, RANKS, cards_in
from kibitz.games.game import State
from kibitz.games.view import View

Play = tuple[int, str]
"""A seat and the card that it played."""


def suit(card: str) -> str:
    """The suit of a card.

    >>> suit("QS")
    'S'
    """
    return card[1]


def rank(card: str) -> int:
    """The rank of a card, from 0 for a two to 12 for an ace.

    >>> rank("2C"), rank("AS")
    (0, 12)
    """
    return RANKS.index(card[0])


@dataclass(frozen=True)
class Trick:
    """A trick of which some cards have been played; the cards are in the order of play."""

    plays: tuple[Play, ...]
    trump: str = ""

    def strength(self, card: str) -> int:
        """How high a card is in this trick: any trump beats the suit that was led, which beats the others.

        >>> trick = Trick(((0, "TD"),), trump="S")
        >>> trick.strength("2S") > trick.strength("AD") > trick.strength("AC")
        True
        """
        if suit(card) == self.trump:
            return 100 + rank(card)
        return rank(card) if not self.plays or suit(card) == suit(self.plays[0][1]) else -1

    @cached_property
    def best(self) -> Play:
        """The play that wins so far."""
        return max(self.plays, key=lambda play: self.strength(play[1]))

    def beaten_by(self, card: str) -> bool:
        """Whether the card would be the best of the trick so far. A card that is led always is."""
        return not self.plays or self.strength(card) > self.strength(self.best[1])


@dataclass(frozen=True)
class Table:
    """What the seat to move sees: the cards that it may play, its hand, this trick, and all tricks before."""

    seat: int
    players: int
    legal: tuple[str, ...]
    hand: tuple[str, ...]
    trick: Trick
    past: tuple[Trick, ...]

    @property
    def leads(self) -> bool:
        """Whether the seat leads the trick."""
        return not self.trick.plays

    @property
    def last(self) -> bool:
        """Whether the seat plays the last card of the trick."""
        return len(self.trick.plays) == self.players - 1

    @property
    def winning(self) -> list[str]:
        """The legal cards that would be the best of the trick so far."""
        return [card for card in self.legal if self.trick.beaten_by(card)]

    @property
    def losing(self) -> list[str]:
        """The legal cards that would not be the best of the trick so far."""
        return [card for card in self.legal if not self.trick.beaten_by(card)]

    def length(self, of: str) -> int:
        """The number of cards of a suit in the hand."""
        return sum(suit(card) == of for card in self.hand)


def table_of(position: State | View) -> Table | None:
    """What the seat to move sees; None while it bids or passes cards.

    >>> import kibitz
    >>> state = kibitz.game("hearts(cards=3)").start(seed=1)
    >>> table = table_of(state.play(state.moves()[0]).view(0))
    >>> table.trick.best, table.legal, table.hand
    ((3, '3C'), ('TC',), ('TC', '2D', 'KD'))
    """
    game = position.game
    if not isinstance(game, CardGame):
        raise SpecError(f"{game} has no tricks; this works only in card games")
    legal = tuple(position.moves())
    if not CODES.keys() >= set(legal):
        return None
    core: Any = position.core  # type: ignore[union-attr]
    players, seat = game.players, position.to_move
    plays: Sequence[Any] = [(each, CARDS[card]) for each, card in core.plays]
    finished = len(plays) - core.table
    tricks = [plays[place : place + players] for place in range(0, finished, players)]
    return Table(
        seat=seat,
        players=players,
        legal=legal,
        hand=tuple(CARDS[card] for card in cards_in(core.hands[seat])),
        trick=Trick(tuple(plays[finished:]), game.trump),
        past=tuple(Trick(tuple(trick), game.trump) for trick in tricks),
    )
