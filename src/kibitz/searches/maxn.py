"""max^n: every seat takes what is best for itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.limits import deepens, given, with_reach
from kibitz.searches.many_players import ALL_VALUES, CUT, EACH_FOR_ITSELF, LINE, PLAY_LAST, VALUES, vectors
from kibitz.searches.search import (
    Search,
    core_of,
    moves_of,
    ranked,
    with_line,
)
from kibitz.searches.speedups import SPEEDUPS
from kibitz.specs import Option
from kibitz.wants.registry import want
from kibitz.wants.want import Want

PRUNE = Option(
    "prune",
    "all",
    "cut what cannot change the choice: immediate, shallow, last-branch (with shallow), all of them, or none",
    choices=("all", "immediate", "shallow", "last-branch", "none"),
)


class MaxN(Search):
    """Everybody maximises its own value (Luckhardt & Irani 1986); other names: max-n, maxn, generalised minimax.

    Pruning (Korf 1991; Sturtevant 2003) needs bounds of the values. A preference has bounds, and an evaluation has them
    if the game declares them. Pruning never changes a value, whatever the rule for ties; without bounds nothing is
    pruned. Equivalent cards are merged only if their values are equal and ties are not random.

    >>> import kibitz
    >>> kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")).best
    ('a2', 'a3')
    """

    name = "maxn"
    summary = "every seat takes what is best for itself"
    source = "Luckhardt & Irani 1986"
    line_of_everybody = True
    options_known = (
        *EACH_FOR_ITSELF,
        PRUNE,
        VALUES,
        *SPEEDUPS,
        PLAY_LAST,
        CUT,
        LINE,
    )
    valuing_all = ALL_VALUES
    finding_best = MappingProxyType({VALUES.name: "best", LINE.name: False})

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """This search as a behaviour that the core runs in simulated games; None if it has a limit other than depth, or
        random or averaged ties."""
        options = self.options
        if options["ties"] not in ("left-low", "left-high") or options["extend"] or deepens(options):
            return None
        if options.get("heuristic_ties") or self._only_ordered(state, seat):
            return None
        wants = self.wants(state, seat)
        behaviour = _core.Behaviour.search(wants, options["depth"], [options["ties"]], among)
        return Compiled(behaviour, False, endless=not options["depth"])

    def _only_ordered(self, state: State, seat: int) -> bool:
        return any(each.only_orders for each in self.by_seat(state, self._want("own", state), want, seat))

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the mover's own part of the vectors."""
        options = self.options
        wanted = self.by_seat(state, self._want("own", state), want)
        if self._over_outcomes(state, wanted):
            return self._reached(state, wanted)
        found, slack, line, looked, nodes = core_of(state).maxn(
            [each.compiled(state, seat) for seat, each in enumerate(wanted)],
            **given(options),
            **{name: options[name] for name in ("ties", "seed", "merge", "extend", "play_last", "prune", "line")},
            cut=options["cut"] and options["prune"] == "all",
            all=options["values"] == "all",
            target=-1,
            coalition=False,
        )
        values = vectors(state, found)
        ranks = {text: vector[state.to_move] for text, vector in values.items()}
        cut = sum(rank == -math.inf for rank in ranks.values())
        notes = (f"{cut} worse moves were cut and have the value -inf",) if cut else ()
        analysis = replace(with_line(ranked(self, state, values, ranks, nodes, slack), line), notes=notes)
        return with_reach(analysis, options, looked)

    def savings(self, state: State) -> dict[str, int]:
        """The number of nodes in this position with each kind of pruning.

        >>> import kibitz
        >>> game = kibitz.game("spades(players=3, cards=4, bids=[1, 2, 1], open=true)")
        >>> saved = kibitz.search("maxn(own=MT)").savings(game.start(1))
        >>> saved["all"] <= saved["shallow"] <= saved["none"]
        True
        """
        options = {name: value for name, value in self.options.items() if value != ""}
        return {
            str(prune): MaxN(**{**options, "prune": prune, "line": False}).analyse(state).nodes
            for prune in PRUNE.choices
        }

    # Whole hands: where everybody has a utility for every outcome, it is enough to know which outcome is reached.

    def _over_outcomes(self, state: State, wanted: Sequence[Want]) -> bool:
        options = self.options
        return bool(
            all(each.over_outcomes for each in wanted)
            and options["ties"] != "average"
            and self.looks_to_the_end
            and {"enumerable", "remainder"} <= state.game.capabilities
            and (options["table"] or options["foresee"] or self._prunes_at_once)
        )

    @property
    def _prunes_at_once(self) -> bool:
        return self.options["prune"] in ("all", "immediate")

    def _reached(self, state: State, wanted: Sequence[Want]) -> Analysis:
        options = self.options
        orders = [each.compiled_utilities(state, seat) for seat, each in enumerate(wanted)]
        switches = {name: options[name] for name in ("merge", "table", "clip", "foresee")}
        found, lines, nodes = core_of(state).outcome_maxn(
            orders, options["ties"], options["seed"], **switches, prune=self._prunes_at_once
        )
        texts = moves_of(state, (code for code, _ in found))
        utilities = [each.utility_for(state, seat) for seat, each in enumerate(wanted)]
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        values = {
            text: tuple(utility(outcomes[number]) for utility in utilities)
            for text, (_, number) in zip(texts, found, strict=True)
        }
        analysis = ranked(self, state, values, {text: vector[state.to_move] for text, vector in values.items()}, nodes)
        return replace(analysis, line=tuple(moves_of(state, lines[texts.index(analysis.best[0])])))
