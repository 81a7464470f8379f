"""Paranoid: all others form a coalition against the mover."""

from __future__ import annotations

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import LIMITS, given, with_reach
from kibitz.searches.many_players import ALL_VALUES, CUT, LINE, PLAY_LAST, VALUES, against_others, numbers
from kibitz.searches.search import EXTEND, HEURISTIC_TIES, OWN, Search, core_of, ranked, with_line
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
        *LIMITS,
        OWN,
        HEURISTIC_TIES,
        EXTEND,
        Option("prune", True, "prune branches that cannot change the value"),
        Option("order", True, "first try moves that caused a cut before"),
        VALUES,
        PLAY_LAST,
        CUT,
        LINE,
    )
    valuing_all = ALL_VALUES

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth."""
        return against_others(self, state, seat) if among == "even" else None

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by what they guarantee."""
        options = self.options
        found, slack, line, looked, nodes = core_of(state).paranoid(
            self.wants(state),
            **given(options),
            **{name: options[name] for name in ("prune", "order", "extend", "play_last", "cut", "line")},
            all=options["values"] == "all",
        )
        values = numbers(state, found)
        return with_reach(with_line(ranked(self, state, values, values, nodes, slack), line), options, looked)
