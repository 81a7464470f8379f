"""Limits are values: how far a search may look, in plies, nodes and seconds, and how an analysis says how far it got.

Under a limit in nodes or seconds a search looks one ply (in card games one trick) further at a time, at most ``depth``,
and the deepest look that was finished counts (Slate & Atkin 1977: iterative deepening). A search that was given seconds
and ended before they were over, at its depth, at its limit in nodes or at the end of the game, is as reproducible as
one without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import clocked
from kibitz.specs import Option

DEPTH = Option(
    "depth",
    0,
    "plies to look ahead; none: to the end of the game, or as far as nodes or seconds allow",
    0,
    200,
    none=0,
)
NODES = Option("nodes", 0, "look further and further until so many nodes were visited", 0, 10**15, none=0)
SECONDS = Option(
    "seconds", 0.0, "look further and further for so long; not reproducible if time runs out", 0, 86_400, none=0.0
)
LIMITS = (DEPTH, NODES, SECONDS)


def deepens(options: Mapping[str, Any]) -> bool:
    """Tell whether a search looks further and further, until a limit stops it."""
    return bool(options.get("nodes") or options.get("seconds"))


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The limits, as the core takes them."""
    return {limit.name: options[limit.name] for limit in LIMITS}


def with_reach(analysis: Analysis, options: Mapping[str, Any], looked: tuple[int, bool, bool]) -> Analysis:
    """The analysis, with how far the search looked: plies, whether to every end, and whether the clock stopped it."""
    plies, complete, out_of_time = looked
    analysis = replace(analysis, depth=0 if complete else plies)
    if deepens(options):
        analysis = replace(analysis, notes=(*analysis.notes, reach_in_words(plies, complete)))
    return clocked(analysis) if out_of_time else analysis


def reach_in_words(plies: int, complete: bool) -> str:
    """Say how far a search looked.

    >>> reach_in_words(1, False), reach_in_words(6, False), reach_in_words(6, True)
    ('looked 1 ply ahead', 'looked 6 plies ahead', 'looked to the end of the game')
    """
    if complete or not plies:
        return "looked to the end of the game"
    return f"looked {plies} {'ply' if plies == 1 else 'plies'} ahead"
