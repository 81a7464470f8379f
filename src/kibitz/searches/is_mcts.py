"""Information set Monte Carlo tree search."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import State
from kibitz.searches import simulations
from kibitz.searches.analysis import Analysis


class IsMcts(simulations.Simulating):
    """One tree over the mover's information sets; every simulation samples a new world (Cowling et al. 2012).

    This is the single-observer version, SO-ISMCTS, which treats the moves of the others as visible. If the search gets
    a state, it uses only what the seat to move may know.

    >>> import kibitz
    >>> view = kibitz.game("spades(players=3, cards=5)").start(seed=1).view(0)
    >>> kibitz.search("is-mcts(simulations=200)").choose(view) in view.moves()
    True
    """

    name = "is-mcts"
    summary = "simulated games over worlds that fit what the mover has seen"
    source = "Cowling, Powley & Whitehouse 2012"
    options_known = simulations.options(exploration=0.7)
    needs = ("hidden",)
    takes_views = True

    def refusal(self, state: Any) -> str | None:
        """Refuse games without hidden information."""
        if not state.game.hidden:
            return f"nothing is hidden in {state.game}; mcts does the same for open games"
        return super().refusal(state)

    def examine(self, state: Any) -> Analysis:
        """Simulate, and rank the moves by visits."""
        view = state.view(state.to_move) if isinstance(state, State) else state
        return self.report(view, view.core.is_mcts(**self.core_options(view)))
