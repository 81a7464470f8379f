"""Limits are values: how far a search may look, in plies, nodes and seconds, and how an analysis says how far it got.

Under a limit in nodes or seconds a search looks one ply (in card games one trick) further at a time, at most ``depth``,
and the deepest look that was finished counts (Slate & Atkin 1977: iterative deepening).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kibitz.searches.analysis import Analysis
from kibitz.specs import Option

DEPTH = Option(
    "depth", 0, "plies to look ahead; 0: to the end of the game, or as far as nodes or seconds allow", 0, 200
)
NODES = Option("nodes", 0, "look further and further until so many nodes were visited; 0: no limit", 0, 10**15)
SECONDS = Option("seconds", 0.0, "look further and further so long, which nobody can repeat; 0: no limit", 0, 86_400)
LIMITS = (DEPTH, NODES, SECONDS)

CLOCKED = "stopped by the clock: not reproducible"


def deepens(options: Mapping[str, Any]) -> bool:
    """Tell whether a search looks further and further, until a limit stops it."""
    return bool(options.get("nodes") or options.get("seconds"))


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The limits, as the core takes them."""
    return {limit.name: options[limit.name] for limit in LIMITS}


def with_reach(analysis: Analysis, options: Mapping[str, Any], looked: tuple[int, bool]) -> Analysis:
    """The analysis, with how far the search looked: the plies, and whether every line was seen to its end."""
    plies, complete = looked
    analysis = replace(analysis, depth=0 if complete else plies, reproducible=not options["seconds"])
    if not deepens(options):
        return analysis
    notes = [*analysis.notes, reach_in_words(plies, complete)]
    if options["seconds"]:
        notes.append(CLOCKED)
    return replace(analysis, notes=tuple(notes))


def reach_in_words(plies: int, complete: bool) -> str:
    """Say how far a search looked.

    >>> reach_in_words(1, False), reach_in_words(6, False), reach_in_words(6, True)
    ('looked 1 ply ahead', 'looked 6 plies ahead', 'looked to the end of the game')
    """
    if complete or not plies:
        return "looked to the end of the game"
    return f"looked {plies} {'ply' if plies == 1 else 'plies'} ahead"
