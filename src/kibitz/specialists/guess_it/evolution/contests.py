"""Games of Guess It inside the core: contestants and opponents, with all games in one native call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, cast

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.models.model import Model
from kibitz.models.registry import model
from kibitz.specialists.guess_it.evolution.networks import Network, network
from kibitz.specialists.guess_it.evolution.plan_table import plan_table
from kibitz.specialists.guess_it.plans import SIGHTS, Plan
from kibitz.specialists.guess_it.stationary import CARDINALS, HABITS, Stationary

Weights = tuple[float, float, float, float]
NOTHING: Weights = (0.0, 0.0, 0.0, 0.0)
EVEN: Weights = (0.25, 0.25, 0.25, 0.25)
INPUTS = ("cards", "moves", "mixture", "pending")


def unit(place: int) -> Weights:
    """The mixture that is one cardinal opponent for certain.

    >>> unit(1)
    (0.0, 1.0, 0.0, 0.0)
    """
    first, second, third, fourth = (float(each == place) for each in range(4))
    return first, second, third, fourth


@dataclass(frozen=True)
class Contestant:
    """A player of Guess It that the core can run; ``kind`` says how it plays.

    The kinds: ``habits`` is a stationary player, and ``later`` are its habits after ``changes_after`` of its own moves.
    ``mixture`` plays like one of the cardinal opponents, drawn anew at every move, or ``once`` a game. ``even-odd``
    bluffs only with even cards, asks only for odd cards and calls by its habits. ``network`` has two outputs, the
    probabilities of a bluff and of a call. ``predictor`` predicts these two probabilities of the opponent, and a rule
    replies to them. ``total`` has one output for each card, and one that decides whether the card with the largest
    output is named or asked for. ``plan`` follows its ``plan``.

    ``sees`` lists the inputs of a network (lockett2007, sections 4 and 5), in this order. ``cards``: 1 held, -1 known,
    0 unknown. ``moves``: the opponent's moves (1 a bluff, -1 an ask, 0 unknown), and whether it has ever called.
    ``mixture``: the opponent's mixture, from the identifier or as ``told``. ``pending``: which card is pending.

    >>> Contestant("network", sees=("moves", "mixture")).inputs(cards=6)
    11
    """

    kind: str
    network: Network | None = field(default=None, repr=False)
    sees: tuple[str, ...] = ()
    identifier: Network | None = field(default=None, repr=False)
    told: Weights = EVEN
    habits: Stationary = field(default_factory=Stationary)
    later: Stationary = field(default_factory=Stationary)
    changes_after: int = -1
    weights: Weights = EVEN
    once: bool = False
    plan: Plan | None = field(default=None, repr=False)
    cards: int = 6
    """The number of cards in each hand, for a plan."""
    steps: int = 2
    threshold: bool = False
    normalised: bool = False
    best_reply: bool = True

    def __post_init__(self) -> None:
        if self.kind.replace("-", "_") not in _core.GuessItKind.__members__:
            raise SpecError(
                f"{self.kind} is not a kind of contestant; the kinds are {', '.join(_core.GuessItKind.__members__)}"
            )
        if any(sight not in INPUTS for sight in self.sees):
            raise SpecError(f"a network sees {', '.join(INPUTS)}, not {', '.join(self.sees)}")

    def inputs(self, cards: int) -> int:
        """How many inputs its network has."""
        pack = 2 * cards + 1
        sizes = {"cards": pack, "moves": cards + 1, "mixture": 4, "pending": pack}
        return sum(sizes[sight] for sight in self.sees)

    def outputs(self, cards: int) -> int:
        """How many outputs its network has."""
        return 2 * cards + 2 if self.kind == "total" else 2

    @cached_property
    def core(self) -> Any:
        """The contestant as an object of the core."""
        player = _core.GuessItPlayer()
        player.kind = _core.GuessItKind[self.kind.replace("-", "_")]
        player.bluff, player.call = float(self.habits.bluff), float(self.habits.call)
        player.later_bluff, player.later_call = float(self.later.bluff), float(self.later.call)
        player.changes_after, player.weights, player.told = self.changes_after, self.weights, self.told
        player.once, player.plan = self.once, plan_table(self.plan, self.cards) if self.plan else None
        player.network = self.network.core if self.network else None
        player.identifier = self.identifier.core if self.identifier else None
        player.sees_cards, player.sees_moves, player.sees_mixture, player.sees_pending = (
            sight in self.sees for sight in INPUTS
        )
        player.steps, player.threshold = self.steps, self.threshold
        player.normalised, player.exact_rule = self.normalised, self.best_reply
        return player

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    def data(self) -> dict[str, Any]:
        """A contestant that is a network, as data for a file; ``saved_contestant`` reads it."""
        plain = {name: getattr(self, name) for name in SAVED}
        return {**plain, **{name: each.data() for name in NETWORKS if (each := getattr(self, name)) is not None}}


SAVED = ("kind", "sees", "told", "steps", "threshold", "normalised", "best_reply")
NETWORKS = ("network", "identifier")


def saved_contestant(data: Mapping[str, Any]) -> Contestant:
    """Read a contestant back.

    >>> from kibitz.specialists.guess_it.evolution.networks import Node
    >>> one = Contestant("network", Network(7, 2, 9, (Node(7, "sigmoid", 0.0, 1.0, ((0, 2.0),)),)), ("moves",))
    >>> saved_contestant(one.data()) == one
    True
    """
    try:
        plain = {name: data[name] for name in SAVED}
        networks: dict[str, Any] = {name: network(data[name]) for name in NETWORKS if name in data}
        return Contestant(**{**plain, "sees": tuple(plain["sees"]), "told": tuple(plain["told"])}, **networks)
    except (KeyError, TypeError, AttributeError) as error:
        raise SpecError(f"this is not a saved network player ({error!r}); write one with its data()") from None


def by_habit(given: str | Model) -> Contestant:
    """A contestant from the name of a stationary player, a cardinal opponent, or a mixture of the cardinal ones.

    >>> by_habit("mixture(always-ask=3, call-then-bluff=1)").weights
    (0.75, 0.0, 0.0, 0.25)
    >>> by_habit("even-odd").kind
    'even-odd'
    """
    if given == "even-odd":
        return Contestant("even-odd")
    found = model(given)
    if HABITS in found.capabilities:
        return Contestant("habits", habits=cast("Stationary", found))
    if len(found.parts) > 1:
        shares: dict[Model, float] = dict.fromkeys(CARDINALS.values(), 0.0)
        for share, part in found.parts:
            if part not in shares:
                raise SpecError(
                    f"{given}: a mixture that evolved players meet may have only these parts: {', '.join(CARDINALS)}"
                )
            shares[part] += share
        first, second, third, fourth = shares.values()
        return Contestant("mixture", weights=(first, second, third, fourth))
    raise SpecError(
        f"{given} is not a player of guess-it with fixed probabilities; use stationary(bluff=0.2, call=0.3) or "
        "always-ask"
    )


@dataclass(frozen=True)
class Opponent:
    """An opponent for a number of games in a row, and the ``mixture`` that contestants are told.

    A contestant with an identifier is told the mixture only if the opponent is ``known``.
    """

    player: Contestant
    games: int
    mixture: Weights = EVEN
    known: bool = False

    @property
    def core(self) -> Any:
        """The opponent as an object of the core."""
        return _core.GuessItOpponent(self.player.core, self.games, self.mixture, self.known)


def cardinals(games: int, known: bool = True, told: bool = True) -> list[Opponent]:
    """The four cardinal opponents, whose identity contestants are told by default.

    >>> [opponent.mixture for opponent in cardinals(games=1)][2]
    (0.0, 0.0, 1.0, 0.0)
    """
    return [
        Opponent(Contestant("habits", habits=habits), games, unit(place) if told else NOTHING, known and told)
        for place, habits in enumerate(CARDINALS.values())
    ]


class Score(NamedTuple):
    """Games won, and the closeness of the identified mixture to the opponent's: 1 minus their distance, summed over
    games."""

    wins: int
    closeness: float


def contests(
    contestants: Sequence[Contestant],
    opponents: Sequence[Opponent],
    seed: int,
    cards: int = 6,
    calls_remembered: bool = True,
    first: int = 0,
) -> list[list[Score]]:
    """The score of every contestant against every opponent; all play the same deals and move first in every other game.

    ``calls_remembered`` says whether an opponent's call is known in later games against it. Random draws depend only on
    (seed, contestant, game, seat, ply); the contestants are numbered from ``first``.

    >>> players = [by_habit("call-then-ask"), by_habit("always-bluff")]
    >>> [[score.wins for score in row] for row in contests(players, cardinals(games=100), seed=1)]
    [[98, 8, 52, 0], [2, 50, 90, 100]]
    """
    players, met = _seated(contestants, opponents, cards)
    table = _played(_core.guess_it_contests, players, met, seed, cards, calls_remembered, first)
    return [[Score(*score) for score in row] for row in table]


def totals(
    contestants: Sequence[Contestant],
    opponents: Sequence[Opponent],
    seed: int,
    cards: int = 6,
    calls_remembered: bool = True,
    first: int = 0,
) -> list[Score]:
    """The score of every contestant, summed over all opponents (``contests`` has one for each opponent).

    >>> totals([by_habit("call-then-ask"), by_habit("always-bluff")], cardinals(games=100), seed=1)[1].wins
    242
    """
    players, met = _seated(contestants, opponents, cards)
    return core_totals(players, met, seed, cards, calls_remembered, first)


def core_totals(
    players: Sequence[Any], met: Sequence[Any], seed: int, cards: int, calls_remembered: bool, first: int
) -> list[Score]:
    """The score of every player, summed over all opponents, for players and opponents that are objects of the core."""
    table = _played(_core.guess_it_totals, players, met, seed, cards, calls_remembered, first)
    return [Score(*score) for score in table]


def _seated(
    contestants: Sequence[Contestant], opponents: Sequence[Opponent], cards: int
) -> tuple[list[Any], list[Any]]:
    """Both sides as objects of the core; a plan becomes a table for one number of cards."""
    for each in (*contestants, *(opponent.player for opponent in opponents)):
        if each.plan is not None and each.cards != cards:
            raise SpecError(f"a plan for {each.cards} cards cannot play with {cards}: make it for cards={cards}")
    return [each.core for each in contestants], [each.core for each in opponents]


def _played(call: Callable[..., Any], players: Any, met: Any, *more: Any) -> Any:
    seed, cards, calls_remembered, first = more
    try:
        return call(cards, players, met, seed, calls_remembered, first)
    except ValueError as error:
        raise SpecError(f"guess-it: {error}") from None


def watched(
    contestant: Contestant, opponent: Opponent, seed: int, cards: int = 6, calls_remembered: bool = True, index: int = 0
) -> tuple[int, dict[str, int]]:
    """How many games a contestant with a plan wins, and its observations of the opponent.

    >>> from kibitz.specialists.guess_it.exact import reader
    >>> wins, seen = watched(Contestant("plan", plan=reader()), cardinals(games=100)[1], seed=1)
    >>> wins > 80, seen["bluffed"] > 0, seen["asked"]
    (True, True, 0)
    """
    [player], [met] = _seated([contestant], [opponent], cards)
    wins, counts = _played(_core.guess_it_watched, player, met, seed, cards, calls_remembered, index)
    return wins, dict(zip(SIGHTS, counts, strict=True))


def record(
    contestant: Contestant, opponent: Opponent, seed: int, cards: int = 6, calls_remembered: bool = True, index: int = 0
) -> list[list[str]]:
    """The moves of every game of a contestant against an opponent; the last may be ``illegal``.

    >>> [game[0] for game in record(by_habit("always-ask"), cardinals(games=2)[1], seed=1)]
    ['ask 2', 'ask 8']
    """
    from kibitz.games.guess_it.notation import move_text

    [player], [met] = _seated([contestant], [opponent], cards)
    games = _played(_core.guess_it_record, player, met, seed, cards, calls_remembered, index)
    return [[move_text(code) if code else "illegal" for code in game] for game in games]


class Said(NamedTuple):
    """The mean output of an identifier at one of its queries, and the number of games with that many queries."""

    games: int
    mixture: Weights

    @property
    def bluff(self) -> float:
        """The identified probability of a bluff."""
        return self._share(1, 3)

    @property
    def call(self) -> float:
        """The identified probability of a call."""
        return self._share(2, 3)

    def _share(self, *parts: int) -> float:
        total = sum(self.mixture)
        return sum(self.mixture[part] for part in parts) / total if total else 0.5


def trace(
    contestant: Contestant, opponent: Opponent, seed: int, cards: int = 6, calls_remembered: bool = True
) -> list[Said]:
    """The output of a contestant's identifier for an opponent, at its first query in a game, its second, and so on."""
    [player], [unknown] = _seated([contestant], [replace(opponent, known=False)], cards)
    sums, counts = _core.guess_it_trace(cards, player, unknown, seed, calls_remembered)
    return [
        Said(count, tuple(each / count for each in row))  # type: ignore[arg-type]
        for row, count in zip(sums, counts, strict=True)
    ]
