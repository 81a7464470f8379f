"""max^n: every seat takes what is best for itself."""

from __future__ import annotations

import math
from dataclasses import replace

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.many_players import EXACT, LINE, MERGE, PLAY_LAST, vectors
from kibitz.searches.search import DEPTH, EXTEND, OTHERS, OWN, SEED, TIES, Search, core_of, moves_of, ranked
from kibitz.specs import Option

PRUNE = Option(
    "prune",
    "all",
    "cut what cannot change the choice: immediate, shallow, last-branch (with shallow), all of them, or none",
    choices=("all", "immediate", "shallow", "last-branch", "none"),
)


class MaxN(Search):
    """Everybody maximises its own value (Luckhardt & Irani 1986); other names: max-n, maxn, generalised minimax.

    Pruning (Korf 1991; Sturtevant 2003) needs bounds of the values: a preference has them, an evaluation has them where
    the game gives them. It never changes a value, whatever the rule for ties; where bounds are missing it cuts nothing.
    Equivalent cards are merged only where the values cannot tell them apart and ties do not draw among them.

    >>> import kibitz
    >>> kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")).best
    ('a2', 'a3')
    """

    name = "maxn"
    summary = "every seat takes what is best for itself"
    source = "Luckhardt & Irani 1986"
    options_known = (DEPTH, OWN, OTHERS, TIES, SEED, EXTEND, PRUNE, EXACT, MERGE, PLAY_LAST, LINE)

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the mover's own part of the vectors."""
        options = self.options
        found, line, nodes = core_of(state).maxn(
            self.wants(state),
            options["depth"],
            options["ties"],
            options["seed"],
            options["merge"],
            options["extend"],
            options["play_last"],
            options["prune"],
            options["exact"] == "all",
            -1,
            False,
            options["line"],
        )
        values = vectors(state, found)
        ranks = {text: vector[state.to_move] for text, vector in values.items()}
        cut = sum(rank == -math.inf for rank in ranks.values())
        notes = (f"{cut} worse moves were cut: -inf says only that",) if cut else ()
        analysis = ranked(self, state, values, ranks, nodes)
        return replace(analysis, line=tuple(moves_of(state, line)) or analysis.line, notes=notes)

    def savings(self, state: State) -> dict[str, int]:
        """How many nodes the search visits in this position with each kind of pruning, all the rest as it is.

        >>> import kibitz
        >>> game = kibitz.game("spades(players=3, cards=4, bids=[1, 2, 1], open=true)")
        >>> saved = kibitz.search("maxn(own=MT)").savings(game.start(1))
        >>> saved["all"] <= saved["shallow"] <= saved["none"]
        True
        """
        given = {name: value for name, value in self.options.items() if value != ""}
        return {
            str(prune): MaxN(**{**given, "prune": prune, "line": False}).analyse(state).nodes for prune in PRUNE.choices
        }
