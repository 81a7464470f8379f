"""Preferences over outcomes (sturtevant2006 section 4): who would rather have which result.

A preference is a utility where it is cardinal and a partial order where it only orders. Both look at one seat's part of
an outcome and at everybody's goals (the bids).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz import _core
from kibitz.errors import MissingCapability, SpecError
from kibitz.games import capabilities
from kibitz.games.game import State
from kibitz.specs import Spec

Outcome = Sequence[float]
Goals = Sequence[int] | None


@dataclass(frozen=True)
class Preference:
    """What somebody wants of an outcome.

    ``utility(outcome, seat, goals)`` is higher for better outcomes; ``better(a, b, seat, goals)`` says whether a is
    strictly preferred to b, and follows the utility unless it is given. ``bids`` tells that goals are needed,
    ``cardinal`` that differences of the utility mean something and not only its order.
    """

    name: str
    utility: Callable[[Outcome, int, Goals], float] | None = field(compare=False)
    better: Callable[[Outcome, Outcome, int, Goals], bool] | None = field(default=None, compare=False)
    bids: bool = False
    cardinal: bool = True

    def prefers(self, first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        """Whether the first outcome is strictly better than the second."""
        if self.better is not None:
            return self.better(first, second, seat, goals)
        assert self.utility is not None
        return self.utility(first, seat, goals) > self.utility(second, seat, goals)

    def compiled(self, state: State, seat: int) -> _core.Want:
        """List the utility of every outcome of the game."""
        if self.utility is None:
            raise MissingCapability(f"{self} only orders outcomes; where numbers are needed try MT, mOT or ML")
        goals = self.goals(state)
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        return _core.Want.utility([self.utility(outcome, seat, goals) for outcome in outcomes])

    def order(self, state: State, seat: int) -> list[list[int]]:
        """For every outcome the numbers of those that it is strictly preferred to."""
        return self.order_among(state.game.outcomes(), seat, self.goals(state))  # type: ignore[attr-defined]

    def order_among(self, outcomes: Sequence[Outcome], seat: int, goals: Goals) -> list[list[int]]:
        """The same for any list of outcomes."""
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


def _fewest_overtricks_or_nothing(outcome: Outcome, seat: int, goals: Goals) -> float:
    """The same, but indifferent between all outcomes in which the bid is missed."""
    assert goals is not None
    return _fewest_overtricks(outcome, seat, goals) if _made(outcome, seat, goals) else -10.0 * goals[seat]


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
        Preference("generic", _bid_made, bids=True, cardinal=False),
    )
}

VARIANTS = {
    ("mOT", "missed", "more"): PREFERENCES["mOT"],
    ("mOT", "missed", "indifferent"): Preference("mOT(missed=indifferent)", _fewest_overtricks_or_nothing, bids=True),
}


def generalise(candidates: Sequence[Preference]) -> Preference:
    """What all candidates agree on (sturtevant2006 section 4.2): the intersection of their orders.

    >>> generalise([PREFERENCES["MT"], PREFERENCES["mOT"]]).prefers((2, 1), (1, 2), seat=0, goals=(1, 1))
    False
    """
    if not candidates:
        raise SpecError("generalise needs at least one preference, as in generalise(MT, mOT)")

    def better(first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        return all(candidate.prefers(first, second, seat, goals) for candidate in candidates)

    name = f"generalise({', '.join(map(str, candidates))})"
    return Preference(name, None, better, any(candidate.bids for candidate in candidates), cardinal=False)


def preference(spec: Spec) -> Preference | None:
    """The preference that a specification names, if it names one.

    >>> from kibitz import specs
    >>> str(preference(specs.parse("generalise(MT, mOT(missed=indifferent))")))
    'generalise(MT, mOT(missed=indifferent))'
    """
    if spec.name == "generalise":
        candidates = []
        for argument in spec.arguments:
            given = Spec(argument) if isinstance(argument, str) else argument
            found = preference(given) if isinstance(given, Spec) else None
            if found is None:
                raise SpecError(f"{spec}: generalise takes preferences: {', '.join(PREFERENCES)}")
            candidates.append(found)
        return generalise(candidates)
    if spec.name not in PREFERENCES:
        return None
    chosen = PREFERENCES[spec.name]
    for name, value in spec.options.items():
        variant = VARIANTS.get((spec.name, name, value)) if isinstance(value, str) else None
        if variant is None:
            known = [f"{option}={choice}" for owner, option, choice in VARIANTS if owner == spec.name]
            raise SpecError(f"{spec}: {spec.name} takes {' or '.join(known) or 'no options'}")
        chosen = variant
    if spec.arguments:
        raise SpecError(f"{spec}: {spec.name} takes options as name=value")
    return chosen
