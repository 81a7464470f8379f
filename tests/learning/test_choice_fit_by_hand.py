"""Fits of choices step by step: what is described, what is likely, what the prior costs, and when a fit goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp, log
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning import choice_fit
from kibitz.learning.choice_fit import (
    FORMS,
    MOVES,
    Boards,
    ChoiceFit,
    Form,
    Watched,
    _between,
    _climbed,
    _direction,
    _end_weight,
    _Given,
    _hard,
    _judged,
    _least,
    _log_odds,
    _near_direction,
    _on_boards,
    _placed,
    _probability,
    _shape,
    _with_few,
    before_moves,
    features_at,
    first_fit,
    fitted,
    fixed_parts,
    forms_for,
    lately,
    prior_weights,
    watched_in,
    whole_fit,
    worlds_of,
)
from kibitz.learning.decisions import When
from kibitz.models.logit import Stacked

GAME = kibitz.game("tic-tac-toe")
START = GAME.start()
WINS = START.play_all("b2, a1, c2, c1")  # x wins at a2
OPEN_LINES = [1, 1, 2, 1, 1]  # after b1, a2, a3, b3, c3
NAMES = ("open_lines", "others_open_lines", "end")
FIT = ChoiceFit(GAME, 1, {"open_lines": 1.0}, 0.5, 0.0, 0)
STRICT, POSITIONS, LATELY, HABITS, SITUATIONS = FORMS


def boards(*decisions: list[list[float]], made: list[int], may_count: frozenset[str] = frozenset(NAMES)) -> Boards:
    """Decisions of moves with two features, and without an end."""
    stacked = Stacked.of([[[*row, *[0.0] * (3 - len(row))] for row in rows] for rows in decisions], 3)
    return Boards(stacked, stacked.starts + np.array(made), NAMES, may_count)


def fit(depth: int = 1, worth: float = 0.0, noise: float = 0.5, **weights: float) -> ChoiceFit:
    return ChoiceFit(GAME, depth, weights, noise, worth, 7)


# Forms.


def test_the_forms_by_their_numbers() -> None:
    """What players are learned with depends on them."""
    assert [tuple(form) for form in FORMS] == [
        ("positions, strictly", 100, False, 400, False, False, False),
        ("positions", 3, False, 400, False, False, False),
        ("lately", 100, True, 60, False, False, False),
        ("habits", 0, True, 400, True, False, False),
        ("situations", 0, True, 400, True, True, False),
    ]
    assert tuple(MOVES) == ("moves", 3, True, 400, False, False, False)


def test_the_features_that_may_count() -> None:
    hearts = kibitz.game("hearts")
    assert POSITIONS.features(hearts) == {"penalties", "danger"}
    assert "lead_rank" in HABITS.features(hearts)
    assert not HABITS.features(hearts) & set(hearts.situation_feature_names)
    assert SITUATIONS.features(hearts) > set(hearts.situation_feature_names)


def test_the_prior_of_a_shape_and_that_of_few_effects() -> None:
    """Opposite shapes are 2 apart, right angles the root of 2. An effect of 0.3 costs 0.8 log 2, and one of 0.6 costs
    0.8 log 5."""
    direction = np.array([1.0, 0.0])
    assert POSITIONS.penalty(np.array([-5.0, 0.0]), direction) == pytest.approx(3 / 2 * 4)
    assert STRICT.penalty(np.array([0.0, 0.1]), direction) == pytest.approx(100 / 2 * 2)
    assert POSITIONS.penalty(np.array([7.0, 0.0]), direction) == 0
    assert HABITS.penalty(np.array([0.3, -0.6]), direction) == pytest.approx(0.8 * (log(2) + log(5)))
    assert HABITS._replace(blind=True).penalty(np.array([1.0, -2.0]), direction) == pytest.approx(0.3 / 2 * 5)


@pytest.mark.parametrize(
    ("game", "depth", "left_out"),
    [
        ("tic-tac-toe", 1, {"habits", "situations"}),
        ("hearts", 1, set()),
        ("hearts", 2, {"situations"}),
        ("abalone(players=3)", 1, {"situations"}),
        ("chinese-checkers", 1, {"situations"}),
        ("guess-it", 1, {"situations"}),
        ("guess-it", 2, {"situations", "habits"}),
    ],
)
def test_forms_that_would_be_equal_are_left_out(game: str, depth: int, left_out: set[str]) -> None:
    names = [form.name for form in FORMS if form.name not in left_out]
    forms = forms_for(kibitz.game(game), depth)
    assert [form.name for form in forms] == names
    assert [form.name for form in forms if form.blind] == (["habits"] if (game, depth) == ("guess-it", 1) else [])


def test_without_an_evaluation_only_moves_count() -> None:
    made: Any = SimpleNamespace(capabilities=(), players=2, move_feature_names=("one",), situation_feature_names=())
    assert [form.name for form in forms_for(made, 1)] == ["lately", "habits"]
    assert prior_weights(made) == {}


# Decisions.


def test_a_decision_is_found_by_its_text() -> None:
    watched = watched_in(START, " B2 ")
    assert (watched.move, watched.number, watched.moves) == ("b2", START.moves().index("b2"), 9)
    assert (watched.telling, watched.when) == (0, When())


class View(kibitz.View):
    """A view that counts how many worlds are asked for."""

    def __init__(self, *worlds: Any) -> None:
        self.asked: list[Any] = []
        self.worlds = worlds

    def world(self, random: Any) -> Any:
        self.asked.append(random)
        return self.worlds[(len(self.asked) - 1) % len(self.worlds)]

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def game(self) -> Any:
        return GAME


@pytest.mark.parametrize(("depth", "worlds"), [(1, 1), (2, 8), (0, 8)])
def test_who_looks_ahead_does_so_in_eight_worlds(depth: int, worlds: int) -> None:
    different = [START.play(move) for move in START.moves()]
    assert worlds_of(View(*different), depth) == tuple((1 / worlds, each) for each in different[:worlds])
    assert len(worlds_of(View(*different), depth, 3)) == min(worlds, 3)


@pytest.mark.usefixtures("nothing_known")
def test_in_fits_there_are_four_worlds_at_most_and_features_are_averaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds, in one of which the move is worth 4 more."""
    view = View(WINS)  # a move may end the game
    assert features_at(view, {"open_lines": 1.0}, 1)[:, 0].tolist() == OPEN_LINES
    assert len(view.asked) == 12
    assert view.asked[0].uniform() == kibitz.Random(0, "choice").uniform()
    worth = {WINS: 1.0, START: 5.0}
    monkeypatch.setattr(choice_fit, "described_in_rows", lambda state, *given, nodes: np.array([[worth[state]]]))
    other = View(WINS, WINS, START, WINS)
    assert features_at(other, {"open_lines": 1.0}, 2).tolist() == [[3]]
    assert len(other.asked) == 24  # twelve for each of the two worlds


@pytest.fixture
def nothing_known() -> Iterator[None]:
    """What a test describes in another way is not kept."""
    choice_fit._known_features.cache_clear()
    yield
    choice_fit._known_features.cache_clear()


@pytest.mark.usefixtures("nothing_known")
def test_a_search_that_takes_too_long_is_less_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def after(state: Any, weights: Any, depth: int, nodes: int) -> Any:
        asked.append((dict(weights), depth, nodes))
        return None if depth > 1 else np.array([[1.0]])

    monkeypatch.setattr(choice_fit, "described_in_rows", after)
    state = START.play("a1")
    assert features_at(state, {"open_lines": 4.0}, 3).tolist() == [[1]]
    weights = {"open_lines": 4.0}
    assert asked == [(weights, 3, 5000), (weights, 2, 5000), (weights, 1, 0)]
    asked.clear()
    features_at(state, weights, 1)  # does not depend on weights
    assert asked == [({}, 1, 0)]
    features_at(state, {"open_lines": 5.0}, 1)
    assert len(asked) == 1
    features_at(state, {"open_lines": 5.0}, 2)  # does
    assert asked[1:] == [({"open_lines": 5.0}, 2, 5000), ({"open_lines": 5.0}, 1, 0)]
    with pytest.raises(ValueError, match="read-only"):
        features_at(state, weights, 1)[0] = 2


@pytest.mark.usefixtures("nothing_known")
def test_bids_are_described_one_ply_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def after(state: Any, weights: Any, depth: int, nodes: int) -> Any:
        asked.append(depth)
        return np.array([[1.0]])

    monkeypatch.setattr(choice_fit, "described_in_rows", after)
    bid = kibitz.game("spades(open=true)").start(71)
    features_at(bid, {}, 3)
    assert asked == [1]


def test_boards_of_two_decisions() -> None:
    found = Boards.of([watched_in(WINS, "a3"), watched_in(WINS, "b1")], {}, 1, frozenset(["open_lines", "end"]))
    assert found.stacked.rows[:, 0].tolist() == OPEN_LINES * 2
    assert found.made.tolist() == [2, 5]
    assert found.ends(3.0).tolist() == [0, 3, 0, 0, 0] * 2
    assert found.effects == pytest.approx([0.4, 0, 0])  # the end is not fitted
    other = replace(found, may_count=frozenset(["others_open_lines"]))
    assert other.effects.tolist() == [0, 0, 0]  # it says the same as open_lines


@pytest.mark.parametrize(("count", "most", "depth", "moves", "used"), [
    (10, 20, 1, 5, 10),
    (30, 20, 1, 5, 20),
    (70, 400, 1, 100, 60),  # 6000 moves are enough after 60 decisions
    (70, 400, 1, 60, 70),
    (100, 400, 1, 75, 80),  # 80 * 75 are 6000, which is not too many
    (100, 400, 2, 45, 66),  # 66 * 90 are 5940
    (100, 400, 3, 30, 66),
    (100, 400, 5, 30, 66),  # no search counts for more than three plies
])  # fmt: skip
def test_the_last_decisions(count: int, most: int, depth: int, moves: int, used: int) -> None:
    watched = [Watched(START, "b2", number, moves) for number in range(count)]
    assert [each.number for each in lately(watched, most, depth)] == list(range(count - used, count))


def test_after_60_decisions_6001_moves_are_too_many() -> None:
    watched = [Watched(START, "b2", 0, moves) for moves in (1, *[100] * 60)]
    assert len(lately(watched, 400, 1)) == 60
    assert len(lately(watched[1:], 400, 1)) == 60
    assert len(lately([watched[0]._replace(moves=0), *watched[1:]], 400, 1)) == 61


# What a fit says.


def test_a_fit_as_a_model() -> None:
    found = fit(2, noise=0.12345, open_lines=-3.0, others_open_lines=1.0)
    assert found.unit == 3
    assert str(found.choice) == "choice(open_lines=-1.0, others_open_lines=0.3333, depth=2, temperature=0.3333)"
    assert str(found.model) == f"noisy({found.choice}, 0.1235)"
    assert str(fit(noise=0.001, open_lines=1.0).model) == "noisy(choice(open_lines=1.0, temperature=1.0), 0.001)"
    assert str(fit(noise=0.0009, open_lines=1.0).model) == "choice(open_lines=1.0, temperature=1.0)"
    assert (fit().unit, str(fit(3).choice)) == (0, "choice(depth=3)")


def test_a_fit_begins_with_the_games_own_weights() -> None:
    checkers = kibitz.game("checkers")
    own = {name: weight for name, weight in checkers.weights.items() if weight}  # type: ignore[attr-defined]
    largest = max(map(abs, own.values()))
    found = first_fit(checkers, 2)
    assert found.weights == pytest.approx({name: 3 * weight / largest for name, weight in own.items()})
    assert (found.depth, found.noise, found.worth, found.decisions) == (2, 0.05, 0, 0)
    assert prior_weights(checkers) == own
    for form, depth, empty in ((HABITS, 1, True), (HABITS, 2, False), (POSITIONS, 1, False)):
        assert (before_moves(checkers, depth, form).weights == {}) is empty


def test_the_weight_of_the_end_is_that_of_the_game() -> None:
    """Lines are between -8 and 8, so weights of 2 differ by 32 at most; the end counts twice that."""
    for weight, end in ((2.0, 64), (-0.5, 16)):
        assert _end_weight(GAME, {"open_lines": weight, "others_open_lines": 9.0}) == end
        assert GAME.end_weight({"open_lines": weight}) == end
    assert _end_weight(GAME, {"others_open_lines": 9.0}) == 0
    assert _end_weight(GAME, {"open_lines": 2.0, "end": 0.0}) == 0
    assert _end_weight(kibitz.game("tree"), {"value": 1.0}) == 0  # the value contains the score


def test_shapes_have_length_one() -> None:
    assert _shape(np.array([3.0, -4.0])).tolist() == pytest.approx([0.6, -0.8])
    assert _shape(np.zeros(2)).tolist() == [0, 0]


def test_the_direction_is_that_of_the_games_weights() -> None:
    given = boards([[1.0, 5.0], [2.0, 0.0]], made=[0])
    assert _direction(given, GAME).tolist() == [1, 0, 0]
    assert _direction(replace(given, may_count=frozenset()), GAME).tolist() == [0, 0, 0]


def test_the_worth_of_a_fit_by_hand() -> None:
    """Moves that differ by log 3: 3/4 and 1/4, half of them errors. Against the direction it costs 6 nats."""
    given = boards([[1.0, 5.0], [0.0, 7.0]], [[0.0], [0.0], [1.0], [0.0]], made=[0, 0])
    for weight, first, second, cost in ((log(3), 3 / 4, 1 / 6, 0), (-log(3), 1 / 4, 3 / 10, 6)):
        found = _judged(fit(open_lines=weight, noise=0.2), given, POSITIONS)
        likelihood = log(0.8 * first + 0.1) + log(0.8 * second + 0.05)
        assert found.worth == pytest.approx(likelihood - cost)
        assert found.decisions == 2


def test_an_end_outweighs_what_is_valued() -> None:
    given = Boards.of([watched_in(WINS, "a2")], {}, 1, frozenset(NAMES))
    assert _judged(fit(open_lines=5.0, noise=0.5), given, POSITIONS).worth == pytest.approx(log(0.6))


def test_what_a_fit_takes_as_given() -> None:
    rows = [[1.0, 0.0, 3.0], [2.0, 0.0, -0.5], [0.0, 0.0, -3.0]]
    direction, ends = fixed_parts(boards(rows, made=[0]), GAME)
    assert direction.tolist() == [1, 0, 0]
    assert ends.tolist() == [30, -15, -30]
    _, none = fixed_parts(replace(boards(rows, made=[0]), names=("value", "others_value", "end")), kibitz.game("tree"))
    assert none.tolist() == [0, 0, 0]


def test_odds_of_an_error_are_those_of_the_largest_error_rate() -> None:
    assert [_log_odds(noise) for noise in (0.45, 0.0, 0.9, 0.09)] == pytest.approx(
        [0, log(0.001 / 0.999), log(99), log(1 / 9)]
    )
    assert _probability(0.0) == 0.5
    assert _probability(log(3)) == pytest.approx(0.75)


# Between searches.


def test_on_the_way_from_one_fit_to_another() -> None:
    """The first is brought to the scale of the second, twice its own."""
    first, second = fit(open_lines=2.0, end=1.0), fit(open_lines=0.0, others_open_lines=4.0)
    assert _between(first, second, 1.0) is second
    assert _between(fit(), second, 0.25) is second
    assert _between(first, second, 0.25).weights == pytest.approx({"open_lines": 3, "others_open_lines": 1})


class Climb:
    """A fit whose weight grows by a step each time, with the worth of each weight written down."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, worths: dict[float, float]) -> None:
        self.searched: list[float] = []
        self.tried: list[float] = []

        def between(best: ChoiceFit, aimed: ChoiceFit, step: float) -> ChoiceFit:
            return replace(best, weights={"w": round(best.weights["w"] + step, 6)})

        def of(watched: Any, weights: Any, depth: int, may_count: Any) -> Any:
            self.searched.append(weights["w"])
            return SimpleNamespace(may_count=may_count)

        def judged(given: ChoiceFit, boards: Any, form: Any) -> ChoiceFit:
            self.tried.append(given.weights["w"])
            return replace(given, worth=worths.get(given.weights["w"], -9.0))

        monkeypatch.setattr(choice_fit, "_between", between)
        monkeypatch.setattr(choice_fit, "_on_boards", lambda game, depth, boards, form, best: best)
        monkeypatch.setattr(choice_fit, "_judged", judged)
        monkeypatch.setattr(Boards, "of", staticmethod(of))

    def to(self, depth: int, rounds: int) -> float:
        given: Any = SimpleNamespace(may_count=frozenset())
        begin = ChoiceFit(GAME, depth, {"w": 0.0}, 0.1, 0.0, 0)
        return _climbed(begin, given, [], POSITIONS, rounds).weights["w"]


def test_a_fit_goes_on_as_long_as_it_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    climb = Climb(monkeypatch, {float(step): float(step) for step in range(9)})
    assert climb.to(2, 3) == 3
    assert climb.searched == [1, 2, 3]
    assert climb.to(2, 0) == 0
    climb.searched.clear()
    assert climb.to(1, 3) == 1  # the boards of one ply do not change
    assert climb.searched == []


def test_a_smaller_step_is_tried_if_the_whole_one_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    climb = Climb(monkeypatch, {0.4: 1.0, 1.4: 1.0, 0.8: 2.0})
    assert climb.to(2, 3) == 0.8
    assert climb.tried == [1, 0.4, 1.4, 0.8, 1.8, 1.2]
    climb.tried.clear()
    assert climb.to(1, 3) == 0
    assert climb.tried == [1]


def test_a_round_must_gain_a_twentieth(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Climb(monkeypatch, {1: 0.05, 2: 0.09, 3: 1.0}).to(2, 9) == 2
    assert Climb(monkeypatch, {1: 0.0, 0.4: 0.0}).to(2, 9) == 0


def test_a_fit_begins_again_with_the_features_that_may_count() -> None:
    given = fit(2, open_lines=2.0, men=3.0)
    placed, found = _placed(given, [watched_in(WINS, "a3")], 1, POSITIONS, frozenset(["open_lines"]))
    assert (placed.weights, placed.depth, placed.decisions) == ({"open_lines": 2.0}, 1, 1)
    assert found.may_count == {"open_lines"}


def test_an_earlier_fit_is_climbed_from_if_it_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def climbed(begin: ChoiceFit, boards: Any, watched: Any, form: Any, rounds: int) -> ChoiceFit:
        asked.append((begin.weights, form, rounds))
        return begin

    monkeypatch.setattr(choice_fit, "_climbed", climbed)
    monkeypatch.setattr(choice_fit, "_placed", lambda given, *others: (given, None))
    watched = [watched_in(WINS, "a3")]
    start, better = fit(open_lines=1.0), fit(worth=1.0, open_lines=2.0)
    assert fitted(watched, 1, start=start, known=better) is better
    assert asked == [({"open_lines": 1.0}, POSITIONS, 3), ({"open_lines": 2.0}, POSITIONS, 1)]
    assert fitted(watched, 1, start=start, known=fit(open_lines=3.0)) is start  # as good
    assert fitted(watched, 1, start=start, known=replace(better, decisions=0)) is start
    assert fitted(watched, 1, start=start) is start
    assert fitted(watched, 1).weights == first_fit(GAME, 1).weights


# On fixed boards.

TWO = boards([[1.0, 0.0], [0.0, 0.5]], [[0.0, 1.0], [2.0, -1.0], [1.0, 1.0]], made=[0, 2])
FITTING = np.array([0, 1])
GIVEN = _Given(TWO, FITTING, TWO.stacked.rows[:, :2], np.array([0.6, 0.8, 0.0]), np.array([0, 0.5, 0, 0, -0.3]))


def test_the_likelihood_by_hand() -> None:
    """3/4 and 1/4, and an error rate of 45%: half the largest."""
    given = boards([[1.0], [0.0]], made=[0])
    plain = _Given(given, FITTING[:1], given.stacked.rows[:, :1], np.zeros(3), np.zeros(2))
    found, pull, _ = plain.likelihood(np.array([log(3), 0.0]), 0.0)
    assert found == pytest.approx(log(0.55 * 0.75 + 0.45 * 0.5))
    meant = 0.55 * 0.75 / 0.6375
    assert pull.tolist() == pytest.approx([-0.25 * meant, 0.25 * meant])


def test_the_slopes_of_the_likelihood() -> None:
    values = np.array([0.3, -0.2, 0.1, 0.4, -0.5])
    _, pull, by_noise = GIVEN.likelihood(values, -0.7)
    for place in range(5):
        near = np.eye(5)[place] * 1e-6
        rise = (GIVEN.likelihood(values + near, -0.7)[0] - GIVEN.likelihood(values - near, -0.7)[0]) / 2e-6
        assert -pull[place] == pytest.approx(rise, abs=1e-6)
    rise = (GIVEN.likelihood(values, -0.7 + 1e-6)[0] - GIVEN.likelihood(values, -0.7 - 1e-6)[0]) / 2e-6
    assert by_noise == pytest.approx(rise, abs=1e-6)


class Least:
    """Notes what is minimised, and answers with a place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:
        self.asked: list[Any] = []

        def least(cost: Any, begin: Any, bounds: Any) -> Any:
            self.asked.append((cost, begin, bounds))
            return np.array(answers[len(self.asked) - 1])

        monkeypatch.setattr(choice_fit, "_least", least)


def check_slope(cost: Any, at: np.ndarray) -> None:
    slope = cost(at)[1]
    for place in range(len(at)):
        near = np.eye(len(at))[place] * 1e-6
        assert slope[place] == pytest.approx((cost(at + near)[0] - cost(at - near)[0]) / 2e-6, abs=1e-6)


def test_a_fit_near_a_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Least(monkeypatch, [0.6, 0.0, log(2), log(3)])
    vector, noise = _near_direction(GIVEN, 5.0, np.array([0.0, 2.0]), 0.45)
    assert vector.tolist() == pytest.approx([1.2, 0])
    assert noise == pytest.approx(0.9 * 0.75)
    ((cost, begin, bounds),) = least.asked
    assert begin.tolist() == pytest.approx([0, 1, log(2), 0])
    assert bounds == [(-4, 8), (-8, 6)]
    at = np.array([0.2, 0.5, 0.7, -0.4])
    check_slope(cost, at)
    values = exp(0.7) * (GIVEN.scaled @ at[:2]) + GIVEN.ends
    prior = 5 / 2 * (0.4**2 + 0.3**2) + ((0.7 - 1.5) / 2) ** 2 / 2 + ((-0.4 + 3) / 1.5) ** 2 / 2
    assert cost(at)[0] == pytest.approx(prior - GIVEN.likelihood(values, -0.4)[0])


def test_a_fit_near_a_direction_without_an_earlier_one_begins_at_its_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Least(monkeypatch, [0.0, 0.0, 0.0, 0.0])
    _near_direction(GIVEN, 5.0, np.zeros(2), 0.45)
    assert least.asked[0][1].tolist() == pytest.approx([0.6, 0.8, 1.5, 0])


def test_a_fit_with_few_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Least(monkeypatch, [0.4, 0.0, log(3)])
    vector, noise = _with_few(GIVEN, 0.0, np.array([0.0, 2.0]), 0.45)
    assert vector.tolist() == [0.4, 0]
    assert noise == pytest.approx(0.9 * 0.75)
    ((cost, begin, bounds),) = least.asked
    assert begin.tolist() == pytest.approx([0, 2, 0])
    assert bounds == [(-8, 6)]
    at = np.array([0.3, -0.6, -0.4])
    check_slope(cost, at)
    prior = 0.8 * (log(2) + log(5)) + ((-0.4 + 3) / 1.5) ** 2 / 2
    likelihood = GIVEN.likelihood(GIVEN.scaled @ at[:2] + GIVEN.ends, -0.4)[0]
    assert cost(at)[0] == pytest.approx(prior - likelihood)


def test_without_an_earlier_fit_few_effects_begin_where_a_normal_prior_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Least(monkeypatch, [0.1, 0.2, 0.3], [0.4, 0.0, 0.0])
    _with_few(GIVEN, 0.0, np.zeros(2), 0.45)
    (normal, first, bounds), (_, second, _) = least.asked
    assert (first.tolist(), bounds) == ([0, 0, 0], [(-8, 6)])
    assert second.tolist() == pytest.approx([0.1, 0.2, 0.3])
    at = np.array([0.3, -0.6, -0.4])
    check_slope(normal, at)
    prior = 0.3 / 2 * (0.09 + 0.36) + ((-0.4 + 3) / 1.5) ** 2 / 2
    likelihood = GIVEN.likelihood(GIVEN.scaled @ at[:2] + GIVEN.ends, -0.4)[0]
    assert normal(at)[0] == pytest.approx(prior - likelihood)


def test_the_bounds_are_those_of_the_last_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    def cost(at: np.ndarray) -> tuple[float, np.ndarray]:
        off = at - np.array([9.0, -9.0, 9.0])
        return float(off @ off), 2 * off

    assert _least(cost, np.zeros(3), [(-4.0, 8.0)]).tolist() == pytest.approx([9, -9, 8])
    asked: dict[str, Any] = {}

    def minimize(*given: Any, **options: Any) -> Any:
        asked.update(options)
        return SimpleNamespace(x=[1.0])

    monkeypatch.setattr("scipy.optimize.minimize", minimize)
    assert _least(cost, np.zeros(3), [(-4.0, 8.0)]).tolist() == [1]
    assert (asked["options"], asked["jac"]) == ({"maxiter": 60}, True)
    assert asked["bounds"] == [(None, None), (None, None), (-4.0, 8.0)]


def test_a_fit_on_boards_is_in_units_of_the_features(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines deviate by 0.4, so a weight of 2 has an effect of 0.8; an effect of 0.2 is a weight of 0.5."""
    asked: list[Any] = []

    def solved(given: _Given, ridge: float, known: np.ndarray, noise: float) -> Any:
        asked.append((given, ridge, known.tolist(), noise))
        return np.array([0.2]), 0.125

    monkeypatch.setattr(choice_fit, "_near_direction", solved)
    monkeypatch.setattr(choice_fit, "_with_few", lambda *given: (np.array([0.4]), 0.25))
    given = Boards.of([watched_in(START.play("a1"), "b2"), watched_in(WINS, "a3")], {}, 1, frozenset(["open_lines"]))
    effect = float(given.effects[0])
    found = _on_boards(GAME, 2, given, POSITIONS, fit(open_lines=2.0, noise=0.3))
    ((made, ridge, known, noise),) = asked
    assert (ridge, known, noise) == (3, [pytest.approx(2 * effect)], 0.3)
    assert made.scaled[:, 0].tolist() == pytest.approx((given.stacked.rows[:, 0] / effect).tolist())
    assert found.weights == pytest.approx({"open_lines": 0.2 / effect})
    assert (found.depth, found.noise, found.worth, found.decisions) == (2, 0.125, 0, 2)
    _on_boards(GAME, 2, given, POSITIONS, fit())
    assert asked[1][2] == [0]
    assert _on_boards(GAME, 1, given, HABITS, fit()).weights == pytest.approx({"open_lines": 0.4 / effect})


# Whole weights.

TIED = boards(*[[[3.0, 0.0], [0.0, 2.0], [0.0, 0.0]]] * 8, made=[0, 1] * 4)


def test_whole_weights_that_make_moves_equally_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are made as often, which only weights of 2 to 3 explain."""
    monkeypatch.setattr(Boards, "of", staticmethod(lambda *given: TIED))
    watched = [watched_in(START, "b2")] * 8
    found = whole_fit(fit(open_lines=1.01, others_open_lines=1.5), watched)
    assert found.weights == {"open_lines": 2, "others_open_lines": 3}
    noise = 0.5 / 9
    length = 0.5 + log(3) + 0.5 + log(4)
    assert found.worth == pytest.approx(8 * log((1 - noise) / 2 + noise / 3) - length)
    assert found.noise == pytest.approx(noise)
    assert found.decisions == 8
    nothing = fit()
    assert whole_fit(nothing, watched) is nothing


@pytest.mark.parametrize(("largest", "found"), [(60, True), (61, False)])
def test_whole_weights_go_up_to_60(monkeypatch: pytest.MonkeyPatch, largest: int, found: bool) -> None:
    """The unit is the weight with the largest effect. With a small one of 1, the other is 60 at most."""
    tied = boards(*[[[1.0, 0.0], [0.0, float(largest)], [0.0, 0.0]]] * 40, made=[0, 1] * 20)
    tied.__dict__["effects"] = np.array([9.0, 1.0, 0.0])
    monkeypatch.setattr(Boards, "of", staticmethod(lambda *given: tied))
    whole = whole_fit(fit(open_lines=1.0, others_open_lines=1 / largest), [watched_in(START, "b2")] * 40)
    assert (whole.weights == {"open_lines": largest, "others_open_lines": 1}) is found


def test_an_error_rate_is_90_percent_at_most() -> None:
    wrong = boards(*[[[0.0], [1.0], [2.0]]] * 20, made=[0, 1] * 10)
    found = _hard(fit(), wrong, (1.0, 0.0, 0.0))
    assert found.noise == 0.9
    assert found.worth == pytest.approx(20 * log(0.9 / 3) - 0.5 - log(2))
    assert found.weights == {"open_lines": 1}
    half = _hard(fit(), boards(*[[[0.0], [1.0]]] * 4, made=[0, 1] * 2), (1.0, 0.0, 0.0))
    assert half.noise == pytest.approx(2.5 / 5)


def test_only_a_move_that_wins_is_the_best() -> None:
    given = Boards.of([watched_in(WINS, "a2")], {}, 1, frozenset(NAMES))
    found = _hard(fit(), given, (1.0, 0.0, 0.0))
    assert found.noise == pytest.approx(0.5 / 2)
    assert found.worth == pytest.approx(log(0.75 + 0.25 / 5) - 0.5 - log(2))


def test_further_ahead_the_two_best_are_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the search 1 is the best and 2 the next; after it 2 is better, and 3 would be the best."""
    worths = {1: (5.0, 1.0), 2: (4.0, 2.0), 3: (3.0, 3.0)}
    searched: list[Any] = []

    def hard(given: ChoiceFit, found: Any, whole: Any) -> ChoiceFit:
        again = found is not TIED
        assert not any(whole[1:])
        return replace(given, weights={"open_lines": whole[0]}, worth=worths.get(int(whole[0]), (0.0, 0.0))[again])

    def of(watched: Any, weights: Any, depth: int, may_count: Any) -> Any:
        searched.append(dict(weights))
        return TIED if len(searched) == 1 else None

    monkeypatch.setattr(choice_fit, "_hard", hard)
    monkeypatch.setattr(Boards, "of", staticmethod(of))
    found = whole_fit(fit(2, open_lines=1.5), [watched_in(START, "b2")])
    assert found.weights == {"open_lines": 2}
    assert searched == [{"open_lines": 1.5}, {"open_lines": 1}, {"open_lines": 2}]
    searched.clear()
    assert whole_fit(fit(1, open_lines=1.5), [watched_in(START, "b2")]).weights == {"open_lines": 1}
    assert len(searched) == 1


def test_ways_to_fit_are_named() -> None:
    assert Form("own", 1.0) == Form("own", 1.0, True, 400, False, False)
