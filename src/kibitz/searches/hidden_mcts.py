"""Monte Carlo tree search for hidden hands."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import State
from kibitz.searches import simulations
from kibitz.searches.analysis import Analysis
from kibitz.searches.is_mcts import IsMcts
from kibitz.specs import Option

ROLLOUTS = ("light", "random", "greedy")


def _options() -> tuple[Option, ...]:
    """Those of is-mcts, with light rollouts by default, and what this search adds."""
    own = Option("rollout", "light", "how a simulated game continues below the tree", choices=ROLLOUTS)
    shared = tuple(own if option.name == "rollout" else option for option in simulations.options(exploration=0.7))
    return (
        *shared,
        Option("merge", True, "count equivalent moves, such as neighbouring cards of a hand, as one"),
        Option("guided", True, "let light play choose which move enters the tree next, instead of any"),
    )


class HiddenMcts(IsMcts):
    """One tree over the mover's information sets, as in ``is-mcts``, tuned for hands of cards.

    Simulated games end with light play: simple rules that follow suit sensibly. Equivalent cards are merged. Cards to
    pass are chosen one after the other in the same tree, and passes that the seat will not see are drawn instead of
    searched. Games without light play get random rollouts.

    >>> import kibitz
    >>> view = kibitz.game("hearts(passing=left)").start(seed=1).view(0)
    >>> kibitz.search("hidden-mcts(simulations=200)").choose(view) in view.moves()
    True
    """

    name = "hidden-mcts"
    summary = "is-mcts tuned for hands of cards: light rollouts, merged cards, passes card by card"
    source = "Cowling, Powley & Whitehouse 2012"
    options_known = _options()

    def examine(self, state: Any) -> Analysis:
        """Simulate, and rank the moves by visits."""
        view = state.view(state.to_move) if isinstance(state, State) else state
        options = self.core_options(view)
        options["light"] = self.options["rollout"] == "light"
        return self.report(
            view, view.core.hidden_mcts(**options, **{name: self.options[name] for name in ("merge", "guided")})
        )
