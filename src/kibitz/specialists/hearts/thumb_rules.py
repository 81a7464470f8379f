"""Rules of thumb that people have at Hearts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.cards.tricks import Table, Trick, rank, suit
from kibitz.models.rule import Chosen, Rule, RuleOfThumb
from kibitz.specialists.card_rules import duck, highest, lowest, playing
from kibitz.specs import Option

QUEEN = "QS"


def points(card: str) -> int:
    """The penalty points of a card.

    >>> points("2H"), points("QS"), points("AS")
    (1, 13, 0)
    """
    return 13 if card == QUEEN else int(suit(card) == "H")


def taken(table: Table, seat: int) -> int:
    """The penalty points that a seat has taken in this hand."""
    return sum(points(card) for trick in table.past if trick.best[0] == seat for _, card in trick.plays)


def gave_points(table: Table) -> set[int]:
    """The seats that put a penalty card on a trick that the mover took."""
    return {
        seat
        for trick in table.past
        if trick.best[0] == table.seat
        for seat, card in trick.plays
        if points(card) and seat != table.seat
    }


def loaded(table: Table) -> list[str]:
    """The legal cards with the most penalty points that do not win, or none."""
    costly = [card for card in table.losing if points(card)]
    return [card for card in costly if points(card) == max(map(points, costly))]


def harmless(table: Table) -> list[str]:
    """The highest card that neither wins nor gives points; otherwise ducks."""
    plain = [card for card in table.losing if not points(card)]
    return highest(plain) if plain else duck(table)


@playing
def punishes_leader(table: Table) -> Chosen:
    """Gives points only to a seat that has the fewest."""
    if table.leads:
        return lowest(table.legal)
    others = [seat for seat in range(table.players) if seat != table.seat]
    fewest = min(taken(table, seat) for seat in others)
    ahead = taken(table, table.trick.best[0]) == fewest
    return (loaded(table) if ahead else []) or harmless(table)


@playing
def spares_givers_not(table: Table) -> Chosen:
    """Gives points only to seats that gave points to it in this hand."""
    if table.leads:
        return lowest(table.legal)
    owed = table.trick.best[0] in gave_points(table)
    return (loaded(table) if owed else []) or harmless(table)


@playing
def hunts_queen(table: Table) -> Chosen:
    """Leads its highest spade below the queen until she has been played; otherwise ducks."""
    gone = any(card == QUEEN for trick in (*table.past, table.trick) for _, card in trick.plays)
    small = [card for card in table.legal if suit(card) == "S" and rank(card) < rank(QUEEN)]
    return highest(small) if table.leads and small and not gone and QUEEN not in table.hand else duck(table)


@playing
def drops_queen(table: Table) -> Chosen:
    """Plays the queen of spades as soon as it may, whoever takes her; otherwise its lowest card."""
    return [QUEEN] if QUEEN in table.legal else lowest(table.legal)


@playing
def shoots_moon(table: Table, points_needed: int) -> Chosen:
    """Takes everything once it has enough points and nobody else has any; otherwise ducks."""
    others = sum(taken(table, seat) for seat in range(table.players) if seat != table.seat)
    shoots = others == 0 and taken(table, table.seat) >= points_needed
    return highest(table.winning or table.legal) if shoots else duck(table)


@playing
def hearts_last(table: Table) -> Chosen:
    """Its lowest card that is no heart; hearts only if it must."""
    return lowest([card for card in table.legal if suit(card) != "H"] or table.legal)


@playing
def takes_clean_tricks(table: Table) -> Chosen:
    """Wins tricks without points with its highest card; ducks where there are points."""
    dirty = any(points(card) for _, card in table.trick.plays)
    return duck(table) if dirty else highest(table.winning or table.legal)


@playing
def panics(table: Table, limit: int) -> Chosen:
    """Plays high until it has taken some points, and its lowest cards afterwards."""
    return lowest(table.legal) if taken(table, table.seat) >= limit else highest(table.legal)


def trick_points(trick: Trick) -> int:
    """The penalty points on the table.

    >>> trick_points(Trick(((0, "2H"), (1, "QS"))))
    14
    """
    return sum(points(card) for _, card in trick.plays)


@playing
def dodges_from(table: Table, limit: int) -> Chosen:
    """Ducks a trick only if enough points are on it; otherwise wins as high as it can."""
    return duck(table) if trick_points(table.trick) >= limit else highest(table.winning or table.legal)


@dataclass(frozen=True, repr=False)
class HeartsRule(Rule):
    """A player of Hearts who decides by a rule.

    >>> import kibitz
    >>> kibitz.model("shoots-moon").words
    'takes every trick once it has points (1 or more) and nobody else has any; until then it avoids winning'
    """

    name = "hunts-queen"
    summary = "rules of thumb that people have at Hearts"
    example = "shoots-moon(points_needed=5)"
    game = "hearts"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "punishes-leader": RuleOfThumb(
            "gives penalty points only to those who have the fewest, and otherwise throws its highest harmless card",
            punishes_leader,
        ),
        "spares-friends": RuleOfThumb(
            "gives penalty points only to those who gave it points in this hand, and spares the others",
            spares_givers_not,
        ),
        "hunts-queen": RuleOfThumb(
            "leads spades below the queen until she is played, and otherwise avoids winning", hunts_queen
        ),
        "drops-queen": RuleOfThumb(
            "plays the queen of spades as soon as it may, and otherwise its lowest card", drops_queen
        ),
        "shoots-moon": RuleOfThumb(
            (
                "takes every trick once it has points ({points_needed} or more) and nobody else has any; until then "
                "it avoids winning"
            ),
            shoots_moon,
            (Option("points_needed", 1, "it begins when it has this many penalty points", 0, 26),),
        ),
        "hearts-last": RuleOfThumb("plays its lowest card that is no heart, and hearts only if it must", hearts_last),
        "takes-clean-tricks": RuleOfThumb(
            "wins tricks without penalty points with its highest card, and avoids the others", takes_clean_tricks
        ),
        "panics": RuleOfThumb(
            "plays its highest cards until it has taken {limit} points, and its lowest afterwards",
            panics,
            (Option("limit", 3, "it plays low after this many penalty points", 0, 26),),
        ),
        "dodges-from": RuleOfThumb(
            "avoids a trick with {limit} points or more, and wins the others with its highest card",
            dodges_from,
            (Option("limit", 2, "it avoids tricks with at least this many points", 0, 26),),
        ),
    }
