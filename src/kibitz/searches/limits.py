"""The limits of a search in plies, nodes and seconds.

Under a limit in nodes or seconds a search deepens iteratively (Slate & Atkin 1977), one ply at a time, or one trick in
card games, and at most to ``depth``. The result is that of the deepest finished iteration. A search with a limit in
seconds is reproducible if it finishes before the limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import clocked
from kibitz.specs import Option

DEPTH = Option(
    "depth", 0, "depth in plies; none: to the end of the game, or as deep as nodes or seconds allow", 0, 200, none=0
)
NODES = Option("nodes", 0, "deepen until this many nodes were visited", 0, 10**15, none=0)
SECONDS = Option("seconds", 0.0, "deepen for this many seconds; not reproducible if time runs out", 0, 86_400, none=0.0)
LIMITS = (DEPTH, NODES, SECONDS)
WIDE = 100
"""Positions with more moves than this are checked for stages that no search can finish."""
FINISHED = 10_000_000
"""The largest number of positions up to the end of a stage for which a search to a fixed depth is still tried."""


def deepens(options: Mapping[str, Any]) -> bool:
    """Whether a search deepens iteratively until a limit stops it."""
    return bool(options.get("nodes") or options.get("seconds"))


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The limits as arguments for the core."""
    return {limit.name: options[limit.name] for limit in LIMITS}


def endless_stage(state: Any) -> bool:
    """Whether there are too many positions up to the end of the present stage, by the first moves.

    >>> import kibitz
    >>> [endless_stage(kibitz.game(spec).start(1)) for spec in ("hearts(passing=left)", "hearts", "checkers")]
    [True, False, False]
    """
    game, positions = state.game, 1
    if len(state.moves()) <= WIDE or "staged" not in game.capabilities:
        return False
    while positions <= FINISHED:
        positions *= len(state.moves())
        state = state.play(state.moves()[0])
        if state.over or game.stage_end(state):
            break
    return positions > FINISHED


def with_reach(analysis: Analysis, options: Mapping[str, Any], looked: tuple[int, bool, bool]) -> Analysis:
    """The analysis, with the depth in plies, whether all ends were reached, and whether the clock stopped it."""
    plies, complete, out_of_time = looked
    analysis = replace(analysis, depth=0 if complete else plies)
    if deepens(options):
        analysis = replace(analysis, notes=(*analysis.notes, reach_in_words(plies, complete)))
    return clocked(analysis) if out_of_time else analysis


def reach_in_words(plies: int, complete: bool) -> str:
    """The note about the depth of a search.

    >>> reach_in_words(1, False), reach_in_words(6, False), reach_in_words(6, True)
    ('looked 1 ply ahead', 'looked 6 plies ahead', 'looked to the end of the game')
    """
    if complete or not plies:
        return "looked to the end of the game"
    return f"looked {plies} {'ply' if plies == 1 else 'plies'} ahead"
