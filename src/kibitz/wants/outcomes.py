"""What a player wants of outcomes, for searches that back up outcomes: utilities, or only an order.

``score`` and the preferences of ``preference.py`` say it; an evaluation speaks of positions and does not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from kibitz import _core
from kibitz.errors import MissingCapability
from kibitz.games.game import Game, State
from kibitz.wants.edges import Goals, Outcome
from kibitz.wants.mixture import Mixture, read_mixture
from kibitz.wants.preference import Preference
from kibitz.wants.want import Score, Want, want

Utility = Callable[[Outcome], float]


def utility_of(wanted: Want, state: State, seat: int) -> Utility:
    """What every outcome is worth to a seat, if that is a number."""
    if isinstance(wanted, Score):
        return lambda outcome: float(state.game.scores_of(state, outcome)[seat])
    if isinstance(wanted, Preference):
        if wanted.utility is None:
            raise MissingCapability(f"{wanted} only orders outcomes; where numbers are needed try MT, mOT or ML")
        goals = wanted.goals(state)
        if wanted.scored:
            return lambda outcome: wanted.worth(state.game.scores_of(state, outcome), seat, goals)
        return _utilities(state.game, wanted, seat, goals).__getitem__
    raise MissingCapability(f"{wanted} values positions, and outcomes are compared here; try score, MT or generic")


def order_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """How a seat compares outcomes, ready for the core."""
    if isinstance(wanted, Preference) and (wanted.better is not None or wanted.utility is None):
        return _order(state, wanted, seat)
    return utilities_of(wanted, state, seat)


def utilities_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """The utility of every outcome to a seat, ready for the core."""
    if isinstance(wanted, Preference) and wanted.utility is not None and not wanted.scored:
        return _compiled_utilities(state.game, wanted, seat, wanted.goals(state))
    utility = utility_of(wanted, state, seat)
    return _core.OutcomeOrder.utility([utility(outcome) for outcome in state.game.outcomes()])  # type: ignore[attr-defined]


def expected_of(wanted: Want, state: State, seat: int) -> _core.OutcomeOrder:
    """The same for those who weigh outcomes by probability: an order where differences mean nothing."""
    if isinstance(wanted, Preference) and not wanted.cardinal:
        return _order(state, wanted, seat)
    return utilities_of(wanted, state, seat)


# A preference says the same of every deal with the same goals, and a search of a whole hand takes a millisecond: what
# it says is worked out once.


def _order(state: State, wanted: Preference, seat: int) -> _core.OutcomeOrder:
    goals = wanted.goals(state)  # asked first: it says what is missing
    if wanted.scored:
        return _core.OutcomeOrder.order(wanted.order(state, seat))
    return _compiled_order(state.game, wanted, seat, goals)


@lru_cache(maxsize=1024)
def _utilities(game: Game, wanted: Preference, seat: int, goals: Goals) -> dict[Outcome, float]:
    return {outcome: wanted.worth(outcome, seat, goals) for outcome in game.outcomes()}  # type: ignore[attr-defined]


@lru_cache(maxsize=1024)
def _compiled_utilities(game: Game, wanted: Preference, seat: int, goals: Goals) -> _core.OutcomeOrder:
    return _core.OutcomeOrder.utility(list(_utilities(game, wanted, seat, goals).values()))


@lru_cache(maxsize=1024)
def _compiled_order(game: Game, wanted: Preference, seat: int, goals: Goals) -> _core.OutcomeOrder:
    return _core.OutcomeOrder.order(_listed_order(game, wanted, seat, goals))


@lru_cache(maxsize=1024)
def _listed_order(game: Game, wanted: Preference, seat: int, goals: Goals) -> list[list[int]]:
    return wanted.order_among(game.outcomes(), seat, goals)  # type: ignore[attr-defined]


def listed_order(wanted: Preference, state: State, seat: int) -> list[list[int]]:
    """For every outcome the numbers of those that a seat strictly prefers it to.

    >>> import kibitz
    >>> from kibitz.wants.preference import PREFERENCES
    >>> state = kibitz.game("spades(players=3, cards=1, bids=[1, 1, 1])").start(seed=1)
    >>> state.game.outcomes(), listed_order(PREFERENCES["MT"], state, seat=0)
    ([(0, 0, 1), (0, 1, 0), (1, 0, 0)], [[], [], [0, 1]])
    """
    goals = wanted.goals(state)
    return wanted.order(state, seat) if wanted.scored else _listed_order(state.game, wanted, seat, goals)


def mixture(given: object) -> Mixture[Want]:
    """Read what an opponent of prob-max^n may want: ``mixture(MT=0.5, mOT=0.5)``, or one want for certain.

    >>> str(mixture("mixture(MT=0.5, mOT=0.5)")), str(mixture("MT"))
    ('mixture(MT=0.5, mOT=0.5)', 'MT')
    """
    return read_mixture(given, want)
