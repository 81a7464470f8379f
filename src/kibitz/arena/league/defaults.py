"""Defaults of a league: opponents, players, a baseline, and how much is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.arena.openings import random_plies
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.learning.learners import PARTS
from kibitz.players.baseline import tree_search
from kibitz.registry import load_row
from kibitz.specialists.baselines import Baseline, baseline_of, published_sessions
from kibitz.specialists.entrants import entrants

POPULATION = "kibitz.specialists.populations:population"
PAPERS, ABLATIONS = "papers", "ablations"
"""Words that stand for several players. ``papers``: every method of the papers that can play the game. ``ablations``:
the reader, readers that each lack one of its parts, and the reader with the truth as a candidate.
"""
ABLATED = (
    "adaptive",
    *(f"adaptive(learner=choice-without-{part})" for part in PARTS),
    "adaptive(candidates=[truth], learner=choice)",
)


class Scale(NamedTuple):
    """How much is played: sessions at each table, games in a session, simulations for each move, and opponents. 0
    simulations means that every player keeps its own limit, and 0 opponents means the whole population.
    """

    sessions: int
    games: int
    simulations: int
    opponents: int = 0


SCALES = {
    "full": Scale(10, 10, 500),
    "published": Scale(4, 6, 200),
    "pilot": Scale(1, 6, 60, 12),
    "quick": Scale(2, 3, 60, 4),
}
"""The scales by name.

``published`` is enough for intervals of five points in every game, ``pilot`` measures how many sessions that takes, and
``quick`` is a trial.
"""
SLOW = {"published": Scale(4, 6, 50), "pilot": Scale(1, 6, 20, 12), "quick": Scale(1, 2, 20, 3)}
"""Scales for games that are long or hide something. They are smaller, because such games take more time."""
PUBLISHED = "published"
"""The scale that takes its number of sessions from a measurement of how many are enough (``python -m
benchmarks.league_plan``).
"""
LONG = 200
"""Games are long if a random game has at least this many plies."""
QUICK_GROUPS = ("choices", "habits")
"""If only a few opponents are wanted, they are taken from these groups, which decide quickly."""


def scale_named(name: str, game: Game) -> Scale:
    """The scale with a name, for a game.

    >>> import kibitz
    >>> [scale_named("quick", kibitz.game(name)).opponents for name in ("checkers", "hearts", "abalone")]
    [4, 3, 3]
    """
    if name not in SCALES:
        raise SpecError(f"there is no scale '{name}'; {nearest(name, SCALES)}")
    slow = game.hidden or random_plies(game) >= LONG
    found = SLOW.get(name, SCALES[name]) if slow else SCALES[name]
    if baseline_of(game) is not None:
        found = found._replace(simulations=0)
    return found._replace(sessions=published_sessions(game) or found.sessions) if name == PUBLISHED else found


def default_opponents(game: Game, count: int = 0) -> tuple[str, ...]:
    """The population of a game, or this many of its members that decide quickly, taken evenly from the list.

    >>> import kibitz
    >>> len(default_opponents(kibitz.game("tic-tac-toe"), 3))
    3
    """
    population: Any = load_row(POPULATION)
    members = population(game)
    if not count:
        return tuple(member.player for member in members)
    quick = [member.player for member in members if member.group in QUICK_GROUPS]
    count = min(count, len(quick))
    return tuple(quick[place * len(quick) // count] for place in range(count))


def default_players(game: Game) -> tuple[str, ...]:
    """A player that reads strangers, and knows no candidates."""
    return ("adaptive",)


def named_players(players: Sequence[str], game: Game) -> tuple[str, ...]:
    """The players, with the words ``papers`` and ``ablations`` replaced by the players that they stand for. ``papers``
    stands for every method of the papers that can play the game. ``ablations`` stands for the reader, readers that each
    lack one of its parts, and the reader with the truth as a candidate.

    >>> import kibitz
    >>> named_players(["greedy", "papers"], kibitz.game("guess-it"))[:3]
    ('greedy', 'sampled(max-prob(nodes=6000, line=false), worlds=10)', 'bayes-reader(carry=true)')
    >>> len(named_players(["ablations"], kibitz.game("guess-it")))
    8
    """
    known: dict[str, Sequence[str]] = {ABLATIONS: ABLATED}
    if PAPERS in players:
        known[PAPERS] = [each.player for each in entrants(game) if each.player]
    return tuple(dict.fromkeys(each for given in players for each in known.get(given, [given])))


def left_out(players: Sequence[str], game: Game) -> list[str]:
    """If ``papers`` is among the players: which methods of the papers cannot play the game, and why, one sentence for
    each.

    >>> import kibitz
    >>> left_out(["papers"], kibitz.game("hearts"))[0]
    'm-star (carmel1993) is left out: M* needs two players, an evaluation, and nothing hidden.'
    """
    if PAPERS not in players:
        return []
    return [f"{each.name} ({each.source}) is left out: {each.reason}." for each in entrants(game) if not each.player]


def default_baseline(game: Game) -> Baseline:
    """The baseline and the handicap that were chosen for this game. If none were chosen: a tree search, without a
    handicap: mcts, or if something is hidden, hidden-mcts for cards and is-mcts for other games.

    >>> import kibitz
    >>> default_baseline(kibitz.game("hearts(players=3)")).player
    'hidden-mcts'
    """
    return baseline_of(game) or Baseline(tree_search(game), "")
