"""``Want``: what a player wants, as numbers or as an order of outcomes, for searches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from kibitz import _core
from kibitz.errors import MissingCapability, SpecError
from kibitz.games.game import Game, State
from kibitz.specs import Finished

if TYPE_CHECKING:
    from kibitz.wants.preference import Preference

Outcome = Sequence[float]
Utility = Callable[[Outcome], float]


class Want(Finished, ABC):
    """What a player wants, in any game in which that is defined.

    Every kind declares what it has: numbers for positions (an evaluation), numbers for outcomes (a score, a cardinal
    preference), or only an order of outcomes. Anything else raises an error. ``str`` writes a want as a specification.
    """

    over_outcomes: ClassVar[bool] = False
    """Whether it compares outcomes, which are known at the end of the game only."""

    @abstractmethod
    def compiled(self, state: State, seat: int) -> _core.Want:
        """The want as an object of the core, for searches from this state that compare numbers."""

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    def only_orders(self) -> bool:
        """Whether it gives no numbers, only an order."""
        return False

    @property
    def weighs_risks(self) -> bool:
        """Whether differences of its numbers are meaningful, not only their order."""
        return True

    @property
    def says_nothing_of_bids(self) -> bool:
        """Whether it concerns only the play, so that bids are no evidence about it."""
        return True

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The habits of players who want this, in the words of people who play the game; empty if there are none."""
        return ()

    # Positions.

    @property
    def evaluates(self) -> bool:
        """Whether it values positions by weights of features."""
        return False

    @property
    def weights(self) -> Mapping[str, float] | None:
        """The weights of features; None: the game's own."""
        return None

    def exact_in(self, game: Game) -> bool:
        """Whether its numbers are exact in this game, so that ties are exact too."""
        return True

    def standing(self, state: State) -> tuple[float, ...]:
        """The current value of every seat: its evaluation, or its score if there is no evaluation."""
        if "evaluated" not in state.game.capabilities:
            return tuple(state.scores)
        return tuple(state.evaluate(seat, self.weights) for seat in range(state.game.players))

    def value_range(self, game: Game) -> tuple[float, float] | None:
        """The range of its numbers during the game; None if it is not known."""
        return None

    # Outcomes.

    def as_preference(self) -> Preference:
        """The want as a preference over outcomes. The learner ``elimination`` tests whether a decision contradicts this
        preference."""
        raise SpecError(f"{self} is not a preference over outcomes; use candidates such as most-tricks or generic")

    def utility_for(self, state: State, seat: int) -> Utility:
        """What every outcome is worth to a seat, if that is a number."""
        raise MissingCapability(
            f"{self} values positions, and outcomes are compared here; try score, most-tricks or generic"
        )

    def compiled_utilities(self, state: State, seat: int) -> _core.OutcomeOrder:
        """The utility of every outcome to a seat, as an object of the core."""
        utility = self.utility_for(state, seat)
        return _core.OutcomeOrder.utility([utility(outcome) for outcome in state.game.outcomes()])  # type: ignore[attr-defined]

    def compiled_order(self, state: State, seat: int) -> _core.OutcomeOrder:
        """How a seat compares outcomes, as an object of the core."""
        return self.compiled_utilities(state, seat)

    def compiled_for_averages(self, state: State, seat: int) -> _core.OutcomeOrder:
        """How a seat compares outcomes in a search that weights them by probability: only an order if differences are
        not meaningful."""
        return self.compiled_utilities(state, seat)
