"""max^n: every seat takes what is best for itself."""

from __future__ import annotations

from dataclasses import replace

from kibitz import _core
from kibitz.games.game import State
from kibitz.models.outcome_wants import utility_of
from kibitz.models.preference import Preference
from kibitz.models.wants import want
from kibitz.searches.analysis import Analysis
from kibitz.searches.search import DEPTH, EXTEND, OTHERS, OWN, SEED, TIES, Search, core_of, moves_of, ranked
from kibitz.searches.speedups import SPEEDUPS
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
        *SPEEDUPS,
        Option("prune", True, "stop at a move that nothing can better, in whole hands with preferences"),
    )

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the mover's own part of the vectors."""
        options = self.options
        if self._over_outcomes(state):
            return self._reached(state)
        found, nodes = core_of(state).maxn(
            self.wants(state), options["depth"], options["ties"], options["seed"], options["merge"], options["extend"]
        )
        texts = moves_of(state, (code for code, _ in found))
        values = {text: tuple(vector) for text, (_, vector) in zip(texts, found, strict=True)}
        ranks = {text: vector[state.to_move] for text, vector in values.items()}
        return ranked(self, state, values, ranks, nodes)

    # Whole hands: where everybody has a utility for every outcome, it is enough to know which outcome is reached.

    def _over_outcomes(self, state: State) -> bool:
        options = self.options
        known = options["own"] and (not options["others"] or isinstance(want(options["others"]), Preference))
        return bool(
            known
            and isinstance(want(options["own"]), Preference)
            and options["ties"] != "average"
            and options["depth"] == 0
            and {"enumerable", "remainder"} <= state.game.capabilities
            and any(options[name] for name in ("table", "foresee", "prune"))
        )

    def _reached(self, state: State) -> Analysis:
        options, seats = self.options, range(state.game.players)
        own = want(options["own"])
        others = want(options["others"]) if options["others"] else own
        utilities = [utility_of(own if seat == state.to_move else others, state, seat) for seat in seats]
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        vectors = [tuple(map(float, (utility(outcome) for utility in utilities))) for outcome in outcomes]
        orders = [_core.OutcomeOrder.utility([vector[seat] for vector in vectors]) for seat in seats]
        switches = {name: options[name] for name in ("merge", "table", "clip", "foresee", "prune")}
        found, lines, nodes = core_of(state).reached_maxn(orders, options["ties"], options["seed"], **switches)
        texts = moves_of(state, (code for code, _ in found))
        values = {text: vectors[outcome] for text, (_, outcome) in zip(texts, found, strict=True)}
        analysis = ranked(self, state, values, {text: vector[state.to_move] for text, vector in values.items()}, nodes)
        return replace(analysis, line=tuple(moves_of(state, lines[texts.index(analysis.best[0])])))
