"""Best-reply search: between our moves only one opponent moves, the one whose reply is worst for us."""

from __future__ import annotations

from dataclasses import replace

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.limits import LIMITS, given, with_reach
from kibitz.searches.many_players import LINE, numbers
from kibitz.searches.search import HEURISTIC_TIES, OWN, Search, core_of, ranked, with_line
from kibitz.specs import Option


class BestReply(Search):
    """Between two moves of ours only the strongest reply of any opponent is made (Schadd & Winands 2011): BRS.

    A round is two plies for any number of players, so the search reaches deeper than paranoid. The positions in between
    may be impossible in the game. ``order=preserved`` keeps the order of turns (Esser et al. 2013, BRS+): at most one
    opponent chooses freely, the others make the first of their moves, and every move is a ply.

    ``order=free`` needs a game with the capability ``turnable``. Card games lack it, so use ``order=preserved`` there.

    >>> import kibitz
    >>> state = kibitz.game("abalone(players=3)").start()
    >>> kibitz.search("best-reply(depth=2)").choose(state) in state.moves()
    True
    """

    name = "best-reply"
    summary = "only the opponent with the strongest reply moves between our moves"
    source = "Schadd & Winands 2011; Esser, Gras, Winands, Schadd & Lanctot 2013"
    options_known = (
        *LIMITS,
        OWN,
        HEURISTIC_TIES,
        Option(
            "order", "free", "who replies: anybody out of turn, or in the order of turns", choices=("free", "preserved")
        ),
        Option("prune", True, "prune branches that cannot change the value"),
        LINE,
    )

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or None if it can."""
        if self.options["order"] == "free" and "turnable" not in state.game.capabilities:
            return (
                f"in {state.game} no seat can move out of turn (capability 'turnable'), which order=free needs; use "
                "order=preserved"
            )
        return super().refusal(state)

    def examine(self, state: State) -> Analysis:
        """Search, and rank the moves by the value after the strongest replies."""
        options = self.options
        preserved = options["order"] == "preserved"
        found, slack, line, looked, nodes = core_of(state).best_reply(
            self.wants(state), **given(options), preserved=preserved, prune=options["prune"], line=options["line"]
        )
        values = numbers(state, found)
        analysis = ranked(self, state, values, values, nodes, slack)
        note = () if preserved else ("the line leaves out the opponents who do not reply",)
        return with_reach(with_line(replace(analysis, notes=note), line), options, looked)
