"""What a league takes where nothing is given: opponents, players, a baseline, and how much is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.players.play_game import random_moves
from kibitz.registry import load_row
from kibitz.specialists.baselines import Baseline, baseline_of, published_sessions
from kibitz.specialists.entrants import entrants

POPULATION = "kibitz.specialists.populations:population"
PAPERS, ABLATIONS = "papers", "ablations"
"""Among players: every way of modelling that the papers give; the reader, and the reader without one of its parts."""
ABLATED = (
    "adaptive",
    *(f"adaptive(learner=choice-without-{part})" for part in ("depth", "types", "trust")),
    "adaptive(candidates=[truth], learner=choice)",
)
RANDOM_PLIES = 400
SHORT = 5
"""An opening is at most this part of a random game."""


class Scale(NamedTuple):
    """How much is played: sessions at each table, games in a session, simulations for a move (0: everybody decides for
    itself, in the time of the baseline), and how many opponents (0: all)."""

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
"""By name: everything; enough for intervals of five points by game; a measurement of how much that is; a trial."""
SLOW = {"published": Scale(4, 6, 50), "pilot": Scale(1, 6, 20, 12), "quick": Scale(1, 2, 20, 3)}
"""The same if something is hidden or games are long, where it differs: worlds and long games take time."""
PUBLISHED = "published"
"""The scale whose sessions are those that were measured to be enough (``python -m benchmarks.league_plan``)."""
LONG = 200
"""Plies of a random game from which games are long."""
QUICK_GROUPS = ("choices", "habits")
"""Groups of opponents of which a few are taken: they decide quickly."""


def scale_named(name: str, game: Game) -> Scale:
    """The scale with a name, for a game.

    >>> import kibitz
    >>> [scale_named("quick", kibitz.game(name)).opponents for name in ("checkers", "hearts", "abalone")]
    [4, 3, 3]
    """
    if name not in SCALES:
        raise SpecError(f"there is no scale '{name}'; {nearest(name, SCALES)}")
    slow = game.hidden or _random_plies(game) >= LONG
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
    """Players, in which ``papers`` stands for every way of modelling that the papers give and that can play the game,
    and ``ablations`` for the reader, the reader without one of its parts, and the reader with the truth as a candidate.

    >>> import kibitz
    >>> named_players(["greedy", "papers"], kibitz.game("guess-it"))[:3]
    ('greedy', 'sampled(max-prob(nodes=6000, line=false), worlds=10)', 'bayes-reader(carry=true)')
    >>> len(named_players(["ablations"], kibitz.game("guess-it")))
    5
    """
    known: dict[str, Sequence[str]] = {ABLATIONS: ABLATED}
    if PAPERS in players:
        known[PAPERS] = [each.player for each in entrants(game) if each.player]
    return tuple(dict.fromkeys(each for given in players for each in known.get(given, [given])))


def left_out(players: Sequence[str], game: Game) -> list[str]:
    """If ``papers`` are asked for: which of their ways of modelling cannot play the game, and why, a sentence each.

    >>> import kibitz
    >>> left_out(["papers"], kibitz.game("hearts"))[0]
    'm-star (carmel1993) is left out: M* needs two players, an evaluation, and nothing hidden.'
    """
    if PAPERS not in players:
        return []
    return [f"{each.name} ({each.source}) is left out: {each.reason}." for each in entrants(game) if not each.player]


def default_baseline(game: Game) -> Baseline:
    """The search that models nobody, and the handicap of our player: what was chosen for this game, or else mcts.

    >>> import kibitz
    >>> default_baseline(kibitz.game("hearts(players=3)")).player
    'is-mcts'
    """
    return baseline_of(game) or Baseline("is-mcts" if game.hidden else "mcts", "")


def default_opening(game: Game) -> int:
    """Random moves at the start: none if cards are dealt, otherwise two for each player, and fewer in short games.

    >>> import kibitz
    >>> [default_opening(kibitz.game(name)) for name in ("checkers", "tic-tac-toe", "hearts")]
    [4, 1, 0]
    """
    if game.start(0) != game.start(1):
        return 0
    return min(2 * game.players, _random_plies(game) // SHORT)


def _random_plies(game: Game) -> int:
    """The length of a random game, or ``RANDOM_PLIES`` if it is longer."""
    return sum(1 for _ in random_moves(game.start(0), 0, RANDOM_PLIES))
