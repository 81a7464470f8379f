"""Monte Carlo tree search for hidden hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.games.game import State
from kibitz.searches import simulations
from kibitz.searches.analysis import Analysis
from kibitz.searches.is_mcts import IsMcts
from kibitz.specs import Option

ROLLOUTS = ("light", "random", "greedy")
OWN_OPTIONS = ("merge", "guided", "evidence", "repeats", "threads")


def _options() -> tuple[Option, ...]:
    """Those of is-mcts, with light rollouts by default, and what this search adds."""
    own = Option("rollout", "light", "how a simulated game continues below the tree", choices=ROLLOUTS)
    shared = tuple(own if option.name == "rollout" else option for option in simulations.options(exploration=0.7))
    return (
        *shared,
        Option("merge", True, "count equivalent moves, such as neighbouring cards of a hand, as one"),
        Option("guided", True, "let light play choose which move enters the tree next, instead of any"),
        Option(
            "evidence",
            1.0,
            "how much the moves of the others tell about their cards: the power of their likelihood; 0: nothing",
            0,
            10,
        ),
        Option("repeats", 6, "simulations for each world that is weighed by evidence", 1, 1_000_000),
        Option(
            "objective",
            "hand",
            "hand: what own says at the end of the hand; game: to win the game, whatever the hand gives",
            choices=("hand", "game"),
        ),
        Option("threads", 1, "threads, each with its share of the simulations and a tree of its own", 1, 256),
    )


class HiddenMcts(IsMcts):
    """One tree over the mover's information sets, as in ``is-mcts``, tuned for hands of cards.

    Simulated games end with light play: simple rules that follow suit sensibly. Equivalent cards are merged. Cards to
    pass are chosen one after the other in the same tree, and passes that the seat will not see are drawn instead of
    searched. Worlds are as likely as the moves of the others in them would be under light play (``evidence``).
    Games without light play get random rollouts and equally likely worlds. In a game of many hands, simulated games end
    with the current hand. A forced move is not searched.

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
        options = self.core_options(view) | {name: self.options[name] for name in OWN_OPTIONS}
        options |= {"light": self.options["rollout"] == "light", "to_win": self.options["objective"] == "game"}
        found, worlds, effective = view.core.hidden_mcts(**options)
        analysis = self.report(view, found)
        if not worlds:
            return analysis
        note = f"{worlds:,} worlds weighed by what the others did, worth {effective:,.0f} of equal weight"
        return replace(analysis, notes=(*analysis.notes, note))
