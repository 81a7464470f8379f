"""Estimates whether a game is too long to be searched to its end."""

from __future__ import annotations

from math import log10
from weakref import WeakKeyDictionary

from kibitz.games.game import Game, State
from kibitz.random import Random

HOPELESS = 30
"""The number of lines of play, as a power of ten, above which a search to the end is refused."""

PROBES = 8
LONGEST = 1000  # plies of a random game; the core refuses games that continue forever without a choice


def power_of_ten(state: State, most: float = HOPELESS) -> float:
    """The estimated number of lines of play from here, as a power of ten, or ``most`` if there are more.

    Knuth 1975, Estimating the efficiency of backtrack programs: play at random, multiply the numbers of moves, and take
    the mean over several games. The random games are always the same.

    >>> import kibitz
    >>> round(power_of_ten(kibitz.game("tic-tac-toe").start()), 1)
    5.4
    >>> power_of_ten(kibitz.game("checkers").start())
    30
    """
    enough = most + log10(PROBES)
    lines = 0.0
    for probe in range(PROBES):
        power, at = 0.0, state
        for ply in range(LONGEST):
            if at.over:
                break
            moves = at.moves()
            power += log10(len(moves))
            if power >= enough:
                return most
            at = at.play(Random(0, "line of play", probe, ply).choice(moves))
        lines += 10**power
    return log10(lines / PROBES)


def never_ends(state: State) -> bool:
    """Whether the game is too long to be searched to its end from here.

    Games with the capability ``remainder`` are never too long, because searches then store positions in a table. If the
    start position is not too long to search, no other position is checked.

    >>> import kibitz
    >>> checkers = kibitz.game("checkers")
    >>> never_ends(checkers.start()), never_ends(checkers.parse("B:W18:B15")), never_ends(kibitz.game("hearts").start())
    (True, False, False)
    """
    return _is_long(state.game) and power_of_ten(state) >= HOPELESS


_LONG: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()  # weak keys, so that the cache does not keep games alive


def _is_long(game: Game) -> bool:
    known = _LONG.get(game)
    if known is None:
        known = _LONG[game] = "remainder" not in game.capabilities and power_of_ten(game.start()) >= HOPELESS
    return known
