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
from kibitz.models.visits import Visits
from kibitz.specs import parse

HIDDEN = "spades(cards=4, bids=[1, 1, 1])"


def test_a_search_does_not_see_hidden_cards() -> None:
    """Also if somebody gives it the whole position."""
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


def test_visits_are_shares_raised_to_a_power() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1")
    counts = kibitz.search("mcts(simulations=50)").analyse(state).ranks
    for text, power in (("visits(mcts(simulations=50))", 1.0), ("visits(mcts(simulations=50), power=0.5)", 0.5)):
        found, total = model(text), sum(count**power for count in counts.values())
        assert str(found) == text
        assert found.policy(state) == pytest.approx({move: count**power / total for move, count in counts.items()})
    assert Visits(kibitz.search("mcts(simulations=50)")) == model("visits(mcts(simulations=50))")


def test_visits_are_averaged_over_the_same_worlds_each_time() -> None:
    visits, view = model("visits(mcts(simulations=20))"), kibitz.game(HIDDEN).start(8).view(0)
    found = visits.policy(view)
    assert found == visits.policy_over(view, WORLDS, 0) != visits.policy_over(view, WORLDS, 1)
    random = kibitz.Random(0, "visits")
    worlds = [visits.policy_in_whole(view.world(random)) for _ in range(WORLDS)]
    assert found == pytest.approx({move: sum(each[move] for each in worlds) / WORLDS for move in view.moves()})


@pytest.mark.parametrize(
    "text",
    [
        "visits(mcts, power=0)",
        "visits(mcts, power=-1)",
        "visits(mcts, mcts)",
        "visits(power=2)",
        "visits(mcts, depth=2)",
        "visits(maxn)",
    ],
)
def test_visits_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(SpecError, match=r"visits takes a search|must be above 0"):
        model(text)
    with pytest.raises(SpecError, match="must be above 0"):
        Visits(kibitz.search("mcts"), float("inf"))
