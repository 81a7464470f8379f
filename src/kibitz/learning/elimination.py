"""Elimination (sturtevant2006 section 4.2): rules out candidates that a decision contradicts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.errors import SpecError
from kibitz.games import capabilities
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.belief import Belief, Told
from kibitz.learning.noise_levels import weights_of
from kibitz.models.model import Model
from kibitz.models.want_seeker import Seeker
from kibitz.replies.opponent import Opponent
from kibitz.searches.search import core_of, moves_of
from kibitz.searches.speedups import SPEEDUPS
from kibitz.wants.edges import Goals
from kibitz.wants.preference import Preference, generalise
from kibitz.wants.registry import want
from kibitz.words import in_words

REMEMBERED = 64  # cached positions with their sets: several players at the table learn from the same decision
Outcomes = int  # a set of outcomes, one bit for the number of each


def preferences(candidates: Sequence[object]) -> tuple[Preference, ...]:
    """Read candidates; each must be a preference, because elimination compares the outcomes of decisions.

    >>> [str(candidate) for candidate in preferences(["MT", "mOT(missed=indifferent)"])]
    ['MT', 'mOT(missed=indifferent)']
    """
    found = tuple(want(candidate).as_preference() for candidate in candidates)
    if not found:
        raise SpecError("there must be at least one candidate, such as most-tricks")
    return found


def preferences_of(models: Sequence[Model]) -> tuple[tuple[Preference, ...], Preference]:
    """What each model wants, and what the search must assume so that no true candidate is ruled out.

    A player X_Y assumes that the others want Y, so the search assumes the generalisation of every X and every Y (Lemma
    2). Noisy players and players with another search are refused, because their own moves may contradict their
    preference.

    >>> from kibitz.models.registry import model
    >>> wanted, assumed = preferences_of([model("MT_mOT"), model("ML_mOT")])
    >>> [str(each) for each in wanted], str(assumed)
    (['MT', 'ML'], 'generalise(MT, mOT, ML)')
    """
    preferred = [tuple(each.preferences()) for each in models]
    wanted = tuple(each[0] for each in preferred)
    for each in set(wanted):
        if wanted.count(each) > 1:
            same = " and ".join(str(given) for given, own in zip(models, wanted, strict=True) if own == each)
            raise SpecError(
                f"elimination distinguishes players only by what they want, and {same} want the same; give one of them"
            )
    return wanted, generalise(tuple(dict.fromkeys(each for own in preferred for each in own)))


class InferenceTree:
    """The possible outcomes of every move: a soft-max^n search in which every seat has the same general preference.

    The preference is the generalisation of all candidates, or ``assumed``, for our own seat too. With a more specific
    preference than the players assume themselves, a set might lack an outcome that a player considered possible, and
    the true candidate could be ruled out (Lemma 2).

    >>> import kibitz
    >>> tree = InferenceTree(preferences(["MT", "mOT"]))
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=1)
    >>> {move: outcomes.bit_count() for move, outcomes in tree.sets(state).items()}
    {'TC': 6, '2D': 2, 'KD': 5}
    """

    def __init__(self, candidates: Sequence[Preference], assumed: Preference | None = None) -> None:
        self.assumed = assumed or generalise(candidates)
        self._worse: dict[tuple[Preference, Game, Goals, int], list[Outcomes]] = {}
        self._sets: OrderedDict[State, dict[str, Outcomes]] = OrderedDict()

    def decides(self, state: State) -> bool:
        """Whether there is a choice in the position, and whether the position has the goals that the preference
        needs."""
        capabilities.require(state.game, "enumerable")
        goals = capabilities.goals(state)
        return not (self.assumed.bids and goals is None) and len(state.moves()) > 1

    def sets(self, state: State) -> dict[str, Outcomes]:
        """The possible outcomes of every legal move; cached."""
        found = self._sets.get(state)
        if found is None:
            orders = [self.assumed.compiled_order(state, seat) for seat in range(state.game.players)]
            switches = {switch.name: switch.default for switch in SPEEDUPS}
            by_code, _, _, _ = core_of(state).soft_maxn(orders, False, **switches)
            texts = moves_of(state, (code for code, _ in by_code))
            numbers = (sum(1 << number for number in numbers) for _, numbers in by_code)
            found = self._sets[state] = dict(zip(texts, numbers, strict=True))
            if len(self._sets) > REMEMBERED:
                self._sets.popitem(last=False)
        return found

    def rather(self, candidate: Preference, state: State, move: str) -> str | None:
        """A move that a player with this preference would certainly have made instead, or None."""
        sets, worse = self.sets(state), self._worse_of(candidate, state)
        for other, outcomes in sets.items():
            if other != move and strictly_dominates(outcomes, sets[move], worse):
                return other
        return None

    def _worse_of(self, candidate: Preference, state: State) -> list[Outcomes]:
        """For every outcome, the outcomes that are worse for the mover."""
        key = candidate, state.game, candidate.goals(state), state.to_move
        if key not in self._worse:
            order = candidate.listed_order(state, state.to_move)
            self._worse[key] = [sum(1 << number for number in numbers) for numbers in order]
        return self._worse[key]


def strictly_dominates(first: Outcomes, second: Outcomes, worse: Sequence[Outcomes]) -> bool:
    """Whether every outcome of the first set is preferred to every one of the second.

    >>> strictly_dominates(0b100, 0b011, worse=[0b000, 0b001, 0b011])
    True
    """
    while first:
        lowest = first & -first
        if second & ~worse[lowest.bit_length() - 1]:
            return False
        first ^= lowest
    return True


@dataclass(frozen=True)
class Contradiction:
    """A decision that a candidate would not have made."""

    candidate: Preference
    state: State
    move: str
    rather: str

    def __str__(self) -> str:
        return f"played {self.move} where {in_words(self.candidate)} takes {self.rather}"


@dataclass(frozen=True)
class Elimination(Belief):
    """The candidates that the decisions of one player do not contradict (sturtevant2006 section 4.2): version-space
    learning.

    The method is sound for players who want what a candidate wants and whose model of the others is no more specific
    than the tree assumes (Lemma 2). A player that is none of the candidates may contradict all of them. Then
    ``exhausted`` is true and all candidates are considered again, because a wrong specific model is worse than a right
    general one.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=3)
    >>> learner = elimination(["MT", "mOT"]).see(state, "5C")
    >>> print(learner)
    fewest-overtricks after 1 decision
    >>> print(learner.events[0])
    played 5C where most-tricks takes AC
    """

    candidates: tuple[Preference, ...]
    tree: InferenceTree = field(repr=False, compare=False)
    events: tuple[Contradiction, ...] = ()
    """Every contradiction, also of candidates that were ruled out before."""
    decisions: int = 0
    earlier: tuple[Preference, ...] = ()
    """The candidates that were ruled out in earlier games, from a memory."""

    reads_views = False

    def see(self, position: State | View, move: str, worlds: int = 0) -> Elimination:
        """The learner after one more decision, in an open position."""
        state: Any = position
        if not self.tree.decides(state):
            return self
        move = state.game.parse_move(state, move)
        found = []
        for candidate in self.candidates:
            rather = self.tree.rather(candidate, state, move)
            if rather is not None:
                found.append(Contradiction(candidate, state, move, rather))
        return replace(self, events=(*self.events, *found), decisions=self.decisions + 1)

    @property
    def _remaining(self) -> tuple[Preference, ...]:
        out = {*self.earlier, *(contradiction.candidate for contradiction in self.events)}
        return tuple(candidate for candidate in self.candidates if candidate not in out)

    @property
    def exhausted(self) -> bool:
        """Whether every candidate was contradicted: this player is none of them."""
        return not self._remaining

    @property
    def left(self) -> tuple[Preference, ...]:
        """The candidates that nothing contradicts, or all candidates if all are contradicted."""
        return self._remaining or self.candidates

    @property
    def generalisation(self) -> Preference:
        """The generalisation of the remaining candidates: the model of this player in the next search."""
        return self.left[0] if len(self.left) == 1 else generalise(self.left)

    @property
    def opponent(self) -> Opponent:
        """The remaining candidates, with unknown probabilities."""
        return Opponent(tuple((1.0, Seeker(each)) for each in self.left), weighted=False)

    def remembered(self, weights: Mapping[str, float], opponent: str) -> Elimination:
        """Candidates that were ruled out earlier stay ruled out."""
        kept = weights_of(weights, list(map(str, self.candidates)), opponent)
        return replace(self, earlier=tuple(each for each in self.candidates if kept[str(each)] == 0), events=())

    def learned_since(self, before: Elimination) -> tuple[dict[str, float], int]:
        """For each candidate, 0 if it was contradicted since then, else 1."""
        fresh = {event.candidate for event in self.events[len(before.events) :]}
        shares = {str(each): float(each not in fresh) for each in self.candidates}
        return shares if any(shares.values()) else dict.fromkeys(shares, 1.0), self.decisions - before.decisions

    def told(self, most: int = 3) -> Told:
        """Equal probabilities of the remaining candidates, and the latest contradictions."""
        shares = {str(each): (each in self.left) / len(self.left) for each in self.candidates}
        exhausted = ("everything was contradicted: all candidates are considered again",) if self.exhausted else ()
        return Told(shares, (*exhausted, *(f"not {event.candidate}: {event}" for event in self.events[-most:])))

    def __str__(self) -> str:
        decided = f"after {self.decisions} decision{'s' if self.decisions != 1 else ''}"
        if self.exhausted:
            return f"none of {', '.join(map(in_words, self.candidates))} {decided}: all of them are considered again"
        return f"{' or '.join(map(in_words, self.left))} {decided}"


def elimination(candidates: Sequence[object], tree: InferenceTree | None = None) -> Elimination:
    """A learner that has seen nothing. Learners of several players may share the tree.

    >>> print(elimination(["MT", "mOT", "ML"]))
    most-tricks or fewest-overtricks or most-opponents-set after 0 decisions
    """
    read = preferences(candidates)
    return Elimination(read, tree or InferenceTree(read))
