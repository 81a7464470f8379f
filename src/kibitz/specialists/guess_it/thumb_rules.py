"""Rules of thumb that people have at Guess It: bluffs and calls that depend on the situation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.games.guess_it.secret_cards import SecretCards, secret_cards
from kibitz.models.model import Position
from kibitz.models.rule import Chosen, Rule, RuleOfThumb
from kibitz.specialists.guess_it.play import happenings
from kibitz.specs import Option


def _history(position: Any) -> list[int]:
    return list(position.core.history)


def asks(position: Position) -> int:
    """How many cards have been asked for so far."""
    return len(_history(position))  # a game in which a card was named is over


def known_bluffs(position: Position) -> list[bool]:
    """Whether each ask of the opponent was a bluff, in order; only asks that the mover can judge."""
    return [each.happening.bluffed for each in happenings(position, position.to_move) if not each.mine]


def chosen_card(found: SecretCards, call: bool, bluff: bool, place: int) -> Chosen:
    """Calls, bluffs or asks. ``place`` says which card of the sorted list of possible cards is used."""
    if found.pending is not None and call:
        return [f"name {found.pending}"]
    if len(found.unknown) == 1 or not found.secret:
        return [f"name {sorted(found.unknown)[place]}"] if len(found.unknown) > 1 else [f"name {found.unknown[0]}"]
    cards = sorted(found.secret if bluff else found.unknown)
    return [f"ask {cards[place]}"]


def asks_low(position: Position) -> Chosen:
    """Asks for the lowest card that it does not know, and never calls."""
    return chosen_card(secret_cards(position), call=False, bluff=False, place=0)


def asks_high(position: Position) -> Chosen:
    """Asks for the highest card that it does not know, and always calls."""
    return chosen_card(secret_cards(position), call=True, bluff=False, place=-1)


def bluffs_low(position: Position) -> Chosen:
    """Bluffs with its lowest secret card, and never calls."""
    return chosen_card(secret_cards(position), call=False, bluff=True, place=0)


def opens_with_bluffs(position: Position, bluffs: int) -> Chosen:
    """Bluffs in its first turns and asks afterwards; never calls."""
    early = asks(position) // 2 < bluffs
    return secret_cards(position).policy(call=0.0, bluff=float(early))


def bluffs_at_the_end(position: Position, left: int) -> Chosen:
    """Bluffs only when it has few secret cards; calls half of the time."""
    found = secret_cards(position)
    return found.policy(call=0.5, bluff=float(len(found.secret) <= left))


def alternates_bluffs(position: Position) -> Chosen:
    """Bluffs in every second turn, and calls in the others."""
    odd = asks(position) // 2 % 2 == 1
    return secret_cards(position).policy(call=float(not odd), bluff=float(odd))


def copies_opponent(position: Position) -> Chosen:
    """Bluffs if the last ask of the opponent that it can judge was a bluff; otherwise calls and asks."""
    seen = known_bluffs(position)
    bluffed = bool(seen) and seen[-1]
    return secret_cards(position).policy(call=float(not bluffed), bluff=float(bluffed))


def once_bitten(position: Position, bluffs: int) -> Chosen:
    """Calls until it has seen some bluffs in this game, and never afterwards; bluffs one time in five."""
    return secret_cards(position).policy(call=float(sum(known_bluffs(position)) < bluffs), bluff=0.2)


def calls_late(position: Position, asked: int) -> Chosen:
    """Calls only when many cards have been asked for; until then it bluffs half of the time."""
    late = asks(position) >= asked
    return secret_cards(position).policy(call=float(late), bluff=0.0 if late else 0.5)


def impatient(position: Position, left: int) -> Chosen:
    """Guesses the hidden card as soon as few cards are possible; otherwise asks."""
    found = secret_cards(position)
    if len(found.unknown) <= left:
        return found.policy(call=0.0, bluff=0.0, guess=1.0)
    return found.policy(call=0.0, bluff=0.0)


def bluffs_when_behind(position: Position) -> Chosen:
    """Bluffs if the opponent knows more of its cards than it knows of theirs; otherwise asks. Calls when behind."""
    found = secret_cards(position)
    behind = len(found.secret) < len(found.unknown) - 1
    return found.policy(call=float(behind), bluff=float(behind))


def neighbours(position: Position) -> Chosen:
    """Asks for the card nearest to the one that was asked for last; never bluffs or calls."""
    found = secret_cards(position)
    history = _history(position)
    if len(found.unknown) == 1 or not found.secret or not history:
        return found.policy(call=0.0, bluff=0.0)
    return [f"ask {min(found.unknown, key=lambda card: (abs(card - history[-1]), card))}"]


@dataclass(frozen=True, repr=False)
class GuessItRule(Rule):
    """A player of Guess It who decides by a rule.

    >>> import kibitz
    >>> view = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5").view(0)
    >>> kibitz.model("asks-low").policy(view)["ask 2"]
    1.0
    """

    name = "asks-low"
    summary = "rules of thumb that people have at Guess It"
    example = "once-bitten(bluffs=2)"
    game = "guess-it"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "asks-low": RuleOfThumb("asks for the lowest card that it does not know, and never bluffs or calls", asks_low),
        "asks-high": RuleOfThumb(
            "asks for the highest card that it does not know, calls every card, and never bluffs", asks_high
        ),
        "bluffs-low": RuleOfThumb("bluffs with its lowest secret card, and never calls", bluffs_low),
        "opens-with-bluffs": RuleOfThumb(
            "bluffs in its first {bluffs} turns and asks afterwards, and never calls",
            opens_with_bluffs,
            (Option("bluffs", 2, "turns in which it bluffs", 0, 20),),
        ),
        "bluffs-at-the-end": RuleOfThumb(
            "bluffs only with {left} secret cards or fewer, and calls half of the time",
            bluffs_at_the_end,
            (Option("left", 2, "it bluffs when it has at most this many secret cards", 0, 8),),
        ),
        "alternates-bluffs": RuleOfThumb(
            "asks and calls in its first turn, bluffs in the second, and so on", alternates_bluffs
        ),
        "copies-opponent": RuleOfThumb(
            "bluffs after it has seen a bluff of the opponent, and otherwise calls and asks", copies_opponent
        ),
        "once-bitten": RuleOfThumb(
            (
                "calls until it has seen a number of bluffs in the game ({bluffs}), and never afterwards; bluffs one "
                "time in five"
            ),
            once_bitten,
            (Option("bluffs", 1, "it stops calling after this many bluffs", 0, 20),),
        ),
        "calls-late": RuleOfThumb(
            "calls once {asked} cards have been asked for; until then it bluffs half of the time and never calls",
            calls_late,
            (Option("asked", 4, "it calls after this many asks", 0, 20),),
        ),
        "impatient": RuleOfThumb(
            "guesses the hidden card when {left} cards or fewer are possible, and otherwise asks",
            impatient,
            (Option("left", 3, "it guesses when at most this many cards are possible", 0, 20),),
        ),
        "bluffs-when-behind": RuleOfThumb(
            "bluffs and calls when it has fewer secret cards than the opponent, and otherwise asks", bluffs_when_behind
        ),
        "asks-neighbours": RuleOfThumb(
            "asks for the card nearest to the one that was asked for last, and never bluffs or calls", neighbours
        ),
    }
