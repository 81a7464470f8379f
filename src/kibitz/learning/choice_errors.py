"""How sure the weights of a fitted choice are: draws from their posterior, and standard errors relative to each other.

Here a choice is given by its weights alone, scaled so that its temperature is 1. Their overall size says how sharply a
player chooses. The moves of players who hardly err do not determine this size. What a player values is shown by the
weights relative to each other. For players who hardly err, a normal approximation at the most probable weights is poor:
the likelihood is flat around these weights and steep farther away. So the posterior is sampled (elliptical slice
sampling, Murray, Adams & MacKay 2010). The value of a move is that of the board in which the search of the fit ended;
the draws do not search again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, log, pi, sin, sqrt

import numpy as np
from scipy.special import expit

from kibitz.learning.choice_fit import (
    ERRING,
    ERRING_SPREAD,
    MOST_NOISE,
    SHARPNESS,
    SHARPNESS_SPREAD,
    Boards,
    ChoiceFit,
    Form,
    Watched,
    fixed_parts,
    lately,
)
from kibitz.random import Random

DRAWS, UNUSED = 2000, 400  # draws from the posterior, and how many of the first are discarded (burn-in)
MIDDLE = (0.16, 0.84)  # quantiles at one standard error of a normal distribution
WIDER = 1.5  # the normal approximation is widened by this factor, because the posterior has longer tails


@dataclass(frozen=True, eq=False)
class SureWeights:
    """Draws from the posterior of weights, and how much each feature differs between moves (``effects``)."""

    names: tuple[str, ...]
    draws: np.ndarray
    """One row for each draw."""
    effects: np.ndarray

    @classmethod
    def of(cls, fit: ChoiceFit, watched: Sequence[Watched], form: Form, seed: int = 0) -> SureWeights:
        """Make it from the decisions to which the choice was fitted, and from its prior."""
        boards = Boards.of(lately(watched, form.last, fit.depth), fit.weights, fit.depth, frozenset(fit.weights))
        fitting = np.flatnonzero(boards.effects)
        names, effects = tuple(boards.names[place] for place in fitting), boards.effects[fitting]
        vector = np.array([fit.weights[name] for name in names]) * effects
        length = float(np.linalg.norm(vector))
        if not length:
            return cls((), np.zeros((1, 0)), np.zeros(0))
        direction, ends = fixed_parts(boards, fit.game)
        posterior = _Posterior(
            boards,
            boards.stacked.rows[:, fitting] / effects,
            ends,
            np.array([*direction[fitting], SHARPNESS, ERRING]),
            np.array([*[1 / sqrt(form.ridge)] * len(names), SHARPNESS_SPREAD, ERRING_SPREAD]),
        )
        share = min(max(fit.noise / MOST_NOISE, 1e-3), 1 - 1e-3)
        found = posterior.draws(np.array([*(vector / length), log(length), log(share / (1 - share))]), seed)
        return cls(names, np.exp(found[:, -2:-1]) * found[:, :-2] / effects, effects)

    def among(self, names: Sequence[str]) -> SureWeights:
        """The same draws, for some of the features."""
        places = [self.names.index(name) for name in names]
        return SureWeights(tuple(names), self.draws[:, places], self.effects[places])

    @cached_property
    def weights(self) -> np.ndarray:
        """The median of the draws. The most probable weights are far from it if the posterior is skewed."""
        return np.asarray(np.median(self.draws, axis=0))

    @property
    def spread(self) -> np.ndarray:
        """The standard errors of ``weights``, by the same draws."""
        return _spread(self.draws)

    @property
    def unit(self) -> float:
        """The largest weight."""
        return float(np.abs(self.weights).max(initial=0.0)) or 1.0

    @cached_property
    def _shown(self) -> np.ndarray:
        """The draws; if that makes the weights more certain, they are scaled so that all draws times ``effects`` have
        the same length. Moves of a player that hardly errs tell what it values, but not how sharply it chooses.
        """
        lengths = np.linalg.norm(self.draws * self.effects, axis=1, keepdims=True)
        scaled = self.draws * np.median(lengths) / np.maximum(lengths, 1e-9)
        return min((self.draws, scaled), key=lambda draws: float(np.log(_spread(draws) + 1e-9).sum()))

    @cached_property
    def relative(self) -> Mapping[str, float]:
        """The weights, scaled so that the largest is 1 or -1."""
        return self._relative(np.median(self._shown, axis=0)) if self.names else {}

    @cached_property
    def errors(self) -> Mapping[str, float]:
        """Standard errors of ``relative``: half the width of the middle 68% of the draws."""
        return self._relative(_spread(self._shown)) if self.names else {}

    def _relative(self, numbers: np.ndarray) -> dict[str, float]:
        unit = float(np.abs(np.median(self._shown, axis=0)).max()) or 1.0
        return dict(zip(self.names, (numbers / unit).tolist(), strict=True))

    @property
    def sure(self) -> Mapping[str, float]:
        """The relative weights that are larger than twice their standard error; all of them if none is."""
        kept = {name: weight for name, weight in self.relative.items() if abs(weight) > 2 * self.errors[name]}
        return kept or self.relative


@dataclass(frozen=True, eq=False)
class _Posterior:
    """The posterior of the fitted numbers, on fixed boards. The numbers are the shape of the weights, the logarithm of
    their size, and the log odds of an error. The prior is normal.
    """

    boards: Boards
    scaled: np.ndarray
    """The features that are fitted, in units of their effects."""
    ends: np.ndarray
    means: np.ndarray
    spreads: np.ndarray

    def log_density(self, at: np.ndarray) -> float:
        """The log density of the posterior, up to a constant."""
        stacked, noise = self.boards.stacked, MOST_NOISE * expit(at[-1])
        shares = stacked.shares(np.exp(at[-2]) * (self.scaled @ at[:-2]) + self.ends)[self.boards.made]
        off = (at - self.means) / self.spreads
        return float(np.log((1 - noise) * shares + noise / stacked.counts).sum() - off @ off / 2)

    def information(self, at: np.ndarray) -> np.ndarray:
        """The Fisher information of the decisions, and the precision of the prior."""
        stacked, size, noise = self.boards.stacked, np.exp(at[-2]), MOST_NOISE * expit(at[-1])
        shares = stacked.shares(size * (self.scaled @ at[:-2]) + self.ends)
        chance = 1 / stacked.counts[stacked.owners]
        off = self.scaled - np.add.reduceat(self.scaled * shares[:, None], stacked.starts)[stacked.owners]
        by_shape = ((1 - noise) * size * shares)[:, None] * off
        by_noise = (chance - shares) * noise * (1 - noise / MOST_NOISE)
        slopes = np.column_stack([by_shape, by_shape @ at[:-2], by_noise])
        likely = np.maximum((1 - noise) * shares + noise * chance, 1e-12)
        return np.asarray(slopes.T @ (slopes / likely[:, None]) + np.diag(self.spreads**-2))

    def draws(self, around: np.ndarray, seed: int) -> np.ndarray:
        """Draws from the posterior, one row each. The sampler uses a wide normal approximation around the most probable
        point in place of the prior."""
        root = WIDER * np.linalg.cholesky(np.linalg.inv(self.information(around)))

        def beyond_normal(given: np.ndarray) -> float:
            return self.log_density(around + root @ given) + float(given @ given) / 2

        found = slice_sampled(beyond_normal, np.zeros(len(around)), Random(seed, "weights"))
        return np.asarray(around + found[UNUSED:] @ root.T)


def _spread(draws: np.ndarray) -> np.ndarray:
    low, high = np.quantile(draws, MIDDLE, axis=0)
    return np.asarray((high - low) / 2)


def slice_sampled(
    likelihood: Callable[[np.ndarray], float], begin: np.ndarray, random: Random, draws: int = DRAWS
) -> np.ndarray:
    """Draws from a posterior whose prior is standard normal: elliptical slice sampling, one row for each draw.

    >>> observed = lambda x: -float((x[0] - 2) ** 2) / 2  # 2, with error 1
    >>> found = slice_sampled(observed, np.zeros(1), Random(1, "example"), draws=4000)
    >>> round(float(found.mean()), 1), round(float(found.var()), 1)
    (1.0, 0.5)
    """
    at, height, found = begin, likelihood(begin), np.empty((draws, len(begin)))
    for number in range(draws):
        other = _normals(random, len(begin))
        level = height + log(1 - random.uniform())
        angle = 2 * pi * random.uniform()
        low, high = angle - 2 * pi, angle
        while True:
            tried = at * cos(angle) + other * sin(angle)
            height = likelihood(tried)
            if height > level or high - low < 1e-9:
                break
            low, high = (angle, high) if angle < 0 else (low, angle)
            angle = low + (high - low) * random.uniform()
        at = tried
        found[number] = at
    return found


def _normals(random: Random, count: int) -> np.ndarray:
    """Standard normal numbers (Box and Muller)."""
    ones, others = (np.array([random.uniform() for _ in range(count)]) for _ in range(2))
    return np.asarray(np.sqrt(-2 * np.log(1 - ones)) * np.cos(2 * pi * others))
