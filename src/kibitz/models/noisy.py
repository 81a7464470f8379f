"""Models of players that sometimes make a random move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz import specs
from kibitz.errors import SpecError
from kibitz.games.game import Game, State
from kibitz.models.choice_words import errs_in
from kibitz.models.model import Model, Policy, Position
from kibitz.models.move_probabilities import completed, erring
from kibitz.searches.compiled import ANY_MOVE, Compiled, one_of
from kibitz.searches.search import Search
from kibitz.specs import Spec
from kibitz.wants.mixture import Mixture
from kibitz.wants.preference import Preference
from kibitz.wants.want import Want


@dataclass(frozen=True, repr=False)
class Noisy(Model):
    """A model that makes a random legal move with probability ``noise``.

    >>> import kibitz
    >>> kibitz.model("noisy(MT_mOT, 0.05)").noise
    0.05
    """

    inner: Model
    share: float

    name = "noisy"
    summary = "a model that sometimes makes a random move"
    example = "noisy(most-tricks, 0.05)"

    def __post_init__(self) -> None:
        if isinstance(self.share, bool) or not isinstance(self.share, (int, float)) or not 0 <= self.share <= 1:
            raise SpecError(f"noise={specs.value_text(self.share)} is not allowed; it must be a number from 0 to 1")

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read ``noisy(MT, 0.05)``."""
        from kibitz.models.registry import model

        share = spec.arguments[1] if len(spec.arguments) == 2 else None
        if spec.options or isinstance(share, bool) or not isinstance(share, (int, float)):
            raise SpecError(f"{spec}: noisy takes a model and the share of random moves, as in noisy(MT_mOT, 0.05)")
        return noisy(model(spec.arguments[0]), share)

    def policy(self, position: Position) -> Policy:
        """The policy of the inner model, mixed with random moves."""
        return self._with_noise(self.inner.policy(position), position)

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The policy of the inner model over sampled worlds, mixed with random moves."""
        return self._with_noise(self.inner.policy_over(position, worlds, seed), position)

    def policy_in_whole(self, state: State) -> Policy:
        """The policy of the inner model in a whole position, mixed with random moves."""
        return self._with_noise(self.inner.policy_in_whole(state), state)

    def finishes(self, state: State) -> bool:
        """Whether the inner model finds its move."""
        return self.inner.finishes(state)

    def _with_noise(self, policy: Policy, position: Position) -> Policy:
        return erring(completed(self.inner, policy, position.moves()), self.share)

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """The inner model and, with probability ``noise``, any move."""
        return one_of([(1 - self.share, self.inner.compiled(state, seat)), (self.share, ANY_MOVE)])

    def __str__(self) -> str:
        return f"noisy({self.inner}, {specs.value_text(self.share)})"

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities of the inner model without ``preferring``, because any decision is possible."""
        return self.inner.capabilities & {"wanting", "looking", "unbiased"}

    @property
    def parts(self) -> tuple[tuple[float, Model], ...]:
        """The parts of the inner model, each with the same noise."""
        return tuple((weight, noisy(part, self.share)) for weight, part in self.inner.parts)

    @property
    def noise(self) -> float:
        """How often it makes a random move."""
        return self.share

    @property
    def quiet(self) -> Model:
        """The inner model."""
        return self.inner

    def reseeded(self, seed: int) -> Model:
        """The inner model with another seed, and the same noise."""
        return noisy(self.inner.reseeded(seed), self.share)

    @property
    def sentence(self) -> str:
        """What the inner model does, and how often it errs."""
        return ", ".join(filter(None, [self.inner.sentence, errs_in(self.share)]))

    def habits_in(self, game: Game) -> tuple[str, ...]:
        """The habits of the inner model."""
        return self.inner.habits_in(game)

    @property
    def depth_looked(self) -> int:
        """The depth of the inner model."""
        return self.inner.depth_looked

    @property
    def thinks_of_others(self) -> bool:
        """Whether the inner model assumes that the others differ from itself."""
        return self.inner.thinks_of_others

    def searches(self, game: Game) -> tuple[Search, ...]:
        """The searches of the inner model."""
        return self.inner.searches(game)

    def check(self, game: Game) -> None:
        """Refuse a game that the inner model cannot play."""
        self.inner.check(game)

    def wanted(self) -> Mixture[Want]:
        """What the inner model wants."""
        return self.inner.wanted()

    @property
    def strategy(self) -> tuple[Want, int]:
        """The strategy of the inner model."""
        return self.inner.strategy

    def preferences(self) -> tuple[Preference, ...]:
        """Raise an error: with noise, no decision is a contradiction."""
        raise SpecError(f"elimination assumes that players make no mistakes, but {self} makes some; try learner=bayes")

    def to_dict(self) -> dict[str, Any]:
        """The inner model as plain values, and the noise."""
        return {**self.inner.to_dict(), "noise": self.share}

    def require_text(self) -> None:
        """Raise an error if the text of the inner model does not describe it completely."""
        self.inner.require_text()


def noisy(given: Model, noise: float) -> Model:
    """The model with noise added. If it has noise already, both are combined.

    >>> import kibitz
    >>> str(noisy(kibitz.model("rational"), 0.1)), str(noisy(kibitz.model("rational"), 0))
    ('noisy(rational, 0.1)', 'rational')
    """
    both = 1 - (1 - given.noise) * (1 - noise) if given.noise else noise
    return Noisy(given.quiet, both) if both else given.quiet
