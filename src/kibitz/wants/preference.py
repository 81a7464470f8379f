"""Preferences over outcomes (sturtevant2006 section 4): which results a player prefers.

A preference is either cardinal, with a utility, or a partial order. Both depend on one seat's part of an outcome and on
the goals of all seats (the bids). ``most-tricks``, ``fewest-overtricks``, ``most-opponents-set`` and ``generic`` are
about tricks and bids; ``win``, ``placement`` and ``spite`` about the scores of any game. The paper calls the first
three MT, mOT and ML, and so do stored files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite

from kibitz import _core
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.games import capabilities
from kibitz.games.game import Game, State
from kibitz.specs import Spec
from kibitz.wants import graph
from kibitz.wants.edges import Goals, Outcome, Preferred, Result, closed
from kibitz.wants.want import Utility, Want
from kibitz.words import in_words

__all__ = ["PREFERENCES", "VARIANTS", "Agreement", "Goals", "Outcome", "Preference", "generalise", "preference"]


@dataclass(frozen=True)
class Preference(Want):
    """A preference of a player over outcomes.

    ``utility(outcome, seat, goals)`` is higher for better outcomes. ``better(a, b, seat, goals)`` says whether a is
    strictly preferred to b; without it, the utility decides. ``bids`` means that goals are needed. ``cardinal`` means
    that differences of the utility are meaningful, and not only its order. ``scored`` means that the functions get the
    scores of an outcome instead of the outcome.

    >>> fewest = Preference("fewest", lambda outcome, seat, goals: -outcome[seat])
    >>> fewest.prefers((1, 2), (2, 1), seat=0, goals=None)
    True
    """

    name: str
    utility: Callable[[Outcome, int, Goals], float] | None
    better: Callable[[Outcome, Outcome, int, Goals], bool] | None = None
    bids: bool = False
    cardinal: bool = True
    scored: bool = False

    @classmethod
    def read(cls, spec: Spec) -> Preference:
        """Read a preference by its name, ``generalise(MT, mOT)`` or ``order(odd, [1, 3], [3, 2])``."""
        found = preference(spec)
        if found is None:
            raise SpecError(f"{spec} is not a preference; known: generalise, order, {', '.join(PREFERENCES)}")
        return found

    @classmethod
    def from_edges(cls, name: str, edges: Iterable[tuple[Result, Result]]) -> Preference:
        """A preference from pairs of a better and a worse result. The transitive closure is added.

        A result is a whole outcome, or a number that stands for the seat's own part of one.

        >>> odd = Preference.from_edges("odd", [(1, 3), (3, 2)])
        >>> str(odd), odd.prefers((1, 2), (2, 1), seat=0, goals=None)
        ('order(odd, [1, 3], [3, 2])', True)
        >>> Preference.from_edges("odd", [(1, 3), (3, 1)])
        Traceback (most recent call last):
        kibitz.errors.SpecError: order(odd, [1, 3], [3, 1]) prefers in a circle: 1 > 3 > 1; leave one of these pairs out
        """
        listed = [list(edge) if isinstance(edge, (list, tuple)) else [edge] for edge in edges]
        text = str(Spec("order", (name, *listed)))
        return cls(text, None, Preferred(closed(text, listed)), cardinal=False)

    def prefers(self, first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        """Whether the first outcome is strictly better than the second."""
        if self.better is not None:
            return self.better(first, second, seat, goals)
        assert self.utility is not None
        return self.utility(first, seat, goals) > self.utility(second, seat, goals)

    def worth(self, outcome: Outcome, seat: int, goals: Goals) -> float:
        """The utility of an outcome, which is a finite number.

        >>> Preference("odd", lambda outcome, seat, goals: float("nan")).worth((1, 2), 0, None)
        Traceback (most recent call last):
        kibitz.errors.KibitzError: odd: the utility of (1, 2) to seat 0 is nan; return a finite number for every outcome
        """
        assert self.utility is not None
        number = self.utility(outcome, seat, goals)
        try:
            if isfinite(value := float(number)):
                return value
        except (TypeError, ValueError, OverflowError):
            pass
        told = f"the utility of {outcome} to seat {seat} is {number!r}"
        raise KibitzError(f"{self}: {told}; return a finite number for every outcome")

    over_outcomes = True

    def as_preference(self) -> Preference:
        """The preference itself."""
        return self

    @property
    def weighs_risks(self) -> bool:
        """Whether it is cardinal."""
        return self.cardinal

    @property
    def only_orders(self) -> bool:
        """Whether there is no utility."""
        return self.utility is None

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The habit of players who prefer this.

        >>> import kibitz
        >>> PREFERENCES["mOT"].habits_in(kibitz.game("spades"))
        ('take the tricks that the bid needs, and no more',)
        """
        name = self.name.partition("(")[0]
        return (HABITS[name],) if name in HABITS else ()

    def compiled(self, state: State, seat: int) -> _core.Want:
        """List the utility of every outcome of the game."""
        self._require_numbers()
        goals = self.goals(state)
        if self.scored and not state.game.scores_follow_goals:
            return self._listed(state, seat, goals)
        return _compiled_want(_Bid(state.game, goals, state), self, seat)

    def _listed(self, state: State, seat: int, goals: Goals) -> _core.Want:
        return _core.Want.utility([self.worth(outcome, seat, goals) for outcome in self._compared(state)])

    def _require_numbers(self) -> None:
        if self.utility is None:
            raise MissingCapability(f"{self} only orders outcomes; where numbers are needed try most-tricks or win")

    # A preference is the same for every deal with the same goals, and a search of a whole hand takes only a
    # millisecond. So it is computed once.

    def utility_for(self, state: State, seat: int) -> Utility:
        """What every outcome is worth to a seat."""
        self._require_numbers()
        goals = self.goals(state)
        if self.scored:
            return lambda outcome: self.worth(state.game.scores_of(state, outcome), seat, goals)
        return _utilities(state.game, self, seat, goals).__getitem__

    def compiled_utilities(self, state: State, seat: int) -> _core.OutcomeOrder:
        """The utility of every outcome to a seat, as an object of the core."""
        if self.utility is None or self.scored:
            return super().compiled_utilities(state, seat)
        return _compiled_utilities(state.game, self, seat, self.goals(state))

    def compiled_order(self, state: State, seat: int) -> _core.OutcomeOrder:
        """How a seat compares outcomes, as an object of the core."""
        if self.better is None and self.utility is not None:
            return self.compiled_utilities(state, seat)
        return self._compiled_order(state, seat)

    def compiled_for_averages(self, state: State, seat: int) -> _core.OutcomeOrder:
        """The utilities, or only the order of outcomes if differences of the utility have no meaning."""
        return self.compiled_utilities(state, seat) if self.cardinal else self._compiled_order(state, seat)

    def _compiled_order(self, state: State, seat: int) -> _core.OutcomeOrder:
        goals = self.goals(state)  # asked first: it says what is missing
        if self.scored:
            return _core.OutcomeOrder.order(self.order(state, seat))
        return _compiled_order(state.game, self, seat, goals)

    def listed_order(self, state: State, seat: int) -> list[list[int]]:
        """For every outcome, the numbers of the outcomes that are strictly worse for a seat. The result is cached.

        >>> import kibitz
        >>> state = kibitz.game("spades(players=3, cards=1, bids=[1, 1, 1])").start(seed=1)
        >>> state.game.outcomes(), PREFERENCES["MT"].listed_order(state, seat=0)
        ([(0, 0, 1), (0, 1, 0), (1, 0, 0)], [[], [], [0, 1]])
        """
        goals = self.goals(state)
        return self.order(state, seat) if self.scored else _listed_order(state.game, self, seat, goals)

    def order(self, state: State, seat: int) -> list[list[int]]:
        """For every outcome, the numbers of the outcomes that are strictly worse."""
        goals = self.goals(state)  # asked first: it says what is missing
        return self.order_among(self._compared(state), seat, goals)

    def order_among(self, outcomes: Sequence[Outcome], seat: int, goals: Goals) -> list[list[int]]:
        """For every outcome of a list, the numbers of the outcomes that are strictly worse; checks that the preference
        is an order."""
        order = [
            [j for j, other in enumerate(outcomes) if self.prefers(outcome, other, seat, goals)] for outcome in outcomes
        ]
        worse = [sum(1 << j for j in numbers) for numbers in order]
        for i, numbers in enumerate(order):
            for j in numbers:
                if missing := worse[j] & ~worse[i]:
                    k = missing.bit_length() - 1
                    raise SpecError(
                        f"{self} is not transitive: it prefers {outcomes[i]} to {outcomes[j]} and that to "
                        f"{outcomes[k]}, but not {outcomes[i]} to {outcomes[k]}"
                    )
        return order

    def _compared(self, state: State) -> list[Outcome]:
        outcomes = state.game.outcomes()  # type: ignore[attr-defined]
        return [state.game.scores_of(state, outcome) for outcome in outcomes] if self.scored else outcomes

    def svg(self, state: State, seat: int, size: int = 600) -> str:
        """The preference of a seat over the outcomes of a game, drawn as a graph: better outcomes are higher.

        >>> import kibitz
        >>> state = kibitz.game("spades(players=3, cards=2, bids=[1, 1, 1])").start(1)
        >>> PREFERENCES["generic"].svg(state, seat=0).count('class="outcomes"')
        2
        """
        goals = self.goals(state)
        title = f"{in_words(self)} of seat {seat}" + (f", bids {' '.join(map(str, goals))}" if goals else "")
        return graph.picture(title, state.game.outcomes(), self.order(state, seat), size)  # type: ignore[attr-defined]

    def goals(self, state: State) -> Goals:
        """The bids of a state, or an error that says what is missing."""
        capabilities.require(state.game, "enumerable")
        goals = capabilities.goals(state)
        if self.bids and goals is None:
            raise MissingCapability(f"{in_words(self.name)} is about bids, and there are none yet in {state.game}")
        return goals

    def __str__(self) -> str:
        return self.name


@lru_cache(maxsize=1024)
def _utilities(game: Game, wanted: Preference, seat: int, goals: Goals) -> dict[Outcome, float]:
    return {outcome: wanted.worth(outcome, seat, goals) for outcome in game.outcomes()}  # type: ignore[attr-defined]


@dataclass(frozen=True)
class _Bid:
    """The goals of a game, and any state with these goals."""

    game: Game
    goals: Goals
    state: State = field(compare=False)


@lru_cache(maxsize=1024)
def _compiled_want(at: _Bid, wanted: Preference, seat: int) -> _core.Want:
    return wanted._listed(at.state, seat, at.goals)


@lru_cache(maxsize=1024)
def _compiled_utilities(game: Game, wanted: Preference, seat: int, goals: Goals) -> _core.OutcomeOrder:
    return _core.OutcomeOrder.utility(list(_utilities(game, wanted, seat, goals).values()))


@lru_cache(maxsize=1024)
def _compiled_order(game: Game, wanted: Preference, seat: int, goals: Goals) -> _core.OutcomeOrder:
    return _core.OutcomeOrder.order(_listed_order(game, wanted, seat, goals))


@lru_cache(maxsize=1024)
def _listed_order(game: Game, wanted: Preference, seat: int, goals: Goals) -> list[list[int]]:
    return wanted.order_among(game.outcomes(), seat, goals)  # type: ignore[attr-defined]


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
    """Make the bid, then as few tricks above it as possible; indifferent between all outcomes in which the bid is
    missed."""
    assert goals is not None
    return _fewest_overtricks(outcome, seat, goals) if _made(outcome, seat, goals) else -10.0 * goals[seat]


def _most_losers(outcome: Outcome, seat: int, goals: Goals) -> float:
    """Make the bid; whether or not it is made, let as many opponents as possible miss theirs."""
    assert goals is not None
    missing = sum(not _made(outcome, other, goals) for other in range(len(goals)) if other != seat)
    return (10 if _made(outcome, seat, goals) else -10) * goals[seat] + missing


def _bid_made(outcome: Outcome, seat: int, goals: Goals) -> float:
    return float(_made(outcome, seat, goals))


def _won(scores: Outcome, seat: int, goals: Goals) -> float:
    """Have the best score, alone or with others, unless all have the same."""
    return float(scores[seat] == max(scores) > min(scores))


def _place(scores: Outcome, seat: int, goals: Goals) -> float:
    """Have as few players as possible ahead; a player with the same score counts half."""
    return -sum((score > scores[seat]) + (score == scores[seat]) / 2 for score in scores) + 0.5


def _least_for_the_best(scores: Outcome, seat: int, goals: Goals) -> float:
    """A low score for the best opponent."""
    return -max((score for other, score in enumerate(scores) if other != seat), default=0.0)


PREFERENCES = {
    preference.name: preference
    for preference in (
        Preference("MT", _most_tricks),
        Preference("mOT", _fewest_overtricks, bids=True),
        Preference("ML", _most_losers, bids=True),
        Preference("generic", _bid_made, bids=True, cardinal=False),
        Preference("win", _won, scored=True),
        Preference("placement", _place, scored=True),
        Preference("spite", _least_for_the_best, scored=True),
    )
}

HABITS = {
    "MT": "take as many tricks as possible",
    "mOT": "take the tricks that the bid needs, and no more",
    "ML": "keep the others from making their bids",
    "generic": "make the bid, whatever else happens",
    "win": "play for the win",
    "placement": "play for a good place",
    "spite": "play against whoever is ahead",
}
"""The habit of players who have a preference (``kibitz.games.habits``)."""

VARIANTS = {
    ("mOT", "missed", "more"): PREFERENCES["mOT"],
    ("mOT", "missed", "indifferent"): Preference("mOT(missed=indifferent)", _fewest_overtricks_or_nothing, bids=True),
}


@dataclass(frozen=True)
class Agreement:
    """Prefers an outcome if all of several preferences do."""

    candidates: tuple[Preference, ...]

    def __call__(self, first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        """Whether all preferences prefer the first outcome."""
        return all(candidate.prefers(first, second, seat, goals) for candidate in self.candidates)


def generalise(candidates: Sequence[Preference]) -> Preference:
    """What all candidates agree on (sturtevant2006 section 4.2): the intersection of their orders.

    >>> generalise([PREFERENCES["MT"], PREFERENCES["mOT"]]).prefers((2, 1), (1, 2), seat=0, goals=(1, 1))
    False
    """
    if not candidates:
        raise SpecError("generalise needs at least one preference, as in generalise(most-tricks, fewest-overtricks)")
    name = f"generalise({', '.join(map(str, candidates))})"
    if len({candidate.scored for candidate in candidates}) > 1:
        raise SpecError(f"{name}: some of these compare outcomes and some compare scores; use one kind only")
    bids = any(candidate.bids for candidate in candidates)
    return Preference(name, None, Agreement(tuple(candidates)), bids, False, candidates[0].scored)


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
                raise SpecError(f"{spec}: generalise takes preferences: {', '.join(map(in_words, PREFERENCES))}")
            candidates.append(found)
        return generalise(candidates)
    if spec.name == "order":
        if spec.options or not spec.arguments or not isinstance(spec.arguments[0], str):
            raise SpecError(f"{spec}: an order has a name and pairs, as in order(odd, [1, 3], [3, 2])")
        return Preference.from_edges(spec.arguments[0], spec.arguments[1:])
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
