"""LearnStrategy step by step: when it goes on, what it keeps, and what it says of a depth."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.examples import Example
from kibitz.learning.inequalities import Inequality
from kibitz.learning.strategy import DepthFit, LearnedStrategy, LearnStrategy, _Session, unit_weights
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

CHECKERS = kibitz.game("checkers")
GAME = kibitz.game("tic-tac-toe")


class Scripted(_Session):
    """A session in which every round adds 1 to the weight, and the weight decides the share of hits, in thousandths."""

    shares: list[int]

    def accuracy(self, games: Any, weights: Any, depth: int) -> Accuracy:
        place = min(int(weights[0]), len(self.shares) - 1)
        return Accuracy((self.shares[place],), (1000,))

    def solutions(self, weights: Any, depth: int) -> list[Any]:
        return [weights + 1, weights * 0]  # the second is never better, except at the beginning


def rounds(shares: list[int], **options: Any) -> tuple[int, float, float]:
    """How many rounds there were, the weight that was kept, and its share."""
    session = Scripted(LearnStrategy(**options), GAME, [], [], {}, lambda tasks: [])
    object.__setattr__(session, "shares", shares)
    found = session.fitted(1, numpy.array([0.0]))
    return found.rounds, found.weights["open_lines"], found.accuracy.share


def test_it_stops_where_everything_is_predicted() -> None:
    assert rounds([500, 600, 1000, 1000]) == (2, 2, 1.0)
    assert rounds([1000]) == (0, 0, 1.0)


def test_it_stops_after_more_rounds_without_progress_than_its_patience() -> None:
    """The third round without progress is the last one, and what was best is kept."""
    assert rounds([500, 600, 600, 600, 600, 900]) == (4, 1, 0.6)
    assert rounds([500, 600, 600, 600, 600, 900], patience=3) == (9, 5, 0.9)
    assert rounds([500, 600, 600, 600], patience=0) == (2, 1, 0.6)


def test_progress_is_at_least_four_thousandths() -> None:
    """Less is kept, but it counts as a round without progress."""
    assert rounds([500, 504, 508, 512, 516, 520, 520]) == (8, 5, 0.52)
    assert rounds([500, 503, 506, 509, 512, 515]) == (3, 3, 0.509)
    assert rounds([0, 250, 500, 500], progress=0.25, patience=0) == (3, 2, 0.5)  # exactly the progress is enough


def test_there_are_at_most_twelve_rounds() -> None:
    growing = [500 + 10 * step for step in range(40)]
    assert rounds(growing) == (12, 12, 0.62)
    assert rounds(growing, most_rounds=1) == (1, 1, 0.51)


def test_the_features_that_are_not_allowed_are_left_out() -> None:
    session = _Session(LearnStrategy(features=("men", "centre")), CHECKERS, [], [], {}, lambda tasks: [])
    zeros = [0.0] * (len(CHECKERS.features) - 3)  # type: ignore[attr-defined]
    told = [Inequality((1.0, 2.0, 3.0, *zeros), True), Inequality((0.0, 5.0, 0.0, *zeros), False)]
    assert list(session.about_features(told)) == [Inequality((1.0, 0.0, 0.0, *zeros), True)]
    plain = _Session(LearnStrategy(), CHECKERS, [], [], {}, lambda tasks: [])
    assert list(plain.about_features(told)) == told


def test_without_inequalities_the_weights_stay() -> None:
    weights = numpy.array([1.0])
    session = _Session(LearnStrategy(), GAME, [], [], {}, lambda tasks: [])
    assert session.solutions(weights, 1) == [weights]


def test_two_solutions_are_tried_whole_numbers_first() -> None:
    """Kings are worth between 1.4 and 1.6 men: with a margin, and as 3 to 2."""
    zeros = [0.0] * 10
    told = [Inequality((-1.4, 1.0, *zeros), True), Inequality((1.6, -1.0, *zeros), True)]
    session = _Session(LearnStrategy(margins=(0.02,)), CHECKERS, [], [], {}, lambda tasks: [told])
    whole, solved = session.solutions(unit_weights(CHECKERS), 1)
    assert whole.tolist()[:2] == [2, 3]
    assert solved.tolist()[0] == 1
    assert 1.42 <= solved.tolist()[1] <= 1.58


def test_weights_are_rounded_to_six_digits() -> None:
    """Three kings are worth more than a man by a margin of 0.01: 1.01 / 3."""
    told = [Inequality((-1.0, 3.0, *[0.0] * 10), True)]
    session = _Session(LearnStrategy(margins=(0.01,)), CHECKERS, [], [], {}, lambda tasks: [told])
    assert session.solutions(unit_weights(CHECKERS), 1)[1].tolist()[1] == 0.336667


def test_learning_begins_with_the_first_feature_that_counts_for_something() -> None:
    made: Any = SimpleNamespace(weights={"lost": -1.0, "kept": 0.0, "won": 2.0, "more": 3.0})
    assert unit_weights(made).tolist() == [0, 0, 1, 0]
    made.weights = {"kept": 0.0, "won": 0.5, "more": 3.0}
    assert unit_weights(made).tolist() == [0, 1, 0]
    made.weights = {"lost": -1.0, "kept": 0.0}
    assert unit_weights(made).tolist() == [1, 0]


@pytest.mark.parametrize("name", ["farthest", "most_rounds", "largest", "workers"])
def test_numbers_are_one_or_more(name: str) -> None:
    given: dict[str, Any] = {name: 1}
    assert getattr(LearnStrategy(**given), name) == 1
    with pytest.raises(KibitzError, match="must be 1 or more"):
        LearnStrategy(**{**given, name: 0})


@pytest.mark.parametrize("size", [0.0, -1.0, float("inf"), float("nan")])
def test_the_box_and_the_margins_are_above_zero(size: float) -> None:
    for given in ({"box": size}, {"margins": (0.1, size)}):
        with pytest.raises(KibitzError, match="must be numbers above 0"):
            LearnStrategy(**given)
    assert LearnStrategy(box=0.5, margins=(0.001,)).box == 0.5


def test_the_published_strategies_were_learned_with_these_parameters() -> None:
    """The results of carmel1993 on its page depend on them, and so do the depths that ``kibitz learn`` tries."""
    assert LearnStrategy() == LearnStrategy(9, (0.02, 0.1), 4.0, 0.004, 2, 12, 100, 1, None, ())


def test_depths_are_tried_in_order_and_the_best_is_taken_the_lowest_of_equals() -> None:
    """The opponent takes the centre, which every depth predicts."""
    told: list[int] = []
    start = GAME.start()
    games = [[Example(start, "b2")]]
    learned = LearnStrategy(farthest=3)(games, games, games, lambda fit: told.append(fit.depth))
    assert told == [1, 2, 3]
    assert (learned.depth, [fit.depth for fit in learned.fits]) == (1, [1, 2, 3])
    assert learned.fresh.share == 1
    assert LearnStrategy(farthest=1)(games, games).fresh.examples == ()
    with pytest.raises(KibitzError, match="no examples"):
        LearnStrategy()([], games)


def test_a_backend_learns_the_same() -> None:
    """It gets texts, and searches each task by itself."""

    @contextmanager
    def here(work: Any) -> Iterator[Any]:
        answer = work.begin()

        def workers(chunks: Any) -> Iterator[Any]:
            while (chunk := chunks.next()) is not None:
                yield chunk, [answer(each) for each in chunk]

        yield workers

    state, examples = CHECKERS.start(), []
    for _ in range(10):
        best = AlphaBeta(depth=2, own=Evaluation({"men": 1.0, "advancement": 0.25})).analyse(state).best[0]
        examples.append(Example(state, best))
        state = state.play(best)
    plain = LearnStrategy(farthest=2, largest=4)([examples[:5]], [examples[5:8]], [examples[8:]])
    given: Any = here
    spread = LearnStrategy(farthest=2, largest=4, backend=given)([examples[:5]], [examples[5:8]], [examples[8:]])
    assert spread == plain
    assert max(fit.accuracy.share for fit in plain.fits) > 0.3


def fit(depth: int, *hits: int, weights: dict[str, float] | None = None) -> DepthFit:
    return DepthFit(depth, weights or {"men": 1}, Accuracy(hits, (10,) * len(hits)), 2)


FITS = (fit(1, 9, 8), fit(2, 9, 9), fit(3, 5, 5))
LEARNED = LearnedStrategy("checkers", {"men": 2, "kings": -4, "centre": 0}, 2, FITS, Accuracy((3, 4), (5, 5)))


def test_a_depth_that_is_exactly_one_standard_error_behind_is_likely() -> None:
    """Depth 1 is behind by 0 and 1 of ten moves: by 0.05 on average, with a standard error of 0.05. Depth 3 is always
    behind by four."""
    assert LEARNED.likely_depths == (1, 2)
    first = LearnedStrategy("checkers", {"men": 1}, 1, (fit(1, 5, 5), fit(2, 9, 9), fit(3, 1, 1)), Accuracy((), ()))
    assert first.likely_depths == (1, 2)  # compared with the depth that was taken, even if another is better


def test_the_summary_line_by_line() -> None:
    assert LEARNED.summary().split("\n") == [
        "checkers: strategy(men=2, kings=-4, depth=2, ties=left-low)",
        "predicts 70.0% ± 10.0 of 10 moves in 2 games that were not used to learn",
        "depth  accuracy on the examples set aside",
        "    1  85.0% ± 5.0 of 20 moves in 2 games",
        "    2  90.0% ± 0.0 of 20 moves in 2 games *",
        "    3  50.0% ± 0.0 of 20 moves in 2 games",
        "depths within one standard error of 2: 1",
    ]
    assert LEARNED.words == "likes men, avoids kings, looks two plies ahead"


def test_what_is_stored() -> None:
    told = json.loads(LEARNED.to_json())
    assert told["model"] == "strategy(men=2, kings=-4, depth=2, ties=left-low)"
    assert (told["game"], told["depth"], told["likely_depths"]) == ("checkers", 2, [1, 2])
    assert told["weights"] == {"men": 2, "kings": -4, "centre": 0}
    assert told["fresh"] == {"accuracy": 0.7, "standard_error": 0.1, "moves": 10, "games": 2}
    assert told["by_depth"][0] == {
        "depth": 1,
        "weights": {"men": 1},
        "rounds": 2,
        "accuracy": 0.85,
        "standard_error": 0.05,
        "moves": 20,
        "games": 2,
    }
    assert LEARNED.to_json().startswith('{\n  "game"')  # for people to read


def test_the_picture_shows_weights_relative_to_the_largest_and_the_accuracy_of_each_depth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("kibitz.learning.strategy.drawn", lambda *given: drawn.append(given))
    LEARNED.plot()
    [(_, (bars,), *_)] = drawn
    assert bars.values == {"men": 0.5, "kings": -1}
    assert bars.shares == {1: 0.85, 2: 0.9, 3: 0.5}
    LearnedStrategy("checkers", {"men": 0}, 1, FITS, Accuracy((), ())).plot()
    assert drawn[1][1][0].values == {}


def test_weights_that_are_whole_are_written_without_a_fraction() -> None:
    ask: Callable[[Any], Any] = lambda tasks: ["b2" for _ in tasks]  # noqa: E731
    example = Example(GAME.start(), "b2")
    session = _Session(LearnStrategy(), GAME, [example], [[example]], {id(example): 0}, ask)
    assert str(session.fitted(1, numpy.array([2.0])).weights) == "{'open_lines': 2}"
    assert str(session.fitted(1, numpy.array([2.5])).weights) == "{'open_lines': 2.5}"
