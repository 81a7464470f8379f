"""Bayes: a posterior over candidate models of a player, from its moves.

Every candidate gives the probability of each move before it is made; the posterior is the prior times these
likelihoods. The error rate of the player is learned too: the posterior is over pairs of a candidate and a noise level,
and all levels use the same predictions. At a level above 0 every move is possible, so no candidate is ever ruled out
completely. With forgetting, a candidate can become likely again after the player has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from math import exp, fsum, inf, log
from typing import cast

from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.learning.belief import Belief, Told
from kibitz.learning.noise_levels import pair, weights_of
from kibitz.models.choice_words import HARDLY, NUMBERS
from kibitz.models.model import Model
from kibitz.models.move_probabilities import with_noise
from kibitz.models.prediction import predict, predict_from_view
from kibitz.models.registry import model
from kibitz.replies.opponent import Opponent
from kibitz.searches.clocks import clock_decided, clock_decisions
from kibitz.words import in_words

LEVELS = {0.0: 10.0, 0.05: 1.0, 0.1: 1.0, 0.2: 1.0, 0.4: 1.0, 0.6: 1.0}
"""The noise levels if noise is learned, with their prior weights.

Under this prior two of three players never err. With less weight on 0, posteriors about players that never err are
underconfident in the first hands. If no level is as high as the error rate of the player, posteriors are overconfident
for a long time (docs/learning.md).
"""
LEARNED = "learned"
LEAST = 1e-9  # the smallest stored weight: a weight of 0 could never grow again
WHISPER = 0.01  # a move with a smaller log likelihood ratio is not counted as evidence
KEPT = 24  # sightings that are kept: those with the strongest evidence
REMEMBERED = 8192  # cached predictions: several players at a table learn from the same move
WORLDS = 20  # that a player who sees only a view is assumed to search
ELSEWHERE = 1  # the seed of these worlds: the worlds that the player itself drew are not known


def predicted(candidate: Model, position: State | View, worlds: int = WORLDS) -> Mapping[str, float]:
    """The prediction of a candidate in a whole position or in a view, cached.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> [round(share, 2) for share in predicted(model("MT"), state).values()]
    [0.42, 0.17, 0.42]
    >>> [round(share, 2) for share in predicted(model("MT"), state.view(0)).values()]
    [0.0, 0.0, 1.0]
    """
    shares, by_clock = _predicted(candidate, position, worlds)
    if by_clock:  # also if the prediction was cached
        clock_decided()
    return shares


@lru_cache(maxsize=REMEMBERED)
def _predicted(candidate: Model, position: State | View, worlds: int) -> tuple[Mapping[str, float], bool]:
    """The prediction, and whether a time limit had an effect."""
    before = clock_decisions()
    if isinstance(position, View):
        shares = predict_from_view(candidate, position, worlds, ELSEWHERE)
    else:
        shares = predict(candidate, position)
    return shares, clock_decisions() > before


def normalised(logs: Sequence[float]) -> tuple[float, ...]:
    """Logarithms of weights, normalised so that the weights sum to one.

    >>> [round(exp(each), 2) for each in normalised([0.0, log(3)])]
    [0.25, 0.75]
    """
    total = log_sum(logs)
    return tuple(each - total for each in logs)


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of a sum of terms that are given as logarithms.

    >>> round(log_sum([-2000.0, -2000.0]), 4)
    -1999.3069
    """
    top = max(logs)
    if top == -inf:
        return top
    return top + log(fsum([exp(each - top) for each in logs]))


@dataclass(frozen=True)
class Sighting:
    """An observed move, and its likelihood under each candidate and under the belief at that time."""

    number: int
    position: str
    move: str
    log_likelihoods: tuple[float, ...]
    """The likelihood under each candidate, averaged over the noise levels."""
    log_expected: float
    """Under the belief."""

    def speaks(self, candidate: int) -> float:
        """The evidence of the move for a candidate (above 0) or against it: a log likelihood ratio."""
        return self.log_likelihoods[candidate] - self.log_expected

    @cached_property
    def telling(self) -> float:
        """The strongest evidence for or against a candidate."""
        return max(self.log_likelihoods) - min(self.log_likelihoods)


@dataclass(frozen=True)
class Bayes(Belief):
    """A belief about one player; ``see`` returns the belief after one more of its moves.

    All candidates are equally likely at first, unless ``prior`` gives their weights, in order or by name. ``noise`` is
    the probability that the player makes a random move, in addition to the noise of a candidate itself. A number fixes
    it. By default it is learned, with the prior ``LEVELS``; another prior is a list of equally likely levels, or levels
    with weights. ``forgetting`` is the share of the belief that returns to the prior before every move: with f, about
    the last 1 / f moves count.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=5, bids=[1, 2, 2], open=true)").start(seed=4)
    >>> print(Bayes(["MT", "mOT"]).see(state, state.moves()[0]))
    most-tricks 69%, fewest-overtricks 31% after 1 decisions
    """

    candidates: Sequence[object]
    prior: Sequence[float] | Mapping[str, float] | None = None
    noise: float | Sequence[float] | Mapping[float, float] | str = LEARNED
    forgetting: float = 0.0
    joint: tuple[float, ...] = ()
    """The logarithms of the posterior of every pair: the first candidate with each noise level, then the second, ..."""
    moves: int = 0
    """The number of observed decisions; forced moves do not count."""
    log_likelihood: float = 0.0
    """The log probability of the moves, each under the belief before that move."""
    log_guess: float = 0.0
    """The log probability of the moves under a uniform guess over all legal moves."""
    sightings: tuple[Sighting, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.joint:
            return  # a belief that was derived from another one
        models = tuple(map(model, self.candidates))
        if not models or len(set(map(str, models))) < len(models):
            raise SpecError(
                "a belief needs at least one candidate, and candidates must have different texts, such as "
                "['most-tricks', 'greedy']"
            )
        if not 0 <= self.forgetting < 1:
            raise SpecError(f"forgetting={self.forgetting} is not allowed; it must be 0 or more and below 1")
        levels = noise_prior(self.noise)
        logs = normalised([log(weight) for weight in _weights(models, self.prior)])
        object.__setattr__(self, "candidates", models)
        object.__setattr__(self, "prior", tuple(map(exp, logs)))
        object.__setattr__(self, "noise", tuple(levels.items()))
        object.__setattr__(self, "joint", self.joint_prior)

    @property
    def models(self) -> tuple[Model, ...]:
        """The candidates."""
        return cast("tuple[Model, ...]", self.candidates)

    @cached_property
    def levels(self) -> tuple[float, ...]:
        """The noise levels; one if the noise is fixed."""
        return tuple(level for level, _ in cast("tuple[tuple[float, float], ...]", self.noise))

    @property
    def joint_prior(self) -> tuple[float, ...]:
        """The logarithms of the prior of every pair of a candidate and a noise level, in the order of ``joint``."""
        levels = cast("tuple[tuple[float, float], ...]", self.noise)
        return tuple(log(each * share) for each in cast("tuple[float, ...]", self.prior) for _, share in levels)

    @cached_property
    def logs(self) -> tuple[float, ...]:
        """The log posterior of every candidate, summed over noise levels."""
        return tuple(map(log_sum, self._by_candidate(self.joint)))

    @property
    def noise_posterior(self) -> dict[float, float]:
        """The probability of every noise level, summed over candidates."""
        count = len(self.levels)
        return {level: fsum(map(exp, self.joint[place::count])) for place, level in enumerate(self.levels)}

    @property
    def error_rate(self) -> float:
        """The posterior mean of the noise."""
        if len(self.levels) == 1:
            return self.levels[0]
        return fsum(level * share for level, share in self.noise_posterior.items())

    def error_range(self, share: float = 0.9) -> tuple[float, float]:
        """A credible interval of the noise with at least this probability.

        At most half of the remaining probability is left out at each end.

        >>> Bayes(["MT"]).error_range()
        (0.0, 0.6)
        """
        so_far = list(accumulate(self.noise_posterior.values()))
        low = next(level for level, sum_ in zip(self.levels, so_far, strict=True) if sum_ > (1 - share) / 2)
        high = next((level for level, sum_ in zip(self.levels, so_far, strict=True) if sum_ >= (1 + share) / 2), None)
        return low, self.levels[-1] if high is None else high

    @property
    def errs(self) -> str:
        """The estimated error rate in words; empty if the noise is fixed.

        >>> Bayes(["MT"], noise=[0.1, 0.3]).errs
        'errs in about one move in five (10% to 30%)'
        """
        if len(self.levels) == 1:
            return ""
        if self.error_rate < HARDLY:
            return "hardly ever errs"
        count = round(1 / self.error_rate)
        low, high = self.error_range()
        return f"errs in about one move in {NUMBERS.get(count, count)} ({low:.0%} to {high:.0%})"

    @property
    def posterior(self) -> dict[str, float]:
        """The probability of every candidate, by its text."""
        return {str(each): exp(share) for each, share in zip(self.models, self.logs, strict=True)}

    @property
    def likeliest(self) -> Model:
        """The candidate with the highest probability; if several share it, the first of them."""
        return self.models[max(range(len(self.logs)), key=lambda place: self.logs[place])]

    @property
    def mixture(self) -> Model:
        """The belief as a model that plays like one of the candidates, drawn anew at every move."""
        return self.opponent.mixture

    @property
    def opponent(self) -> Opponent:
        """The candidates with their probabilities, and the posterior mean of the noise."""
        return Opponent(tuple(zip(map(exp, self.logs), self.models, strict=True)), self.error_rate)

    def remembered(self, weights: Mapping[str, float], opponent: str) -> Bayes:
        """The belief that starts with stored weights. The prior is kept, because forgetting returns to it."""
        names = self._names
        kept = weights_of(weights, names, opponent, self.levels[0] if len(self.levels) == 1 else None)
        logs = [log(max(kept[each], LEAST)) for each in names]
        joint = normalised([first + each for first, each in zip(self.joint_prior, logs, strict=True)])
        return replace(self, joint=joint)

    def learned_since(self, before: Bayes) -> tuple[dict[str, float], int]:
        """The ratio of this belief to the earlier one, for every pair of a candidate and a noise level."""
        least = log(LEAST)  # forgetting may have made a candidate with weight 0 possible again
        gained = [max(new, least) - max(old, least) for new, old in zip(self.joint, before.joint, strict=True)]
        shares = {name: max(exp(log), LEAST) for name, log in zip(self._names, normalised(gained), strict=True)}
        return shares, self.moves - before.moves

    @property
    def _names(self) -> list[str]:
        """The names of the candidates in a memory; if noise is learned, one for each candidate and noise level."""
        names = list(map(str, self.models))
        return names if len(self.levels) == 1 else [pair(name, level) for name in names for level in self.levels]

    def told(self, most: int = 3) -> Told:
        """The posterior, and the moves with the strongest evidence for or against the most likely candidate."""
        likeliest = self.likeliest
        speaking, against = self.evidence(likeliest, most)
        place = self.models.index(likeliest)
        reasons = [
            f"{side} {in_words(likeliest)}: {each.move} (its decision {each.number + 1}) was "
            f"{exp(each.speaks(place)):.2g} times as likely as expected"
            for side, moves in (("for", speaking), ("against", against))
            for each in moves
        ]
        return Told(self.posterior, tuple(reasons), self.errs)

    @property
    def log_score(self) -> float:
        """The mean log probability of the decisions under the belief; 0 is perfect."""
        return self.log_likelihood / self.moves if self.moves else 0.0

    @property
    def log_score_of_a_guess(self) -> float:
        """The mean log probability of the decisions under a uniform guess over all legal moves: the baseline of
        ``log_score``."""
        return self.log_guess / self.moves if self.moves else 0.0

    def expects(self, position: State | View, worlds: int = WORLDS) -> dict[str, float]:
        """The probability of each move of the seat to move, averaged over the belief.

        >>> import kibitz
        >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=1)
        >>> {move: round(share, 2) for move, share in Bayes(["MT", "mOT"], noise=0.1).expects(state).items()}
        {'TC': 0.56, '2D': 0.11, 'KD': 0.33}
        """
        position = position.game.part(position)
        shares = [predicted(candidate, position, worlds) for candidate in self.models]
        weights = [
            fsum(exp(each) * (1 - level) for each, level in zip(joint, self.levels, strict=True))
            for joint in self._by_candidate(self.joint)
        ]
        chance = self.error_rate / len(shares[0])
        return {
            move: chance + fsum(weight * share[move] for weight, share in zip(weights, shares, strict=True))
            for move in shares[0]
        }

    def see(self, position: State | View, move: str, worlds: int = WORLDS) -> Bayes:
        """The belief after the seat to move made this move here.

        Give the whole position if the player saw it. If hands are hidden, give its view; then the candidates search
        ``worlds`` that fit it (sturtevant2006 section 2). In a game of many hands, only the current hand is used.
        """
        position = position.game.part(position)
        shares = [predicted(candidate, position, worlds) for candidate in self.models]
        if move not in shares[0]:
            move = position.game.parse_move(position, move)
        count = len(shares[0])
        rows = [with_noise(share[move], level, count) for share in shares for level in self.levels]
        return self._weigh(rows, count, str(position), move)

    def in_world(self, state: State, move: str) -> tuple[Bayes, float]:
        """The belief after this move in a world, and the log likelihood of the move there."""
        seen = self.see(state, move)
        return seen, seen.log_likelihood - self.log_likelihood

    def averaged(self, beliefs: Sequence[Bayes], logs: Sequence[float]) -> Bayes:
        """The posterior averaged over worlds; the stored evidence is that of this belief."""
        shares = [
            log_sum([weight + share for weight, share in zip(logs, of_one, strict=True)])
            for of_one in zip(*(each.joint for each in beliefs), strict=True)
        ]
        return replace(self, joint=normalised(shares))

    def weigh(self, likelihoods: Sequence[float], choices: int, position: str = "", move: str = "") -> Bayes:
        """The belief after a move with these likelihoods, one for each candidate; ``choices`` moves were legal.

        The likelihoods include the noise, so such a move is no evidence about the noise.
        """
        if len(likelihoods) != len(self.models) or not all(0 < each < inf for each in likelihoods):
            raise KibitzError(
                "the move needs a likelihood above 0 for every candidate; with_noise makes every move possible"
            )
        return self._weigh([each for each in likelihoods for _ in self.levels], choices, position, move)

    def _weigh(self, likelihoods: Sequence[float], choices: int, position: str, move: str) -> Bayes:
        """The belief after a move with one likelihood for every pair of a candidate and a noise level. At noise level 0
        a likelihood may be 0."""
        if choices < 2:
            return self
        joint, candidates = self.joint, self.logs
        if self.forgetting:
            kept = 1 - self.forgetting
            joint = tuple(
                log(kept * exp(old) + self.forgetting * exp(first))
                for old, first in zip(joint, self.joint_prior, strict=True)
            )
            candidates = tuple(map(log_sum, self._by_candidate(joint)))
        weighed = [old + log(each) if each else -inf for old, each in zip(joint, likelihoods, strict=True)]
        now = [log_sum(each) for each in self._by_candidate(weighed)]
        expected = log_sum(now)
        told = tuple(after - before for after, before in zip(now, candidates, strict=True))
        known = [*self.sightings, Sighting(self.moves, position, move, told, expected)]
        if len(known) > KEPT:
            known.remove(min(known, key=lambda each: each.telling))
        after = replace(
            self,
            joint=tuple(each - expected for each in weighed),
            moves=self.moves + 1,
            log_likelihood=self.log_likelihood + expected,
            log_guess=self.log_guess - log(choices),
            sightings=tuple(known),
        )
        # Fills the cached property, which would compute the same.
        after.__dict__["logs"] = tuple(each - expected for each in now)
        return after

    def _by_candidate(self, joint: Sequence[float]) -> list[Sequence[float]]:
        count = len(joint) // len(self.candidates)
        return [joint[start : start + count] for start in range(0, len(joint), count)]

    def evidence(self, candidate: Model | str, most: int = 3) -> tuple[list[Sighting], list[Sighting]]:
        """The moves with the strongest evidence for a candidate and against it, the strongest first."""
        place = self.models.index(model(candidate))
        ordered = sorted(self.sightings, key=lambda each: -each.speaks(place))
        return (
            [each for each in ordered[:most] if each.speaks(place) > WHISPER],
            [each for each in ordered[::-1][:most] if each.speaks(place) < -WHISPER],
        )

    def __str__(self) -> str:
        shares = sorted(self.posterior.items(), key=lambda pair: -pair[1])
        told = ", ".join(f"{in_words(name)} {share:.0%}" for name, share in shares)
        return f"{told} after {self.moves} decisions"


def noise_prior(noise: float | Sequence[float] | Mapping[float, float] | str) -> dict[float, float]:
    """The prior probability of every noise level, in rising order.

    >>> noise_prior(0.1), noise_prior([0.2, 0])
    ({0.1: 1.0}, {0.0: 0.5, 0.2: 0.5})
    """
    if noise == LEARNED:
        return noise_prior(LEVELS)
    given: Mapping[float, float] | None = None
    if isinstance(noise, Mapping):
        given = noise
    elif isinstance(noise, (int, float)):
        given = {noise: 1.0}
    elif not isinstance(noise, str) and len(set(noise)) == len(noise):
        given = dict.fromkeys(noise, 1.0)
    if not given or not all(map(_is_level, given.items())) or max(given) == 0:
        raise SpecError(
            f"noise={noise} is not allowed: give a number above 0 and below 1, or a list of different such numbers, "
            f"which may include 0, or {LEARNED}"
        )
    whole = fsum(given.values())
    return {float(level): given[level] / whole for level in sorted(given)}


def _is_level(pair: tuple[object, object]) -> bool:
    """Whether this is a valid pair of a noise level and its weight."""
    level, share = pair
    return isinstance(level, (int, float)) and isinstance(share, (int, float)) and 0 <= level < 1 and 0 < share < inf


def _weights(models: Sequence[Model], prior: Sequence[float] | Mapping[str, float] | None) -> Sequence[float]:
    """The weight of every candidate before anything is seen."""
    if prior is None:
        return [1.0] * len(models)
    if isinstance(prior, Mapping):
        if prior.keys() != {str(each) for each in models}:
            raise SpecError(
                f"the prior gives weights to {', '.join(prior)}; it must give one to each of "
                f"{', '.join(map(str, models))}"
            )
        prior = [prior[str(each)] for each in models]
    if len(prior) != len(models) or not all(0 < weight < inf for weight in prior):
        raise SpecError(
            "a prior needs a finite weight above 0 for every candidate, because weight 0 could never change"
        )
    return prior
