"""Wanting points."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz import _core
from kibitz.games.game import State
from kibitz.specs import Spec
from kibitz.wants.want import Utility, Want


@dataclass(frozen=True)
class Score(Want):
    """Wants a high score.

    >>> str(Score())
    'score'
    """

    @classmethod
    def read(cls, spec: Spec) -> Score:
        """Read ``score``."""
        return cls()

    def compiled(self, state: State, seat: int) -> _core.Want:
        """The score as an object of the core."""
        return _core.Want.score()

    def standing(self, state: State) -> tuple[float, ...]:
        """The current scores."""
        return tuple(state.scores)

    def utility_for(self, state: State, seat: int) -> Utility:
        """The score of every outcome for a seat."""
        return lambda outcome: float(state.game.scores_of(state, outcome)[seat])

    def __str__(self) -> str:
        return "score"
