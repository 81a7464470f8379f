"""Monte Carlo tree search."""

from __future__ import annotations

from typing import Any

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches import simulations
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.search import core_of


class Mcts(simulations.Simulating):
    """Simulates games and looks deeper where results are good (UCT: Kocsis & Szepesvári 2006).

    Results are vectors, and every seat chooses by its own part, as in max^n (Sturtevant 2008). Moves are ranked by
    visits; values are mean results.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")
    >>> kibitz.search("mcts(simulations=500)").choose(state) in ("a2", "a3")
    True
    """

    name = "mcts"
    summary = "simulated games, more of them where results are good (UCT)"
    source = "Kocsis & Szepesvári 2006; Sturtevant 2008"
    options_known = simulations.options(
        exploration=1.4, rollouts=(simulations.RANDOM, simulations.GREEDY, simulations.LIGHT)
    )

    def refusal(self, state: Any) -> str | None:
        """Refuse simple rules in games that have none."""
        if self._light and not getattr(core_of(state), "plays_lightly", False):
            return f"{state.game.name} has no rules for rollout=light; rollout=random and rollout=greedy are possible"
        return super().refusal(state)

    @property
    def _light(self) -> bool:
        return bool(self.options["rollout"] == simulations.LIGHT)

    def core_options(self, state: Any, mover: int | None = None) -> dict[str, Any]:
        """The options under the names that the core uses."""
        return super().core_options(state, mover) | {"light": self._light}

    def examine(self, state: State) -> Analysis:
        """Simulate, and rank the moves by visits."""
        return self.report(state, core_of(state).mcts(**self.core_options(state)))

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """The behaviour of a seat that makes one of the moves that were tried most; None with a limit in seconds."""
        return self.visiting(state, seat, 0.0) if among == "even" else None

    def visiting(self, state: State, seat: int, power: float) -> Compiled | None:
        """The behaviour of a seat that makes moves in proportion to a power of their visits."""
        given = self.core_options(state, seat)
        if given.pop("seconds"):
            return None
        return Compiled(_core.Behaviour.visits(**given, power=power), False)
