"""Two players side by side, step by step: what differs, by how much, and how it is told."""

from __future__ import annotations

from math import sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import kibitz
from kibitz.errors import KibitzError
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.choice_errors import SureWeights
from kibitz.learning.choice_fit import MOVES
from kibitz.learning.choice_versus import ChoiceDifference, Versus, WeightDifference
from kibitz.learning.examples import Example
from kibitz.learning.foreseen import Foreseen

GAME = kibitz.game("tic-tac-toe")
START = GAME.start()


def sure(**given: tuple[float, float]) -> SureWeights:
    """Weights with their standard errors, by draws that are evenly spread around them."""
    steps = np.linspace(-1, 1, 101) / 0.68
    draws = np.column_stack([weight + error * steps for weight, error in given.values()])
    return SureWeights(tuple(given), draws, np.ones(len(given)))


def player(name: str, expects: Any = None, fresh: Any = (), seen: Any = (), measured: Any = None) -> Any:
    return SimpleNamespace(
        game=GAME,
        player=name,
        words=f"what {name} does",
        expects=expects,
        fresh=fresh,
        seen=seen,
        measured=measured or {},
        to_dict=lambda: {"name": name},
        bars=lambda weights: (name, weights.names),
    )


def versus(first: Any, second: Any, *fits: SureWeights) -> Versus:
    found = Versus(first, second)
    if fits:
        found.__dict__["fits"] = fits
    return found


ANN, BEN = player("Ann"), player("Ben")


def test_players_of_different_games_are_refused() -> None:
    other = player("Cy")
    other.game = kibitz.game("checkers")
    with pytest.raises(KibitzError, match="players of tic-tac-toe and of checkers cannot be compared"):
        Versus(ANN, other)


def test_differences_are_measured_in_their_standard_errors() -> None:
    """3 and 4 add to 5. A feature of one player only says nothing."""
    rows = versus(
        ANN,
        BEN,
        sure(near=(1.0, 3.0), alone=(9.0, 0.1), far=(20.0, 3.0), same=(2.0, 0.0)),
        sure(far=(0.0, 4.0), near=(-4.0, 4.0), same=(2.0, 0.0)),
    ).weights
    assert [row.name for row in rows] == ["far", "near", "same"]
    assert [(row.first, row.second) for row in rows] == [(20, 0), (1, -4), (2, 2)]
    assert [row.error for row in rows] == pytest.approx([5, 5, 0])
    far, near = 2 * norm.sf(4), 2 * norm.sf(1)
    assert [row.p for row in rows] == pytest.approx([3 * far, 2 * near, 1])
    assert [row.significant for row in rows] == [True, False, False]


def test_weights_without_errors_differ_for_certain_or_not_at_all() -> None:
    fits = sure(one=(1.0, 0.0), other=(2.0, 0.0)), sure(one=(1.5, 0.0), other=(2.0, 0.0))
    assert [(row.name, row.p) for row in versus(ANN, BEN, *fits).weights] == [("one", 0), ("other", 1)]


def test_of_equally_certain_differences_the_largest_is_first() -> None:
    fits = sure(one=(1.0, 0.0), other=(2.0, 0.0), last=(-2.0, 0.0)), sure(one=(2, 0), other=(0, 0), last=(1, 0))
    assert [row.name for row in versus(ANN, BEN, *fits).weights] == ["last", "other", "one"]


def test_nothing_in_common_is_no_difference() -> None:
    assert versus(ANN, BEN, sure(one=(1.0, 0.1)), sure(other=(1.0, 0.1))).weights == ()


@pytest.mark.parametrize(("p", "significant"), [(0.0499, True), (0.05, False)])
def test_significant_is_below_five_percent(p: float, significant: bool) -> None:
    assert WeightDifference("one", 1, 2, 0.1, p).significant is significant


def test_differences_are_stored_with_few_digits() -> None:
    assert WeightDifference("one", 1 / 3, 200 / 3, 1 / 30, 1 / 300).to_dict() == {
        "first": 0.3333,
        "second": 66.67,
        "standard_error": 0.03333,
        "p": 0.00333,
        "significant": True,
    }
    assert ChoiceDifference(7, 1 / 3, 2 / 3).to_dict() == {
        "positions": 7,
        "likeliest_move_differs": 0.3333,
        "total_variation": 0.6667,
    }


ONE = {"a": 0.5, "b": 0.5, "c": 0.0}
OTHER = {"a": 0.25, "b": 0.5, "c": 0.25}
THIRD = {"a": 0.0, "b": 0.0, "c": 1.0}


def believing(name: str, policies: dict[str, dict[str, float]], fresh: str, seen: str = "") -> Any:
    """Games of one position each, which are named by a letter."""

    def games(letters: str) -> Any:
        return [[SimpleNamespace(seen=letter, move="a")] for letter in letters]

    return player(name, policies.__getitem__, games(fresh), games(seen))


def test_how_differently_they_choose() -> None:
    """In x one of two likeliest moves is shared, in y both are the same, in z there is nothing in common."""
    first = believing("Ann", {"x": ONE, "y": ONE, "z": ONE}, "xy", "zzzz")
    second = believing("Ben", {"x": OTHER, "y": ONE, "z": THIRD}, "", "z")  # nothing fresh: what was seen
    found = versus(first, second).choices
    assert found.positions == 3
    assert found.likeliest == pytest.approx((0.5 + 0 + 1) / 3)
    assert found.distance == pytest.approx((0.25 + 0 + 1) / 3)


def test_who_predicts_whom() -> None:
    """Nobody is measured on what it was learned from."""
    first = believing("Ann", {"x": ONE, "z": ONE}, "x")
    second = believing("Ben", {"x": THIRD, "z": THIRD}, "", "zz")
    first.measured["belief"] = measured = Foreseen(Accuracy((1.0,), (1,)), Accuracy((1.0,), (1,)))
    crossed = versus(first, second).crossed
    assert crossed["Ann", "Ann"] is measured
    assert crossed["Ben", "Ben"] is None
    told = crossed["Ann", "Ben"]
    assert told is not None
    assert told.moves == 2
    assert told.accuracy.share == 0.5
    other = crossed["Ben", "Ann"]
    assert other is not None
    assert (other.moves, other.accuracy.share) == (1, 0)


def both() -> Versus:
    first, second = player("Ann" * 8), BEN
    found = versus(first, second, sure(one=(3.0, 0.1), two=(1.0, 0.1)), sure(one=(1.0, 0.1), two=(1.0, 0.1)))
    once = Foreseen(Accuracy((1.0, 1.0), (1, 1)), Accuracy((1.0, 1.0), (1, 1)))
    found.__dict__["crossed"] = {("Ann", "Ben"): once, ("Ben", "Ben"): None}
    found.__dict__["choices"] = ChoiceDifference(12, 0.25, 0.125)
    found.__dict__["form"] = MOVES
    return found


def test_the_summary_line_by_line() -> None:
    lines = both().summary().split("\n")
    assert lines[0] == "AnnAnnAnnAnnAnnAnnAnnAnn: what AnnAnnAnnAnnAnnAnnAnnAnn does"
    assert lines[1] == "Ben: what Ben does"
    assert lines[2] == "                        AnnAnnAnnAnnAnnA  Ben"
    assert lines[3] == "weights relative to the largest, with standard errors:"
    places = [place for place, line in enumerate(lines) if line.startswith("valued")]
    assert lines[places[0] :] == [
        "valued differently (p < 0.05 after Holm): one",
        "  one: adds +3.00 to the log odds for AnnAnnAnnAnnAnnAnnAnnAnn, +1.00 for Ben, "
        f"difference ± 0.14, p = {4 * norm.sf(2 / (0.1 * sqrt(2))):.2g}",
        "in 12 positions their likeliest moves differ in 25%; mean total variation distance 0.12",
        "log loss and accuracy on fresh games:",
        "  the belief about Ann on Ben: 1.00 ± 0.00  100% ± 0",
        "  the belief about Ben on Ben: not measured, because nothing was held back",
    ]


def test_if_nothing_differs_the_summary_says_so() -> None:
    found = both()
    found.__dict__["weights"] = (WeightDifference("one", 1, 2, 1, 0.3),)
    assert "(p < 0.05 after Holm): nothing significant\nin 12 positions" in found.summary()


def test_what_is_stored() -> None:
    told = both().to_dict()
    assert told["players"] == ["Ann" * 8, "Ben"]
    assert (told["second"], told["form"]) == ({"name": "Ben"}, "moves")
    assert list(told["weights"]) == ["one", "two"]
    assert told["choices"]["positions"] == 12
    measured, unmeasured = told["predictions"]
    assert (measured["model"], measured["player"], measured["moves"], measured["log_loss"]) == ("Ann", "Ben", 2, 1)
    assert unmeasured == {"model": "Ben", "player": "Ben", "moves": 0}


def test_both_are_fitted_in_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def weak_form(players: Any) -> Any:
        asked.append(players)
        return MOVES

    monkeypatch.setattr("kibitz.learning.choice_versus.weak_form", weak_form)
    first, second = player("Ann"), player("Ben")
    first.weights_as, second.weights_as = (lambda form: ("Ann", form)), (lambda form: ("Ben", form))
    fits: Any = versus(first, second).fits
    assert fits == (("Ann", MOVES), ("Ben", MOVES))
    assert asked == [[first, second]]


def test_the_picture_shows_the_weights_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr("kibitz.learning.choice_versus.drawn", lambda *given: drawn.append(given))
    versus(ANN, BEN, sure(one=(1.0, 0.1)), sure(other=(1.0, 0.1))).plot()
    assert drawn[0][:2] == ("tic-tac-toe: Ann and Ben", (("Ann", ("one",)), ("Ben", ("other",))))


def test_games_are_examples() -> None:
    """A real player is asked with what the mover saw."""
    asked: list[Any] = []

    def expects(seen: Any) -> dict[str, float]:
        asked.append(seen)
        return dict.fromkeys(START.moves(), 1 / 9)

    example: Any = [[Example(START, "b2")]]
    found = versus(player("Ann", expects, example), player("Ben", expects, example)).choices
    assert (found.positions, found.likeliest, found.distance) == (2, 0, 0)
    assert asked == [START] * 4
