"""The winning rates of exact players against the opponents of lockett2007's evaluation: the reader, within a game and
across games."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, by_habit, saved_contestant, watched
from kibitz.specialists.guess_it.evolution.network_plan import NetworkPlan
from kibitz.specialists.guess_it.exact import best_response, plan, reader
from kibitz.specialists.guess_it.plans import SIGHTS, Plan
from kibitz.specialists.guess_it.reading import strangers
from kibitz.specialists.guess_it.stationary import CARDINALS

PURE = 1 / 3  # the share of training games of the networks that are against cardinal opponents
# Times 1, 10, 100, ...: the numbers of games after which the reader across games computes a new reply.
REPLANS = (1, 2, 5)


class Exact(NamedTuple):
    """Shares of games won from an opponent, and the share of the best reply, if it is known."""

    within: float
    pure: float
    across: float
    equilibrium: float
    ceiling: float | None


def written(opponent: Contestant | str) -> str:
    """An opponent as a plain value: the name of a cardinal one, or a network."""
    return opponent if isinstance(opponent, str) else json.dumps(opponent.data())


def read(given: str) -> Contestant:
    """Read an opponent that ``written`` gave as a plain value.

    >>> read("always-ask").habits.bluff
    0
    """
    return by_habit(given) if given in CARDINALS else saved_contestant(json.loads(given))


def exact_players(given: str, games: int, seed: int, cards: int, calls_remembered: bool) -> list[float | None]:
    """The winning rates of three readers: without a memory, with ``pure`` as in the networks' training, and with a
    memory.

    After these come the winning rates of the equilibrium player and of the best reply (None if it is not known).

    >>> within, pure, across, equilibrium, ceiling = exact_players("always-bluff", 200, 1, 6, True)
    >>> 0.4 < equilibrium < 0.6, across > 0.9, ceiling
    (True, True, 1.0)
    """
    opponent = read(given)

    def wins(played: Plan, many: int, purpose: Any) -> tuple[int, dict[str, int]]:
        met, draw = Opponent(opponent, many), Random(seed, *purpose).next()
        return watched(Contestant("plan", plan=played, cards=cards), met, draw, cards, calls_remembered)

    won, seen, done = 0, dict.fromkeys(SIGHTS, 0), 0
    for until in _replans(games):
        block, sights = wins(reader(strangers(seen)), until - done, ("across", done))
        won, done = won + block, until
        seen = {sight: count + sights[sight] for sight, count in seen.items()}
    within = wins(reader(), games, ("within",))[0] / games
    pure = wins(reader(strangers({}, pure=PURE)), games, ("pure",))[0] / games
    equilibrium = wins(plan("equilibrium", cards), games, ("equilibrium",))[0] / games
    return list(Exact(within, pure, won / games, equilibrium, _ceiling(given, opponent, cards)))


def _replans(games: int) -> list[int]:
    """The numbers of games after which a new reply is computed, and the last game.

    >>> _replans(60)
    [1, 2, 5, 10, 20, 50, 60]
    """
    found, power = [], 1
    while power < games:
        found += [power * each for each in REPLANS if power * each < games]
        power *= 10
    return [*found, games]


def _ceiling(given: str, opponent: Contestant, cards: int) -> float | None:
    """The winning rate of the best reply. For a network it is the higher of two winning rates: against a network that
    knows of an earlier call of its opponent, and against one that does not. None for networks that see cards, because
    it is not known."""
    if given in CARDINALS:
        return best_response(given, cards).mean
    if opponent.kind != "network" or not set(opponent.sees) <= {"moves", "mixture"}:
        return None
    return max(best_response(NetworkPlan(opponent, cards, called=called), cards).mean for called in (False, True))
