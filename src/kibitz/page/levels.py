"""Opponents on the page and how strong they are: the one table of levels.

An opponent has a name on the page, and at each level a specification. Games with hidden information need other searches
than open ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.specs import Spec

READS, SEARCHES, RANDOM = "reads", "searches", "random"
GENTLE, EASY, MEDIUM, STRONG, STRONGEST = LEVELS = ("gentle", "easy", "medium", "strong", "strongest")
USUAL = MEDIUM
SIMULATIONS = {GENTLE: 20, EASY: 60, MEDIUM: 200, STRONG: 1_000}
"""How many games an opponent that searches simulates before each move."""
STRENGTHS = {GENTLE: 2, EASY: 4, MEDIUM: 7, STRONG: 10}
"""The level of the player that reads."""
LONGEST = 10
"""Seconds that the strongest level may think."""
HEAVY = 0.5
"""Seconds from which a move counts as long: long ones never take all workers."""
LIGHT = {"simulations": 2_000, "depth": 5, "nodes": 200_000, "worlds": 20}
"""Limits below which a player counts as light."""
ROLLOUT = 60
"""Plies after which a simulated game is evaluated, so that long games are answered in time."""


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
        raise SpecError(f"there is no opponent '{kind}'; {nearest(kind, (READS, SEARCHES, RANDOM))}")
    if level not in LEVELS:
        raise SpecError(f"there is no level '{level}'; {nearest(level, LEVELS)}")
    if kind == RANDOM:
        return Opponent("random")
    seconds = min(max(seconds, 0.1), LONGEST) if level == STRONGEST else 0.0
    effort = f"seconds={seconds:g}" if seconds else f"simulations={SIMULATIONS[level]}"
    if kind == READS:
        strength = f"seconds={seconds:g}" if seconds else f"level={STRENGTHS[level]}"
        return Opponent(f"adaptive({strength})", seconds, reads=True)
    if game.hidden:
        return Opponent(f"is-mcts({effort})", seconds)
    evaluated = f", depth={ROLLOUT}" if "evaluated" in game.capabilities else ""
    return Opponent(f"mcts({effort}{evaluated})", seconds)


def seconds_of(spec: Spec) -> float:
    """How long a player of a specification may think, so far as its limits say: 0 if it is light.

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
    """Who moves for somebody who took too long or was hurried."""
    return opponent(SEARCHES, EASY, game).spec


def advisor(game: Game) -> str:
    """The search that hints and shows values."""
    return opponent(SEARCHES, STRONG, game).spec
