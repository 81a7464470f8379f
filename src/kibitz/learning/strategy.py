"""LearnStrategy: finds the evaluation and the depth of a player from its moves (carmel1993 section 4.2, Figure 9)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy

from kibitz.errors import KibitzError
from kibitz.games import capabilities
from kibitz.games.game import Game
from kibitz.games.registry import game as game_named
from kibitz.learning.accuracy import Accuracy, accuracy
from kibitz.learning.examples import Example, Games
from kibitz.learning.inequalities import Inequalities, Inequality, Numbers, inequalities
from kibitz.learning.learned_figure import Bars, ShownWithFigure, drawn
from kibitz.models.choice_words import what_it_values
from kibitz.models.model import Model
from kibitz.models.want_seeker import Seeker
from kibitz.pool.work import Backend, Chunks, Work
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.searches.dominant_boards import dominant_boards
from kibitz.wants.evaluation import Evaluation

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class DepthFit:
    """The best weights found for a depth, and how they did on the examples set aside."""

    depth: int
    weights: Mapping[str, float]
    accuracy: Accuracy
    rounds: int
    """Linear programs solved."""


@dataclass(frozen=True)
class LearnedStrategy(ShownWithFigure):
    """A learned strategy (carmel1993, Definition 1), with its accuracy."""

    game: str
    weights: Mapping[str, float]
    depth: int
    fits: tuple[DepthFit, ...]
    """One for every depth tried; the one with the highest accuracy was taken."""
    fresh: Accuracy
    """The accuracy on games that were used neither for fitting nor for choosing."""

    @property
    def model(self) -> Model:
        """The player as a model: it makes the first of its best moves. Features with weight 0 are left out."""
        counting = {name: weight for name, weight in self.weights.items() if weight}
        return Seeker(Evaluation(counting), depth=self.depth, ties="left-low")

    @property
    def likely_depths(self) -> tuple[int, ...]:
        """The depths that are behind the best by no more than one standard error, on the examples set aside."""
        best = self.fits[self.depth - 1].accuracy
        behind = {fit.depth: fit.accuracy.behind(best) for fit in self.fits}
        return tuple(depth for depth, (mean, error) in behind.items() if mean <= error)

    def summary(self) -> str:
        """A summary in a few lines."""
        others = [str(depth) for depth in self.likely_depths if depth != self.depth]
        measured = f"predicts {self.fresh} that were not used to learn"
        lines = [
            f"{self.game}: {self.model}",
            measured if self.fresh.examples else "not measured on other games",
            "depth  accuracy on the examples set aside",
            *(f"{fit.depth:>5}  {fit.accuracy}{' *' if fit.depth == self.depth else ''}" for fit in self.fits),
            f"depths within one standard error of {self.depth}: {', '.join(others) or 'no other'}",
        ]
        return "\n".join(lines)

    @property
    def words(self) -> str:
        """What the player values, and how far it looks."""
        return what_it_values({name: weight for name, weight in self.weights.items() if weight}, self.depth)

    def plot(self) -> Figure:
        """A bar chart of the weights, and the accuracy of every depth."""
        largest = max(map(abs, self.weights.values())) or 1.0
        relative = {name: weight / largest for name, weight in self.weights.items() if weight}
        shares = {fit.depth: fit.accuracy.share for fit in self.fits}
        bars = Bars(self.game, relative, {}, shares)
        return drawn(
            f"{self.game}: {self.words}", (bars,), "weight relative to the largest", "depth (plies)", "accuracy"
        )

    def to_json(self) -> str:
        """The strategy for a file; ``kibitz.models.stored`` reads the model in it."""
        return json.dumps(
            {
                "game": self.game,
                "model": str(self.model),
                "weights": dict(self.weights),
                "depth": self.depth,
                "likely_depths": list(self.likely_depths),
                "fresh": self.fresh.to_dict(),
                "by_depth": [
                    {
                        "depth": fit.depth,
                        "weights": dict(fit.weights),
                        "rounds": fit.rounds,
                        **fit.accuracy.to_dict(),
                    }
                    for fit in self.fits
                ],
            },
            indent=2,
        )


def _plain(weight: float) -> float:
    return int(weight) if weight == int(weight) else weight


@dataclass(frozen=True)
class LearnStrategy:
    """Figure 9 with its parameters.

    For every depth the weights are improved in rounds, starting with those of the previous depth. The dominant boards
    under the current weights give inequalities, and a linear program gives new weights. Small integers near them are
    tried too, because only exact ratios reproduce the player's ties. The better of the two is kept, as long as the
    accuracy on the examples set aside improves by ``progress``. The result is the depth with the highest accuracy; of
    equally good depths, the lowest.

    The player is assumed to have a positive weight for the game's first feature with a positive default weight. This
    weight is 1, and all others start at 0. Nothing is random.

    >>> from kibitz.games.registry import game
    >>> state = game("checkers").start()
    >>> examples = []
    >>> for _ in range(12):
    ...     examples.append(Example(state, AlphaBeta(depth=2, own=Evaluation({"men": 1.0})).analyse(state).best[0]))
    ...     state = state.play(examples[-1].move)
    >>> learned = LearnStrategy(farthest=2)(fitting=[examples[:6]], aside=[examples[6:]])
    >>> learned.weights["men"] > 0
    True
    """

    farthest: int = 9
    margins: tuple[float, ...] = (0.02, 0.1)
    """A move that comes before the move made must be worse by at least a margin, in units. All of these margins are
    tried: with a small one the weights hardly change at first, and with a large one good weights would violate
    inequalities later."""
    box: float = 4.0
    """The largest weight, in units."""
    progress: float = 0.004
    patience: int = 2
    """How many rounds without progress the learner allows before it stops."""
    most_rounds: int = 12
    largest: int = 100
    """The largest integer that is tried as the weight of the unit."""
    workers: int = 1
    """Threads; the answer does not depend on them."""
    backend: Backend | None = None
    """Processes or a cluster that search instead of threads; the answer does not depend on them either."""
    features: tuple[str, ...] = ()
    """The features that the player may use; empty means all features of the game. The others have weight 0."""

    def __post_init__(self) -> None:
        if self.farthest < 1 or self.most_rounds < 1 or self.largest < 1 or self.workers < 1:
            raise KibitzError("the farthest depth, the rounds, the largest weight and the workers must be 1 or more")
        for size in (self.box, *self.margins):
            if not (math.isfinite(size) and size > 0):
                raise KibitzError(f"the box and the margins must be numbers above 0, not {size}")

    def __call__(
        self, fitting: Games, aside: Games, fresh: Games = (), report: Callable[[DepthFit], None] | None = None
    ) -> LearnedStrategy:
        """Learn from the first examples, choose by the second, measure on the third.

        ``report`` is called after every depth.
        """
        examples = [example for examples in fitting for example in examples]
        if not examples or not any(aside):
            raise KibitzError("there are no examples: give some to fit, and some of other games to set aside")
        game = examples[0].state.game
        capabilities.require(game, "evaluated")
        game.check_weights(dict.fromkeys(self.features, 1.0))
        weights = unit_weights(game)
        fits: list[DepthFit] = []
        searched = [*examples, *(each for held in (aside, fresh) for game_examples in held for each in game_examples)]
        with self._asked(searched) as ask:
            session = _Session(self, game, examples, aside, {id(each): at for at, each in enumerate(searched)}, ask)
            for depth in range(1, self.farthest + 1):
                fits.append(session.fitted(depth, weights))
                weights = session.vector(fits[-1].weights)
                if report is not None:
                    report(fits[-1])
            best = max(fits, key=lambda fit: (fit.accuracy.share, -fit.depth))
            measured = session.accuracy(fresh, session.vector(best.weights), best.depth)
        return LearnedStrategy(str(game), best.weights, best.depth, tuple(fits), measured)

    @contextmanager
    def _asked(self, searched: Sequence[Example]) -> Iterator[Callable[[list[Task]], list[Any]]]:
        """A function that searches examples, in threads or on the backend; results are in the order of the tasks."""
        if self.backend is None:
            answer = _answering(searched)
            with ThreadPoolExecutor(self.workers) as pool:
                yield lambda tasks: list(pool.map(answer, tasks))
            return
        game, texts = str(searched[0].state.game), [(each.state.to_json(), each.move) for each in searched]
        with self.backend(Work(_reading_answers, (game, texts), "learning")) as workers:

            def ask(tasks: list[Task]) -> list[Any]:
                found: dict[Task, Any] = {}
                for chunk, results in workers(Chunks([tasks] if tasks else [])):
                    found.update(zip(chunk, results, strict=True))
                return [found[task] for task in tasks]

            yield ask


Task = tuple[str, int, tuple[float, ...], int]
"""What is searched for (``BEST`` or ``INEQUALITIES``), the number of the example, the weights and the depth."""
BEST, INEQUALITIES = "best", "inequalities"


def _reading_answers(game: str, examples: Sequence[tuple[str, str]]) -> Callable[[Task], Any]:
    """The same as ``_answering``, but from texts, which can be sent to other processes."""
    played = game_named(game)
    return _answering([Example(played.from_json(state), move) for state, move in examples])


def _answering(examples: Sequence[Example]) -> Callable[[Task], Any]:
    """The function that searches an example."""

    def answer(task: Task) -> Any:
        kind, number, weights, depth = task
        example = examples[number]
        named = _named(example.state.game, weights)
        if kind == BEST:
            return AlphaBeta(depth=depth, own=Evaluation(named)).analyse(example.state).best[0]
        return list(inequalities(dominant_boards(example.state, named, depth), example.move))

    return answer


def _named(game: Game, weights: Iterable[float]) -> dict[str, float]:
    return {name: _plain(float(weight)) for name, weight in zip(game.features, weights, strict=True)}  # type: ignore[attr-defined]


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
    """One run: the examples, and a function that searches them."""

    learner: LearnStrategy
    game: Game
    examples: Sequence[Example]
    aside: Games
    numbers: Mapping[int, int]
    """The number of an example in tasks, by its ``id``."""
    ask: Callable[[list[Task]], list[Any]]

    def found(self, kind: str, examples: Sequence[Example], weights: Numbers, depth: int) -> list[Any]:
        """What is found for each example, with these weights and this depth."""
        plain = tuple(map(float, weights))
        return self.ask([(kind, self.numbers[id(each)], plain, depth) for each in examples])

    def vector(self, weights: Mapping[str, float]) -> Numbers:
        return numpy.array(list(weights.values()), dtype=float)

    def fitted(self, depth: int, weights: Numbers) -> DepthFit:
        """Improve the weights until more than ``patience`` rounds have brought no progress; the best weights are
        kept."""
        best, found = weights, self.accuracy(self.aside, weights, depth)
        rounds = fruitless = 0
        while found.share < 1 and rounds < self.learner.most_rounds and fruitless <= self.learner.patience:
            rounds += 1
            tried = [(self.accuracy(self.aside, each, depth), each) for each in self.solutions(weights, depth)]
            reached, weights = max(tried, key=lambda pair: pair[0].share)
            grown = reached.share - found.share
            fruitless = 0 if grown >= self.learner.progress else fruitless + 1
            if grown > 0:
                best, found = weights, reached
        return DepthFit(depth, _named(self.game, best), found, rounds)

    def solutions(self, weights: Numbers, depth: int) -> list[Numbers]:
        """FindSolution of Figure 9: two solutions, first in whole numbers, then that of the linear program."""
        told = self.found(INEQUALITIES, self.examples, weights, depth)
        system = Inequalities(self.about_features(chain.from_iterable(told)))
        if not len(system.counts):
            return [weights]
        unit = int(unit_weights(self.game).argmax())
        solved = [system.solved(unit, margin, self.learner.box).round(6) for margin in self.learner.margins]
        whole = [system.whole(each, unit, self.learner.largest) for each in solved]
        return [min(whole, key=system.violated), min(solved, key=system.violated)]

    def about_features(self, told: Iterable[Inequality]) -> Iterator[Inequality]:
        """The inequalities, restricted to the features that the player may use."""
        if not self.learner.features:
            yield from told
            return
        may = [name in self.learner.features for name in self.game.features]  # type: ignore[attr-defined]
        for each in told:
            difference = tuple(part if used else 0.0 for part, used in zip(each.difference, may, strict=True))
            if any(difference):
                yield Inequality(difference, each.strict)

    def accuracy(self, games: Games, weights: Numbers, depth: int) -> Accuracy:
        """Whether the first best move in move order is the one that was made."""
        return accuracy(games, lambda examples: self.found(BEST, examples, weights, depth))
