"""Players who choose moves by features of the move and of the position after it, such as habits of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from kibitz import _core, specs
from kibitz.errors import SpecError, nearest
from kibitz.finite_numbers import is_finite
from kibitz.games.core_states import core_of
from kibitz.games.game import Game, State
from kibitz.models.model import Model, Policy, Position
from kibitz.random import Random
from kibitz.searches.compiled import Compiled
from kibitz.specs import Spec

OTHERS = "others_"
END = "end"


def choice_features(game: Game) -> tuple[str, ...]:
    """The names of the features that explain choices, in the order of ``described``.

    They are the features of the move, those of the game's evaluation for the mover after the move, the same of the
    others on average (``others_...``), and the mover's score if the move ends the game (``end``).

    >>> import kibitz
    >>> choice_features(kibitz.game("chinese-checkers"))
    ('advance', 'behind', 'sideways', 'distance', 'won', 'others_distance', 'others_won', 'end')
    """
    evaluated = tuple(game.features) if "evaluated" in game.capabilities else ()  # type: ignore[attr-defined]
    return (*game.move_feature_names, *evaluated, *(OTHERS + name for name in evaluated), END)


def described(state: State) -> list[list[float]]:
    """The features of every legal move, in move order: one number for each of ``choice_features``."""
    rows: list[list[float]] = core_of(state).moves_described()
    return rows


@dataclass(frozen=True, repr=False)
class Choice(Model):
    """Softmax: the probability of a move grows as exp(worth / ``temperature``); at 0, only best moves are made.

    The worth of a move is a weighted sum of ``choice_features``: of the move, such as the rank of a card, and
    of the position after it. A feature that is not named has weight 0.

    >>> import kibitz
    >>> lowest = kibitz.model("choice(lead_rank=-1, win_rank=-1, lose_rank=-1, throw_rank=-1)")
    >>> state = kibitz.game("hearts(open=true)").start(seed=1)
    >>> sorted(state.play(state.moves()[0]).moves(), key=lowest.policy(state.play(state.moves()[0])).get)[-1]
    '3C'
    """

    weights: tuple[tuple[str, float], ...]
    temperature: float = 0.0

    name = "choice"
    summary = "weighs features of a move and of the position after it; better moves are likelier"
    source = "McFadden 1974"
    example = "choice(lead_rank=-1, takes=-10, temperature=0.5)"

    def __post_init__(self) -> None:
        for name, weight in self.weights:
            if not is_finite(weight):
                raise SpecError(f"choice: the weight of '{name}' is {specs.value_text(weight)}; it is a finite number")
        if not is_finite(self.temperature) or self.temperature < 0:
            raise SpecError(f"temperature={specs.value_text(self.temperature)} is not allowed, it is 0 or more")

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read weights and a temperature."""
        if spec.arguments:
            raise SpecError(f"{spec}: a choice takes feature=weight and temperature, as in {cls.example}")
        options = dict(spec.options)
        temperature = options.pop("temperature", 0.0)
        return choice(options, temperature)

    def check(self, game: Game) -> None:
        """Refuse features that the game does not have."""
        known = choice_features(game)
        for name, _ in self.weights:
            if name not in known:
                raise SpecError(f"{self}: {game} has no feature '{name}'; {nearest(name, known)}")

    def policy(self, position: Position) -> Policy:
        """The probability of every move, from what the mover sees."""
        state: Any = position if isinstance(position, State) else position.world(Random(0, "choice"))
        shares = core_of(state).behaves(self._behaviour(state.game))
        return dict(zip(position.moves(), shares, strict=True))

    def policy_in_whole(self, state: State) -> Policy:
        """The same policy: the features hardly depend on what is hidden from the mover."""
        return self.policy(state)

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """The model itself, which the core can run."""
        return Compiled(self._behaviour(state.game), True)

    def _behaviour(self, game: Game) -> _core.Behaviour:
        return _behaviour(self, game)

    @property
    def capabilities(self) -> frozenset[str]:
        """It runs in the core."""
        return frozenset({"compiled"})

    def __str__(self) -> str:
        heat = {"temperature": self.temperature} if self.temperature else {}
        return str(Spec("choice", (), {**dict(self.weights), **heat}))


def choice(weights: Mapping[str, float], temperature: float = 0.0) -> Choice:
    """The model with these weights; those that are 0 are left out."""
    return Choice(tuple((name, float(weight)) for name, weight in weights.items() if weight), float(temperature))


@lru_cache(maxsize=1024)
def _behaviour(given: Choice, game: Game) -> _core.Behaviour:
    given.check(game)
    weights = dict(given.weights)
    evaluated: Sequence[str] = game.features if "evaluated" in game.capabilities else ()  # type: ignore[attr-defined]
    moves = [weights.get(name, 0.0) for name in game.move_feature_names]
    own = [weights.get(name, 0.0) for name in evaluated]
    others = [weights.get(OTHERS + name, 0.0) for name in evaluated]
    end = weights.get(END, 0.0)
    wanted = None
    if any(own) or (end and evaluated):
        wanted = _core.Want.evaluation(own, end, exact=False)
    elif end:
        raise SpecError(f"{given}: {game} has no evaluation, which the feature 'end' needs")
    return _core.Behaviour.logit(given.temperature, wanted, moves if any(moves) else [], others if any(others) else [])


@dataclass(frozen=True, repr=False)
class Habit(Choice):
    """A choice with a name, such as a habit of people in a game; subclasses list their names in ``habits``."""

    habit: str = ""

    habits: ClassVar[Mapping[str, tuple[str, Mapping[str, float]]]] = {}
    """For each name, a description and the weights."""

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read a name, and perhaps a temperature."""
        unknown = [name for name in spec.options if name != "temperature"]
        if spec.arguments or unknown:
            raise SpecError(f"{spec}: {spec.name} takes a temperature only, as in {spec.name}(temperature=0.5)")
        _, weights = cls.habits[spec.name]
        return cls(tuple(weights.items()), float(spec.options.get("temperature", 0.0)), spec.name)

    @property
    def words(self) -> str:
        """What it does."""
        return self.habits[self.habit][0]

    def __str__(self) -> str:
        heat = {"temperature": self.temperature} if self.temperature else {}
        return str(Spec(self.habit, (), heat))
