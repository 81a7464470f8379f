"""Mixtures: players that play like one of several models, drawn anew at every move (lockett2007)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.game import Game, State
from kibitz.models.model import Model, Policy, Position
from kibitz.models.move_probabilities import completed
from kibitz.searches.compiled import Compiled, one_of
from kibitz.specs import Spec
from kibitz.wants.mixture import Mixture, read_mixture
from kibitz.wants.want import Want


@dataclass(frozen=True, repr=False)
class Mixed(Model):
    """Plays like one of its parts, drawn anew at every move.

    >>> import kibitz
    >>> [str(part) for _, part in kibitz.model("mixture(MT=0.5, mOT_MT=0.5)").parts]
    ['MT', 'mOT_MT']
    """

    mixture: Mixture[Model]

    name = "mixture"
    summary = "plays like one of several models, drawn anew at every move"
    source = "lockett2007"
    example = "mixture(most-tricks=0.5, fewest-overtricks=0.5)"

    @classmethod
    def read(cls, spec: Spec) -> Model:
        """Read ``mixture(MT=0.5, mOT=0.5)``; a mixture of one part is that part."""
        from kibitz.models.registry import model

        return mixed(read_mixture(spec, model))

    def policy(self, position: Position) -> Policy:
        """The policies of the parts, weighted by their shares."""
        moves = position.moves()
        return blended([(share, completed(part, part.policy(position), moves)) for share, part in self.parts])

    def policy_over(self, position: Position, worlds: int, seed: int) -> Policy:
        """The policies of the parts over sampled worlds, weighted by their shares."""
        moves = position.moves()
        parts = [(share, part, part.policy_over(position, worlds, seed)) for share, part in self.parts]
        return blended([(share, completed(part, policy, moves)) for share, part, policy in parts])

    def policy_in_whole(self, state: State) -> Policy:
        """The policies of the parts in a whole position, weighted by their shares."""
        moves = state.moves()
        return blended([(share, completed(part, part.policy_in_whole(state), moves)) for share, part in self.parts])

    def finishes(self, state: State) -> bool:
        """Whether all its parts find their moves."""
        return all(part.finishes(state) for _, part in self.parts)

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """One of its parts at every move, if all parts are compiled."""
        return one_of([(share, part.compiled(state, seat)) for share, part in self.parts])

    def __str__(self) -> str:
        return str(self.mixture)

    @property
    def capabilities(self) -> frozenset[str]:
        """A mixture is ``wanting`` if all its parts are; it has no single strategy or preference."""
        return frozenset.intersection(*(part.capabilities for _, part in self.mixture.parts)) & {"wanting"}

    @property
    def parts(self) -> tuple[tuple[float, Model], ...]:
        """The parts with shares that sum to one."""
        return self.mixture.shares

    def reseeded(self, seed: int) -> Model:
        """The mixture of its parts with another seed."""
        return Mixed(Mixture(tuple((weight, part.reseeded(seed)) for weight, part in self.mixture.parts)))

    def check(self, game: Game) -> None:
        """Refuse a game that one of the parts cannot play."""
        for _, part in self.mixture.parts:
            part.check(game)

    def wanted(self) -> Mixture[Want]:
        """What the parts want, weighted by their shares."""
        shares: dict[Want, float] = {}
        for share, part in self.parts:
            for within, wanted in part.wanted().parts:
                shares[wanted] = shares.get(wanted, 0.0) + share * within
        return Mixture(tuple((share, wanted) for wanted, share in shares.items()))

    def to_dict(self) -> dict[str, Any]:
        """Pairs of a weight and a model."""
        return {"wants": [[weight, part.to_dict()] for weight, part in self.mixture.parts]}

    def require_text(self) -> None:
        """Raise an error if the text of a part does not describe it completely."""
        for _, part in self.mixture.parts:
            part.require_text()


def mixed(mixture: Mixture[Model]) -> Model:
    """The model of a mixture. If the mixture has a single part, it is that part."""
    return mixture.parts[0][1] if len(mixture.parts) == 1 else Mixed(mixture)


def blended(parts: Sequence[tuple[float, Policy]]) -> Policy:
    """The weighted mean of policies.

    >>> blended([(0.5, {"a": 1.0, "b": 0.0}), (0.5, {"a": 0.0, "b": 1.0})])
    {'a': 0.5, 'b': 0.5}
    """
    return {move: sum(share * part[move] for share, part in parts) for move in parts[0][1]}
