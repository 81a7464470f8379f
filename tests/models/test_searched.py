"""Searches and functions as models: what they are shown, and what they are not."""

from typing import Any

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.models.function import registered
from kibitz.models.model import WORLDS
from kibitz.models.prediction import predict, predict_from_view
from kibitz.models.registry import model
from kibitz.models.searched import Searched
from kibitz.specs import parse

HIDDEN = "spades(cards=4, bids=[1, 1, 1])"


def test_a_search_does_not_see_hidden_cards() -> None:
    """Also if it is given the whole position, as learners do when they watch."""
    searched, state = model("maxn"), kibitz.game(HIDDEN).start(8)
    assert isinstance(searched, Searched)
    other = state.view(state.to_move).world(kibitz.Random(3))
    assert searched.policy_in_whole(state) != searched.policy_in_whole(other)
    assert searched.policy(state) == searched.policy(other)


def test_a_search_as_a_model_always_samples_the_same_worlds() -> None:
    searched, state = model("maxn"), kibitz.game(HIDDEN).start(8)
    assert isinstance(searched, Searched)
    assert searched.policy(state) == searched.policy_over(state, WORLDS, 0) != searched.policy_over(state, WORLDS, 1)


def test_a_search_that_sees_everything_samples_no_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("worlds were sampled")

    monkeypatch.setattr("kibitz.models.searched.Sampled", refuse)
    state = kibitz.game("tic-tac-toe").start()
    assert sum(model("maxn(depth=2)").policy(state).values()) == pytest.approx(1)
    view = kibitz.game(HIDDEN).start(8).view(0)
    assert sum(model("hidden-mcts(simulations=5)").policy(view).values()) == pytest.approx(1)
    with pytest.raises(AssertionError, match="worlds were sampled"):
        model("maxn").policy(view)


@pytest.mark.parametrize("text", ["first-move(3)", "first-move(depth=3)", "first-move(3, depth=3)"])
def test_a_registered_function_takes_no_options(text: str) -> None:
    def first_move(view: Any) -> dict[str, float]:
        return {view.moves()[0]: 1.0}

    kind = registered(first_move)
    assert str(kind.read(parse("first-move"))) == "first-move"
    with pytest.raises(SpecError, match="first-move takes no options"):
        kind.read(parse(text))


def test_the_only_move_is_certain() -> None:
    state = kibitz.game("tic-tac-toe").start()
    for move in ("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"):
        state = state.play(move)
    [move] = state.moves()
    assert predict("random", state) == predict_from_view("random", state.view(state.to_move)) == {move: 1.0}


def test_a_prediction_from_a_view_samples_the_same_worlds_each_time() -> None:
    view = kibitz.game(HIDDEN).start(8).view(0)
    assert predict_from_view("maxn", view) == predict_from_view("maxn", view, WORLDS, 0)
    assert predict_from_view("maxn", view) != predict_from_view("maxn", view, WORLDS, 1)
