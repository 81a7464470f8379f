"""Rules of thumb that people have at Spades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.games.cards.tricks import Table, suit, table_of
from kibitz.models.model import Position
from kibitz.models.rule import Chosen, Rule, RuleOfThumb
from kibitz.specialists.card_rules import cheapest_win, duck, highest, lowest, playing
from kibitz.specs import Option


def _core(position: Any) -> Any:
    return position.core


def tricks(table: Table, seat: int) -> int:
    """The tricks that a seat has taken in this hand."""
    return sum(trick.best[0] == seat for trick in table.past)


def beat_me(table: Table) -> set[int]:
    """The seats that won a trick although the mover's card was the best when it was played."""
    found = set()
    for trick in table.past:
        seats = [seat for seat, _ in trick.plays]
        own = seats.index(table.seat)
        before = type(trick)(trick.plays[: own + 1], trick.trump)
        if before.best[0] == table.seat != trick.best[0]:
            found.add(trick.best[0])
    return found


@playing
def stops_leader(table: Table) -> Chosen:
    """Beats those who have the most tricks, and lets the others win."""
    if table.leads:
        return highest(table.legal)
    most = max(tricks(table, seat) for seat in range(table.players) if seat != table.seat)
    return cheapest_win(table) if tricks(table, table.trick.best[0]) == most else duck(table)


@playing
def helps_last(table: Table) -> Chosen:
    """Lets those win who have the fewest tricks, and beats the others."""
    if table.leads:
        return lowest(table.legal)
    fewest = min(tricks(table, seat) for seat in range(table.players) if seat != table.seat)
    return duck(table) if tricks(table, table.trick.best[0]) == fewest else cheapest_win(table)


@playing
def forgives_nobody(table: Table) -> Chosen:
    """Beats only those who beat it in this hand."""
    if table.leads:
        return highest(table.legal)
    return cheapest_win(table) if table.trick.best[0] in beat_me(table) else duck(table)


@playing
def trumps_late(table: Table, left: int) -> Chosen:
    """Keeps its spades while it has many cards, and then plays the highest of them."""
    spades = [card for card in table.legal if suit(card) == "S"]
    others = [card for card in table.legal if suit(card) != "S"]
    if len(table.hand) > left:
        return highest(others) if others else lowest(spades)
    return highest(spades or others)


@playing
def draws_trumps(table: Table) -> Chosen:
    """Leads its highest spade whenever it may; otherwise wins as cheaply as it can."""
    spades = [card for card in table.legal if suit(card) == "S"]
    return highest(spades or table.legal) if table.leads else cheapest_win(table)


@playing
def trumps_high(table: Table) -> Chosen:
    """Trumps with its highest spade, and follows and leads with its lowest card."""
    ruffs = [card for card in table.winning if suit(card) == "S"]
    trumping = not table.leads and suit(table.trick.plays[0][1]) != "S" and ruffs
    return highest(ruffs) if trumping else lowest(table.legal)


def sets_bidders(position: Position) -> Chosen:
    """Beats those who still need tricks for their bids, and lets the others have overtricks."""
    table = table_of(position)
    if table is None:
        return position.moves()  # any bid
    bids = _core(position).bids
    if table.leads:
        return highest(table.legal)
    winner = table.trick.best[0]
    needs = bids[winner] is None or tricks(table, winner) < bids[winner]
    return cheapest_win(table) if needs else duck(table)


def rests_after(position: Position, share: float) -> Chosen:
    """Takes tricks as fast as it can until it has a share of its bid (without bids, of its equal part of the tricks);
    then ducks."""
    table = table_of(position)
    if table is None:
        return position.moves()  # any bid
    bid = _core(position).bids[table.seat]
    due = (len(table.hand) + len(table.past)) / table.players if bid is None else bid
    if tricks(table, table.seat) >= share * due:
        return duck(table)
    return highest(table.winning or lowest(table.legal))


@dataclass(frozen=True, repr=False)
class SpadesRule(Rule):
    """A player of Spades who decides by a rule.

    >>> import kibitz
    >>> kibitz.model("trumps-late(left=2)").words
    'keeps its spades until it has 2 cards left, and then plays the highest of them'
    """

    name = "stops-leader"
    summary = "rules of thumb that people have at Spades"
    example = "trumps-late(left=2)"
    game = "spades"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "stops-leader": RuleOfThumb(
            "leads its highest card, beats those who have the most tricks, and lets the others win", stops_leader
        ),
        "helps-last": RuleOfThumb(
            "leads its lowest card, lets those win who have the fewest tricks, and beats the others", helps_last
        ),
        "beats-back": RuleOfThumb(
            "leads its highest card, beats only those who beat it in this hand, and spares the others",
            forgives_nobody,
        ),
        "trumps-late": RuleOfThumb(
            "keeps its spades until it has {left} cards left, and then plays the highest of them",
            trumps_late,
            (Option("left", 3, "it plays spades when it has at most this many cards", 1, 26),),
        ),
        "draws-trumps": RuleOfThumb(
            "leads its highest spade whenever it may, and otherwise wins as cheaply as it can", draws_trumps
        ),
        "trumps-high": RuleOfThumb("trumps with its highest spade, and otherwise plays its lowest card", trumps_high),
        "sets-bidders": RuleOfThumb(
            "beats those who still need tricks for their bids, and lets the others win", sets_bidders
        ),
        "rests-after": RuleOfThumb(
            "wins with its highest cards until it has {share} times its bid (or its share of the tricks), and then "
            "avoids winning",
            rests_after,
            (Option("share", 1.0, "it rests after this share of its bid", 0, 10),),
        ),
    }
