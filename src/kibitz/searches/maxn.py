"""max^n: every seat takes what is best for itself."""

from __future__ import annotations

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.search import DEPTH, EXTEND, OTHERS, OWN, SEED, TIES, Search, core_of, moves_of, ranked
from kibitz.specs import Option


class MaxN(Search):
    """Everybody maximises its own value (Luckhardt & Irani 1986); other names: max-n, maxn, generalised minimax.

    >>> import kibitz
    >>> kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")).best
    ('a2', 'a3')
    """

    name = "maxn"
    summary = "every seat takes what is best for itself"
    source = "Luckhardt & Irani 1986"
    options_known = (
        DEPTH,
        OWN,
        OTHERS,
        TIES,
        SEED,
        EXTEND,
        Option("merge", True, "search equivalent moves once, where the game knows them"),
    )

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the mover's own part of the vectors."""
        options = self.options
        found, nodes = core_of(state).maxn(
            self.wants(state), options["depth"], options["ties"], options["seed"], options["merge"], options["extend"]
        )
        texts = moves_of(state, (code for code, _ in found))
        values = {text: tuple(vector) for text, (_, vector) in zip(texts, found, strict=True)}
        ranks = {text: vector[state.to_move] for text, vector in values.items()}
        return ranked(self, state, values, ranks, nodes)
