"""Leagues that stop when they are decided, at looks that are fixed beforehand (a group-sequential design).

The results of a league are checked after a few numbers of sessions. These depend only on the largest number of
sessions. The allowed error rate of 5% is divided by the number of looks (Bonferroni). So a player that gains nothing is
declared decided in at most 5% of the leagues, however the results of different looks are correlated. The intervals and
p values of such a league are corrected in the same way, so they are correct wherever it stops.

Matches use confidence sequences instead, which may be looked at after every deal. They need observations with the same
mean. The tables of a league have different means, so only a whole round of all tables could be one observation, and a
league has too few rounds for a confidence sequence.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.comparisons import mean_and_p
from kibitz.arena.league.experiment import League
from kibitz.holm import holm

LEVEL = 0.05
APART = (-1.0, 1.0)
"""The bounds of a difference of shares."""


def looks(league: League, sessions: int) -> tuple[int, ...]:
    """The numbers of sessions after which a league of at most this many is checked: each is twice the one before, up to
    the last.

    If our player does not sit equally often in every seat within a session, the first look is after as many sessions as
    there are seats, and the others, except the last, are multiples of it.

    >>> league = League.of("tic-tac-toe", ["random"], ["maxn"], baseline="greedy", games=2)
    >>> looks(league, 10), looks(league, 2), looks(league, 1)
    ((2, 4, 8, 10), (2,), (1,))
    >>> three = [League.of("hearts(players=3)", ["random"], ["greedy"], baseline="random", games=n) for n in (3, 2)]
    >>> [looks(league, 10) for league in three]
    [(2, 4, 8, 10), (3, 6, 10)]
    """
    seats = league.played.players
    turn = 1 if league.games % seats == 0 else seats
    found, after = list[int](), max(2, turn)
    while after < sessions:
        found.append(after)
        after *= 2
    return (*found, sessions)


def decided(gains: Sequence[Sequence[float]], looked: int, seed: int = 0) -> bool:
    """Whether the mean gain of every player differs from 0, at one of several looks.

    ``gains`` has the gains of each player, a number for each session; p values are corrected by Holm's method over the
    players, and for the number of looks.

    >>> one, two = [0.3, 0.4, 0.6, 0.5, 0.2], [0.5, -0.5, 0.2, 0.1, 0.0]
    >>> decided([one], looked=3), decided([one, two], looked=3)
    (True, False)
    """
    return all(at_looks(p, looked) < LEVEL for p in holm([mean_and_p(each, seed, APART)[1] for each in gains]))


def at_looks(p: float, looked: int) -> float:
    """A p value, corrected for the number of looks.

    >>> at_looks(0.01, 4), at_looks(0.5, 4)
    (0.04, 1.0)
    """
    return min(1.0, p * looked)
