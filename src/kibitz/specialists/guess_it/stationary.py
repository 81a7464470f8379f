"""Players of Guess It who bluff and call with fixed probabilities (lockett2007, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz import _core
from kibitz.errors import SpecError, nearest
from kibitz.finite_numbers import is_finite
from kibitz.games.game import State
from kibitz.games.guess_it.secret_cards import secret_cards
from kibitz.models.model import Model, Policy, Position
from kibitz.searches.compiled import Compiled
from kibitz.specs import Spec, value_text

HABITS = "habits"
"""The capability of a model that bluffs and calls at Guess It with fixed probabilities, ``bluff`` and ``call``."""


@dataclass(frozen=True, repr=False)
class Stationary(Model):
    """Calls a potential bluff with one probability, and otherwise bluffs with another or asks.

    The rest follows the paper: the player names the centre when it is known, guesses when it has no secret card left,
    and chooses cards uniformly.

    >>> str(Stationary(bluff=0.25, call=0.5)), str(Stationary(bluff=1, call=0))
    ('stationary(bluff=0.25, call=0.5)', 'always-bluff')
    """

    bluff: float = 0.0
    call: float = 0.0

    name = "stationary"
    summary = "bluffs and calls with fixed probabilities at Guess It"
    source = "lockett2007 section 3"
    example = "stationary(bluff=0.2, call=0.3)"

    @classmethod
    def read(cls, spec: Spec) -> Stationary:
        """Read ``stationary(bluff=0.2, call=0.3)`` or the name of a cardinal opponent."""
        return stationary(spec)

    @property
    def capabilities(self) -> frozenset[str]:
        """It has habits: ``bluff`` and ``call``."""
        return frozenset({HABITS})

    def policy(self, position: Position) -> Policy:
        """Bluffs and calls with its probabilities."""
        return secret_cards(position).policy(self.call, self.bluff)

    def compiled(self, state: State, seat: int) -> Compiled | None:
        """This rule as an object of the core."""
        return Compiled(_core.Behaviour.habit([float(self.call), float(self.bluff)]), True)

    def __post_init__(self) -> None:
        for name, value in (("bluff", self.bluff), ("call", self.call)):
            if not is_finite(value) or not 0 <= value <= 1:
                raise SpecError(f"stationary: {name}={value_text(value)} is not allowed; it must be from 0 to 1")

    def __str__(self) -> str:
        known = next((name for name, cardinal in CARDINALS.items() if cardinal == self), None)
        return known or str(Spec("stationary", (), {"bluff": self.bluff, "call": self.call}))


CARDINALS = {
    "always-ask": Stationary(bluff=0, call=0),
    "always-bluff": Stationary(bluff=1, call=0),
    "call-then-ask": Stationary(bluff=0, call=1),
    "call-then-bluff": Stationary(bluff=1, call=1),
}
"""The four opponents at the corners of the space of bluffing and calling, in the paper's order."""


def stationary(spec: Spec) -> Stationary:
    """Read ``stationary(bluff=0.2, call=0.3)`` or the name of a cardinal opponent.

    >>> stationary(Spec("call-then-ask")).call
    1
    """
    if spec.name in CARDINALS:
        if spec.arguments or spec.options:
            raise SpecError(f"{spec}: {spec.name} takes no options; stationary(bluff=0.2, call=0.3) does")
        return CARDINALS[spec.name]
    for name in spec.options:
        if name not in ("bluff", "call"):
            raise SpecError(f"{spec}: stationary has no option '{name}'; {nearest(name, ['bluff', 'call'])}")
    if spec.arguments:
        raise SpecError(f"{spec}: stationary takes bluff and call, as in stationary(bluff=0.2, call=0.3)")
    return Stationary(**spec.options)
