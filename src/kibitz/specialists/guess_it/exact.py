"""Exact solutions of Guess It, by dynamic programming over the numbers of secret cards (``plans`` explains why).

The equilibrium is that of Isaacs (A card game with bluffing, 1955): it solves a two-by-two matrix game, ask or bluff
against call or not call, for every pair of numbers of secret cards. The best reply to a player with known habits, or
with a known distribution of habits, is found by backward induction. The observations so far are part of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kibitz.errors import SpecError
from kibitz.models.model import Model
from kibitz.models.registry import model
from kibitz.specialists.guess_it.mixture_prior import Points, prior_points
from kibitz.specialists.guess_it.plans import Choice, Happening, Plan, Strangers, TabledPlan, Unknown, habits
from kibitz.specs import Spec, parse

MOST_CARDS = 8
# A guess or a bluff is preferred to an ask only if it gains more than this, so that rounding does not decide.
SURE = 1e-12

Opponent = str | Spec | Model | Plan


def check_cards(cards: int) -> int:
    """The number of cards for each player, if it is allowed."""
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= MOST_CARDS:
        raise SpecError(f"cards={cards} is not allowed; it must be a whole number from 1 to {MOST_CARDS}")
    return cards


# Equilibrium.


@dataclass(frozen=True)
class Equilibrium:
    """The equilibrium: the first player's probability of winning, and the probabilities of a bluff and of a call.

    >>> print(equilibrium(cards=2).summary())
    2 cards each: the first player wins 0.5556; at the start it bluffs 0.3333, and the other calls 0.3333
    """

    cards: int
    value: float
    plan: TabledPlan = field(repr=False)
    values: dict[tuple[int, int], float] = field(repr=False)
    """The mover's probability of winning, by (its secret cards, the opponent's)."""

    @property
    def bluff(self) -> float:
        """The probability that the first move is a bluff."""
        return self.plan.choices[self.cards, self.cards].bluff

    @property
    def call(self) -> float:
        """The probability that the first pending card is called."""
        return self.plan.calls[self.cards, self.cards]

    def summary(self) -> str:
        """The equilibrium at the start of the game in one line."""
        dealt = "1 card" if self.cards == 1 else f"{self.cards} cards"
        return (
            f"{dealt} each: the first player wins {self.value:.4f}; at the start it bluffs {self.bluff:.4f}, and the "
            f"other calls {self.call:.4f}"
        )


@lru_cache(maxsize=MOST_CARDS)
def equilibrium(cards: int = 6) -> Equilibrium:
    """Solve the game for a number of cards for each player.

    >>> found = equilibrium(cards=6)
    >>> round(found.value, 4), round(found.bluff, 4), round(found.call, 4)
    (0.5353, 0.2003, 0.1854)
    """
    check_cards(cards)
    values: dict[tuple[int, int], float] = {}
    calls: dict[tuple[int, int], float] = {}
    choices: dict[tuple[int, int], Choice] = {}
    for total in range(2 * cards + 1):
        for own in range(max(0, total - cards), min(cards, total) + 1):
            other = total - own
            if other == 0 or own == 0:
                values[own, other] = 1 / (other + 1)
                continue
            turned_up = other / (other + 1) * (1 - values[other - 1, own])
            asking = (turned_up, turned_up + 1 / (other + 1))
            bluffing = (1.0, 1 - values[other, own - 1])
            values[own, other], bluff, call = two_by_two(asking, bluffing)
            choices[own, other] = Choice(bluff)
            calls[other, own] = call
    return Equilibrium(cards, values[cards, cards], TabledPlan("equilibrium", calls, choices), values)


def two_by_two(upper: tuple[float, float], lower: tuple[float, float]) -> tuple[float, float, float]:
    """The value of a two-by-two game, and the probabilities of the lower row and of the left column.

    >>> two_by_two((0.0, 1.0), (1.0, 0.0))
    (0.5, 0.5, 0.5)
    >>> two_by_two((0.2, 0.3), (0.1, 0.9))
    (0.2, 0.0, 1.0)
    """
    rows = (upper, lower)
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        here = rows[row][column]
        # A saddle point: no player gains by changing only its own choice.
        if rows[1 - row][column] <= here <= rows[row][1 - column]:
            return here, float(row), float(1 - column)
    across = (upper[1] - upper[0]) + (lower[0] - lower[1])
    below, left = (upper[1] - upper[0]) / across, (upper[1] - lower[1]) / across
    return (upper[1] * lower[0] - upper[0] * lower[1]) / across, below, left


# Who beats whom.


@dataclass(frozen=True)
class WinRate:
    """How often one player beats another, moving first and moving second.

    >>> print(win_rate("call-then-ask", "always-ask").summary())
    call-then-ask against always-ask wins 0.9796 moving first, 0.9796 moving second, 0.9796 on average
    """

    player: str
    opponent: str
    cards: int
    moving_first: float
    moving_second: float

    @property
    def mean(self) -> float:
        """The winning rate over both seats."""
        return (self.moving_first + self.moving_second) / 2

    def summary(self) -> str:
        """The winning rates in one line."""
        rates = (
            f"{self.moving_first:.4f} moving first, {self.moving_second:.4f} moving second, {self.mean:.4f} on average"
        )
        return f"{self.player} against {self.opponent} wins {rates}"


def win_rate(player: Opponent, opponent: Opponent, cards: int = 6) -> WinRate:
    """The exact winning rate of a player against another: stationary ones, mixtures, ``equilibrium``, ``unknown``, or
    plans.

    ``unknown`` is a mixture of the cardinal opponents that is drawn from the paper's prior for every game.

    >>> win_rate("always-bluff", "call-then-bluff").mean, round(win_rate("always-ask", "always-bluff").mean, 4)
    (1.0, 0.9777)
    """
    check_cards(cards)
    one, two = plan(player, cards), plan(opponent, cards)
    duel = Duel(one, two)
    return WinRate(str(player), str(opponent), cards, duel.wins(0, cards), 1 - duel.wins(1, cards))


def plan(given: Opponent, cards: int = 6) -> Plan:
    """The plan of a player, from its name.

    >>> plan("stationary(bluff=0.2, call=0.3)")
    Habits(bluff=0.2, called=0.3, answer=0.2)
    """
    if isinstance(given, Plan):
        return given
    if isinstance(given, Model):
        return habits(given)
    spec = parse(given) if isinstance(given, str) else given
    return SOLVED[spec.name](cards) if spec.name in SOLVED else habits(model(spec))


@lru_cache(maxsize=1)
def unknown() -> Unknown:
    """A player that is a mixture of the cardinal opponents, drawn as in lockett2007, section 5.

    >>> round(unknown().call(6, 6, False, unknown().first), 12)
    0.5
    """
    return Unknown(prior_points())


SOLVED: dict[str, Callable[[int], Plan]] = {
    "equilibrium": lambda cards: equilibrium(cards).plan,
    "unknown": lambda cards: unknown(),
}
"""Names of plans that are computed; other names are models, whose habits are used."""


class Duel:
    """Computes the winning rate of two plans against each other."""

    def __init__(self, first: Plan, second: Plan) -> None:
        self._plans = (first, second)
        self._known: dict[tuple[Any, ...], float] = {}

    def wins(self, mover: int, cards: int) -> float:
        """The probability that one of the two wins if it moves first."""
        memories = (self._plans[0].first, self._plans[1].first)
        return self._turn(mover, cards, cards, False, memories)

    def _turn(self, mover: int, own: int, other: int, answering: bool, memories: tuple[Hashable, Hashable]) -> float:
        """The mover's probability of winning; if it is answering, it has not called the pending card."""
        if own == 0 or other == 0:
            return 1 / (other + 1)
        key = (mover, own, other, answering, memories)
        if key not in self._known:
            me, you = self._plans[mover], self._plans[1 - mover]
            bluff, guess = me.choice(own, other, answering, memories[mover])
            ask = 1 - bluff - guess
            call = you.call(other, own, answering, memories[1 - mover])
            won = guess / (other + 1) + ask * (1 - call) / (other + 1) + bluff * call
            if bluff * (1 - call) > 0:
                then = self._after(memories, Happening(True, answering), mover)
                won += bluff * (1 - call) * (1 - self._turn(1 - mover, other, own - 1, True, then))
            if ask > 0:
                then = self._after(memories, Happening(False, answering), mover)
                won += ask * other / (other + 1) * (1 - self._turn(1 - mover, other - 1, own, False, then))
            self._known[key] = won
        return self._known[key]

    def _after(
        self, memories: tuple[Hashable, Hashable], happening: Happening, mover: int
    ) -> tuple[Hashable, Hashable]:
        first, second = (
            each.after(memory, happening, seat == mover)
            for seat, (each, memory) in enumerate(zip(self._plans, memories, strict=True))
        )
        return first, second


# Best replies.


class Reply(Plan):
    """The best reply to a plan, given its moves so far.

    Against an ``Unknown`` player this is the Bayes-adaptive reply: the value of a move includes what it reveals.

    >>> reply = Reply(plan("call-then-ask"))
    >>> reply.choice(6, 6, False, reply.first), reply.call(6, 6, False, reply.first)
    (Choice(bluff=1.0, guess=0.0), 1.0)
    """

    def __init__(self, opponent: Plan) -> None:
        self.opponent = opponent
        self.name = f"the best reply to {opponent}"
        self.first = opponent.first
        self._moves: dict[tuple[Any, ...], tuple[float, Choice]] = {}

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """Calls if that wins more often than assuming a bluff."""
        passed, called = self._pending(own, other, answering, memory)
        return float(called > passed + SURE)

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The move that wins most often: an ask unless another is better."""
        return self._best(own, other, answering, memory)[1]

    def after(self, memory: Hashable, happening: Happening, mine: bool) -> Hashable:
        """The memory of the opponent's plan after this move."""
        return self.opponent.after(memory, happening, not mine)

    def worth(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """Our probability of winning if we are to move and do not call."""
        return 1 / (other + 1) if own == 0 or other == 0 else self._best(own, other, answering, memory)[0]

    def waiting(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """Our probability of winning if the opponent is to move and does not call."""
        if own == 0 or other == 0:
            return 1 - 1 / (own + 1)
        bluff, guess = self.opponent.choice(other, own, answering, memory)
        ask = 1 - bluff - guess
        won = guess * own / (own + 1) + max(self._pending(own, other, answering, memory))
        if ask > 0:
            then = self.after(memory, Happening(False, answering), mine=False)
            won += ask * own / (own + 1) * self.worth(own - 1, other, False, then)
        return won

    def _pending(self, own: int, other: int, answering: bool, memory: Hashable) -> tuple[float, float]:
        """Two probabilities that the opponent's card becomes pending and we win: if we do not call it, and if we do."""
        bluff, guess = self.opponent.choice(other, own, answering, memory)
        passed = 0.0
        if bluff > 0:
            then = self.after(memory, Happening(True, answering), mine=False)
            passed = bluff * self.worth(own, other - 1, True, then)
        return passed, (1 - bluff - guess) / (own + 1)

    def _best(self, own: int, other: int, answering: bool, memory: Hashable) -> tuple[float, Choice]:
        key = (own, other, answering, memory)
        if key not in self._moves:
            call = self.opponent.call(other, own, answering, memory)
            bluffed, asked = (self.after(memory, Happening(kind, answering), mine=True) for kind in (True, False))
            ask = (1 - call) / (other + 1) + other / (other + 1) * self.waiting(own, other - 1, False, asked)
            bluff = call + ((1 - call) * self.waiting(own - 1, other, True, bluffed) if call < 1 else 0.0)
            guess = 1 / (other + 1)
            best = ask, Choice(0.0)
            for worth, choice in ((bluff, Choice(1.0)), (guess, Choice(0.0, 1.0))):
                if worth > best[0] + SURE:
                    best = worth, choice
            self._moves[key] = best
        return self._moves[key]


@dataclass(frozen=True)
class BestResponse(WinRate):
    """The best reply to an opponent, and how often it wins.

    >>> print(best_response("always-bluff").summary())
    the best reply against always-bluff wins 1.0000 moving first, 1.0000 moving second, 1.0000 on average
    """

    plan: Reply = field(repr=False)


def best_response(opponent: Opponent, cards: int = 6) -> BestResponse:
    """The best reply to a stationary player, a known mixture, any plan, or ``unknown``: then it is Bayes-adaptive.

    >>> print(best_response("mixture(always-ask=3, call-then-bluff=1)").summary())
    the best reply against mixture(always-ask=3, call-then-bluff=1) wins 0.8870 moving first, ...
    >>> round(best_response("unknown").mean, 4)
    0.8254
    """
    check_cards(cards)
    reply = Reply(plan(opponent, cards))
    first = reply.worth(cards, cards, False, reply.first)
    second = reply.waiting(cards, cards, False, reply.first)
    return BestResponse("the best reply", str(opponent), cards, first, second, reply)


def reader(among: Points | Strangers | None = None, forgetting: float = 1.0) -> Reply:
    """The Bayes-adaptive reply to the paper's prior, or to any other belief.

    With ``forgetting`` below 1, the weight of a move is multiplied by it with every later move of the game.

    >>> win_rate(reader(), "always-bluff").mean > 0.9
    True
    """
    if forgetting != 1:
        return Reply(Unknown(prior_points() if among is None else among, forgetting))
    return Reply(unknown() if among is None else Unknown(among))
