"""Opponents on the page and how strong they are: the one table of levels.

An opponent has a name on the page, and at each level a specification. Games with hidden information need other searches
than open ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.page.strings import say
from kibitz.players.baseline import tree_search
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.registry import spelled
from kibitz.searches.registry import REGISTRY as SEARCH_KINDS
from kibitz.specs import Spec

READS, SEARCHES, RANDOM = "reads", "searches", "random"
GENTLE, EASY, MEDIUM, STRONG, STRONGEST = LEVELS = ("gentle", "easy", "medium", "strong", "strongest")
USUAL = MEDIUM
SIMULATIONS = {GENTLE: 20, EASY: 60, MEDIUM: 200, STRONG: 1_000}
"""How many games an opponent that searches simulates before each move."""
STRENGTHS = {GENTLE: 2, EASY: 4, MEDIUM: 7, STRONG: 10}
"""The option ``level`` of the player that learns how its opponents decide, for each level of the page."""
LONGEST = 10
"""Seconds that the strongest level may think."""
HEAVY = 0.5
"""A move that may take this many seconds counts as long. Long moves never occupy all workers."""
LIGHT = {"simulations": 2_000, "depth": 5, "nodes": 200_000, "worlds": 20}
"""Limits below which a player counts as light."""
DEPTHS = {GENTLE: 1, EASY: 2, MEDIUM: 3, STRONG: 4}
"""How many plies a player looks ahead, if it has a depth but no number of simulations."""
ERRORS = {GENTLE: 0.4, EASY: 0.2, MEDIUM: 0.1}
"""Share of random moves, for a player that has no option to make it weaker."""
ROLLOUT = 60
"""Plies after which a simulated game is evaluated, so that players move in time in long games, too."""


@dataclass(frozen=True)
class Opponent:
    """An opponent: its specification, how long it may think, and whether it learns from the others' moves."""

    spec: str
    seconds: float = 0.0
    reads: bool = False


def opponent(kind: str, level: str, game: Game, seconds: float = 3.0) -> Opponent:
    """The opponent of a kind at a level, as a specification.

    >>> import kibitz
    >>> opponent("searches", "medium", kibitz.game("checkers")).spec
    'mcts(simulations=200, depth=60)'
    >>> opponent("reads", "strongest", kibitz.game("hearts"), seconds=2).spec
    'adaptive(seconds=2)'
    >>> opponent("reads", "gentle", kibitz.game("checkers")).spec
    'adaptive(level=2)'
    """
    if kind not in (READS, SEARCHES, RANDOM):
        raise SpecError(say("no_opponent", name=kind, known=nearest(kind, (READS, SEARCHES, RANDOM))))
    if level not in LEVELS:
        raise SpecError(say("no_level", name=level, known=nearest(level, LEVELS)))
    if kind == RANDOM:
        return Opponent("random")
    seconds = min(max(seconds, 0.1), LONGEST) if level == STRONGEST else 0.0
    effort = f"seconds={seconds:g}" if seconds else f"simulations={SIMULATIONS[level]}"
    if kind == READS:
        strength = f"seconds={seconds:g}" if seconds else f"level={STRENGTHS[level]}"
        return Opponent(f"adaptive({strength})", seconds, reads=True)
    evaluated = f", depth={ROLLOUT}" if "evaluated" in game.capabilities and not game.hidden else ""
    return Opponent(f"{tree_search(game)}({effort}{evaluated})", seconds)


def at_level(spec: Spec, level: str, seconds: float = 3.0) -> Spec:
    """Any player at a level: by its own levels, its simulations or its depth, or else with random moves.

    At the strongest level, the player has ``seconds`` for each move; a player without such an option is not changed.

    >>> from kibitz.specs import parse
    >>> str(at_level(parse("mcts(rollout=greedy)"), "easy")), str(at_level(parse("alpha-beta"), "gentle"))
    ('mcts(rollout=greedy, simulations=60)', 'alpha-beta(depth=1)')
    >>> str(at_level(parse("ducks"), "gentle")), str(at_level(parse("maxn(depth=2)"), "strongest", 2))
    ('noisy(ducks, 0.4)', 'maxn(seconds=2)')
    """
    if level not in LEVELS:
        raise SpecError(say("no_level", name=level, known=nearest(level, LEVELS)))
    known = _options_of(spec.name)
    kept = {name: value for name, value in spec.options.items() if name not in LIMITS}
    limited: dict[str, float] | None
    if level == STRONGEST:
        limited = {"seconds": min(max(seconds, 0.1), LONGEST)} if "seconds" in known else None
    else:
        limited = next(({name: by_level[level]} for name, by_level in EFFORTS.items() if name in known), None)
    if limited is not None:
        return Spec(spec.name, spec.arguments, {**kept, **limited})
    errors = ERRORS.get(level, 0.0)
    if errors and spelled(spec.name) in PLAYERS:
        raise SpecError(say("no_levels", name=spec.name, strong=say(f"level_{STRONG}")))
    return Spec("noisy", (spec, errors), {}) if errors else spec


EFFORTS: dict[str, Mapping[str, float]] = {"level": STRENGTHS, "simulations": SIMULATIONS, "depth": DEPTHS}
"""Options that make a player weaker or stronger, by level; the first one that a player has is used."""
LIMITS = frozenset({*EFFORTS, "seconds", "nodes", "positions"})
"""Options that a level replaces."""


def _options_of(name: str) -> frozenset[str]:
    """The names of the options of a player or a search; none if it is a model."""
    for registry in (PLAYERS, SEARCH_KINDS):
        if spelled(name) in registry:
            return frozenset(option.name for option in registry.kind(name).options_known)
    return frozenset()


def seconds_of(spec: Spec) -> float:
    """How many seconds a player of a specification may think, as far as its limits determine it; 0 if it is light.

    >>> from kibitz.specs import parse
    >>> seconds_of(parse("mcts(simulations=200)")), seconds_of(parse("sampled(maxn(seconds=2))"))
    (0.0, 2.0)
    >>> seconds_of(parse("alpha-beta(depth=8)")) >= HEAVY
    True
    """
    heavy = any(
        spec.options.get(name, 0) > most for name, most in LIGHT.items() if _is_number(spec.options.get(name, 0))
    )
    own = spec.options.get("seconds", 0.0)
    parts = [*spec.arguments, *spec.options.values()]
    inside = [seconds_of(each) for part in parts for each in _listed(part) if isinstance(each, Spec)]
    return max([float(own) if _is_number(own) else 0.0, HEAVY if heavy else 0.0, *inside])


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def quick(game: Game) -> str:
    """The player that moves in place of one that took too long or was hurried."""
    return opponent(SEARCHES, EASY, game).spec


def advisor(game: Game) -> str:
    """The search that hints and shows values."""
    return opponent(SEARCHES, STRONG, game).spec
