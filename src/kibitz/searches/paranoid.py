"""Paranoid: everybody else against us."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.many_players import EXACT, LINE, PLAY_LAST, numbers
from kibitz.searches.search import DEPTH, EXTEND, OWN, Search, core_of, moves_of, ranked
from kibitz.specs import Option


class Paranoid(Search):
    """All other seats are one coalition that wants the mover to do badly (Sturtevant & Korf 2000): alpha-beta.

    >>> import kibitz
    >>> kibitz.search("paranoid").analyse(kibitz.game("tree").start()).values
    {'a': 0.0, 'b': 0.0}
    """

    name = "paranoid"
    summary = "alpha-beta against the coalition of all others"
    source = "Sturtevant & Korf 2000"
    options_known = (
        DEPTH,
        OWN,
        EXTEND,
        Option("prune", True, "cut off what cannot change the value"),
        Option("order", True, "try moves first that have cut before"),
        EXACT,
        PLAY_LAST,
        LINE,
    )

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by what they guarantee."""
        options = self.options
        found, line, nodes = core_of(state).paranoid(
            self.wants(state),
            options["depth"],
            options["prune"],
            options["order"],
            options["extend"],
            options["play_last"],
            options["exact"] == "all",
            options["line"],
        )
        values = numbers(state, found)
        analysis = ranked(self, state, values, values, nodes)
        return replace(analysis, line=tuple(moves_of(state, line)) or analysis.line)
