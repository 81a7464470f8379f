"""Points a game at checkers, against the same opponent from the same openings (carmel1993 section 3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.arena.experiment import Experiment
from kibitz.arena.points import counted
from kibitz.arena.session import GameResult
from kibitz.errors import KibitzError
from kibitz.games.checkers.features import WEIGHTS
from kibitz.papers.carmel1993.exact_points import GAME_POINTS
from kibitz.papers.item import Setting
from kibitz.searches.registry import search
from kibitz.wants.evaluation import Evaluation

GAME = "checkers"
OPENING = 6
"""Random plies before the players take over."""
GAMES = 2000
"""Openings for a point of a curve at scale 1; each opening is played twice, with colours swapped."""

FEW = 50
"""For fewer openings than this, starting processes takes longer than playing."""


def function(name: str) -> Evaluation:
    """One of the two evaluation functions of the experiments, f1 or f2.

    >>> str(function("f2"))
    'evaluation(men=50.0, kings=85.0, back_row=2.0, centre=-4.0, advancement=7.0, mobility=6.0)'
    """
    return Evaluation(WEIGHTS[name])


def minimax(own: str, depth: int) -> str:
    """MM or OP of section 3.1: a strategy, which makes any of its best moves.

    >>> minimax("f1", 4)[:24]
    'alpha-beta(depth=4, own='
    """
    return str(search("alpha-beta", depth=depth, own=function(own), exact=True))


def m_star(own: str, depth: int, model: str, model_depth: int, variant: str = "cautious") -> str:
    """M* of section 3.1: a strategy that knows the strategy of the opponent.

    >>> m_star("f1", 4, "f2", 2)[-15:]
    ' model_depth=2)'
    """
    options = {"depth": depth, "own": function(own), "model": function(model), "model_depth": model_depth}
    return str(search("m-star", **options, variant=variant))


def points(result: GameResult, seat: int) -> float:
    """The points of a game for a seat: 2 for a win, 1 for a draw, 0 for a loss.

    >>> points(GameResult((1.0, -1.0), (0,), 30), seat=0)
    2.0
    """
    counts = counted(result, seats=2)
    if counts is None or result.fault is not None:
        raise KibitzError(f"a player failed: {result.fault.text if result.fault else 'no scores'}")
    return GAME_POINTS * counts.points[seat]


def points_played(setting: Setting, what: str, player: str, opponent: str, openings: int) -> list[float]:
    """A player's points per game, one number for each opening: the mean of both colours.

    An opening depends on the seed and its number alone, so that players who meet the same opponent are paired.

    >>> points_played(Setting(seed=1), "", "alpha-beta(depth=3)", "random", openings=3)
    [2.0, 2.0, 2.0]
    """
    experiment = contest(player, opponent, setting.seed)
    alone = setting.alone if openings <= FEW else setting
    result = alone.played(what, experiment, openings)
    games = result.store.games(result.sessions)
    return by_opening(experiment, ((stored.session, stored.result) for stored in games), openings)


def contest(player: str, opponent: str, seed: int) -> Experiment:
    """Two players at checkers, both colours from every opening.

    >>> contest("random", "greedy", seed=1).sessions_a_deal
    2
    """
    return Experiment.of(GAME, [player, opponent], seed=seed, opening=OPENING)


def by_opening(experiment: Experiment, games: Iterable[tuple[int, GameResult]], openings: int) -> list[float]:
    """The first player's points per game, one number for each opening; games come with the numbers of their sessions.

    >>> won, lost = GameResult((1.0, -1.0), (0,), 30), GameResult((-1.0, 1.0), (1,), 30)
    >>> by_opening(contest("random", "greedy", seed=1), [(0, won), (1, lost), (2, won), (3, won)], openings=2)
    [2.0, 1.0]
    """
    found = [0.0] * openings
    for session, result in games:
        opening, seating = experiment.address(session)
        found[opening] += points(result, seating.index(0)) / experiment.sessions_a_deal
    return found


def openings(setting: Setting, quick: int) -> int:
    """How many openings a point has."""
    return setting.times(GAMES // 2, quick)
