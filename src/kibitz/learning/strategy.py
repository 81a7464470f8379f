"""LearnStrategy: what a player wants and how far it looks, from its moves (carmel1993 section 4.2, Figure 9)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy

from kibitz.errors import KibitzError
from kibitz.games import capabilities
from kibitz.games.game import Game
from kibitz.learning.accuracy import Accuracy, accuracy
from kibitz.learning.examples import Example, Games
from kibitz.learning.inequalities import Inequalities, Numbers, inequalities
from kibitz.models.model import Model
from kibitz.models.wants import Evaluation
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.searches.dominant import dominant_boards


@dataclass(frozen=True)
class DepthFit:
    """The best weights found for a depth, and how they did on the examples set aside."""

    depth: int
    weights: Mapping[str, float]
    accuracy: Accuracy
    rounds: int
    """Linear programs solved."""


@dataclass(frozen=True)
class LearnedStrategy:
    """A strategy in the sense of carmel1993, Definition 1, and how sure it is."""

    game: str
    weights: Mapping[str, float]
    depth: int
    fits: tuple[DepthFit, ...]
    """One for every depth tried; the one with the highest accuracy was taken."""
    fresh: Accuracy
    """On games that were used neither for fitting nor for choosing."""

    @property
    def model(self) -> Model:
        """The player as a model: it makes the first of its best moves. Features that do not count are left out."""
        counting = {name: weight for name, weight in self.weights.items() if weight}
        return Model(Evaluation(counting), depth=self.depth, ties="left-low")

    @property
    def likely_depths(self) -> tuple[int, ...]:
        """The depths that are behind the best by no more than one standard error, on the examples set aside."""
        best = self.fits[self.depth - 1].accuracy
        behind = {fit.depth: fit.accuracy.behind(best) for fit in self.fits}
        return tuple(depth for depth, (mean, error) in behind.items() if mean <= error)

    def summary(self) -> str:
        """A few lines that a person can read."""
        others = [str(depth) for depth in self.likely_depths if depth != self.depth]
        sure = f"depths {', '.join(others)} are" if len(others) > 1 else f"depth {', '.join(others)} is"
        lines = [
            f"{self.game}: {self.model}",
            f"predicts {self.fresh} that were not used to learn",
            "depth  accuracy on the examples set aside",
            *(f"{fit.depth:>5}  {fit.accuracy}{' *' if fit.depth == self.depth else ''}" for fit in self.fits),
            f"within one standard error of depth {self.depth}: {sure} as likely"
            if others
            else "no other depth is within one standard error",
        ]
        return "\n".join(lines)

    def to_json(self) -> str:
        """The strategy for a file; ``kibitz.learning.saved`` reads the model in it."""
        return json.dumps(
            {
                "game": self.game,
                "model": str(self.model),
                "weights": dict(self.weights),
                "depth": self.depth,
                "likely_depths": list(self.likely_depths),
                "fresh": _accuracy_fields(self.fresh),
                "by_depth": [
                    {
                        "depth": fit.depth,
                        "weights": dict(fit.weights),
                        "rounds": fit.rounds,
                        **_accuracy_fields(fit.accuracy),
                    }
                    for fit in self.fits
                ],
            },
            indent=2,
        )


def _accuracy_fields(found: Accuracy) -> dict[str, Any]:
    return {
        "accuracy": round(found.share, 4),
        "standard_error": round(found.error, 4),
        "moves": sum(found.examples),
        "games": len(found.examples),
    }


def _plain(weight: float) -> float:
    return int(weight) if weight == int(weight) else weight


@dataclass(frozen=True)
class LearnStrategy:
    """Figure 9 with its parameters.

    For every depth the weights are improved in rounds, beginning with those of the depth before: the boards that
    decide under the present weights give inequalities, a linear program gives new weights, and small whole numbers near
    them are tried as well, since only exact ratios make the player's ties. The better of the two is taken as long as it
    predicts the examples set aside better than before by ``progress``. The depth with the highest score is the answer;
    of equal ones, the least.

    The player is taken to like the game's first feature that has a positive weight by default: its weight is the unit,
    and all others begin at 0. No draw is made anywhere.
    """

    farthest: int = 9
    margin: float = 0.05
    """By how much a move that comes before the one made must be worse, in units."""
    box: float = 4.0
    """The largest weight, in units."""
    progress: float = 0.004
    most_rounds: int = 10
    largest: int = 100
    """Whole weights are sought up to this for the unit."""
    workers: int = 1
    """Threads; the answer does not depend on them."""

    def __post_init__(self) -> None:
        if self.farthest < 1 or self.most_rounds < 1 or self.largest < 1 or self.workers < 1:
            raise KibitzError("the farthest depth, the rounds, the largest weight and the workers must be 1 or more")
        for name in ("margin", "box"):
            if not (math.isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise KibitzError(f"{name} must be a number above 0, not {getattr(self, name)}")

    def __call__(
        self, fitting: Games, aside: Games, fresh: Games = (), report: Callable[[DepthFit], None] | None = None
    ) -> LearnedStrategy:
        """Learn from the first examples, choose by the second, measure on the third.

        ``report`` is told of every depth when it is done.
        """
        examples = [example for examples in fitting for example in examples]
        if not examples or not any(aside):
            raise KibitzError("examples are needed to fit and, of other games, to set aside; there are none")
        game = examples[0].state.game
        capabilities.require(game, "evaluated")
        weights = unit_weights(game)
        fits: list[DepthFit] = []
        with ThreadPoolExecutor(self.workers) as pool:
            session = _Session(self, game, examples, aside, pool)
            for depth in range(1, self.farthest + 1):
                fits.append(session.fitted(depth, weights))
                weights = session.vector(fits[-1].weights)
                if report is not None:
                    report(fits[-1])
            best = max(fits, key=lambda fit: (fit.accuracy.share, -fit.depth))
            measured = session.accuracy(fresh, session.vector(best.weights), best.depth)
        return LearnedStrategy(str(game), best.weights, best.depth, tuple(fits), measured)


def unit_weights(game: Game) -> Numbers:
    """Where learning begins: 1 for the first feature that has a positive weight by default, 0 for the others.

    >>> from kibitz.games.registry import game
    >>> unit_weights(game("checkers")).tolist()[:3]
    [1.0, 0.0, 0.0]
    """
    defaults = list(game.weights.values())  # type: ignore[attr-defined]
    unit = next((index for index, weight in enumerate(defaults) if weight > 0), 0)
    weights = numpy.zeros(len(defaults))
    weights[unit] = 1.0
    return weights


@dataclass(frozen=True)
class _Session:
    """One run: the examples, and threads to search them with."""

    learner: LearnStrategy
    game: Game
    examples: Sequence[Example]
    aside: Games
    pool: ThreadPoolExecutor

    def named(self, weights: Numbers) -> dict[str, float]:
        return {name: _plain(float(weight)) for name, weight in zip(self.game.features, weights, strict=True)}  # type: ignore[attr-defined]

    def vector(self, weights: Mapping[str, float]) -> Numbers:
        return numpy.array(list(weights.values()), dtype=float)

    def fitted(self, depth: int, weights: Numbers) -> DepthFit:
        """Climb until a round brings no progress."""
        learner, found = self.learner, self.accuracy(self.aside, weights, depth)
        rounds = 0
        while rounds < learner.most_rounds:
            rounds += 1
            tried = [(self.accuracy(self.aside, each, depth), each) for each in self.solutions(weights, depth)]
            better, changed = max(tried, key=lambda pair: pair[0].share)
            grown = better.share - found.share
            if grown > 0:
                weights, found = changed, better
            if grown < learner.progress:
                break
        return DepthFit(depth, self.named(weights), found, rounds)

    def solutions(self, weights: Numbers, depth: int) -> list[Numbers]:
        """FindSolution of Figure 9: whole numbers first, then what the linear program says."""
        named = self.named(weights)
        told = self.pool.map(
            lambda each: list(inequalities(dominant_boards(each.state, named, depth), each.move)), self.examples
        )
        system = Inequalities(chain.from_iterable(told))
        if not len(system.counts):
            return [weights]
        unit = int(unit_weights(self.game).argmax())
        solved = system.solved(unit, self.learner.margin, self.learner.box).round(6)
        return [system.whole(solved, unit, self.learner.largest), solved]

    def accuracy(self, games: Games, weights: Numbers, depth: int) -> Accuracy:
        """Strict: the first best move in move order is the one that was made."""
        search = AlphaBeta(depth=depth, own=Evaluation(self.named(weights)))
        return accuracy(
            games, lambda examples: list(self.pool.map(lambda each: search.analyse(each.state).best[0], examples))
        )
