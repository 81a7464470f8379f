"""How the result of a game is turned into points for each seat.

A game is one point. Its winners share it. If nobody has won (a draw, or a game ended by a turn limit), all seats share
it. A player that fails forfeits its game: the others have won. A game that failed and was nobody's fault, such as one
whose process died, counts for nobody: it has no points, wins and places, and is not among anybody's games.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kibitz.arena.session import GameResult


class Counted(NamedTuple):
    """The result of a game for each seat: its share of the point, and its place."""

    points: tuple[float, ...]
    places: tuple[float, ...]


def counted(game: GameResult, seats: int) -> Counted | None:
    """The result of a game for each seat, or None if the game is not counted.

    >>> counted(GameResult((5.0, 9.0, 5.0), (1,), 9), seats=3)
    Counted(points=(0.0, 1.0, 0.0), places=(2.5, 1.0, 2.5))
    >>> from kibitz.arena.faults import Fault
    >>> counted(GameResult(None, (0, 2), 0, Fault(1, "crash", "out of cards")), seats=3)
    Counted(points=(0.5, 0.0, 0.5), places=(1.5, 3.0, 1.5))
    >>> counted(GameResult(None, (), 0, Fault(None, "died", "the process died")), seats=3)
    """
    if game.fault is None and game.scores is not None:
        return Counted(shares(game.winners, seats), ranked(game.scores))
    if game.fault is None or game.fault.seat is None:
        return None
    return Counted(shares(game.winners, seats), forfeited(game.fault.seat, seats))


@lru_cache(maxsize=4096)
def shares(winners: tuple[int, ...], seats: int) -> tuple[float, ...]:
    """Each seat's share of a game's one point: the winners share it, or all seats if nobody has won.

    >>> shares((0, 1), 3), shares((), 4)
    ((0.5, 0.5, 0.0), (0.25, 0.25, 0.25, 0.25))
    """
    sharing = winners or range(seats)
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(seats))


@lru_cache(maxsize=4096)
def ranked(scores: tuple[float, ...]) -> tuple[float, ...]:
    """The place of every seat; 1 is best. Seats with equal scores get the mean of their places.

    >>> ranked((5, 9, 5))
    (2.5, 1.0, 2.5)
    """
    return tuple(0.5 + sum((other > score) + (other == score) / 2 for other in scores) for score in scores)


def forfeited(failed: int, seats: int) -> tuple[float, ...]:
    """The places of a game that one seat could not finish: it is last, and the others share the other places."""
    return tuple(float(seats) if seat == failed else seats / 2 for seat in range(seats))
