"""Preferences over outcomes (sturtevant2006 section 4): who would rather have which result.

A preference is a utility where it is cardinal and a partial order where it only orders. Both look at one seat's part of
an outcome and at everybody's goals (the bids).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz import _core
from kibitz.errors import MissingCapability
from kibitz.games import capabilities
from kibitz.games.game import State

Outcome = Sequence[float]
Goals = Sequence[int] | None


@dataclass(frozen=True)
class Preference:
    """What somebody wants of an outcome.

    ``utility(outcome, seat, goals)`` is higher for better outcomes; ``better(a, b, seat, goals)`` says whether a is
    strictly preferred to b, and follows the utility unless it is given. ``bids`` tells that goals are needed.
    """

    name: str
    utility: Callable[[Outcome, int, Goals], float] = field(compare=False)
    better: Callable[[Outcome, Outcome, int, Goals], bool] | None = field(default=None, compare=False)
    bids: bool = False

    def prefers(self, first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        """Whether the first outcome is strictly better than the second."""
        if self.better is not None:
            return self.better(first, second, seat, goals)
        return self.utility(first, seat, goals) > self.utility(second, seat, goals)

    def compiled(self, state: State, seat: int) -> _core.Want:
        """List the utility of every outcome of the game."""
        goals = self.goals(state)
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        return _core.Want.utility([self.utility(outcome, seat, goals) for outcome in outcomes])

    def order(self, state: State, seat: int) -> list[list[int]]:
        """For every outcome the numbers of those that it is strictly preferred to."""
        goals = self.goals(state)
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        return [
            [j for j, other in enumerate(outcomes) if self.prefers(outcome, other, seat, goals)] for outcome in outcomes
        ]

    def goals(self, state: State) -> Goals:
        """The bids of a state, or a sentence about what is missing."""
        capabilities.require(state.game, "enumerable")
        goals = getattr(state.game, "goals", lambda _: None)(state)
        if self.bids and goals is None:
            raise MissingCapability(f"{self.name} is about bids, and there are none yet in {state.game}")
        return goals

    def __str__(self) -> str:
        return self.name


def _made(outcome: Outcome, seat: int, goals: Goals) -> bool:
    assert goals is not None
    return outcome[seat] >= goals[seat]


def _most_tricks(outcome: Outcome, seat: int, goals: Goals) -> float:
    return outcome[seat]


def _fewest_overtricks(outcome: Outcome, seat: int, goals: Goals) -> float:
    """Make the bid, then as few tricks above it as possible; if it is missed, as many tricks as possible."""
    assert goals is not None
    bid, tricks = goals[seat], outcome[seat]
    return 10 * bid - (tricks - bid) if tricks >= bid else -10 * bid + tricks


def _most_losers(outcome: Outcome, seat: int, goals: Goals) -> float:
    """Make the bid; whether it is made or not, as many opponents as possible who miss theirs."""
    assert goals is not None
    missing = sum(not _made(outcome, other, goals) for other in range(len(goals)) if other != seat)
    return (10 if _made(outcome, seat, goals) else -10) * goals[seat] + missing


def _bid_made(outcome: Outcome, seat: int, goals: Goals) -> float:
    return float(_made(outcome, seat, goals))


PREFERENCES = {
    preference.name: preference
    for preference in (
        Preference("MT", _most_tricks),
        Preference("mOT", _fewest_overtricks, bids=True),
        Preference("ML", _most_losers, bids=True),
        Preference("generic", _bid_made, bids=True),
    )
}
