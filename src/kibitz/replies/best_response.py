"""The exact best response to models, where the tree of our own moves is small enough."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.errors import MissingCapability
from kibitz.games.capabilities import bidding
from kibitz.games.core_states import core_of, moves_of
from kibitz.games.game import State
from kibitz.replies.against import OBJECTIVE, OTHERS, AgainstModels
from kibitz.searches.analysis import Analysis
from kibitz.searches.search import OWN, ranked
from kibitz.specs import Option

SLACK = 1e-12  # averages with a smaller relative difference are equal


class BestResponse(AgainstModels):
    """The exact best response to models: values are averaged over their moves, including ties and errors.

    If an opponent has several candidates, its moves tell which of them is likely, and our later moves use this. The
    search goes to the end of the game and is refused if that takes more than ``nodes`` positions. A bid is chosen by
    the best result that can follow it. With ``objective=blend`` the want is scaled so that 0 is the lowest and 1 the
    highest value that it can have at the end; finding these takes a second pass.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("c1, a1, c2")
    >>> analysis = kibitz.search("best-response(others=random, objective=win)").analyse(state)
    >>> analysis.best, round(analysis.worst, 3)
    (('c3',), 0.933)
    """

    name = "best-response"
    summary = "the exact best move against models, in small trees"
    source = "Nash 1951; carmel1993"
    options_known = (
        OTHERS,
        replace(OBJECTIVE, default="own"),
        OWN,
        Option("nodes", 2_000_000, "how many positions may be searched", 1, 1_000_000_000),
        Option("table", True, "remember positions; off: search them again"),
        Option("merge", True, "treat positions that differ only by equivalent moves as one, if all models do so"),
    )

    def examine(self, state: State) -> Analysis:
        """Search every line of play to its end."""
        seat = state.to_move
        if bidding(state):
            rows = {bid: self._found(after, seat) for bid, after in self.after_bids(state, seat).items()}
            positions = {bid: position for bid, (_, position, _) in rows.items()}
            ranks = {bid: float(position[1]) for bid, position in positions.items()}
            if 0 < self.win_weight < 1:
                ranks = self.bids_compared({bid: position[2:4] for bid, position in positions.items()})
            return self._ranked(state, positions, ranks, sum(nodes for _, _, nodes in rows.values()))
        moves, _, nodes = self._found(state, seat)
        by_text = dict(zip(moves_of(state, (row[0] for row in moves)), moves, strict=True))
        return self._ranked(state, by_text, {move: float(row[1]) for move, row in by_text.items()}, nodes)

    def _found(self, state: State, seat: int) -> Any:
        ready = self.ready(state, seat, distil=False)
        moves, position, nodes = core_of(state).best_response(
            seat=seat,
            wants=self.compiled_wants(state, seat),
            others=ready.given,
            asked=ready.asked,
            ask=ready.ask,
            win_weight=self.win_weight,
            low=0.0,
            high=0.0,
            nodes=self.options["nodes"],
            table=self.options["table"],
            merge=self.options["merge"],
        )
        if position is None:
            raise MissingCapability(
                f"{self.name} cannot play this: more than {self.options['nodes']:,} positions would have to be "
                "searched; raise nodes=, or use exploit, which does not search to the end"
            )
        return moves, position, nodes

    def _ranked(self, state: State, rows: dict[str, Any], ranks: dict[str, float], nodes: int) -> Analysis:
        values = {move: float(row[2] if self.win_weight else row[3]) for move, row in rows.items()}
        slack = SLACK * (1 + max(abs(rank) for rank in ranks.values()))
        return ranked(self, state, values, ranks, nodes, slack)
