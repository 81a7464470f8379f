"""Choices fitted to watched moves."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.choice import boards, log_likelihood

import kibitz
from kibitz.learning import choice_fit
from kibitz.learning.choice_fit import FORMS, MOVES, Form, fitted, forms_for, lately, watched_in, whole_fit
from kibitz.models.choice import choice, choice_features, described_after
from kibitz.models.logit import Stacked

STRICTLY, POSITIONS, _, HABITS, SITUATIONS = FORMS


def decisions(game: Any, player: Any, games: Any, seed: Any = 1) -> Any:
    """The choices of a player in games against itself, every third move of the game at random."""
    made, model = [], kibitz.model(player)
    for number in range(games):
        random = kibitz.Random(seed, "test", number)
        state: Any = kibitz.game(game).start(number)
        while not state.over:
            policy = model.policy_in_whole(state)
            move = random.weighted(dict(policy))
            if len(policy) > 1:
                made.append(watched_in(state, move))
            state = state.play(random.choice(state.moves()) if random.uniform() < 0.3 else move)
    return made


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        ("tic-tac-toe", 3),
        ("checkers", 3),
        ("chinese-checkers(players=3)", 2),
        ("hearts(players=3, open=true, cards=4)", 3),
    ],
)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1000), plies=st.integers(0, 10))
def test_boards_are_those_of_the_definition(game: Any, depth: Any, seed: Any, plies: Any) -> None:
    state: Any = kibitz.game(game).start(seed)
    random = kibitz.Random(seed, "test")
    if "staged" in state.game.capabilities:
        plies -= plies % depth  # searches stop where a trick ends: from the lead, after one round
    for _ in range(plies):
        if state.over:
            return
        state = state.play(random.choice(state.moves()))
    if state.over:
        return
    weights = {name: 1.0 + random.uniform() for name in state.game.features}  # without ties
    found = described_after(state, weights, depth)
    expected = boards(state, weights, depth)
    own = [name in weights for name in choice_features(state.game)]
    assert [list(np.array(row)[own]) for row in found or ()] == [
        pytest.approx(list(np.array(row)[own])) for row in expected
    ]


def test_the_likelihood_is_that_of_the_definition() -> None:
    watched = decisions("checkers", "choice(men=1, kings=2, depth=2, temperature=0.3)", 2)
    fit = fitted(watched, 2, POSITIONS)
    names = choice_features(watched[0].position.game)
    end = watched[0].position.game.end_weight(
        {name: weight for name, weight in fit.weights.items() if not name.startswith("others_")}
    )
    weights = [end if name == "end" else fit.weights.get(name, 0.0) for name in names]
    rows = [(described_after(each.position, fit.weights, 2), each.number) for each in watched]
    off = fit.worth - log_likelihood(rows, weights, fit.noise)
    assert -POSITIONS.ridge * 2 <= off <= 1e-6  # less the distance to the prior


def test_no_small_step_is_better_on_the_same_boards() -> None:
    """The optimiser has found a top: moving any weight either way lowers likelihood and prior together."""
    watched = decisions("tic-tac-toe", "choice(open_lines=1, temperature=0.7)", 30)
    boards_of = choice_fit.Boards.of(watched, {"open_lines": 1.0}, 1, frozenset(["open_lines"]))
    start = choice_fit.first_fit(watched[0].position.game, 1)
    fit = choice_fit._on_boards(watched[0].position.game, 1, boards_of, POSITIONS, start)
    best = choice_fit._judged(fit, boards_of, POSITIONS).worth
    for factor in (0.8, 1.25):
        moved = choice_fit.ChoiceFit(fit.game, 1, {"open_lines": factor * fit.weights["open_lines"]}, fit.noise, 0.0, 0)
        assert choice_fit._judged(moved, boards_of, POSITIONS).worth < best + 0.2  # the prior of the size is not in it


@pytest.mark.parametrize(
    ("game", "player", "depth", "games"),
    [
        ("checkers", "choice(men=1, kings=2, centre=0.3, depth=2, temperature=0.1)", 2, 12),
        ("hearts(open=true)", "choice(penalties=1, danger=-0.3, depth=4, temperature=0.5)", 4, 15),
    ],
)
def test_weights_are_found_relative_to_the_largest(game: Any, player: Any, depth: Any, games: Any) -> None:
    truth = dict(kibitz.model(player).weights)  # type: ignore[attr-defined]
    fit = fitted(decisions(game, player, games), depth, POSITIONS, rounds=6)
    assert fit.noise < 0.1
    largest = max(truth.values())
    for name, weight in truth.items():
        assert abs(fit.weights[name] / fit.unit - weight / largest) < 0.1


def test_noise_is_found() -> None:
    watched = decisions("checkers", "noisy(strategy(men=60, kings=90, mobility=3, depth=2), 0.3)", 8)
    assert fitted(watched, 2, POSITIONS).noise == pytest.approx(0.3, abs=0.12)


def test_whole_weights_reproduce_ties() -> None:
    player = "strategy(men=3, kings=5, mobility=1, depth=2)"
    watched = decisions("checkers", player, 12)
    whole = whole_fit(fitted(watched, 2, STRICTLY, rounds=6), watched)
    model, fresh = kibitz.model(player), decisions("checkers", player, 4, seed=9)
    learned = choice(whole.weights, 0.0, 2)
    same = [learned.policy(each.position) == model.policy(each.position) for each in fresh]
    assert sum(same) / len(same) > 0.8
    assert whole.noise < 0.05


def test_a_habit_is_found_by_features_of_moves() -> None:
    watched = decisions("hearts(open=true)", "lowest-card", 20)
    fit = fitted(watched, 1, MOVES)
    assert fit.weights["lead_rank"] < 0
    assert fit.weights["throw_rank"] < 0
    model = kibitz.model("lowest-card")
    fresh = decisions("hearts(open=true)", "lowest-card", 5, seed=7)
    said = [max(policy := fit.model.policy(each.position), key=lambda move: policy[move]) for each in fresh]
    right = [model.policy(each.position)[move] > 0 for each, move in zip(fresh, said, strict=True)]
    assert sum(right) / len(right) > 0.8


def left_over(fit: Any, player: str, fresh: Any) -> float:
    """The mean log loss of a fit beyond that of the player, on its own policy."""
    model, total = kibitz.model(player), 0.0
    for each in fresh:
        said = fit.model.policy(each.position)
        policy = {move: share for move, share in model.policy(each.position).items() if share}
        total += sum(
            share * math.log(share / (0.99 * said[move] + 0.01 / each.moves)) for move, share in policy.items()
        )
    return total / len(fresh)


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("hearts(open=true)", "returns-suit"),
        ("hearts(open=true)", "takes-clean-tricks"),
        ("spades(players=4, scoring=tricks, open=true)", "stops-leader"),
        ("spades(players=4, scoring=tricks, open=true)", "red-first"),
    ],
)
def test_a_rule_of_thumb_is_found_by_features_of_the_situation(game: Any, player: Any) -> None:
    watched, fresh = decisions(game, player, 10), decisions(game, player, 5, seed=7)
    plain, situated = (left_over(fitted(watched, 1, form), player, fresh) for form in (HABITS, SITUATIONS))
    assert situated < 0.8 * plain


def test_few_features_are_not_found_in_random_moves() -> None:
    """With 70 features and few decisions, the prior keeps the fit of random moves near uniform."""
    watched = decisions("hearts(open=true)", "random", 8)
    fresh = decisions("hearts(open=true)", "random", 5, seed=7)
    assert left_over(fitted(watched, 1, SITUATIONS), "random", fresh) < 0.15


def test_the_prior_decides_before_there_is_evidence() -> None:
    watched = decisions("checkers", "random", 1)[:3]
    strict = fitted(watched, 1, Form("strict", 1e6, moves=False))
    game = watched[0].position.game
    ratio = strict.weights["kings"] / strict.weights["men"] if "kings" in strict.weights else 1.5
    assert ratio == pytest.approx(game.weights["kings"] / game.weights["men"], rel=0.05)


def test_a_fit_is_a_model_that_is_read_again() -> None:
    fit = fitted(decisions("checkers", "noisy(greedy, 0.2)", 3), 1, POSITIONS)
    assert kibitz.model(str(fit.model)) == fit.model
    assert max(abs(weight) for _, weight in fit.choice.weights) == 1


def test_the_same_decisions_give_the_same_fit() -> None:
    watched = decisions("checkers", "strategy(men=2, kings=3, depth=3)", 3)
    assert fitted(watched, 3).weights == fitted(watched, 3).weights


def test_views_are_described_over_worlds() -> None:
    state: Any = kibitz.game("hearts").start(3)
    view = state.view(state.to_move)
    rows = choice_fit.features_at(view, {"penalties": 1.0, "danger": 0.1}, 4)
    assert rows.shape == (len(view.moves()), len(choice_features(state.game)))
    again = choice_fit.features_at(view, {"penalties": 1.0, "danger": 0.1}, 4)
    assert (rows == again).all()
    own = choice_features(state.game).index("lead_rank")
    assert rows[:, own].tolist() == choice_fit.features_at(state, {"penalties": 1.0}, 1)[:, own].tolist()


def test_habits_are_learned_from_six_decisions_where_what_decides_is_hidden() -> None:
    """At Guess It a player that always asks is known after six decisions. It was not while a move that names the centre
    of a sampled world had to be the best one."""
    game: Any = kibitz.game("guess-it(cards=5)")
    (form,) = (each for each in forms_for(game, 1) if each.few)
    assert form.features(game) == {"bluff", "call", "guess", "sure", "doubt"}
    assert not any(each.few for each in forms_for(game, 2))
    watched = []
    for seed in range(6):
        state = game.start(seed)
        held = game.hands(state)[0]
        move = next(each for each in state.moves() if each.startswith("ask") and int(each[4:]) not in held)
        watched.append(watched_in(state.view(0), move))
    found = fitted(watched, 1, form)
    assert found.weights["end"] == 0
    view = game.start(7).view(0)
    asks = [each for each in view.moves() if each.startswith("ask") and int(each[4:]) not in game.hands(view)[0]]
    policy = found.model.policy(view)
    assert sum(policy[each] for each in asks) > 0.7
    assert dict(whole_fit(found, watched).weights)["end"] == 0
    uniform = choice_fit.before_moves(game, 1, form)
    assert list(uniform.model.policy(view).values()) == pytest.approx([1 / len(view.moves())] * len(view.moves()))


def test_a_bid_is_described_by_itself() -> None:
    state: Any = kibitz.game("spades(open=true)").start(1)
    assert choice_fit.features_at(state, {"points": 1.0}, 3).shape[0] == len(state.moves())


def test_fewer_decisions_are_fitted_where_there_are_many_moves() -> None:
    watched = decisions("checkers", "random", 10)
    assert len(lately(watched, 50, 1)) == 50
    assert len(lately(watched, 10_000, 1)) == len(watched)
    busy = [each._replace(moves=200) for each in watched]
    assert len(lately(busy, 10_000, 1)) == choice_fit.FEWEST


def test_forms_differ_by_game_and_depth() -> None:
    assert "situations" in {form.name for form in forms_for(kibitz.game("hearts"), 1)}
    assert "situations" not in {form.name for form in forms_for(kibitz.game("hearts"), 4)}
    assert "situations" not in {form.name for form in forms_for(kibitz.game("abalone(players=3)"), 1)}
    assert "habits" not in {form.name for form in forms_for(kibitz.game("checkers"), 1)}


def test_effects_count_where_a_feature_differs() -> None:
    """A feature that differs in one decision of many is not taken for a small one."""
    rows = [[[0.0, 1.0], [0.0, 3.0]]] * 9 + [[[0.0, 1.0], [2.0, 3.0]]]
    assert Stacked.of(rows, 2).effects.tolist() == pytest.approx([1.0, 1.0])
    assert math.isclose(Stacked.of(rows, 2).shares(np.zeros(20)).sum(), 10.0)
    same = Stacked.of([[[1.0, -1.0], [2.0, -2.0]]], 2)
    assert same.effects.tolist() == [0.5, 0.0]  # the second says what the first does


def test_an_earlier_fit_is_kept_if_it_explains_more() -> None:
    watched = decisions("checkers", "strategy(men=3, kings=5, mobility=1, depth=3)", 4)
    good = fitted(watched, 3, STRICTLY, rounds=8)
    hurried = fitted(watched, 3, STRICTLY, known=good, rounds=0)
    assert hurried.worth >= good.worth - 1e-6
    assert fitted(watched, 3, STRICTLY, rounds=0).worth < good.worth


def test_where_moves_have_no_features_positions_are_fitted_even_if_something_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise nothing would be left to fit."""
    game = kibitz.game("guess-it")
    assert any(form.blind for form in forms_for(game, 1))
    monkeypatch.setitem(vars(game), "move_feature_names", ())
    assert not any(form.blind for form in forms_for(game, 1))
