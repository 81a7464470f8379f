"""The tables of a league: which opponents sit together, and where everybody sits in each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

Table = tuple[str, ...]
"""The opponents at a table, in turn order after our player."""


def tables(opponents: Sequence[str], places: int) -> list[Table]:
    """Seat opponents at tables with this many places, one table for each opponent.

    The design is cyclic: place j of table t is taken by opponent t + d(j), counted around the list. So every opponent
    takes every place exactly once. The distances d are chosen one after the other, so that as few pairs of opponents as
    possible meet at more than one table; with seven opponents at three places, every pair meets at exactly one. With
    one place, each opponent has a table of its own. If there are fewer opponents than places, some sit twice.

    >>> tables(["random", "greedy"], 1)
    [('random',), ('greedy',)]
    >>> tables(["a", "b", "c", "d", "e", "f", "g"], 3)[:2]
    [('a', 'b', 'd'), ('b', 'c', 'e')]
    """
    count = len(opponents)
    return [tuple(opponents[(first + step) % count] for step in steps(count, places)) for first in range(count)]


def steps(count: int, places: int) -> list[int]:
    """The distances of the cyclic design: each is the smallest that repeats the fewest earlier differences.

    >>> steps(7, 3), steps(24, 4), steps(1, 3)
    ([0, 1, 3], [0, 1, 3, 7], [0, 0, 0])
    """
    found = [0]
    while len(found) < places:
        found.append(min(range(count), key=lambda step: _repeated([*found, step], count)))
    return found


def _repeated(found: Sequence[int], count: int) -> tuple[int, int, int]:
    """How often an opponent sits beside itself, how often the most common difference occurs, and how many differences
    occur more than once.

    >>> _repeated((0, 1, 3), 7), _repeated((0, 1, 2), 7), _repeated((0, 1, 3), 4), _repeated((0, 0), 5)
    ((0, 1, 0), (0, 2, 2), (0, 2, 3), (2, 0, 0))
    """
    places = range(len(found))
    apart = Counter((found[one] - found[two]) % count for one, two in product(places, places) if one != two)
    itself = apart.pop(0, 0)
    return itself, max(apart.values(), default=0), sum(times - 1 for times in apart.values())


def seat_of(session: int, game: int, seats: int) -> int:
    """Our seat. Everybody moves to the next seat after every game, and the sessions begin in each seat in turn.

    >>> [seat_of(0, game, 3) for game in range(4)], [seat_of(session, 0, 3) for session in range(4)]
    ([0, 1, 2, 0], [0, 1, 2, 0])
    """
    return (session + game) % seats
