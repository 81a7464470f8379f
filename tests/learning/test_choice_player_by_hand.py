"""What was learned of a player, step by step: which games are held back, which form is shown, and how it is told."""

from __future__ import annotations

import json
from math import log
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.choice_errors import SureWeights
from kibitz.learning.choice_fit import FORMS, MOVES, forms_for
from kibitz.learning.choice_player import (
    LearnedChoice,
    learn_choice,
    measures,
    policy_of,
    weak_form,
    weight_lines,
    within,
)
from kibitz.learning.examples import Example, places
from kibitz.learning.foreseen import Foreseen
from kibitz.models.choice import NO_FEATURES

GAME = kibitz.game("tic-tac-toe")
START = GAME.start()
STRICT, POSITIONS, LATELY, HABITS, SITUATIONS = FORMS


def weights(relative: dict[str, float], errors: float = 0.1, unit: float = 2.0, effective: int = 500) -> SureWeights:
    """Weights of which only this is known."""
    names = tuple(relative)
    found = SureWeights(names, np.array([[unit] * len(names)]), np.ones(len(names)))
    known = {"relative": relative, "errors": dict.fromkeys(names, errors), "effective": effective}
    found.__dict__.update(known)
    return found


def believed(**more: Any) -> Any:
    given = {
        "game": GAME,
        "moves": 4,
        "log_likelihood": -2.0,
        "log_guess": -6.0,
        "depth": 3,
        "likeliest": SimpleNamespace(depth=2, model=kibitz.model("choice(open_lines=1)")),
        "errors_of_likeliest": 0.123456,
        "posterior": {"positions 2": 0.25, "lately 2": 0.5, "positions 3": 0.125},
        "kinds": {"named": 0.005, "learned": 0.6, "random": 0.0049, "searches": 0.3901},
        "depths": {1: 0.004, 2: 0.991, 3: 0.005},
        "words": "a player of lines",
    }
    return SimpleNamespace(**{**given, **more})


def foreseen(loss: float) -> Foreseen:
    return Foreseen(Accuracy((loss, loss), (1, 1)), Accuracy((1.0, 0.0), (1, 1)))


def learned(fresh: int = 2, seed: int = 0, game: Any = GAME, **more: Any) -> LearnedChoice:
    examples: Any = [[Example(START, "b2"), Example(START, "a1")]]
    measured = {"belief": foreseen(0.5), "uniform": foreseen(2.0)} if fresh else {}
    found = LearnedChoice(game, "Ann", believed(**more), examples * 3, examples * fresh, seed, measured)
    found.__dict__["weights"] = weights({"open_lines": 1.0, "end": -0.123456}, 0.0123456)
    return found


# What it is.


def test_the_depth_is_that_of_the_likeliest_explanation_if_it_has_one() -> None:
    assert learned().depth == 2
    random = SimpleNamespace(depth=0, model=kibitz.model("random"))
    assert learned(likeliest=random).depth == 3


def test_the_probability_of_a_form_is_that_of_its_fit_at_this_depth() -> None:
    assert [learned().posterior_of(form) for form in (STRICT, POSITIONS, LATELY)] == [0, 0.25, 0.5]


def test_the_stored_model_errs_with_four_digits_and_at_least_in_one_move_of_a_thousand() -> None:
    assert str(learned().model) == "noisy(choice(open_lines=1.0), 0.1235)"
    assert str(learned(errors_of_likeliest=0.0002).model) == "noisy(choice(open_lines=1.0), 0.001)"


def test_losses_while_learning_are_means() -> None:
    assert learned().while_learning == (0.5, 1.5)
    assert learned(moves=0).while_learning == (2, 6)


def test_the_words_of_weights() -> None:
    assert learned().words_of_weights == "tends to keep lines open, play to lose and think two moves ahead"
    assert learned(game=SimpleNamespace(move_feature_names=(), capabilities=(), players=2)).words_of_weights == (
        NO_FEATURES
    )


def test_weights_are_fitted_again_from_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("kibitz.learning.choice_player.fitted", lambda *given, known: (given, known))
    monkeypatch.setattr(SureWeights, "of", lambda *given: asked.append(given))
    found = learned(seed=7, watched=("all",), fits={(2, "positions"): "a fit", (3, "positions"): "another"})
    found.weights_as(POSITIONS)
    assert asked == [(((("all",), 2, POSITIONS), "a fit"), ("all",), POSITIONS, 7)]


# Which form is shown.


def player(depth: int, game: str = "spades(cards=5)", **shares: float) -> Any:
    return SimpleNamespace(
        game=kibitz.game(game), depth=depth, posterior_of=lambda form: shares.get(form.name.split(",")[0], 0.0)
    )


def test_the_features_that_predict_better_are_shown_with_the_weakest_prior() -> None:
    """Forms of the last decisions only say nothing."""
    assert weak_form([player(1, positions=0.3, habits=0.2, situations=0.2)]) is POSITIONS  # strictly 0.3 as well
    assert weak_form([player(1, positions=0.1, habits=0.2, situations=0.2)]) is MOVES
    assert weak_form([player(1, positions=0.1, lately=0.8)]) is POSITIONS
    assert weak_form([player(2, positions=0.1, habits=0.15, situations=0.8)]) is POSITIONS  # not at depth 2


def test_features_of_moves_need_a_form_that_uses_all_decisions() -> None:
    assert weak_form([player(1, "checkers", positions=0.1, lately=0.8)]) is POSITIONS


def test_of_equally_good_sets_that_of_positions_is_shown() -> None:
    assert weak_form([player(2, positions=0.25, habits=0.5)]) is POSITIONS


def test_two_players_are_shown_in_a_form_of_both() -> None:
    """Positions predict the first a hundred times as well, and moves the second ten times."""
    first, second = player(2, positions=0.4, habits=0.008), player(1, positions=0.01, habits=0.2, situations=0.7)
    assert weak_form([second]) is MOVES
    assert weak_form([first, second]) is POSITIONS  # situations have no form at depth 2
    assert weak_form([second, first]) is POSITIONS
    assert weak_form([player(2, positions=0.4, habits=0.1), second]) is MOVES


def test_a_set_that_is_impossible_for_one_player_is_not_shown() -> None:
    assert weak_form([player(2, positions=0.4), player(2, positions=0.0001, habits=0.9)]) is POSITIONS


def test_its_own_form_is_the_one_that_predicts_it() -> None:
    assert learned().form is POSITIONS


# How it is told.


def test_the_table_of_weights() -> None:
    one = weights({"small": 0.1, "large": -1.0})
    other = weights({"large": 0.5, "middle": 0.6}, 0.25, effective=40)
    assert weight_lines([one, other]) == [
        "weights relative to the largest, with standard errors:",
        "  large                 -1.00 ± 0.10       0.50 ± 0.25",
        "  middle                    -              0.60 ± 0.25",
        "  small                  0.10 ± 0.10          -",
        "  standard errors are rough: 40 effective draws",
    ]
    assert weight_lines([weights({})]) == ["no feature of the moves differs: there are no weights"]


def test_the_summary_line_by_line() -> None:
    assert learned().summary().split("\n") == [
        "tic-tac-toe: a player of lines",
        "model: noisy(choice(open_lines=1.0), 0.1235)",
        "learned from 4 decisions in 3 games, each predicted before it was learned from: log loss 0.50, uniform 1.50",
        "4 decisions in 2 games were held back:",
        "                log loss     accuracy",
        "  belief        0.50 ± 0.00  50% ± 50",
        "  uniform       2.00 ± 0.00  50% ± 50",
        "kind of player: fitted weights 60%, searches for itself 39%, the game's own weights 0%",
        "depth in plies: 2: 99%, 3: 0%",
        "weights relative to the largest, with standard errors:",
        "  open_lines             1.00 ± 0.01",
        "  end                   -0.12 ± 0.01",
        "in words: tends to keep lines open, play to lose and think two moves ahead",
    ]


def test_the_summary_says_if_nothing_was_held_back() -> None:
    lines = learned(0).summary().split("\n")
    assert lines[2].endswith("log loss 0.50, uniform 1.50")
    assert lines[3] == "nothing was held back to measure the model on: 3 games are needed for that"
    assert lines[4].startswith("kind of player")


def test_what_is_stored() -> None:
    thirds = {1: 1 / 3, 2: 2 / 3}
    found = learned(
        depths=thirds, kinds={"learned": 1 / 3}, errors_of_likeliest=1 / 3, log_likelihood=-4 / 3, log_guess=-8 / 3
    )
    told = json.loads(found.to_json())
    assert found.to_json().startswith('{\n  "game"')
    assert told["depths"] == {"1": 0.333333, "2": 0.666667}
    assert told["kinds"] == {"learned": 0.333333}
    assert told["error_rate"] == 0.333333
    assert told["weights"] == {"open_lines": 1, "end": -0.1235}
    assert told["standard_errors"] == {"open_lines": 0.01235, "end": 0.01235}
    assert told["effective_draws"] == 500
    assert told["fit"] == {"form": "positions", "temperature": 0.5, "prior": 3}
    assert (told["decisions"], told["games_learned"], told["held_back"]) == (4, 3, 2)
    assert told["while_learning"] == {"log_loss": 0.3333, "uniform": 0.6667}
    assert told["fresh"]["uniform"]["log_loss"] == 2
    assert (told["learner"], told["depth"], told["words"]) == ("choice", 2, "a player of lines")


def test_small_temperatures_keep_four_digits() -> None:
    found = learned()
    found.__dict__["weights"] = weights({"open_lines": 1.0}, unit=30.0)
    assert found.to_dict()["fit"]["temperature"] == 0.03333


# How it is learned.


def test_games_are_held_back_if_there_are_three() -> None:
    """What was done is reported before every decision, and at the end."""
    moves, told = ["b2", "a1", "c3", "a3"], []
    games = [[Example(START, move)] for move in moves]
    found = learn_choice([games[0], [], *games[1:]], "Ann", 1, 1, lambda done, steps: told.append((done, steps)))
    (held,) = places(4, 1).fresh
    assert [each[0].move for each in found.fresh] == [moves[held]]
    assert [each[0].move for each in found.seen] == [move for move in moves if move != moves[held]]
    assert told == [(0, 4), (1, 4), (2, 4), (4, 4)]
    assert (found.player, found.seed, found.belief.moves) == ("Ann", 1, 3)
    assert list(found.measured) == ["belief", "stored model", "greedy", "uniform"]
    assert len(learn_choice(games[:3], "Ann", 1, 1).fresh) == 1
    few = learn_choice(games[:2], "Ann", 1, 1)
    assert (len(few.seen), few.fresh, few.measured) == (2, [], {})
    with pytest.raises(KibitzError, match="'Ann' had no choice in these games"):
        learn_choice([[], []], "Ann", 1, 1)


def test_what_looks_too_far_is_left_out_and_the_rest_is_a_belief_again() -> None:
    game = kibitz.game("checkers")
    whole, part = ChoiceBelief().begun(game), within(ChoiceBelief(), game, 2)
    assert {each.depth for each in part.experts} == {0, 1, 2}
    assert {depth for depth, _ in part.fits} == {1, 2}
    assert set(part.fits) == {(depth, form.name) for depth in (1, 2) for form in forms_for(game, depth)}
    share = sum(
        float(row.sum()) for row, each in zip(whole.prior, whole.experts, strict=True) if each.key in ("own 1", "own 2")
    )
    kept = sum(float(row.sum()) for row, each in zip(whole.prior, whole.experts, strict=True) if each.depth <= 2)
    assert part.prior[:2].sum() == pytest.approx(share / kept)
    assert [each.key for each in part.experts[:2]] == ["own 1", "own 2"]
    assert part.prior.sum() == pytest.approx(1)
    assert np.exp(part.logs).sum() == pytest.approx(1)
    assert part.earlier.sum(axis=(1, 2)) == pytest.approx(np.ones(len(part.earlier)))


def test_the_policy_of_a_model_from_what_the_mover_saw() -> None:
    assert policy_of(kibitz.model("choice(open_lines=1)"), START) == {
        move: float(move == "b2") for move in START.moves()
    }


def test_greedy_has_the_error_rate_that_predicts_the_games_that_were_seen_best() -> None:
    """Greedy opens with b2. It was seen to do so in four of nine games, so it errs in 60% of its moves, the most that
    is tried: b2 has a probability of 0.4 + 0.6 / 9."""
    seen: Any = [[Example(START, move)] for move in ("b2", "b2", "b2", "b2", "a1", "a1", "a3", "a3", "c3")]
    fresh: Any = [[Example(START, "b2")], [Example(START, "a2")]]
    belief: Any = SimpleNamespace(
        game=GAME,
        expects=lambda seen: dict.fromkeys(seen.moves(), 0.25),
        likeliest=SimpleNamespace(model=kibitz.model("random"), depth=0),
        errors_of_likeliest=0.1,
    )
    found = measures(LearnedChoice(GAME, "Ann", belief, seen, fresh))
    assert list(found) == ["belief", "stored model", "greedy", "uniform"]
    assert found["greedy"].losses.hits == pytest.approx((-log(0.4 + 0.6 / 9), -log(0.6 / 9)))
    assert found["belief"].loss == pytest.approx(log(4))
    assert found["stored model"].loss == pytest.approx(log(9))
    assert found["uniform"].loss == pytest.approx(log(9))


def test_greedy_looks_one_ply_ahead() -> None:
    """It moves to one of two corners for the lines there, and does not see the threat at c2."""
    state = START.play_all("b2, b3, a2")
    belief: Any = SimpleNamespace(
        game=GAME,
        expects=lambda seen: dict.fromkeys(seen.moves(), 0.25),
        likeliest=SimpleNamespace(model=kibitz.model("random"), depth=0),
        errors_of_likeliest=0.1,
    )
    games: Any = [[Example(state, move)] for move in ("a1", "c1")]
    assert measures(LearnedChoice(GAME, "Ann", belief, games, games))["greedy"].loss == pytest.approx(log(2))


def test_greedy_needs_an_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.learning.choice_player.prior_weights", lambda game: {})
    found = learn_choice([[Example(START, "b2")]] * 3, "Ann", 1, 1)
    assert list(found.measured) == ["belief", "stored model", "uniform"]


def test_the_default_seed_is_0() -> None:
    assert LearnedChoice(GAME, "Ann", believed(), [], []).seed == 0


def test_the_picture_shows_weights_and_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("kibitz.learning.choice_player.drawn", lambda *given: drawn.append(given))
    learned().plot()
    [(title, (bars,), *_)] = drawn
    assert title == "Ann at tic-tac-toe: a player of lines"
    assert (bars.values, bars.shares) == ({"open_lines": 1, "end": -0.123456}, {1: 0.004, 2: 0.991, 3: 0.005})
