"""Seatings: in duplicate play, every deal is played in every seating."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product
from math import comb, perm

from kibitz.errors import SpecError
from kibitz.random import Random

Seating = tuple[int, ...]
"""The number of a player for every seat."""

MOST = 120
"""If there are more seatings than this, this many are drawn at random for each deal, unless the number is given."""

LISTED = 1_000_000
RULES = ("all", "round-robin")


def seatings(players: int, seats: int, rule: str = "all") -> list[Seating]:
    """List the seatings of players over seats.

    ``all``: if there are enough seats, every player plays in every game, in every arrangement: two types on three seats
    have six arrangements (sturtevant2006 section 5), and four players on four seats have 24. If there are fewer seats
    than players, every choice of players plays in every order (hashavit2011: four choices of three players, each in six
    orders). ``round-robin``: every pair of players, in every arrangement over all seats.

    >>> seatings(2, 3)
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    >>> len(seatings(4, 4)), len(seatings(4, 3)), len(seatings(3, 2, "round-robin"))
    (24, 24, 6)
    """
    if rule not in RULES:
        raise SpecError(f"seatings are {', '.join(RULES)}, or a number of them to draw for every deal, not {rule!r}")
    if players < 1:
        raise SpecError("a match needs at least one player")
    if rule == "round-robin" and players > 2:
        pairs = combinations(range(players), 2)
        return [tuple(pair[seat] for seat in seating) for pair in pairs for seating in seatings(2, seats)]
    _refuse_too_many(players, seats)
    if players >= seats:
        return [order for chosen in combinations(range(players), seats) for order in permutations(chosen)]
    return [seating for seating in product(range(players), repeat=seats) if len(set(seating)) == players]


def _refuse_too_many(players: int, seats: int) -> None:
    count = perm(players, seats) if players >= seats else players**seats
    if count > LISTED:
        raise SpecError(
            f"{players} players have {count:,} ways to sit on {seats} seats, too many to list: use --seatings "
            f"round-robin ({comb(players, 2):,} pairs), or fewer players"
        )


def drawn_seatings(listed: Sequence[Seating], count: int, seed: int, deal: int) -> list[Seating]:
    """Draw different seatings for a deal at random, in the order of the list.

    >>> drawn_seatings(seatings(2, 3), 2, seed=1, deal=5)
    [(0, 0, 1), (0, 1, 1)]
    """
    random, chosen = Random(seed, "seatings", deal), set[int]()
    while len(chosen) < min(count, len(listed)):
        chosen.add(random.below(len(listed)))
    return [listed[number] for number in sorted(chosen)]
