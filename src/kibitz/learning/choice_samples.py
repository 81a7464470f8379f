"""Weights drawn from their posterior, for players that look ahead: many sets of weights in place of the best one.

Ten games decide between few weights. If two sets of weights explain the moves equally well, but differ about a king
that was hardly ever seen, the best set is sure of moves of which it knows nothing. Predictions averaged over the
posterior are not. The weights are drawn by Markov chains that run side by side (ter Braak 2006, differential
evolution). Each step needs the value of every move under new weights. So a decision is stored as the tree of all boards
in which its search may end: there, values follow without the rules of the game, for many sets of weights at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from kibitz import _core
from kibitz.games.core_states import core_of
from kibitz.games.game import Game, State
from kibitz.games.view import View
from kibitz.learning.choice_fit import (
    ERRING,
    ERRING_SPREAD,
    MOST_NOISE,
    ChoiceFit,
    Watched,
    end_weight_of,
    prior_weights,
)
from kibitz.models.choice import evaluated_features
from kibitz.models.logit import one_thread

SEED = 18
KEPT_UNDER = 64  # sets of weights; a board that is best under none of them is not in a tree
LEAVES = 20_000  # decisions with more boards are left out: which ones does not depend on the move that was made
ALL_LEAVES = 150_000  # the largest number of boards of all decisions; the oldest decisions are left out
# A decision is settled if the log probabilities of its move, to which the second number is added, differ by less than
# the first among all chains and as many steps near each of them.
SETTLED, LEAST_SHARE = 0.02, 0.02
NEAR = 2
# With few decisions a step costs little, and the posterior has many tops: then there are more chains and steps.
FEW_DECISIONS = 60
CHAINS, MANY_CHAINS = 32, 48
STEPS, FIRST_STEPS = 60, 90
ANNEALED = 0.5  # the power of the likelihood at which the first steps begin, so that chains leave a small top
FIRST_DRAWS = 1_000  # of the prior, at which chains may begin
FROM_A_FIT = 4  # chains that begin at each good fit
# After each of these shares of the steps, chains whose log posterior is below that of the best by more than this are
# lost: copies of the others take their places. Chains in a top of the posterior are some 5 to 10 below it.
RESCUED, LOST = (0.3, 0.5, 0.7), 20.0
FROM_PRIOR, ONE_NUMBER = 0.25, 0.35  # the shares of the kinds of steps; the others are those of differential evolution
SMALL_STEPS = (0.05, 0.2, 0.6)  # the deviations of small changes
# They are smaller by the first factor for features that have a weight in the game, and by the second for others.
OWN_STEP, FURTHER_STEP = 0.43, 0.15
# A step of differential evolution goes by the whole difference of two chains, or by a part of it; each number takes
# part with one of these probabilities.
WHOLE_WAY, PART_OF_THE_WAY = 0.1, (0.3, 1.0)
CROSSED = (0.2, 0.4, 1.0)
# A weight that the game has is its own weight, times sinh(BEND x) / sinh(BEND). Near x = 1, the number x moves like a
# logarithm, and a player may have the opposite sign. x has a t distribution around 1.
BEND = 2.3
SPREAD, FREEDOM = 0.26, 3.0
WILD = 16  # of the sets of weights KEPT_UNDER, those that may have other signs
FURTHER = 0.05  # the scale of the Cauchy prior of features without a weight of their own; the largest own weight is 1
SHARP, SHARP_SPREAD, SHARPEST = 4.0, 2.0, 8.0  # mean, deviation and bound of the logarithm of 1 / temperature
LEAST_NOISE = 0.001  # of a fit that becomes a chain
FARTHEST = 5.0  # the largest number x of a weight


def has_trees(game: Game) -> bool:
    """Whether decisions of the game have trees: two players see everything, and positions can be evaluated in the core.

    >>> import kibitz
    >>> has_trees(kibitz.game("checkers")), has_trees(kibitz.game("hearts(open=true)"))
    (True, False)
    """
    return game.players == 2 and not game.hidden and not game.written_in_python and bool(prior_weights(game))


class Tree(NamedTuple):
    """The boards in which a search may end: their features, and for every ply how many children each node has."""

    rows: np.ndarray
    plies: tuple[np.ndarray, ...]


@lru_cache(maxsize=64)
def _drawn(game: Game) -> bytes:
    """Many sets of weights: a board that is best under none of them is left out of trees."""
    prior = Prior(game)
    random = np.random.default_rng(SEED)
    chains = prior.draw(random, KEPT_UNDER)
    chains[-WILD:, :-2] = np.where(prior.known, random.uniform(-2, 2, (WILD, len(prior.names))), chains[-WILD:, :-2])
    chains[0, :-2], chains[:, -2] = prior.usual, 0.0
    return np.ascontiguousarray(prior.columns(chains)).tobytes()


@lru_cache(maxsize=1024)
def tree_of(state: State, depth: int) -> Tree | None:
    """The tree of a decision; None if it is too large, or if the game has no such trees."""
    found = core_of(state).leaves_described(depth, LEAVES, _drawn(state.game))
    if found is None:
        return None
    leaves, counts, own = found
    plies = tuple(np.frombuffer(each, dtype=np.int32) for each in counts)
    if not all(mine == (ply % 2 == 0) or (plies[ply] == 1).all() for ply, mine in enumerate(own)):
        return None  # somebody moves twice
    rows = np.frombuffer(leaves, dtype=np.float32)
    return Tree(rows.reshape(int(plies[-1].sum()), -1), plies)


@dataclass(frozen=True)
class Trees:
    """The trees of many decisions that look equally far ahead, one after the other."""

    rows: np.ndarray
    children: tuple[np.ndarray, ...]
    """For every ply after the first move, how many children each node has."""
    moves: np.ndarray
    """How many moves each decision has."""
    made: np.ndarray
    """The move that was made in each decision, among those of all decisions."""

    @cached_property
    def starts(self) -> tuple[np.ndarray, ...]:
        """Where the children of each node begin among the nodes of the next ply."""
        return tuple(map(_counted, self.children))

    @cached_property
    def begins(self) -> np.ndarray:
        """Where the moves of each decision begin."""
        return _counted(self.moves)

    @classmethod
    def of(cls, watched: Sequence[Watched], depth: int) -> Trees | None:
        """The trees of the most recent decisions; None if there are none."""
        kept: list[tuple[Tree, int]] = []
        total = 0
        for each in reversed(watched):
            tree = tree_of(each.position, depth) if isinstance(each.position, State) else None
            if tree is None or len(tree.plies) != depth:
                continue
            total += len(tree.rows)
            if total > ALL_LEAVES and kept:
                break
            kept.append((tree, each.number))
        if not kept:
            return None
        kept.reverse()
        plies = [np.concatenate([tree.plies[ply] for tree, _ in kept]).astype(np.int64) for ply in range(depth)]
        made = _counted(plies[0]) + np.array([number for _, number in kept])
        return cls(np.concatenate([tree.rows for tree, _ in kept]), tuple(plies[1:]), plies[0], made)

    def values(self, weights: np.ndarray) -> np.ndarray:
        """The value of every move (rows) for each set of weights (columns)."""
        return self.by_ply(weights)[0]

    def by_ply(self, weights: np.ndarray) -> list[np.ndarray]:
        """The values of the nodes of every ply; the moves come first."""
        found = [self.rows @ weights]
        for ply in range(len(self.children), 0, -1):
            found.append(_best_of(found[-1], self.children[ply - 1], highest=ply % 2 == 0))  # the mover's own plies
        return found[::-1]

    def shares(self, values: np.ndarray) -> np.ndarray:
        """The probability of the move that was made in every decision, for each column of values."""
        best = _best_of(values, self.moves, highest=True)
        powers = np.exp(values - np.repeat(best, self.moves, axis=0))
        found: np.ndarray = powers[self.made] / np.add.reduceat(powers, self.begins, axis=0)
        return found

    def pruned(self, by_ply: Sequence[np.ndarray], open_only: np.ndarray) -> Trees:
        """Some of the decisions, without the nodes that have the best value in no column."""
        kept = np.repeat(open_only, self.moves)
        begins, made = _counted(self.moves[open_only]), self.made[open_only] - self.begins[open_only]
        starts: list[np.ndarray] = []
        for ply, counts in enumerate(self.children, start=1):
            parents = np.repeat(np.arange(len(counts)), counts)
            best = (by_ply[ply] == by_ply[ply - 1][parents]).any(axis=1) & kept[parents]
            left = np.add.reduceat(best, self.starts[ply - 1], dtype=np.int64)[kept]
            starts.append(left)
            kept = best
        return Trees(self.rows[kept], tuple(starts), self.moves[open_only], begins + made)


def _best_of(values: np.ndarray, counts: np.ndarray, *, highest: bool) -> np.ndarray:
    """The highest or the lowest value of each group of rows, for every column; the groups have these sizes.

    ``reduceat`` gives the same numbers, but takes 15 times as long for short groups of rows.

    >>> _best_of(np.array([[1, 2], [3, 0], [5, 4]], dtype=np.float32), np.array([2, 1]), highest=True).tolist()
    [[3.0, 2.0], [5.0, 4.0]]
    """
    found = np.empty((len(counts), values.shape[1]), dtype=np.float32)
    _core.best_of_groups(values, counts, highest, found)
    return found


def _counted(counts: np.ndarray) -> np.ndarray:
    """Where each group begins."""
    found: np.ndarray = np.cumsum(counts) - counts
    return found


class Prior:
    """What is believed about the weights of a game before anything was seen. The numbers of a chain are the weights
    relative to the game's own (``BEND``), the weights of the other features, the sharpness and the log odds of an
    error.
    """

    def __init__(self, game: Game) -> None:
        own = prior_weights(game)
        largest = max(map(abs, own.values()))
        self.game = game
        self.names = evaluated_features(game)
        self.own = np.array([own.get(name, 0.0) / largest for name in self.names])
        self.known = self.own != 0
        self.usual = np.where(self.known, 1.0, 0.0)
        """The numbers of the game's own weights."""
        self.width = len(self.names) + 2

    def draw(self, random: np.random.Generator, count: int) -> np.ndarray:
        """Numbers of so many chains."""
        found = np.empty((count, self.width))
        size = (count, len(self.names))
        relative = 1 + SPREAD * random.standard_t(FREEDOM, size)
        found[:, :-2] = np.where(self.known, relative, FURTHER * random.standard_cauchy(size))
        found[:, -2] = np.minimum(SHARP + SHARP_SPREAD * random.standard_normal(count), SHARPEST)
        found[:, -1] = ERRING + ERRING_SPREAD * random.standard_normal(count)
        return found

    def log_density(self, chains: np.ndarray) -> np.ndarray:
        """Of each chain, without a constant."""
        weights = chains[:, :-2]
        own = -(FREEDOM + 1) / 2 * np.log1p(((weights - 1) / SPREAD) ** 2 / FREEDOM)
        further = -np.log1p((weights / FURTHER) ** 2)
        sharp = (chains[:, -2] - SHARP) / SHARP_SPREAD
        erring = (chains[:, -1] - ERRING) / ERRING_SPREAD
        found: np.ndarray = np.where(self.known, own, further).sum(axis=1) - (sharp**2 + erring**2) / 2
        found[chains[:, -2] > SHARPEST] = -np.inf
        return found

    def weights(self, chains: np.ndarray) -> np.ndarray:
        """The weights of each chain at temperature 1."""
        given = chains[:, :-2]
        bent = np.sinh(BEND * np.clip(given, -FARTHEST, FARTHEST)) / np.sinh(BEND)
        relative = np.where(self.known, self.own * bent, given)
        found: np.ndarray = relative * np.exp(chains[:, -2:-1])
        return found

    def columns(self, chains: np.ndarray) -> np.ndarray:
        """The weights of each chain and that of the score at the end, one chain in each column."""
        weights = self.weights(chains)
        return np.vstack([weights.T, end_weight_of(self.game, self.names, weights)]).astype(np.float32)

    def noise(self, chains: np.ndarray) -> np.ndarray:
        """How often each chain errs."""
        found: np.ndarray = MOST_NOISE / (1 + np.exp(-chains[:, -1]))
        return found

    def chain(self, fit: ChoiceFit) -> np.ndarray:
        """A fit as a chain."""
        weights = np.array([fit.weights.get(name, 0.0) for name in self.names])
        ratios = weights[self.known] / self.own[self.known]
        sizes = np.abs(ratios)
        size = float(np.median(sizes)) or float(sizes.max()) or 1.0
        found = np.append(weights / size, [min(np.log(size), SHARPEST), 0.0])
        found[:-2][self.known] = np.arcsinh(ratios / size * np.sinh(BEND)) / BEND
        share = min(max(fit.noise / MOST_NOISE, LEAST_NOISE), 1 - LEAST_NOISE)
        found[-1] = np.log(share / (1 - share))
        return found

    def fits(self, chains: np.ndarray, depth: int) -> list[ChoiceFit]:
        """Each chain as a fit."""
        found = []
        for weights, noise in zip(self.weights(chains).tolist(), self.noise(chains).tolist(), strict=True):
            found.append(ChoiceFit(self.game, depth, dict(zip(self.names, weights, strict=True)), noise, 0.0, 0))
        return found


@lru_cache(maxsize=64)
def prior_of(game: Game) -> Prior:
    """The prior of the weights of a game."""
    return Prior(game)


@dataclass(frozen=True)
class Likelihood:
    """How likely chains make the moves that were made."""

    prior: Prior
    trees: Trees
    settled: np.ndarray
    """Of decisions about which all weights nearly agree: the probability of the move that was made, in the first
    column, and that of an error."""

    def __call__(self, chains: np.ndarray) -> np.ndarray:
        """The log likelihood of each chain."""
        noise = self.prior.noise(chains)
        sure, chance = self.settled[:, :1], self.settled[:, 1:]
        found: np.ndarray = np.log(sure + noise * (chance - sure)).sum(axis=0)
        if len(self.trees.moves):
            shares = self.trees.shares(self.trees.values(self.prior.columns(chains)))
            found += np.log(shares + noise * (1 / self.trees.moves[:, None] - shares)).sum(axis=0)
        return found

    @classmethod
    def around(cls, prior: Prior, trees: Trees, chains: np.ndarray) -> Likelihood:
        """The likelihood for weights near these: boards that do not matter are left out, and decisions about which all
        chains agree are settled."""
        by_ply = trees.by_ply(prior.columns(chains))
        shares = trees.shares(by_ply[0])
        still = np.ptp(np.log(shares + LEAST_SHARE), axis=1) > SETTLED
        settled = np.stack([shares[~still].mean(axis=1), 1 / trees.moves[~still]], axis=1)
        return cls(prior, trees.pruned(by_ply, still), settled)


def foretold_by_chains(chains: np.ndarray, position: State | View, depth: int) -> np.ndarray | None:
    """The probability of every move by each chain; None if the decision has no tree. All chains together take less time
    than two searches.
    """
    trees = Trees.of([Watched(position, "", 0, len(position.moves()))], depth)
    if trees is None:
        return None
    prior = prior_of(position.game)
    with one_thread():  # of several threads, most would wait for each other
        values = trees.values(prior.columns(chains))
    powers = np.exp(values - values.max(axis=0))
    noise = prior.noise(chains)
    found: np.ndarray = (1 - noise) * powers / powers.sum(axis=0) + noise / len(values)
    return found.T


class Steps(NamedTuple):
    """What is drawn for the steps of all chains: the first index is that of the step, the second that of the chain."""

    evolves: np.ndarray
    """Whether the step is one of differential evolution: by a part of the difference of two other chains, in some
    numbers only. Otherwise one number changes."""
    pairs: np.ndarray
    parts: np.ndarray
    number: np.ndarray
    """The number that changes."""
    drawn: np.ndarray
    """Whether it is drawn from the prior. Otherwise it changes a little."""
    value: np.ndarray
    """What is drawn, or the little change."""
    needed: np.ndarray
    """The least gain for which a step is made: the logarithm of a uniform number."""

    @classmethod
    def draw(cls, prior: Prior, random: np.random.Generator, steps: int, count: int) -> Steps:
        """Draw the steps of so many chains."""
        size = (steps, count)
        kind, number = random.uniform(size=size), random.integers(prior.width, size=size)
        first = random.integers(1, count, size=size)
        second = 1 + (first + random.integers(count - 2, size=size)) % (count - 1)  # another one
        pairs = (np.arange(count) + np.stack([first, second])) % count
        far = np.where(random.uniform(size=size) < WHOLE_WAY, 1.0, random.uniform(*PART_OF_THE_WAY, size=size))
        crossed = random.uniform(size=(*size, prior.width)) < random.choice(CROSSED, size=size)[..., None]
        scales = np.append(np.where(prior.known, OWN_STEP, FURTHER_STEP), [1.0, 1.0])
        little = random.choice(SMALL_STEPS, size=size) * scales[number] * random.standard_normal(size)
        of_prior = prior.draw(random, steps * count).reshape(*size, prior.width)
        of_prior = np.take_along_axis(of_prior, number[..., None], axis=2)[..., 0]
        drawn = kind < FROM_PRIOR
        return cls(
            kind >= FROM_PRIOR + ONE_NUMBER,
            np.moveaxis(pairs, 0, 1),
            crossed * far[..., None],
            number,
            drawn,
            np.where(drawn, of_prior, little),
            np.log(random.uniform(size=size)),
        )

    def tried(self, step: int, chains: np.ndarray) -> np.ndarray:
        """Where the chains would go in this step."""
        first, second = self.pairs[step]
        found: np.ndarray = chains + (self.evolves[step][:, None] * self.parts[step]) * (chains[first] - chains[second])
        rows = np.flatnonzero(~self.evolves[step])
        number, value = self.number[step][rows], self.value[step][rows]
        found[rows, number] = np.where(self.drawn[step][rows], value, chains[rows, number] + value)
        return found


def sampled(
    watched: Sequence[Watched],
    game: Game,
    depth: int,
    start: np.ndarray | None,
    new: int,
    fits: Sequence[ChoiceFit] = (),
    steps: int = 0,
) -> np.ndarray | None:
    """Chains after these decisions, one in each row, the likeliest first; None if the decisions have no trees.

    They begin at ``start``, the chains before the last ``new`` decisions. A few begin at ``fits`` instead, if these
    explain more than the other chains: the posterior has several tops, and chains rarely go from one to another. Chains
    that stay far below the best are replaced, because their top has hardly any probability.
    """
    trees = Trees.of(watched, depth)
    if trees is None:
        return None
    prior, random = prior_of(game), np.random.default_rng([SEED, len(watched), depth])
    few = len(watched) <= FEW_DECISIONS
    count, steps = MANY_CHAINS if few else CHAINS, steps or (FIRST_STEPS if few else STEPS)
    chains = _begun(prior, random, start, trees if start is None else Trees.of(watched[-new:], depth), count)
    chains = _with_fits(prior, chains, fits, Likelihood(prior, trees, np.zeros((0, 2))))
    near = Steps.draw(prior, random, NEAR, len(chains))
    around = [chains, *(near.tried(each, chains) for each in range(NEAR))]
    likelihood = Likelihood.around(prior, trees, np.vstack(around))
    likely, dense = likelihood(chains), prior.log_density(chains)
    drawn = Steps.draw(prior, random, steps, len(chains))
    rescued = {int(share * steps) for share in RESCUED}
    warmth = np.minimum(1.0, np.linspace(ANNEALED, 2.0 - ANNEALED, steps)) if few else np.ones(steps)
    for step in range(steps):
        if step in rescued:
            places = _rescued(likely + dense)
            chains, likely, dense = chains[places], likely[places], dense[places]
        tried = drawn.tried(step, chains)
        likely_there, dense_there = likelihood(tried), prior.log_density(tried)
        # A number that is drawn from the prior is proposed as often as the prior says.
        of_prior = drawn.drawn[step] & ~drawn.evolves[step] & np.isfinite(dense_there)
        gain = warmth[step] * (likely_there - likely) + np.where(of_prior, 0.0, dense_there - dense)
        going = gain > drawn.needed[step]
        chains = np.where(going[:, None], tried, chains)
        likely, dense = np.where(going, likely_there, likely), np.where(going, dense_there, dense)
    return chains[np.argsort(-(likely + dense), kind="stable")]


def _begun(
    prior: Prior, random: np.random.Generator, start: np.ndarray | None, new: Trees | None, count: int
) -> np.ndarray:
    """Where so many chains begin: at the earlier ones, each as often as the new decisions make it likely; at first, at
    draws of the prior and at the game's own weights.
    """
    if start is None:
        start = prior.draw(random, FIRST_DRAWS)
        start[0, :-2] = prior.usual
    gain = Likelihood(prior, new, np.zeros((0, 2)))(start) if new is not None else np.zeros(len(start))
    shares = np.exp(gain - gain.max())
    even = (np.arange(count) + random.uniform()) / count
    places = np.searchsorted(np.cumsum(shares) / shares.sum(), even)
    return np.asarray(start[np.minimum(places, len(start) - 1)])


def _rescued(worth: np.ndarray) -> np.ndarray:
    """Which chain is in each place from now on.

    >>> _rescued(np.array([-50.0, -113.0, -56.0, -120.0, -90.0])).tolist()
    [0, 0, 2, 2, 0]
    """
    lost = worth < worth.max() - LOST
    found, others = np.arange(len(worth)), np.flatnonzero(~lost)
    found[lost] = np.resize(others, lost.sum())
    return found


def _with_fits(prior: Prior, chains: np.ndarray, fits: Sequence[ChoiceFit], likelihood: Likelihood) -> np.ndarray:
    """The chains, the worst of which are replaced by fits that are better than most."""
    if not fits:
        return chains
    count = len(chains)
    both = np.vstack([chains, *(prior.chain(each) for each in fits)])
    worth = likelihood(both) + prior.log_density(both)
    found, place = chains[np.argsort(-worth[:count], kind="stable")], count
    for fit, gained in zip(both[count:], worth[count:], strict=True):
        if gained > np.median(worth[:count]):
            found[place - FROM_A_FIT : place] = fit
            place -= FROM_A_FIT
    return found
