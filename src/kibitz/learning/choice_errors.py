"""How sure the weights of a fitted choice are: draws from their posterior, and standard errors relative to each other.

Here a choice is given by its weights alone, scaled so that its temperature is 1. Their overall size says how sharply a
player chooses. The moves of players who hardly err do not determine this size. What a player values is shown by the
weights relative to each other. For players who hardly err, a normal approximation at the most probable weights is poor:
the likelihood is flat around these weights and steep farther away. So the posterior is sampled (Hamiltonian Monte
Carlo, Neal 2011). The value of a move is that of the board in which the search of the fit ended;
the draws do not search again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log, pi, sqrt

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
MOST_STEPS = 50  # of one draw; their number is drawn, so that no draw returns to where it began
LARGEST = 30.0  # larger logarithms of sizes make no difference, and their powers might overflow
FEW = 100  # with fewer effective draws, standard errors are rough
ACCEPTED = 0.8  # the share of accepted draws at which the size of steps aims
MIDDLE = (0.16, 0.84)  # quantiles at one standard error of a normal distribution


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

    @cached_property
    def effective(self) -> int:
        """How many independent draws would tell as much about the weight that is known worst."""
        return int(effective_draws(self._shown).min(initial=float(len(self.draws))))

    @property
    def caution(self) -> str:
        """What to tell if the draws tell too little; otherwise empty."""
        return f"standard errors are rough: {self.effective} effective draws" if self.effective < FEW else ""

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

    def log_density(self, at: np.ndarray) -> tuple[float, np.ndarray]:
        """The log density of the posterior, up to a constant, and its slope."""
        stacked, made, chance = self.boards.stacked, self.boards.made, 1 / self.boards.stacked.counts
        size, odds = np.exp(min(at[-2], LARGEST)), expit(at[-1])
        noise = MOST_NOISE * odds
        raw = self.scaled @ at[:-2]
        shares = stacked.shares(size * raw + self.ends)
        alone = shares[made]
        likely = (1 - noise) * alone + noise * chance
        meant = (1 - noise) * alone / likely  # the probability that the move was no error
        push = -shares * meant[stacked.owners]
        push[made] += meant
        off = (at - self.means) / self.spreads
        by_noise = float(((chance - alone) / likely).sum()) * noise * (1 - odds)
        slope = np.concatenate([size * (self.scaled.T @ push), [size * float(raw @ push), by_noise]])
        return float(np.log(likely).sum() - off @ off / 2), slope - off / self.spreads

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
        """Draws from the posterior, one row each. The sampler works in units of the normal approximation around the
        most probable point."""
        root = np.linalg.cholesky(np.linalg.inv(self.information(around)))

        def density(given: np.ndarray) -> tuple[float, np.ndarray]:
            height, slope = self.log_density(around + root @ given)
            return height, root.T @ slope

        found = hamiltonian_draws(density, np.zeros(len(around)), Random(seed, "weights"))
        return np.asarray(around + found @ root.T)


def _spread(draws: np.ndarray) -> np.ndarray:
    low, high = np.quantile(draws, MIDDLE, axis=0)
    return np.asarray((high - low) / 2)


def hamiltonian_draws(
    density: Callable[[np.ndarray], tuple[float, np.ndarray]],
    begin: np.ndarray,
    random: Random,
    draws: int = DRAWS,
    unused: int = UNUSED,
) -> np.ndarray:
    """Draws from a distribution by Hamiltonian Monte Carlo, one row each.

    ``density`` gives the log density and its slope. During the first ``unused`` draws, which are discarded, the size of
    steps is adapted to the share of accepted draws.

    >>> density = lambda x: (-float((x - 2) @ (x - 2)) / 2, 2 - x)  # normal, with mean 2
    >>> found = hamiltonian_draws(density, np.zeros(1), Random(1, "example"), draws=4000)
    >>> round(float(found.mean()), 1), round(float(found.var()), 1)
    (2.0, 1.0)
    """
    at, (height, slope) = begin, density(begin)
    size, found = 1.0 / max(len(begin), 1) ** 0.25, []
    for number in range(unused + draws):
        momentum = _normals(random, len(begin))
        energy = height - float(momentum @ momentum) / 2
        there, there_height, there_slope = at, height, slope
        for _ in range(1 + random.below(MOST_STEPS)):
            momentum = momentum + size / 2 * there_slope
            there = there + size * momentum
            there_height, there_slope = density(there)
            momentum = momentum + size / 2 * there_slope
        gained = there_height - float(momentum @ momentum) / 2 - energy
        accepted = 1.0 if gained >= 0 else exp(gained) if np.isfinite(gained) else 0.0
        if random.uniform() < accepted:
            at, height, slope = there, there_height, there_slope
        if number < unused:
            size *= exp((accepted - ACCEPTED) / (1 + number) ** 0.6)
        else:
            found.append(at)
    return np.array(found)


def effective_draws(draws: np.ndarray) -> np.ndarray:
    """How many independent draws tell as much about the mean of each column (initial positive sequence, Geyer 1992).

    >>> independent = np.array([[-1.0], [1.0], [-1.0], [1.0]] * 100)
    >>> float(effective_draws(np.repeat(independent, 4, axis=0))[0]) < 1600
    True
    """
    count = len(draws)
    centred = draws - draws.mean(axis=0)
    found = np.full(draws.shape[1], float(count))
    for place, column in enumerate(centred.T):
        spectrum = np.fft.rfft(column, 2 * count)
        correlations = np.fft.irfft(spectrum * np.conj(spectrum))[:count]
        if correlations[0] <= 0:
            continue
        pairs = (correlations[: count - count % 2] / correlations[0]).reshape(-1, 2).sum(axis=1)
        positive = pairs[: int(np.argmax(pairs < 0))] if (pairs < 0).any() else pairs
        found[place] = count / max(2 * positive.sum() - 1, 1.0)
    return found


def _normals(random: Random, count: int) -> np.ndarray:
    """Standard normal numbers (Box and Muller)."""
    ones, others = (np.array([random.uniform() for _ in range(count)]) for _ in range(2))
    return np.asarray(np.sqrt(-2 * np.log(1 - ones)) * np.cos(2 * pi * others))
