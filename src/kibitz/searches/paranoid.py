"""Paranoid: everybody else against us."""

from __future__ import annotations

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
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
    options_known = (DEPTH, OWN, EXTEND, Option("prune", True, "cut off what cannot change the value"))

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by what they guarantee."""
        options = self.options
        found, nodes = core_of(state).paranoid(self.wants(state), options["depth"], options["prune"], options["extend"])
        texts = moves_of(state, (code for code, _ in found))
        values = {text: value for text, (_, value) in zip(texts, found, strict=True)}
        return ranked(self, state, values, values, nodes)
