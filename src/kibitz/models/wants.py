"""What a player wants, as numbers or as an order, compiled for one position of one game.

Names work in specifications: ``score``, ``evaluation(men=1, kings=1.5)``, and the preferences of ``preference.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, TypeVar

from kibitz import _core, specs
from kibitz.errors import SpecError, nearest
from kibitz.finite import is_finite
from kibitz.games import capabilities
from kibitz.games.game import Game, State
from kibitz.games.units import Weights
from kibitz.models.preference import PREFERENCES, Preference, preference
from kibitz.specs import Spec

Model = TypeVar("Model")


class Want(Protocol):
    """Anything that gives every state beyond which a search does not look a number for a seat."""

    def compiled(self, state: State, seat: int) -> _core.Want:
        """Make it ready for the core, for searches from this state."""

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Score:
    """Wants a high score."""

    def compiled(self, state: State, seat: int) -> _core.Want:
        """Nothing to prepare."""
        return _core.Want.score()

    def __str__(self) -> str:
        return "score"


@dataclass(frozen=True)
class Evaluation:
    """Wants a high weighted sum of the game's features; the game's own weights unless others are given.

    A feature that is not named has weight 0. Where the game is over, the score decides before the features do,
    unless the game's evaluation contains it (``Game.end_weight``).
    """

    weights: dict[str, float] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        for name, weight in (self.weights or {}).items():
            if not is_finite(weight):
                refused = f"the weight of '{name}' is {specs.value_text(weight)}"
                raise SpecError(f"evaluation: {refused}; weights are finite numbers")

    def compiled(self, state: State, seat: int) -> _core.Want:
        """Put the weights in the game's order, as whole numbers of a unit."""
        return _compiled(self.counted(state.game))

    def counted(self, game: Game) -> Weights:
        """The weights as searches have them."""
        capabilities.require(game, "evaluated")
        return game.counted(game.check_weights(self.weights))

    def __str__(self) -> str:
        return str(Spec("evaluation", (), dict(self.weights or {})))


@lru_cache(maxsize=1024)
def _compiled(counted: Weights) -> _core.Want:
    unit = (counted.numerator, counted.denominator)
    return _core.Want.evaluation(counted.weights, counted.end_weight, unit, counted.exact, counted.largest)


def want(given: object) -> Want:
    """Read what somebody wants from a specification, a name or a finished object.

    >>> str(want("mOT")), str(want("evaluation(men=1)"))
    ('mOT', 'evaluation(men=1)')
    """
    if isinstance(given, (Score, Evaluation, Preference)):
        return given
    if not isinstance(given, (str, Spec)):
        raise SpecError(
            f"{given!r} does not say what a player wants; try score, evaluation or {', '.join(PREFERENCES)}"
        )
    return _named(str(given))


@lru_cache(maxsize=256)
def _named(text: str) -> Want:
    spec = specs.parse(text)
    if spec.name == "score":
        return Score()
    if spec.name == "evaluation":
        return Evaluation(dict(spec.options) or None)
    named = preference(spec)
    if named is not None:
        return named
    known = ["score", "evaluation", "generalise", "order", *PREFERENCES]
    raise SpecError(f"nobody wants '{spec.name}'; {nearest(spec.name, known)}")


def by_seat(
    own: Model, others: Model | Sequence[Model], mover: int, players: int, option: str = "others"
) -> list[Model]:
    """Lay out seat by seat what the mover wants and what it thinks of the others.

    ``others`` is one for all of them, or a list in turn order that begins with the seat after the mover; ``option`` is
    the name under which it was given.

    >>> by_seat("MT", ["mOT", "ML"], mover=1, players=3)
    ['ML', 'MT', 'mOT']
    """
    if isinstance(others, str) or not isinstance(others, Sequence):
        return [own if seat == mover else others for seat in range(players)]
    if len(others) != players - 1:
        listed = f"{option}=[{', '.join(map(str, others))}]"
        raise SpecError(
            f"{listed} lists {len(others)} for {players - 1} other seats; give one for each, or one for all"
        )
    return [own if seat == mover else others[(seat - mover - 1) % players] for seat in range(players)]
