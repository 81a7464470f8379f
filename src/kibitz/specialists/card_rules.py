"""Rules of thumb that people have at games of tricks, whatever the cards are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.capabilities import bidding
from kibitz.games.cards.tricks import Table, rank, suit, table_of
from kibitz.models.model import Position
from kibitz.models.rule import Chosen, Rule, RuleOfThumb, best_by
from kibitz.specs import Option

RED = "DH"


def lowest(cards: Iterable[str]) -> list[str]:
    """The cards of the lowest rank.

    >>> lowest(["3C", "3D", "KS"])
    ['3C', '3D']
    """
    return best_by(cards, lambda card: -rank(card))


def highest(cards: Iterable[str]) -> list[str]:
    """The cards of the highest rank.

    >>> highest(["3C", "3D", "KS"])
    ['KS']
    """
    return best_by(cards, rank)


def cheapest_win(table: Table) -> list[str]:
    """The weakest card that wins so far, or the lowest card if none does."""
    won = table.winning
    return best_by(won, lambda card: -table.trick.strength(card)) if won else lowest(table.legal)


def duck(table: Table) -> list[str]:
    """The highest card that does not win so far, or the lowest card if all do."""
    return highest(table.losing) if table.losing else lowest(table.legal)


def playing(choose: Callable[..., Chosen]) -> Callable[..., Chosen]:
    """Turns a rule about tricks into a rule about positions: all bids are equally likely, and the three highest cards
    are passed."""

    def chosen(position: Position, **parameters: float) -> Chosen:
        table = table_of(position)
        if table is None and bidding(position):
            return position.moves()
        if table is None:
            return best_by(position.moves(), lambda move: sum(rank(card) for card in move.split()[1:]))
        return choose(table, **parameters)

    return chosen


@playing
def never_leads_spades(table: Table) -> Chosen:
    """Plays its lowest card, and leads a spade only if it has no other suit."""
    others = [card for card in table.legal if suit(card) != "S"]
    return lowest(others if table.leads and others else table.legal)


@playing
def leads_long_suit(table: Table) -> Chosen:
    """The highest card of the longest suit, or the cheapest card that wins."""
    return highest(best_by(table.legal, lambda card: table.length(suit(card)))) if table.leads else cheapest_win(table)


@playing
def leads_short_suit(table: Table) -> Chosen:
    """Leads and discards the lowest card of the shortest suit; follows suit with its lowest card."""
    follows = not table.leads and suit(table.legal[0]) == suit(table.trick.plays[0][1])
    return lowest(table.legal if follows else best_by(table.legal, lambda card: -table.length(suit(card))))


@playing
def second_hand_low(table: Table) -> Chosen:
    """Whist: second hand low, third hand high, the last wins as cheaply as it can."""
    if table.leads:
        return leads_highest_of_long(table)
    if table.last:
        return cheapest_win(table)
    return lowest(table.legal) if len(table.trick.plays) == 1 else highest(table.winning or lowest(table.legal))


def leads_highest_of_long(table: Table) -> list[str]:
    """The fourth highest card of the longest suit, or its lowest."""
    longest = suit(best_by(table.legal, lambda card: table.length(suit(card)))[0])
    held = sorted((card for card in table.legal if suit(card) == longest), key=rank, reverse=True)
    return [held[min(3, len(held) - 1)]]


@playing
def high_then_low(table: Table) -> Chosen:
    """The highest card in the first trick and in every second trick after it; the lowest card in the other tricks."""
    return highest(table.legal) if len(table.past) % 2 == 0 else lowest(table.legal)


@playing
def nearest_card(table: Table) -> Chosen:
    """The card whose rank is nearest to that of the last card on the table; it leads its lowest card."""
    if table.leads:
        return lowest(table.legal)
    wanted = rank(table.trick.plays[-1][1])
    return best_by(table.legal, lambda card: -abs(rank(card) - wanted))


@playing
def returns_suit(table: Table) -> Chosen:
    """The lowest card of the suit that was led last; otherwise the lowest card."""
    led = suit(table.past[-1].plays[0][1]) if table.past else ""
    same = [card for card in table.legal if suit(card) == led]
    return lowest(same if table.leads and same else table.legal)


@playing
def changes_suit(table: Table) -> Chosen:
    """Leads the highest card of a suit that has been led least often; otherwise wins as cheaply as it can."""
    led = [suit(trick.plays[0][1]) for trick in table.past]
    return highest(best_by(table.legal, lambda card: -led.count(suit(card)))) if table.leads else cheapest_win(table)


@playing
def saves_high_cards(table: Table, above: int) -> Chosen:
    """The highest card that is not above a rank; if all are above it, the lowest."""
    plain = [card for card in table.legal if rank(card) <= above - 2]
    return highest(plain) if plain else lowest(table.legal)


@playing
def red_first(table: Table) -> Chosen:
    """The lowest red card, or the lowest card."""
    red = [card for card in table.legal if suit(card) in RED]
    return lowest(red or table.legal)


@playing
def late_attack(table: Table, tricks: int) -> Chosen:
    """Ducks in the first tricks, and then takes what it can with its highest cards."""
    return duck(table) if len(table.past) < tricks else highest(table.winning or lowest(table.legal))


@playing
def wins_if_last(table: Table) -> Chosen:
    """Wins only if it plays last, as cheaply as it can; otherwise its lowest card."""
    return cheapest_win(table) if table.last else lowest(table.legal)


@playing
def fears_one_seat(table: Table, seat: int) -> Chosen:
    """Beats everybody except one seat to its left, against which it ducks."""
    feared = (table.seat + seat) % table.players
    if table.leads:
        return lowest(table.legal)
    return duck(table) if table.trick.best[0] == feared else cheapest_win(table)


@dataclass(frozen=True, repr=False)
class CardRule(Rule):
    """A player of a game of tricks who decides by a rule.

    >>> import kibitz
    >>> kibitz.model("saves-high-cards(above=11)").words
    'plays the highest card that is not above rank 11 (an ace is 14), and higher ones only if it must'
    """

    name = "never-leads-spades"
    summary = "rules of thumb that people have at games of tricks"
    example = "saves-high-cards(above=11)"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "never-leads-spades": RuleOfThumb(
            "plays its lowest card, and leads spades only if it has nothing else", never_leads_spades
        ),
        "leads-long-suit": RuleOfThumb(
            "leads the highest card of its longest suit, and otherwise wins as cheaply as it can", leads_long_suit
        ),
        "leads-short-suit": RuleOfThumb(
            "leads and discards the lowest card of its shortest suit, and follows suit with its lowest card",
            leads_short_suit,
        ),
        "second-hand-low": RuleOfThumb(
            "leads the fourth highest card of its longest suit, plays low as the second, high as the third, and wins "
            "as cheaply as it can as the last",
            second_hand_low,
        ),
        "high-then-low": RuleOfThumb(
            "plays its highest card in the first trick, its lowest in the second, and so on", high_then_low
        ),
        "nearest-card": RuleOfThumb(
            "plays the card nearest in rank to the one played before it, and leads its lowest", nearest_card
        ),
        "returns-suit": RuleOfThumb(
            "leads the lowest card of the suit that was led before, and otherwise plays its lowest card", returns_suit
        ),
        "changes-suit": RuleOfThumb(
            "leads the highest card of the suit that was led least often, and otherwise wins as cheaply as it can",
            changes_suit,
        ),
        "saves-high-cards": RuleOfThumb(
            "plays the highest card that is not above rank {above} (an ace is 14), and higher ones only if it must",
            saves_high_cards,
            (Option("above", 10, "the highest rank that it plays freely", 2, 14),),
        ),
        "red-first": RuleOfThumb("plays its lowest red card, and black ones only if it must", red_first),
        "late-attack": RuleOfThumb(
            "avoids winning in the first {tricks} tricks, and then wins with its highest cards",
            late_attack,
            (Option("tricks", 3, "tricks in which it avoids winning", 0, 26),),
        ),
        "wins-if-last": RuleOfThumb(
            "wins only as the last to play, as cheaply as it can, and otherwise plays its lowest card", wins_if_last
        ),
        "fears-one-seat": RuleOfThumb(
            (
                "leads low, lets the player at distance {seat} on its left win, and beats everybody else as cheaply "
                "as it can"
            ),
            fears_one_seat,
            (Option("seat", 1, "how far to the left the player sits", 1, 4),),
        ),
    }

    def check(self, game: object) -> None:
        """Accept any game of tricks; ``table_of`` refuses other games."""
