"""Ways to decide how far a reply may rely on the models of a player: a number from 0 to 1.

With trust t, a reply simulates the player by its models in a share t of the games, and as one that searches for itself
in the rest. ``earned`` is the way of ``adaptive``. The others are known from the literature, or simple; they are there
to be compared with it (docs/players.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import Protocol

TRUSTED = 8  # decisions before a model may be trusted
# Trust begins at the first value of ``saved``, and is full at the sum of both.
LEAST_SAVED, SAVED_WIDTH = -0.15, 0.1
DEEPEST = 5
SAVED_BY_DEEPEST = 0.4  # how much more is needed if the player certainly has the greatest depth
RESTRICTED = 0.75
HALF_OF_THE_DATA = 10  # decisions after which a data-biased reply trusts the models by a half


class Record(Protocol):
    """What trust is computed from."""

    @property
    def moves(self) -> int:
        """The number of decisions that were seen."""

    @property
    def losses(self) -> tuple[float, float]:
        """The log losses of the last moves by the models, and by a search; older moves count less."""

    @property
    def saved(self) -> float:
        """By what share the models reduce the log loss of a search."""

    @property
    def depths(self) -> Mapping[int, float]:
        """The probability of every depth."""

    @property
    def searching(self) -> float:
        """The probability that it searches for itself."""


def earned(record: Record) -> float:
    """High if the models predict much better than a search, and low if it is likely that the player searches for
    itself.

    If a player looks farther than every model of it, it avoids some moves that the models would make, although the
    models predict many of its other moves. So where models of ``DEEPEST`` plies are the likeliest, they have to predict
    far better.
    """
    if record.moves < TRUSTED:
        return 0.0
    depths = record.depths
    deepest = max(depths)
    needed = LEAST_SAVED + (SAVED_BY_DEEPEST * depths[deepest] if deepest >= DEEPEST else 0.0)
    share = min(1.0, max(0.0, (record.saved - needed) / SAVED_WIDTH))
    return share * (1 - record.searching)


def restricted(record: Record) -> float:
    """Always the same (Johanson, Zinkevich & Bowling 2007, the restricted Nash response)."""
    return RESTRICTED


def data_biased(record: Record) -> float:
    """More with every decision that was seen (Johanson & Bowling 2009, the data-biased response). There it depends on
    the decisions at each information set; here it depends on all of them, because positions hardly ever repeat."""
    return record.moves / (record.moves + HALF_OF_THE_DATA)


def by_likelihood(record: Record) -> float:
    """The logistic function of how much more likely the models make the recent moves than a search does."""
    models, searches = record.losses
    return 1 / (1 + exp(min(700.0, models - searches)))


WAYS: dict[str, Callable[[Record], float]] = {
    "earned": earned,
    "restricted": restricted,
    "data-biased": data_biased,
    "by-likelihood": by_likelihood,
}
