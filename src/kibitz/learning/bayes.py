"""Bayes: from the moves of a player to a posterior over what it may be.

Every candidate says how likely each move was before it was made; the posterior is the prior times these likelihoods.
Noise keeps every move possible, so no candidate is ever ruled out, and forgetting lets one come back whose player has
changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import exp, fsum, inf, log
from typing import cast

from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.models.model import Model, model
from kibitz.searches.clocks import clock_decided, clock_decisions
from kibitz.searches.prediction import predict, predict_from_view
from kibitz.wants.mixture import Mixture

WHISPER = 0.01  # a move that changes the odds by a hundredth or less speaks neither for nor against
KEPT = 24  # sightings that are remembered, the most telling ones
REMEMBERED = 8192  # predictions: several at a table learn from the same move
WORLDS = 20  # in which one who sees only a view is thought to search
ELSEWHERE = 1  # the seed of these worlds: those that a player drew itself are not known


def predicted(candidate: Model, position: State | View, worlds: int = WORLDS) -> Mapping[str, float]:
    """What a candidate would do here, remembered for a while: in a whole position, or where it sees only a view.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> [round(share, 2) for share in predicted(model("MT"), state).values()]
    [0.42, 0.17, 0.42]
    >>> [round(share, 2) for share in predicted(model("MT"), state.view(0)).values()]
    [0.0, 0.0, 1.0]
    """
    shares, by_clock = _predicted(candidate, position, worlds)
    if by_clock:  # also where it was remembered
        clock_decided()
    return shares


@lru_cache(maxsize=REMEMBERED)
def _predicted(candidate: Model, position: State | View, worlds: int) -> tuple[Mapping[str, float], bool]:
    """The prediction, and whether a clock decided it."""
    before = clock_decisions()
    if isinstance(position, View):
        shares = predict_from_view(candidate, position, worlds, ELSEWHERE)
    else:
        shares = predict(candidate, position)
    return shares, clock_decisions() > before


def with_noise(shares: Mapping[str, float], move: str, noise: float) -> float:
    """The probability of a move by one who makes any of its moves with probability ``noise``.

    >>> with_noise({"a": 1.0, "b": 0.0}, "b", noise=0.1)
    0.05
    """
    return (1 - noise) * shares[move] + noise / len(shares)


def normalised(logs: Sequence[float]) -> tuple[float, ...]:
    """Logarithms of weights, moved so that the weights sum to one.

    >>> [round(exp(each), 2) for each in normalised([0.0, log(3)])]
    [0.25, 0.75]
    """
    total = log_sum(logs)
    return tuple(each - total for each in logs)


def log_sum(logs: Sequence[float]) -> float:
    """The logarithm of a sum whose terms are given as logarithms, however small they are.

    >>> round(log_sum([-2000.0, -2000.0]), 4)
    -1999.3069
    """
    top = max(logs)
    return top + log(fsum(exp(each - top) for each in logs))


@dataclass(frozen=True)
class Sighting:
    """A move that was seen, and how likely it was to each candidate and to the belief as it was then."""

    number: int
    position: str
    move: str
    likelihoods: tuple[float, ...]
    expected: float

    def speaks(self, candidate: int) -> float:
        """How much the move speaks for a candidate (above 0) or against it, as a logarithm."""
        return log(self.likelihoods[candidate] / self.expected)

    @property
    def telling(self) -> float:
        """How much it speaks for or against anybody."""
        return log(max(self.likelihoods) / min(self.likelihoods))


@dataclass(frozen=True)
class Bayes:
    """A belief about one player; ``see`` gives the belief after one more of its moves.

    All candidates are as likely at first unless ``prior`` gives their weights, in order or by their texts.
    ``noise`` is how often any player is thought to make any of its moves, beside the noise of a candidate's own.
    ``forgetting`` is the share of the belief that goes back to the prior before every move: 0 never forgets, and with
    f about 1 / f moves count.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=5, bids=[1, 2, 2], open=true)").start(seed=4)
    >>> print(Bayes(["MT", "mOT"]).see(state, state.moves()[0]))
    MT 70%, mOT 30% after 1 decisions
    """

    candidates: Sequence[Model | str]
    prior: Sequence[float] | Mapping[str, float] | None = None
    noise: float = 0.05
    forgetting: float = 0.0
    logs: tuple[float, ...] = ()
    """The logarithms of the posterior."""
    moves: int = 0
    """How many decisions were seen; a move without an alternative is none."""
    log_likelihood: float = 0.0
    """The logarithm of how likely the belief found the moves, each before it was made."""
    log_guess: float = 0.0
    """The same for a guess that finds all legal moves as likely."""
    sightings: tuple[Sighting, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.logs:
            return  # a belief that grew from another
        models = tuple(map(model, self.candidates))
        if not models or len(set(models)) < len(models):
            raise SpecError("a belief is over at least one candidate, each once, such as ['MT', 'mOT']")
        logs = normalised([log(weight) for weight in _weights(models, self.prior)])
        for name, value in (("noise", self.noise), ("forgetting", self.forgetting)):
            if not 0 <= value < 1 or (name == "noise" and value == 0):
                least = "above 0" if name == "noise" else "0 or more"
                raise SpecError(f"{name}={value} is not allowed, it is {least} and below 1")
        object.__setattr__(self, "candidates", models)
        object.__setattr__(self, "prior", tuple(map(exp, logs)))
        object.__setattr__(self, "logs", logs)

    @property
    def models(self) -> tuple[Model, ...]:
        """The candidates."""
        return cast("tuple[Model, ...]", self.candidates)

    @property
    def posterior(self) -> dict[str, float]:
        """The probability of every candidate, by its text."""
        return {str(each): exp(share) for each, share in zip(self.models, self.logs, strict=True)}

    @property
    def likeliest(self) -> Model:
        """The candidate with the highest probability, the first of several."""
        return self.models[max(range(len(self.logs)), key=lambda place: self.logs[place])]

    @property
    def mixture(self) -> Model:
        """The belief as a model: one of the candidates at every move."""
        if len(self.models) == 1:
            return self.models[0]
        return Model(Mixture(tuple(zip(map(exp, self.logs), self.models, strict=True))))

    @property
    def log_score(self) -> float:
        """The mean logarithm of how likely the belief found a decision; 0 is perfect."""
        return self.log_likelihood / self.moves if self.moves else 0.0

    @property
    def log_score_of_a_guess(self) -> float:
        """The same for the guess that all legal moves are as likely: what ``log_score`` has to beat."""
        return self.log_guess / self.moves if self.moves else 0.0

    def see(self, position: State | View, move: str, worlds: int = WORLDS) -> Bayes:
        """The belief after the seat to move made this move here.

        A whole position is one that it saw whole. Where hands are hidden, give its view: it is then taken to have
        searched ``worlds`` that fit (sturtevant2006 section 2). Of a game of many hands the hand is looked at.
        """
        position = position.game.part(position)
        shares = [predicted(candidate, position, worlds) for candidate in self.models]
        if move not in shares[0]:
            move = position.game.parse_move(position, move)
        likelihoods = [with_noise(share, move, self.noise) for share in shares]
        return self.weigh(likelihoods, len(shares[0]), str(position), move)

    def weigh(self, likelihoods: Sequence[float], choices: int, position: str = "", move: str = "") -> Bayes:
        """The belief after a move that the candidates found so likely, one of so many that could be made."""
        if len(likelihoods) != len(self.models) or not all(0 < each < inf for each in likelihoods):
            raise KibitzError(
                "a move has a likelihood above 0 for every candidate; with_noise keeps every move possible"
            )
        if choices < 2:
            return self
        logs = self.logs
        if self.forgetting:
            kept, first = 1 - self.forgetting, cast("tuple[float, ...]", self.prior)
            logs = tuple(log(kept * exp(old) + self.forgetting * each) for old, each in zip(logs, first, strict=True))
        expected = fsum(exp(old) * each for old, each in zip(logs, likelihoods, strict=True))
        sighting = Sighting(self.moves, position, move, tuple(likelihoods), expected)
        known = [*self.sightings, sighting]
        if len(known) > KEPT:
            known.remove(min(known, key=lambda each: each.telling))
        return replace(
            self,
            logs=normalised([old + log(each) for old, each in zip(logs, likelihoods, strict=True)]),
            moves=self.moves + 1,
            log_likelihood=self.log_likelihood + log(expected),
            log_guess=self.log_guess - log(choices),
            sightings=tuple(known),
        )

    def evidence(self, candidate: Model | str, most: int = 3) -> tuple[list[Sighting], list[Sighting]]:
        """The moves that spoke most for a candidate and those that spoke most against it, the strongest first."""
        place = self.models.index(model(candidate))
        ordered = sorted(self.sightings, key=lambda each: -each.speaks(place))
        return (
            [each for each in ordered[:most] if each.speaks(place) > WHISPER],
            [each for each in ordered[::-1][:most] if each.speaks(place) < -WHISPER],
        )

    def __str__(self) -> str:
        shares = sorted(self.posterior.items(), key=lambda pair: -pair[1])
        return ", ".join(f"{name} {share:.0%}" for name, share in shares) + f" after {self.moves} decisions"


def _weights(models: Sequence[Model], prior: Sequence[float] | Mapping[str, float] | None) -> Sequence[float]:
    """The weight of every candidate before anything is seen."""
    if prior is None:
        return [1.0] * len(models)
    if isinstance(prior, Mapping):
        if prior.keys() != {str(each) for each in models}:
            raise SpecError(f"the prior is about {', '.join(prior)}; it must be about {', '.join(map(str, models))}")
        prior = [prior[str(each)] for each in models]
    if len(prior) != len(models) or not all(0 < weight < inf for weight in prior):
        raise SpecError("a prior has a finite weight above 0 for every candidate: what is ruled out cannot be learned")
    return prior
