"""What a player wants of outcomes, for searches that back up outcomes: utilities, or only an order.

``score`` and the preferences of ``preference.py`` say it; an evaluation speaks of positions and does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kibitz import _core, specs
from kibitz.errors import MissingCapability, SpecError
from kibitz.games.game import Game, State
from kibitz.models.preference import Goals, Outcome, Preference
from kibitz.models.wants import Score, Want, want
from kibitz.specs import Spec

Utility = Callable[[Outcome], float]


def utility_of(wanted: Want, state: State, seat: int) -> Utility:
    """What every outcome is worth to a seat, if that is a number."""
    if isinstance(wanted, Score):
        return lambda outcome: float(state.game.scores_of(state, outcome)[seat])
    if isinstance(wanted, Preference):
        if wanted.utility is None:
            raise MissingCapability(f"{wanted} only orders outcomes; where numbers are needed try MT, mOT or ML")
        return _utilities(state.game, Preferred(wanted), seat, wanted.goals(state)).__getitem__
    raise MissingCapability(f"{wanted} values positions, and outcomes are compared here; try score, MT or generic")


def order_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """How a seat compares outcomes, ready for the core."""
    if isinstance(wanted, Preference) and (wanted.better is not None or wanted.utility is None):
        return _order(state.game, Preferred(wanted), seat, wanted.goals(state))
    return utilities_of(wanted, state, seat)


def utilities_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """The utility of every outcome to a seat, ready for the core."""
    utility = utility_of(wanted, state, seat)
    if isinstance(wanted, Preference):
        return _utility(state.game, Preferred(wanted), seat, wanted.goals(state))
    return _core.OutcomeOrder.utility([utility(outcome) for outcome in state.game.outcomes()])  # type: ignore[attr-defined]


def expected_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """The same for those who weigh outcomes by probability: an order where differences mean nothing."""
    if isinstance(wanted, Preference) and not wanted.cardinal:
        return _order(state.game, Preferred(wanted), seat, wanted.goals(state))
    return utilities_of(wanted, state, seat)


class Preferred:
    """A preference told apart by what it does, not by its name only: what is worked out once is kept under it."""

    __slots__ = ("preference",)

    def __init__(self, preference: Preference) -> None:
        self.preference = preference

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Preferred):
            return NotImplemented
        mine, theirs = self.preference, other.preference
        return mine is theirs or (mine.utility is theirs.utility and mine.better is theirs.better)

    def __hash__(self) -> int:
        return hash((self.preference.utility, self.preference.better))


# A preference says the same of every deal with the same goals, and a search of a whole hand takes a millisecond.


@lru_cache(maxsize=1024)
def _utilities(game: Game, wanted: Preferred, seat: int, goals: Goals) -> dict[Outcome, float]:
    utility = wanted.preference.utility
    assert utility is not None
    return {outcome: float(utility(outcome, seat, goals)) for outcome in game.outcomes()}  # type: ignore[attr-defined]


@lru_cache(maxsize=1024)
def _utility(game: Game, wanted: Preferred, seat: int, goals: Goals) -> _core.OutcomeOrder:
    return _core.OutcomeOrder.utility(list(_utilities(game, wanted, seat, goals).values()))


@lru_cache(maxsize=1024)
def _order(game: Game, wanted: Preferred, seat: int, goals: Goals) -> _core.OutcomeOrder:
    outcomes = game.outcomes()  # type: ignore[attr-defined]
    return _core.OutcomeOrder.order(wanted.preference.order_among(outcomes, seat, goals))


@dataclass(frozen=True)
class Mixture:
    """Somebody who wants one of several things, with weights that need not sum to one.

    >>> str(mixture("mixture(MT=0.5, mOT=0.5)")), str(mixture("MT"))
    ('mixture(MT=0.5, mOT=0.5)', 'MT')
    """

    parts: tuple[tuple[float, Want], ...]

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return str(self.parts[0][1])
        plain = [f"{wanted}={weight:g}" for weight, wanted in self.parts if "(" not in str(wanted)]
        pairs = [f"[{wanted}, {weight:g}]" for weight, wanted in self.parts if "(" in str(wanted)]
        return f"mixture({', '.join(pairs + plain)})"


def mixture(given: object) -> Mixture:
    """Read a mixture: ``mixture(MT=0.5, mOT=0.5)``, pairs for wants with options, or one want for certain.

    >>> str(mixture("mixture([mOT(missed=indifferent), 1], MT=3)"))
    'mixture([mOT(missed=indifferent), 1], MT=3)'
    """
    if isinstance(given, Mixture):
        return given
    spec = specs.parse(given) if isinstance(given, str) else given
    if not isinstance(spec, Spec) or spec.name != "mixture":
        return Mixture(((1.0, want(given)),))
    parts = []
    for pair in spec.arguments:
        if not (isinstance(pair, list) and len(pair) == 2):
            raise SpecError(f"{spec}: a part of a mixture is name=weight, or [want, weight]")
        parts.append((_weight(spec, pair[1]), want(pair[0])))
    parts += [(_weight(spec, weight), want(name)) for name, weight in spec.options.items()]
    if not any(weight > 0 for weight, _ in parts):
        raise SpecError(f"{spec}: a mixture needs at least one want with a weight above 0")
    return Mixture(tuple(parts))


def _weight(spec: Spec, weight: object) -> float:
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < float("inf"):
        raise SpecError(f"{spec}: {specs.value_text(weight)} is not a weight; it is a number from 0 upwards")
    return float(weight)
