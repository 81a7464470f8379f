"""LearnStrategy: inequalities, the linear program, whole numbers, and a small player learned from end to end."""

import math

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Random
from kibitz.errors import KibitzError, MissingCapability, NotationError
from kibitz.games.records import GameRecord, Recorded
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.examples import Example, unforced
from kibitz.learning.from_records import learn_player
from kibitz.learning.inequalities import Inequalities, Inequality, inequalities
from kibitz.learning.saved import model_of
from kibitz.learning.strategy import DepthFit, LearnedStrategy, LearnStrategy
from kibitz.models.wants import Evaluation
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.searches.dominant import DominantBoard

TRUTH = {"men": 10.0, "kings": 16.0, "back_row": 3.0, "mobility": 1.0}


def board(move: str, *features: float, over: bool = False, score: float = 0.0) -> DominantBoard:
    return DominantBoard(move, 0.0, features, over, score)


def test_inequalities_know_order_ends_and_equals() -> None:
    boards = [
        board("before", 1, 0),
        board("made", 2, 1),
        board("the same", 2, 1),
        board("after", 0, 3),
        board("won", 0, 0, over=True, score=1.0),
        board("drawn by rule", 5, 1, over=True),
    ]
    assert list(inequalities(boards, "made")) == [
        Inequality((1, 1), True),
        Inequality((2, -2), False),
        Inequality((-3, 0), False),
    ]
    ends = [board("lost", 9, 9, over=True, score=-1.0), board("quicker", 1, 0, over=True, score=-1.0)]
    assert list(inequalities(ends, "quicker")) == [Inequality((-8, -9), True)]


vectors = st.lists(st.tuples(*[st.integers(-3, 3)] * 4).filter(any), min_size=1, max_size=60)


@settings(max_examples=80, deadline=None)
@given(vectors, st.tuples(st.integers(1, 9), *[st.integers(-9, 9)] * 3))
def test_what_true_weights_satisfy_is_satisfied(differences: list[tuple[int, ...]], truth: tuple[int, ...]) -> None:
    """Differences turned so that whole weights satisfy them: the linear program then leaves no slack."""
    told = []
    for difference in differences:
        value = sum(weight * part for weight, part in zip(truth, difference, strict=True))
        turned = tuple(-part for part in difference) if value < 0 else difference
        told.append(Inequality(tuple(map(float, turned)), value != 0))
    system = Inequalities(told)
    assert system.violated(truth) == 0
    solved = system.solved(unit=0, margin=0.01, box=10.0)
    assert solved[0] == 1
    assert numpy.abs(solved).max() <= 10 + 1e-9
    sums = system.differences @ solved
    assert (sums >= -1e-6).all()
    assert (sums[system.strict] >= 0.01 - 1e-6).all()
    whole = system.whole(solved, unit=0, largest=60)
    assert (whole == whole.round()).all()
    assert whole[0] >= 1
    assert math.gcd(*map(int, whole)) == 1


def test_without_a_margin_only_the_unit_would_be_left() -> None:
    """Material alone satisfies what is not strict; the margin is what makes the other weights appear."""
    told = Inequalities([Inequality((0.0, 1.0), True), Inequality((1.0, -1.0), False)])
    assert told.solved(unit=0, margin=1e-9, box=4.0)[1] < 1e-6
    assert told.solved(unit=0, margin=0.1, box=4.0)[1] == pytest.approx(0.1)


def recorded(depth: int, games: int, plies: int = 60) -> Recorded:
    """A small strategy, called Ann, against random moves."""
    player = AlphaBeta(depth=depth, own=Evaluation(TRUTH))
    found = []
    for number in range(games):
        state = start = kibitz.game("checkers").start()
        moves: list[str] = []
        while not state.over and len(moves) < plies:
            drawn = len(moves) < 4 or state.to_move != number % 2
            random = Random(number, "learn", len(moves))
            moves.append(random.choice(state.moves()) if drawn else player.analyse(state).best[0])
            state = state.play(moves[-1])
            if len(moves) == 4:
                start = state
        names = ("Ann", "Ben") if number % 2 == 0 else ("Ben", "Ann")
        found.append(GameRecord(start, names, tuple(moves[4:])))
    return Recorded(tuple(found))


def test_a_small_player_is_learned() -> None:
    told: list[tuple[int, int]] = []
    learned = learn_player(
        recorded(3, 40), "Ann", kibitz.game("checkers"), farthest=4, seed=1, report=lambda *step: told.append(step)
    )
    assert isinstance(learned, LearnedStrategy)
    assert learned.depth == 3
    assert learned.fresh.share >= 0.85  # of some 130 examples; material alone has half of that
    assert 3 in learned.likely_depths
    assert told == [(step, 4) for step in range(5)]
    assert "predicts" in learned.summary()
    assert (
        learned.to_json()
        == learn_player(recorded(3, 40), "Ann", kibitz.game("checkers"), farthest=4, seed=1, workers=2).to_json()
    )
    model = model_of(learned.to_json(), kibitz.game("checkers"))
    assert model == learned.model
    assert model.depth == 3
    fresh = recorded(3, 44).records[43]
    for example in unforced(fresh, "Ann"):
        assert sum(kibitz.predict(model, example.state).values()) == pytest.approx(1)


def fit(depth: int, hits: tuple[int, ...]) -> DepthFit:
    return DepthFit(depth, {"men": 1}, Accuracy(hits, (10,) * len(hits)), 1)


def test_likely_depths_are_those_within_one_standard_error() -> None:
    fits = (fit(1, (5, 5, 5, 5)), fit(2, (9, 9, 8, 9)), fit(3, (9, 8, 9, 9)))
    learned = LearnedStrategy("checkers", {"men": 1}, 2, fits, Accuracy((9,), (10,)))
    assert learned.likely_depths == (2, 3)
    assert "depth 3 is as likely" in learned.summary()
    alone = LearnedStrategy("checkers", {"men": 1}, 2, fits[:2], Accuracy((9,), (10,)))
    assert "no other depth is within one standard error" in alone.summary()


def test_wrong_parameters_and_missing_examples_are_refused() -> None:
    for wrong in ({"farthest": 0}, {"workers": 0}, {"margin": 0.0}, {"box": math.nan}):
        with pytest.raises(KibitzError, match="must be"):
            LearnStrategy(**wrong)
    one = [Example(kibitz.game("checkers").start(), "11-15")]
    for fitting, aside in (([], [one]), ([one], []), ([one], [[]])):
        with pytest.raises(KibitzError, match="examples are needed"):
            LearnStrategy()(fitting, aside)


def test_games_that_no_learner_suits_are_refused() -> None:
    game = kibitz.game("chinese-checkers(players=3)")
    record = GameRecord(game.start(), ("a", "b", "c"), ())
    with pytest.raises(MissingCapability, match="nothing is known that learns a player of chinese-checkers"):
        learn_player(Recorded((record,)), "a", game)


SAVED = '{"game": "checkers", "model": "strategy(men=2, kings=3, depth=6)"}'


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", NotationError, "not JSON"),
        ("[]", NotationError, "a learned model is a JSON object with 'game' and 'model'"),
        (SAVED.replace("checkers", "spades"), KibitzError, "a model of a player of spades, not of checkers"),
        (SAVED.replace("men=2", "men=1e999"), KibitzError, "weights are finite numbers"),
        (SAVED.replace("men=2", "men=nan"), KibitzError, "weights are finite numbers"),
        (SAVED.replace("men=2", "mne=2"), KibitzError, "did you mean 'men'?"),
        (SAVED.replace("depth=6", "depth=-1"), KibitzError, "depth=-1 is not allowed"),
    ],
)
def test_a_saved_model_that_cannot_be_used_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        model_of(text, kibitz.game("checkers"))
    assert message in str(caught.value)
