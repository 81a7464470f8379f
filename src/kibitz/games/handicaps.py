"""Starts with a handicap: a seat begins at a disadvantage, so that a strong player does not win every game."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from kibitz.errors import KibitzError, SpecError, nearest
from kibitz.games.capabilities import Handicapping, require
from kibitz.games.game import Game, State
from kibitz.random import Random


class Handicap(NamedTuple):
    """A handicap: its name, and how much of it."""

    name: str
    amount: int

    def __str__(self) -> str:
        return f"{self.name}={self.amount}"


def handicap(game: Game, text: str) -> Handicap:
    """Read a handicap, such as ``men=2``.

    >>> import kibitz
    >>> handicap(kibitz.game("checkers"), "men=2")
    Handicap(name='men', amount=2)
    """
    require(game, "handicapping")
    known = cast("Handicapping", game).handicaps
    examples = ", ".join(f"{name}=2 ({help})" for name, help in known.items())
    found = re.fullmatch(r"\s*([\w-]+)\s*=\s*(\d+)\s*", text)
    if not found:
        raise SpecError(f"handicap '{text}': write NAME=NUMBER; {game} takes {examples}")
    if found[1] not in known:
        raise SpecError(f"{game} has no handicap '{found[1]}'; {nearest(found[1], known)}")
    return Handicap(found[1], int(found[2]))


def handicapped(state: State, seat: int, text: str, seed: int) -> State:
    """The start with a handicap for one seat; if several are possible, the seed determines which.

    >>> import kibitz
    >>> start = handicapped(kibitz.game("checkers").start(), 0, "men=2", seed=1)
    >>> len(start.to_dict()["black_men"]), len(start.to_dict()["white_men"])
    (10, 12)
    """
    game: Any = state.game
    game.check_seat(seat)
    wanted = handicap(game, text)
    if wanted.amount == 0:
        return state
    random = Random(seed, "handicap", seat)
    found: State = cast("Handicapping", game).handicapped(state, seat, wanted.name, wanted.amount, random)
    if found.over:
        raise KibitzError(f"handicap {wanted}: {game} would be over before it begins; give a smaller handicap")
    return found


def without(kind: str, things: list[Any], amount: int, random: Random) -> list[Any]:
    """Remove this many things at random; at least one must stay."""
    if amount >= len(things):
        raise KibitzError(f"handicap {kind}={amount}: there are only {len(things)}, and one has to stay")
    left = list(things)
    for _ in range(amount):
        left.remove(random.choice(left))
    return left
