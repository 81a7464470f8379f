"""The best evaluation after one move, looking no further."""

from __future__ import annotations

from kibitz import _core
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.compiled import Compiled
from kibitz.searches.search import OWN, Search, core_of, moves_of, ranked


class Greedy(Search):
    """Takes the move with the mover's best evaluation, or score if there is no evaluation; a baseline.

    >>> import kibitz
    >>> kibitz.search("greedy").analyse(kibitz.game("tic-tac-toe").start()).best
    ('b2',)
    """

    name = "greedy"
    summary = "the best evaluation after one move"
    source = "baseline"
    options_known = (OWN,)

    @property
    def looks_to_the_end(self) -> bool:
        """False: it looks only one move ahead."""
        return False

    def compiled(self, state: State, seat: int, among: str = "even") -> Compiled | None:
        """The same choice, as a logit without a temperature."""
        if among != "even":
            return None
        return Compiled(_core.Behaviour.logit(0.0, self.wants(state, seat)[seat]), True)

    def examine(self, state: State) -> Analysis:
        """Judge the state after every move."""
        found = core_of(state).after_each(self.wants(state))
        texts = moves_of(state, (code for code, _ in found))
        values = {text: vector[state.to_move] for text, (_, vector) in zip(texts, found, strict=True)}
        return ranked(self, state, values, values, nodes=1 + len(found))
