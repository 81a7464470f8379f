"""Wanting a good position: a weighted sum of the game's features."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from kibitz import _core, specs
from kibitz.errors import SpecError
from kibitz.finite_numbers import is_finite
from kibitz.games import capabilities
from kibitz.games.exact_weights import Weights, weighted_interval
from kibitz.games.game import Game, State
from kibitz.games.habits import habits
from kibitz.specs import Spec
from kibitz.wants.want import Want


class Evaluation(Want):
    """Wants a high weighted sum of the game's features; the game's own weights unless others are given.

    A feature that is not named has weight 0. Where the game is over, the score outweighs all features, unless the
    game's evaluation contains it (``Game.end_weight``).

    >>> str(Evaluation({"men": 1, "kings": 1.5}))
    'evaluation(men=1, kings=1.5)'
    """

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._weights = None if weights is None else dict(weights)
        for name, weight in (self._weights or {}).items():
            if not is_finite(weight):
                refused = f"the weight of '{name}' is {specs.value_text(weight)}"
                raise SpecError(f"evaluation: {refused}; weights are finite numbers")

    @classmethod
    def read(cls, spec: Spec) -> Evaluation:
        """Read ``evaluation(men=1, kings=1.5)``."""
        return cls(dict(spec.options) or None)

    @property
    def weights(self) -> Mapping[str, float] | None:
        """The weights of features; None: the game's own."""
        return self._weights

    @property
    def evaluates(self) -> bool:
        """True: it values positions by weights."""
        return True

    @property
    def says_nothing_of_bids(self) -> bool:
        """False: positions also have a value during the bidding."""
        return False

    def compiled(self, state: State, seat: int) -> _core.Want:
        """The weights in the game's order of features, as integer multiples of a unit."""
        return self.compiled_for(state.game)

    def compiled_for(self, game: Game) -> _core.Want:
        """The weights for the core, which are equal for all seats and positions of a game."""
        return _compiled(self.counted(game))

    def counted(self, game: Game) -> Weights:
        """The weights as integer multiples of a unit, as searches use them."""
        capabilities.require(game, "evaluated")
        return game.counted(game.check_weights(self._weights))

    def exact_in(self, game: Game) -> bool:
        """Whether sums of these weights are exact."""
        return self.counted(game).exact

    def value_range(self, game: Game) -> tuple[float, float] | None:
        """The lowest and highest possible value of the weighted sum."""
        capabilities.require(game, "evaluated")
        bounds = game.bounds  # type: ignore[attr-defined]
        return weighted_interval(game.check_weights(self._weights), bounds)

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """What the largest weights mean.

        >>> import kibitz
        >>> Evaluation({"centre": 1, "ejected": -2}).habits_in(kibitz.game("abalone"))
        ('leave marbles on the board', 'hold the centre')
        """
        return habits(game.weights if self._weights is None else self._weights, game)  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evaluation) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset((self._weights or {}).items()))

    def __repr__(self) -> str:
        return f"Evaluation({self._weights!r})"

    def __str__(self) -> str:
        return str(Spec("evaluation", (), dict(self._weights or {})))


@lru_cache(maxsize=1024)
def _compiled(counted: Weights) -> _core.Want:
    unit = (counted.numerator, counted.denominator)
    return _core.Want.evaluation(counted.weights, counted.end_weight, unit, counted.exact, counted.largest)
