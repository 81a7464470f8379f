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

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import clocked
from kibitz.specs import Option

DEPTH = Option(
    "depth", 0, "plies to look ahead; 0: to the end of the game, or as far as nodes or seconds allow", 0, 200
)
NODES = Option("nodes", 0, "look further and further until so many nodes were visited; 0: no limit", 0, 10**15)
SECONDS = Option(
    "seconds", 0.0, "look further and further for so long; not reproducible if time runs out; 0: no limit", 0, 86_400
)
LIMITS = (DEPTH, NODES, SECONDS)


def deepens(options: Mapping[str, Any]) -> bool:
    """Tell whether a search looks further and further, until a limit stops it."""
    return bool(options.get("nodes") or options.get("seconds"))


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The limits, as the core takes them."""
    return {limit.name: options[limit.name] for limit in LIMITS}


def with_reach(analysis: Analysis, options: Mapping[str, Any], looked: tuple[int, bool]) -> Analysis:
    """The analysis, with how far the search looked: the plies, and whether every line was seen to its end."""
    plies, complete = looked
    analysis = replace(analysis, depth=0 if complete else plies)
    if deepens(options):
        analysis = replace(analysis, notes=(*analysis.notes, reach_in_words(plies, complete)))
    return clocked(analysis) if options["seconds"] and not (complete or _ended(analysis, options, plies)) else analysis


def _ended(analysis: Analysis, options: Mapping[str, Any], plies: int) -> bool:
    """Whether a search that did not see every line to its end stopped at its depth or nodes, and not by the clock."""
    state: Any = analysis.state
    extend = options.get("extend", False)
    if plies < plies_to_look(state, 1, extend):
        return False  # not even the first trick was finished; with nodes and seconds, it is not known which stopped it
    if options["depth"] and plies >= plies_to_look(state, options["depth"], extend):
        return True
    return bool(0 < options["nodes"] <= analysis.nodes)


def plies_to_look(state: State, depth: int, extend: bool = False) -> int:
    """The plies that a search of this depth looks ahead: to the end of a trick, where the game has tricks.

    The core does the same (``plies_to_look`` in ``core/search/horizon.hpp``): the search stops at the last end of a
    trick within ``depth``, or at the first one after it if there is none. With ``extend`` it stops at the first one at
    or after ``depth``.

    >>> import kibitz
    >>> state = kibitz.game("spades(players=4, scoring=tricks, open=true)").start(1)
    >>> [plies_to_look(state, depth) for depth in (1, 4, 7, 8)], plies_to_look(state, 7, extend=True)
    ([4, 4, 4, 8], 8)
    """
    game: Any = state.game
    if "staged" not in game.capabilities:
        return depth
    last = ply = 0
    while not state.over:
        state, ply = state.play(state.moves()[0]), ply + 1
        if not state.over and not game.stage_end(state):
            continue
        if ply > depth and last and not extend:
            return last
        last = ply
        if ply >= depth:
            return last
    return last or depth


def reach_in_words(plies: int, complete: bool) -> str:
    """Say how far a search looked.

    >>> reach_in_words(1, False), reach_in_words(6, False), reach_in_words(6, True)
    ('looked 1 ply ahead', 'looked 6 plies ahead', 'looked to the end of the game')
    """
    if complete or not plies:
        return "looked to the end of the game"
    return f"looked {plies} {'ply' if plies == 1 else 'plies'} ahead"
