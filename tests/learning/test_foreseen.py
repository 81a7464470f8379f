"""How well moves were foreseen, with numbers worked out by hand."""

from math import log, sqrt

import pytest

import kibitz
from kibitz.learning.examples import Example
from kibitz.learning.foreseen import Foreseen, foreseen, is_best, likeliest_moves, of_policies, uniform

START = kibitz.game("tic-tac-toe").start()
GAMES = [[Example(START, "a1"), Example(START, "b1")], [Example(START, "a1")]]
POLICIES = [[{"a1": 0.5, "b1": 0.3, "c1": 0.2}, {"a1": 0.75, "b1": 0.25}], [{"a1": 0.125, "b1": 0.875}]]


def test_losses_and_hits_by_hand() -> None:
    """The probabilities of the moves made are 1/2, 1/4 and 1/8: six bits for three moves, and one hit.

    The games miss the mean loss of two bits by -1 and +1 bits, so the standard error is the root of (1 + 1) * 2 bits
    over three moves. They miss the mean accuracy by 1 - 2/3 and 0 - 1/3.
    """
    found = of_policies(GAMES, POLICIES)
    assert found.loss == pytest.approx(2 * log(2))
    assert found.moves == 3
    assert found.accuracy.share == pytest.approx(1 / 3)
    assert found.to_dict() == {
        "log_loss": 1.3863,
        "log_loss_error": 0.4621,  # 2 * log(2) / 3
        "accuracy": 0.3333,
        "accuracy_error": 0.2222,  # sqrt((1/9 + 1/9) * 2) / 3
        "moves": 3,
        "games": 2,
    }
    assert found.losses.error == pytest.approx(2 * log(2) / 3)
    assert found.accuracy.error == pytest.approx(sqrt((1 / 9 + 1 / 9) * 2) / 3)
    assert str(found) == "1.39 ± 0.46  33% ± 22"


def test_errors_are_rounded_to_four_digits_and_shown_in_percent() -> None:
    """The first game has a loss of 3 log(2) for two moves, both hits, and the second one of log(3) for a miss. The
    games miss the mean loss by log(2) - 2/3 log(3), and the mean accuracy by 2/3."""
    third = {"a1": 1 / 3, "b1": 2 / 3}
    found = of_policies(GAMES, [[{"a1": 0.5, "b1": 0.3}, {"a1": 0.2, "b1": 0.25}], [third]])
    assert found.to_dict()["log_loss_error"] == 0.0262  # 2/3 * 0.03926
    assert found.to_dict()["accuracy_error"] == 0.4444
    assert str(found) == "1.06 ± 0.03  67% ± 44"


def test_one_game_has_no_standard_error() -> None:
    alone = of_policies(GAMES[:1], POLICIES[:1])
    told = alone.to_dict()
    assert (told["log_loss_error"], told["accuracy_error"], told["games"], told["moves"]) == (None, None, 1, 2)
    assert "±" not in str(alone)
    assert str(alone).split() == ["1.04", "50%"]  # 3 bits for two moves


def test_a_move_that_was_ruled_out_costs_a_finite_loss() -> None:
    """A probability is raised to a billionth: -log(1e-9) is 20.72."""
    [never] = [of_policies([[Example(START, "c3")]], [[policy]]) for policy in ({"a1": 1.0},)]
    assert never.loss == pytest.approx(9 * log(10))
    assert never.accuracy.share == 0
    named = of_policies([[Example(START, "c3")]], [[{"a1": 1.0, "c3": 0.0}]])
    assert named.loss == never.loss


def test_predictions_are_made_from_what_the_mover_saw() -> None:
    found = foreseen(GAMES, uniform)
    assert found.loss == pytest.approx(log(9))
    assert found.accuracy.share == pytest.approx(1 / 9)
    view = kibitz.game("hearts").start(seed=1)
    asked: list[object] = []

    def predict(seen: object) -> dict[str, float]:
        asked.append(seen)
        return {move: 1 / len(view.moves()) for move in view.moves()}

    foreseen([[Example(view, view.moves()[0])]], predict)
    assert asked == [view.view(view.to_move)]


def test_the_likeliest_moves_are_equal_up_to_rounding() -> None:
    third = 1 / 3
    assert likeliest_moves({"a": third, "b": third - 1e-13, "c": third}) == ["a", "b", "c"]
    assert likeliest_moves({"a": 0.5, "b": 0.5 - 1e-6}) == ["a"]
    assert is_best("b", {"a": third, "b": third - 1e-13, "c": third}) == pytest.approx(third)
    assert is_best("b", {"a": 0.6, "b": 0.4}) == 0
    assert is_best("d", {"a": 0.6, "b": 0.4}) == 0
    assert isinstance(of_policies(GAMES, POLICIES), Foreseen)
