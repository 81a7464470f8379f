"""Any legal move: the player everybody should beat."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import ANY_MOVE, Compiled
from kibitz.searches.search import Search, ranked


class RandomMoves(Search):
    """All legal moves are equally likely; a baseline. It takes views and states.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start()
    >>> kibitz.search("random").choose(state, seed=1) in state.moves()
    True
    """

    name = "random"
    summary = "any legal move, all equally likely"
    source = "baseline"
    takes_views = True

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """Any move."""
        return ANY_MOVE if among == "even" else None

    def examine(self, state: Any) -> Analysis:
        """Give every move the same probability."""
        moves = state.moves()
        shares = dict.fromkeys(moves, 1 / len(moves))
        return ranked(self, state, shares, shares, nodes=1)
