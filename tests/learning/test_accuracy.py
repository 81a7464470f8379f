"""Accuracies and their standard errors, computed by hand."""

import pytest

from kibitz.learning.accuracy import Accuracy


def test_the_error_is_clustered_by_game() -> None:
    """A share of 21 / 25; residuals 0.6, -0.4 and -0.2, their squares 0.56 in sum, times 3 / 2; the root over 25."""
    found = Accuracy((9, 8, 4), (10, 10, 5))
    assert found.share == pytest.approx(0.84)
    assert found.error == pytest.approx(0.84**0.5 / 25)
    assert found.to_dict() == {"accuracy": 0.84, "standard_error": 0.0367, "moves": 25, "games": 3}


def test_a_single_game_or_none_tells_nothing_about_the_error() -> None:
    assert Accuracy((9,), (10,)).error == 1.0
    assert Accuracy((0, 0), (0, 0)).error == 1.0
    assert Accuracy((), ()).share == 0.0
    assert Accuracy((1,), (1,)).share == 1.0
    assert Accuracy((0,), (1,)).behind(Accuracy((1,), (1,))) == (1.0, 1.0)
    assert Accuracy((1, 0, 0), (1, 1, 1)).to_dict()["accuracy"] == 0.3333


def test_the_difference_of_two_accuracies_is_paired() -> None:
    """One hit more in every game of ten: 10 points, and no doubt about it; then 2 and 0 more, with residuals 1 and
    -1."""
    ours = Accuracy((7, 8), (10, 10))
    assert ours.behind(Accuracy((8, 9), (10, 10))) == pytest.approx((0.1, 0.0))
    assert ours.behind(Accuracy((9, 8), (10, 10))) == pytest.approx((0.1, 2 / 20))
