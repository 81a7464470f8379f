"""LearnStrategy: inequalities, the linear program, whole numbers, and a small player learned from end to end."""

import math
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.recorded_games import recorded

import kibitz
from kibitz.errors import KibitzError, MissingCapability, NotationError
from kibitz.games.records import GameRecord, Recorded
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.examples import Example, unforced
from kibitz.learning.from_records import learn_player
from kibitz.learning.inequalities import Inequalities, Inequality, inequalities
from kibitz.learning.strategy import DepthFit, LearnedStrategy, LearnStrategy
from kibitz.models.stored import model_of, read_model
from kibitz.searches.dominant_boards import DominantBoard


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


def test_a_small_player_is_learned() -> None:
    told: list[tuple[int, int]] = []
    games = recorded(3, 30)
    learned = learn_player(
        games, "Ann", kibitz.game("checkers"), farthest=4, seed=1, report=lambda *step: told.append(step)
    )
    assert isinstance(learned, LearnedStrategy)
    assert learned.depth == 3
    assert learned.fresh.share >= 0.85  # learned from some two hundred moves
    assert 3 in learned.likely_depths
    assert told == [(step, 4) for step in range(5)]
    assert "predicts" in learned.summary()
    assert (
        learned.to_json()
        == learn_player(games, "Ann", kibitz.game("checkers"), farthest=4, seed=1, workers=2).to_json()
    )
    model = model_of(learned.to_json(), kibitz.game("checkers"))
    assert model == learned.model
    assert model.strategy[1] == 3
    fresh = games.records[-1]
    for example in unforced(fresh, "Ann"):
        assert sum(kibitz.predict(model, example.state).values()) == pytest.approx(1)


def fit(depth: int, hits: tuple[int, ...]) -> DepthFit:
    return DepthFit(depth, {"men": 1}, Accuracy(hits, (10,) * len(hits)), 1)


def test_likely_depths_are_those_within_one_standard_error() -> None:
    fits = (fit(1, (5, 5, 5, 5)), fit(2, (9, 9, 8, 9)), fit(3, (9, 8, 9, 9)))
    learned = LearnedStrategy("checkers", {"men": 1}, 2, fits, Accuracy((9,), (10,)))
    assert learned.likely_depths == (2, 3)
    assert "depths within one standard error of 2: 3" in learned.summary()
    alone = LearnedStrategy("checkers", {"men": 1}, 2, fits[:2], Accuracy((), ()))
    assert "depths within one standard error of 2: no other" in alone.summary()
    assert "not measured on other games" in alone.summary()


def test_wrong_parameters_and_missing_examples_are_refused() -> None:
    for wrong in ({"farthest": 0}, {"workers": 0}, {"margins": (0.02, 0.0)}, {"box": math.nan}):
        with pytest.raises(KibitzError, match="must be"):
            LearnStrategy(**wrong)
    one = [Example(kibitz.game("checkers").start(), "11-15")]
    for fitting, aside in (([], [one]), ([one], []), ([one], [[]])):
        with pytest.raises(KibitzError, match="there are no examples"):
            LearnStrategy()(fitting, aside)


def test_games_that_it_does_not_suit_are_refused() -> None:
    game = kibitz.game("chinese-checkers(players=3)")
    record = GameRecord(game.start(), ("a", "b", "c"), ())
    with pytest.raises(
        MissingCapability, match=r"'strategy' takes a game with two players and an evaluation, not chinese-checkers"
    ):
        learn_player(Recorded((record,)), "a", game, learner="strategy")


MIXED = "mixture([strategy(men=1, depth=2), 1], [strategy(knigs=1, depth=2), 1])"
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
        (SAVED.replace("men=2", f"men={10**400}"), KibitzError, "is too long"),
        (SAVED.replace("strategy(men=2, kings=3, depth=6)", MIXED), KibitzError, "did you mean 'kings'?"),
        (SAVED.replace("depth=6", "depth=6, others=strategy(knigs=1, depth=2)"), KibitzError, "did you mean 'kings'?"),
        (SAVED.replace("depth=6", "depth=-1"), KibitzError, "depth=-1 is not allowed"),
    ],
)
def test_a_saved_model_that_cannot_be_used_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        model_of(text, kibitz.game("checkers"))
    assert message in str(caught.value)


def test_a_file_is_named_where_its_model_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"cannot read .*: No such file"):
        read_model(tmp_path / "nowhere.json", kibitz.game("checkers"))
    (tmp_path / "ann.json").write_text(SAVED)
    assert str(read_model(tmp_path / "ann.json", kibitz.game("checkers"))) == "strategy(men=2, kings=3, depth=6)"
    with pytest.raises(KibitzError, match=r"ann.json: this is a model of a player of checkers, not of tic-tac-toe"):
        read_model(tmp_path / "ann.json", kibitz.game("tic-tac-toe"))
