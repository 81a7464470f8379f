"""Fits of fast choices to few decisions, compared with the minimum of the cost function worked out by hand."""

from __future__ import annotations

from math import exp, log

import pytest
from scipy.optimize import brentq

import kibitz
from kibitz.models.choice import choice_features, described
from kibitz.models.distilled import Distilled, _decisions, distilled, distilled_from, fitted
from kibitz.random import Random

GAME = kibitz.game("tic-tac-toe")  # features: open_lines, others_open_lines, end
HEARTS = kibitz.game("hearts(open=true)")


def decided(*rows: float, often: float) -> tuple[list[list[float]], list[float]]:
    """A decision between two moves with these open lines; the second is made this often."""
    return [[each, 0.0, 0.0] for each in rows], [1 - often, often]


def weighed(fit: Distilled) -> set[str]:
    return {name for name, weight in dict(fit.choice.weights).items() if weight}


def test_a_weight_is_where_the_likelihood_and_the_penalty_balance() -> None:
    """The feature is 0 or 1, so its standard deviation is 1/2, and a weight of w for it is scaled to v = w/2. The mean
    cost is log(1 + exp(2v)) - 2v p + 0.01 v^2 / 2, and its slope is zero at the minimum."""
    best = brentq(lambda v: 2 / (1 + exp(-2 * v)) - 2 * 0.75 + 0.01 * v, 0, 10)
    fit = fitted(GAME, [decided(0, 1, often=0.75)] * 7, [decided(0, 1, often=0.75)])
    assert dict(fit.choice.weights)["open_lines"] == pytest.approx(2 * best, rel=1e-4)
    assert 2 * best == pytest.approx(1.08, abs=0.01)  # without the penalty, it would be log(3)
    assert weighed(fit) == {"open_lines"}
    assert fit.choice.temperature == 1


def test_the_penalty_is_for_the_mean_over_decisions() -> None:
    few, many = (fitted(GAME, [decided(0, 1, often=0.75)] * count, []) for count in (1, 50))
    assert dict(few.choice.weights)["open_lines"] == pytest.approx(dict(many.choice.weights)["open_lines"], rel=1e-4)


def test_features_that_never_differ_or_repeat_others_have_no_weight() -> None:
    rows: list[list[float]] = [[0.0, 0.0, 1.0], [1.0, -1.0, 1.0]]  # the second is minus the first, the third constant
    fit = fitted(GAME, [(rows, [0.2, 0.8])], [])
    assert weighed(fit) == {"open_lines"}


def test_features_of_single_opponents_are_left_out() -> None:
    names = choice_features(HEARTS)
    place, other = names.index("next_penalties"), names.index("others_penalties")
    rows = [[0.0] * len(names) for _ in range(3)]
    rows[1][place], rows[2][other] = 1.0, 1.0
    fit = fitted(HEARTS, [(rows, [0.1, 0.6, 0.3])], [])
    assert weighed(fit) == {"others_penalties"}


def test_a_fit_is_judged_by_decisions_that_were_held_out() -> None:
    """The weight is positive, so the second move is expected where its feature is higher. The model makes that move
    with probability 0.6 in one decision, and 0.3 in the other."""
    fit = fitted(GAME, [decided(0, 1, often=0.75)], [decided(0, 1, often=0.6), decided(2, 1, often=0.7)])
    assert fit.accuracy == pytest.approx((0.6 + 0.3) / 2)
    weight = dict(fit.choice.weights)["open_lines"]
    second = 1 / (1 + exp(-weight))
    losses = -(0.6 * log(second) + 0.4 * log(1 - second)), -(0.3 * log(second) + 0.7 * log(1 - second))
    assert fit.loss == pytest.approx(sum(losses) / 2)
    assert fit.decisions == 2
    assert str(fit) == "predicts 45% of 2 held-out moves"


def test_nothing_to_fit_gives_the_uniform_choice() -> None:
    fit = fitted(GAME, [], [])
    assert weighed(fit) == set()
    assert (fit.accuracy, fit.loss, fit.decisions) == (0, 0, 0)


def test_every_fifth_decision_that_was_watched_is_held_out() -> None:
    """Only decisions 0, 5 and 10 are judged. In all others the centre is taken."""
    start = GAME.start()
    watched = [(start, "a1" if number % 5 == 0 else "b2") for number in range(12)]
    fit = distilled_from(GAME, watched)
    assert (fit.decisions, fit.accuracy) == (3, 0)
    centre = described(start), [float(move == "b2") for move in start.moves()]
    assert fit.choice == fitted(GAME, [centre] * 9, []).choice  # those held out were not fitted
    alone = distilled_from(GAME, [(start, "b2")])  # the only one is judged, and nothing is fitted
    assert (alone.decisions, weighed(alone)) == (1, set())
    assert alone.loss == pytest.approx(log(9))
    two = start.play_all("a1, b2, c3, a2, c2, c1, a3")
    assert len(two.moves()) == 2
    assert distilled_from(GAME, [(two, "b1")]).decisions == 1
    last = start.play_all("a1, b2, c3, a2, c2, c1, a3, b3")
    assert len(last.moves()) == 1
    assert distilled_from(GAME, [(last, "b1")]).decisions == 0  # no choice


def test_forty_games_are_played_unless_told_otherwise() -> None:
    model = kibitz.model("greedy")
    assert distilled(model, GAME) == distilled(model, GAME, games=40, seed=0)
    assert distilled(model, GAME).decisions != distilled(model, GAME, games=60).decisions
    # The games are played once for all models of the same content, in games with the same rules.
    assert distilled(model, GAME) is distilled(kibitz.model("greedy"), kibitz.game("tic-tac-toe"))


def test_a_tenth_of_the_moves_in_these_games_is_random() -> None:
    """The model always makes the first move, a1. The position of the second decision tells whether it was made: in
    nine games of ten, and in a ninth of the others."""
    first = described(GAME.start().play("a1"))
    seconds = []
    for number in range(600):
        games = iter(_decisions(kibitz.model("first-move"), GAME, Random(5, number), number))
        rows, policy = next(games)
        assert (rows, policy) == (described(GAME.start()), [1.0] + [0.0] * 8)
        seconds.append(next(games)[0] == first)
    assert sum(seconds) / 600 == pytest.approx(0.9 + 0.1 / 9, abs=0.02)


def test_a_choice_between_two_moves_is_a_decision() -> None:
    """The model makes the last of the moves, and does not mention the others."""

    def last(position: kibitz.State) -> dict[str, float]:
        return {position.moves()[-1]: 1.0}

    sizes = set()
    for number in range(60):
        for rows, policy in _decisions(kibitz.model(last), GAME, Random(5, number), number):
            sizes.add(len(rows))
            assert policy == [*[0.0] * (len(rows) - 1), 1.0]
    assert sizes == set(range(min(sizes), 10))
    assert 2 in sizes
    assert 1 not in sizes


def test_forced_moves_and_bids_are_no_decisions() -> None:
    game = kibitz.game("spades(players=2, cards=2, open=true)")
    for number in range(20):
        for rows, policy in _decisions(kibitz.model("random"), game, Random(1, number), number):
            assert len(rows) == len(policy) > 1
            assert len(rows) <= 2  # cards; there would be three bids


def test_the_core_and_python_agree_on_a_policy() -> None:
    state = HEARTS.start(3)
    made = kibitz.model("lowest-card")
    assert made.compiled(state, state.to_move) is not None
    assert dict(made.policy_by_core(state)) == pytest.approx(dict(made.policy_in_whole(state)))
    assert isinstance(distilled(kibitz.model("first-move"), GAME), Distilled)
