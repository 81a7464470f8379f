"""Plans for Guess It: decisions by the numbers of secret cards and the observed moves.

Apart from their numbers, all cards are alike. One turn after a card was asked for, both players know where it is. If
the pending card is the centre card and a player does not call it, that player loses. So a decision depends only on (own
secret cards, opponent's secret cards) and on whether there is a pending card. Naming the centre when it is known, and
guessing when no secret card is left, is assumed throughout (lockett2007, section 3).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

from kibitz.errors import SpecError
from kibitz.models.model import Model
from kibitz.moved import moved_name
from kibitz.specialists.guess_it.mixture_prior import Points
from kibitz.specialists.guess_it.stationary import CARDINALS, HABITS, Stationary


class Choice(NamedTuple):
    """The probabilities of a bluff and of guessing the centre; otherwise the player asks."""

    bluff: float
    guess: float = 0.0


class Happening(NamedTuple):
    """An observed move: whether it was a bluff or an ask, and whether the mover had just not called a pending card."""

    bluffed: bool
    answering: bool


class Plan:
    """How a player plays. A plan without a memory always has the same memory value.

    ``own`` and ``other`` are the numbers of secret cards of the player and of the opponent. A pending card is counted
    in ``call`` but not in ``choice``, because a player that does not call it assumes that it is the opponent's.
    """

    name: str
    first: Hashable = ()

    def __str__(self) -> str:
        return self.name

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The probability of calling the opponent's pending card."""
        raise NotImplementedError

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The probabilities of a bluff and of a guess, if it does not call."""
        raise NotImplementedError

    def after(self, memory: Hashable, happening: Happening, mine: bool) -> Hashable:
        """The memory after a move, its own or the opponent's, when it is known whether the move was a bluff."""
        return memory


@dataclass(frozen=True)
class Habits(Plan):
    """Fixed probabilities of a bluff and of a call. A mixture may bluff with another probability after not calling.

    >>> import kibitz
    >>> habits(kibitz.model("mixture(always-ask=0.75, call-then-bluff=0.25)"))
    Habits(bluff=0.25, called=0.25, answer=0.0)
    """

    bluff: float
    called: float
    answer: float

    def __str__(self) -> str:
        return f"bluffs {self.bluff:g}, {self.answer:g} after letting a card pass, and calls {self.called:g}"

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The fixed probability of a call."""
        return self.called

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The fixed probability of a bluff, which may differ after not calling."""
        return Choice(self.answer if answering else self.bluff)


def habits(given: Model) -> Habits:
    """How a stationary player or a mixture of them plays."""
    return Habits(*_habits(given))


@lru_cache(maxsize=1024)
def _habits(given: Model) -> tuple[float, float, float]:
    if given.noise:
        raise SpecError(f"{given}: exact values need players without noise; leave out the noise")
    if HABITS in given.capabilities:
        known = cast("Stationary", given)
        return known.bluff, known.call, known.bluff
    if len(given.parts) == 1:
        raise SpecError(
            f"{given} is not a player of guess-it with fixed probabilities; use stationary(bluff=0.2, call=0.3), "
            f"{CARDINAL}"
        )
    shares = [(share, _habits(part)) for share, part in given.parts]
    bluff, call = (sum(share * each[place] for share, each in shares) for place in (0, 1))
    passing = sum(share * (1 - called) * answer for share, (_, called, answer) in shares)
    return bluff, call, passing / (1 - call) if call < 1 else 0.0


CARDINAL = f"{', '.join(CARDINALS)} or a mixture of them"


@dataclass(frozen=True, eq=False)
class TabledPlan(Plan):
    """A plan as a table: ``calls`` and ``choices`` by (own, other)."""

    name: str
    calls: Mapping[tuple[int, int], float]
    choices: Mapping[tuple[int, int], Choice]

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The probability in the table."""
        return self.calls[own, other]

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The choice in the table."""
        return self.choices[own, other]


@dataclass(frozen=True)
class Changing(Plan):
    """A player whose probabilities change after a number of its own moves in a game (lockett2007, section 7).

    >>> changing = Changing(habits(CARDINALS["always-bluff"]), habits(CARDINALS["always-ask"]), moves=2)
    >>> [float(changing.choice(6, 6, False, made).bluff) for made in (0, 1, 2, 3)]
    [1.0, 1.0, 0.0, 0.0]
    """

    early: Habits
    later: Habits
    moves: int
    first: Hashable = 0

    def __str__(self) -> str:
        return f"one who {self.early}; after {self.moves} moves {self.later}"

    def _now(self, made: Any) -> Habits:
        return self.early if made < self.moves else self.later

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The probability of a call under the current habits."""
        return self._now(memory).called

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The choice under the current habits."""
        return self._now(memory).choice(own, other, answering, ())

    def after(self, memory: Any, happening: Happening, mine: bool) -> Hashable:
        """Count its own moves."""
        made: int = memory + mine
        return min(made, self.moves)


KINDS = {
    Happening(bluffed=True, answering=False): "bluffed",
    Happening(bluffed=False, answering=False): "asked",
    Happening(bluffed=True, answering=True): "let pass and bluffed",
    Happening(bluffed=False, answering=True): "let pass and asked",
}
CALLED, LET_PASS = "called", "let pass"
SIGHTS = (*KINDS.values(), CALLED, LET_PASS)
"""What can be observed of a player: its moves (``KINDS``), that it called, or that it did not call and named another
card."""


def likelihoods(parts: Iterable[Stationary]) -> dict[str, tuple[float, ...]]:
    """The likelihood of each observation under each of several stationary players.

    >>> likelihoods(CARDINALS.values())["let pass and bluffed"]
    (0, 1, 0, 0)
    """
    habits = [(part.bluff, part.call) for part in parts]
    return {
        "bluffed": tuple(bluff for bluff, _ in habits),
        "asked": tuple(1 - bluff for bluff, _ in habits),
        "let pass and bluffed": tuple((1 - call) * bluff for bluff, call in habits),
        "let pass and asked": tuple((1 - call) * (1 - bluff) for bluff, call in habits),
        CALLED: tuple(call for _, call in habits),
        LET_PASS: tuple(1 - call for _, call in habits),
    }


@dataclass(frozen=True, eq=False)
class Strangers:
    """Possible habits (fixed probabilities) of a player and their weights, as arrays with one entry for each.

    >>> from kibitz.specialists.guess_it.mixture_prior import prior_points
    >>> among = mixed_strangers(prior_points(across=4))
    >>> round(float(among.shares @ among.call), 6)
    0.5
    """

    bluff: Any
    call: Any
    answer: Any
    shares: Any


def mixed_strangers(points: Points, parts: Mapping[str, Stationary] = CARDINALS) -> Strangers:
    """Mixtures as habits."""
    rows = likelihoods(parts.values())
    bluff, call, passing, answering = (
        points.mixtures @ rows[sight] for sight in ("bluffed", CALLED, LET_PASS, "let pass and bluffed")
    )
    return Strangers(bluff, call, answering / passing.clip(TINY), points.shares)


MOST = 10  # one more than the moves of one seat in a game with eight cards each
TINY = 1e-300


class Unknown(Plan):
    """A player whose habits are fixed but unknown; only their distribution is known.

    The probability of its next move is the predictive probability: the mean over all habits, weighted by the likelihood
    of the moves so far. With ``forgetting`` below 1, the weight of a move is multiplied by it with every later move, so
    the habits may change.

    >>> from kibitz.specialists.guess_it.mixture_prior import prior_points
    >>> stranger = Unknown(prior_points())
    >>> memory = stranger.after(stranger.first, Happening(bluffed=True, answering=False), mine=True)
    >>> stranger.choice(6, 6, False, stranger.first).bluff, round(stranger.choice(6, 6, False, memory).bluff, 3)
    (0.5, 0.552)
    """

    name = "unknown"
    first: Hashable = (0, 0, 0, 0)

    def __init__(self, among: Points | Strangers, forgetting: float = 1.0) -> None:
        import numpy as np  # slow to load

        found = among if isinstance(among, Strangers) else mixed_strangers(among)
        passing = 1 - found.call
        often = np.stack(  # in the order of KINDS
            [found.bluff, 1 - found.bluff, passing * found.answer, passing * (1 - found.answer)]
        )
        self._shares, self._often, self._forgetting = found.shares, often, forgetting
        self._chances_of = np.vstack([found.call, often])
        powers = np.repeat(often[:, None, :], MOST, axis=1)
        powers[:, 0] = 1.0
        self._powers = np.cumprod(powers, axis=1)
        self._known: dict[Hashable, tuple[float, ...]] = {}

    def _chances(self, memory: Any) -> tuple[float, ...]:
        """The probabilities of a call, of a bluff, and of a bluff after not calling, after these moves."""
        if memory not in self._known:
            likely = self._shares
            for often, powers, count in zip(self._often, self._powers, memory, strict=True):
                if count:
                    likely = likely * (powers[count] if self._forgetting == 1 else often**count)
            call, free, asked, answer, answered = self._chances_of @ likely
            if free + asked > 0:
                passed = answer + answered
                chances = call / (call + passed), free / (free + asked), answer / passed if passed > 0 else 0.0
                self._known[memory] = tuple(map(float, chances))
            else:  # nobody has such habits: nothing is known
                self._known[memory] = self._chances(self.first)
        return self._known[memory]

    def call(self, own: int, other: int, answering: bool, memory: Hashable) -> float:
        """The predictive probability of a call."""
        return self._chances(memory)[0]

    def choice(self, own: int, other: int, answering: bool, memory: Hashable) -> Choice:
        """The predictive probabilities of the choice."""
        return Choice(self._chances(memory)[2 if answering else 1])

    def after(self, memory: Any, happening: Happening, mine: bool) -> Hashable:
        """Counts its own moves."""
        if not mine:
            return tuple(memory)
        kept = memory if self._forgetting == 1 else (count * self._forgetting for count in memory)
        return tuple(count + (kind == happening) for count, kind in zip(kept, KINDS, strict=True))


def __getattr__(name: str) -> Any:
    return moved_name(__name__, name)
