"""The posterior over the weights of a mixture player, from its moves.

A mixture player of lockett2007 plays like one of the cardinal players, drawn anew at every move, so the likelihood of a
move is the sum of each cardinal player's weight times the probability that it makes the move. The product over moves is
a polynomial in the weights. Every monomial has an exact mean under the prior, which gives the posterior. If each move
fits one cardinal player only, the polynomial is a single monomial, and counts are sufficient.

The prior of the paper draws a uniform number for each cardinal player and divides by their sum. Its density over the
simplex is max(w)**-k / k, which is no Dirichlet density. With u the numbers before the division and N moves,

    E[prod w_i**n_i] = E[prod u_i**n_i / (sum u)**N] = 1 / (N-1)! * integral of t**(-1-k) * prod g(n_i + 1, t)

over t from 0, where g is the lower incomplete gamma function: one smooth integral for any number of weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb, exp, inf, isfinite, lgamma, log, sqrt
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.game import State
from kibitz.learning.bayes import predicted
from kibitz.models.mixed import Mixed
from kibitz.models.model import Model
from kibitz.models.move_probabilities import with_noise
from kibitz.models.registry import model
from kibitz.wants.mixture import Mixture

PRIORS = ("uniforms", "dirichlet")
MOST_TERMS = 50_000  # with more terms of the polynomial, a grid is precise enough and faster
MOST_POINTS = 200_000  # the largest number of points of the grid
CHUNK = 2_000

Likelihoods = tuple[float, ...]


@dataclass(frozen=True)
class MixtureReading:
    """The posterior over the weights of a mixture player; ``see`` and ``weigh`` return it after one more move.

    ``prior`` is ``uniforms``, the prior of the paper, or ``dirichlet``, which is uniform over all mixtures. ``noise``
    is how often the player makes a random move instead. The parts are models, or names of players; then the caller
    computes the likelihoods (``weigh``).

    >>> reading = MixtureReading(["bluffs", "asks"])
    >>> for _ in range(8):
    ...     reading = reading.weigh([1, 0])
    >>> [round(weight, 3) for weight in reading.mean], [round(each, 3) for each in reading.deviation]
    ([0.876, 0.124], [0.108, 0.108])
    """

    parts: Sequence[Model | str]
    prior: str = "uniforms"
    noise: float = 0.0
    counts: tuple[tuple[Likelihoods, int], ...] = ()
    """The likelihood of a move under every part, scaled to a maximum of 1, and the number of such moves."""

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise SpecError("a mixture to be read has at least two parts, such as ['most-tricks', 'fewest-overtricks']")
        if self.prior not in PRIORS:
            raise SpecError(f"prior={self.prior} is not allowed; give {' or '.join(PRIORS)}")
        if not 0 <= self.noise < 1:
            raise SpecError(f"noise={self.noise} is not allowed; it must be 0 or more and below 1")

    def see(self, state: State, move: str) -> MixtureReading:
        """The posterior after the seat to move has made this move here."""
        shares = [predicted(model(part), state) for part in self.parts]
        if move not in shares[0]:
            move = state.game.parse_move(state, move)
        return self.weigh([with_noise(share[move], self.noise, len(share)) for share in shares])

    def weigh(self, likelihoods: Sequence[float]) -> MixtureReading:
        """The posterior after a move to which the parts give these probabilities."""
        if len(likelihoods) != len(self.parts) or not all(isfinite(each) and each >= 0 for each in likelihoods):
            raise SpecError(f"give one likelihood, 0 or more, for each of the {len(self.parts)} parts")
        top = max(likelihoods)
        if top == 0:
            raise SpecError("none of the parts makes this move; with noise above 0 any of them may")
        if min(likelihoods) == top:
            return self  # equally likely under all parts, so no evidence about the weights
        counts = dict(self.counts)
        row = tuple(float(f"{each / top:.12g}") for each in likelihoods)
        counts[row] = counts.get(row, 0) + 1
        return replace(self, counts=tuple(counts.items()))

    @property
    def exact(self) -> bool:
        """Whether the posterior is computed from the polynomial, not on a grid."""
        mixed = sum(count for row, count in self.counts if _only(row) is None)
        return comb(mixed + len(self.parts) - 1, len(self.parts) - 1) <= MOST_TERMS

    @property
    def mean(self) -> tuple[float, ...]:
        """The expected weight of every part."""
        return self._moments[0]

    @property
    def deviation(self) -> tuple[float, ...]:
        """The standard deviation of every weight."""
        return self._moments[1]

    @property
    def mixture(self) -> Model:
        """The player as a model: the parts with their expected weights."""
        return Mixed(Mixture(tuple((weight, model(part)) for weight, part in zip(self.mean, self.parts, strict=True))))

    def density(self, weights: Sequence[float]) -> float:
        """The posterior density of these weights; it integrates to one over all weights but the last."""
        return exp(self.log_likelihood(weights) + log(self._prior(max(weights))) - self._moments[2])

    def log_likelihood(self, weights: Sequence[float]) -> float:
        """The log likelihood of these weights, given the observed moves, up to a constant."""
        total = 0.0
        for row, count in self.counts:
            likely = sum(weight * each for weight, each in zip(weights, row, strict=True))
            total += count * log(likely) if likely > 0 else -inf
        return total

    def _prior(self, largest: float) -> float:
        count = len(self.parts)
        return largest**-count / count if self.prior == "uniforms" else exp(lgamma(count))

    @cached_property
    def _moments(self) -> tuple[tuple[float, ...], tuple[float, ...], float]:
        """The mean and the deviation of every weight, and the logarithm of the evidence."""
        return self._from_polynomial() if self.exact else self._from_grid()

    # The polynomial.

    def _from_polynomial(self) -> tuple[tuple[float, ...], tuple[float, ...], float]:
        powers, logs = self._polynomial()
        none = [0] * len(self.parts)
        evidence = self._log_mean(powers, logs, none)
        means, deviations = [], []
        for place in range(len(self.parts)):
            once = exp(self._log_mean(powers, logs, [int(each == place) for each in range(len(none))]) - evidence)
            twice = exp(self._log_mean(powers, logs, [2 * (each == place) for each in range(len(none))]) - evidence)
            means.append(once)
            deviations.append(sqrt(max(0.0, twice - once**2)))
        return tuple(means), tuple(deviations), evidence

    def _polynomial(self) -> tuple[Any, Any]:
        """The powers of every term of the likelihood, one row per term, and the logarithms of the coefficients."""
        import numpy as np  # slow to load

        parts = len(self.parts)
        sure = np.zeros(parts, dtype=int)
        terms = np.ones((1,) * (parts - 1))  # indexed by the powers of all weights except the last
        degree, scale = 0, 0.0
        for row, count in self.counts:
            only = _only(row)
            if only is not None:
                sure[only] += count
                continue
            for _ in range(count):
                grown = np.zeros((degree + 2,) * (parts - 1))
                for place, factor in enumerate(row):
                    window = tuple(
                        slice(int(axis == place), degree + 1 + int(axis == place)) for axis in range(parts - 1)
                    )
                    grown[window] += factor * terms
                terms, degree, scale = grown / grown.max(), degree + 1, scale + log(grown.max())
        powers = np.argwhere(terms > 0)
        last = degree - powers.sum(axis=1, keepdims=True)
        return np.hstack([powers, last]) + sure, np.log(terms[terms > 0]) + scale

    def _log_mean(self, powers: Any, logs: Any, more: Sequence[int]) -> float:
        """The log of the prior mean of the polynomial times the weights to the powers ``more``."""
        import numpy as np
        from scipy.special import gammainc, gammaln

        raised = powers + np.array(more)
        parts, degree = raised.shape[1], int(raised[0].sum())
        heights = logs + gammaln(raised + 1).sum(axis=1)
        if self.prior == "dirichlet":
            constant = lgamma(parts) - lgamma(degree + parts)
            return float(constant + heights.max() + np.log(np.exp(heights - heights.max()).sum()))
        if degree == 0:
            return float(logs[0])
        # In x = log t the integrand is smooth on a scale of 1 / sqrt(n): on that scale the trapezium rule is exact up
        # to rounding.
        step = 0.5 / sqrt(float(raised.max()) + 9)
        places = np.arange(-38 / degree - 2, log(degree + 2) + 3 + 38 / parts, step)
        table = gammainc(np.arange(raised.max() + 1)[:, None] + 1.0, np.exp(places)[None, :])
        total = 0.0
        for start in range(0, len(raised), CHUNK):
            chosen = raised[start : start + CHUNK]
            inside = np.prod([table[chosen[:, part]] for part in range(parts)], axis=0)
            integrals = step * (inside * np.exp(-parts * places)).sum(axis=1)
            total += float((np.exp(heights[start : start + CHUNK] - heights.max()) * integrals).sum())
        return float(log(total) + heights.max() - lgamma(degree))

    # The grid.

    def _from_grid(self) -> tuple[tuple[float, ...], tuple[float, ...], float]:
        """Sums over the midpoints of a box that shrinks around the likely weights."""
        import numpy as np

        parts = len(self.parts)
        across = max(4, min(2000, int(MOST_POINTS ** (1 / (parts - 1)))))
        low, high = np.zeros(parts - 1), np.ones(parts - 1)
        for _ in range(4):
            width = (high - low) / across
            axes = [bottom + wide * (np.arange(across) + 0.5) for bottom, wide in zip(low, width, strict=True)]
            free = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
            points = np.hstack([free, 1 - free.sum(axis=1, keepdims=True)])
            points = points[points[:, -1] > 0]
            logs = np.zeros(len(points))
            for row, count in self.counts:
                logs += count * np.log(np.maximum(points @ np.array(row), 1e-300))
            logs += np.log(self._prior(1.0)) - (parts * np.log(points.max(axis=1)) if self.prior == "uniforms" else 0.0)
            weights = np.exp(logs - logs.max())
            total = weights.sum()
            means = weights @ points / total
            deviations = np.sqrt(np.maximum(weights @ (points - means) ** 2 / total, 0))
            evidence = float(np.log(total) + logs.max() + np.log(width).sum())
            reach = 8 * deviations[:-1] + 2 * width
            low, high = np.maximum(means[:-1] - reach, 0), np.minimum(means[:-1] + reach, 1)
        return tuple(map(float, means)), tuple(map(float, deviations)), evidence


def _only(row: Likelihoods) -> int | None:
    """The part that makes such a move, if only one part does."""
    makers = [place for place, each in enumerate(row) if each > 0]
    return makers[0] if len(makers) == 1 else None
