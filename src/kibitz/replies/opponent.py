"""An opponent for a reply: weighted models, and how often it errs."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.models.mixed import mixed
from kibitz.models.model import Model
from kibitz.wants.mixture import Mixture


@dataclass(frozen=True)
class Opponent:
    """Models with weights, which need not sum to one, and the probability that a random move is made instead.

    If ``weighted`` is False, all of them are possible and their probabilities are unknown. ``below`` is a fast model
    that replaces the slow ones in simulated games below a tree. Without it, a choice is fitted to each of them.
    ``itself`` is the probability that none of the models is right and the player searches for itself (decides by a tree
    search of its own).

    >>> import kibitz
    >>> about = Opponent(((1.0, kibitz.model("MT")), (3.0, kibitz.model("mOT"))))
    >>> about.likeliest
    kibitz.model('fewest-overtricks')
    """

    models: tuple[tuple[float, Model], ...]
    noise: float = 0.0
    weighted: bool = True
    below: Model | None = None
    itself: float = 0.0

    @property
    def likeliest(self) -> Model:
        """The model with the highest weight; if several share it, the first of them."""
        return max(self.models, key=lambda pair: pair[0])[1]

    @property
    def mixture(self) -> Model:
        """The opponent as one model that plays like one of its models, drawn anew at every move."""
        return mixed(Mixture(self.models))
