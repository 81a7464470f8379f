"""What elimination says, stores and takes up again, in one small position."""

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.learning.elimination import (
    Elimination,
    InferenceTree,
    elimination,
    preferences,
    preferences_of,
    strictly_dominates,
)
from kibitz.models.registry import model
from kibitz.models.want_seeker import Seeker
from kibitz.replies.opponent import Opponent
from kibitz.wants.preference import generalise

STATE = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=3)
MT, MOT = preferences(["MT", "mOT"])
AGAINST = "5C"  # a move that contradicts MT: it would take AC
REASON = "not MT: played 5C where most-tricks takes AC"


def seen(times: int = 1, candidates: tuple[str, ...] = ("MT", "mOT")) -> Elimination:
    learner = elimination(candidates)
    for _ in range(times):
        learner = learner.see(STATE, AGAINST)
    return learner


@pytest.mark.parametrize(
    ("first", "second", "dominates"),
    [(0b100, 0b011, True), (0b110, 0b001, True), (0b110, 0b010, False), (0b010, 0b100, False), (0, 0b1, True)],
)
def test_every_outcome_of_one_set_is_better_than_every_one_of_the_other(
    first: int, second: int, dominates: bool
) -> None:
    assert strictly_dominates(first, second, worse=[0b000, 0b001, 0b011]) == dominates


def test_the_latest_contradictions_are_told() -> None:
    assert elimination(["MT", "mOT"]).told().shares == {"MT": 0.5, "mOT": 0.5}
    assert elimination(["MT", "mOT"]).told().reasons == ()
    assert seen().told().shares == {"MT": 0.0, "mOT": 1.0}
    assert seen().told().reasons == (REASON,)
    assert seen(5).told().reasons == (REASON,) * 3
    assert seen(5).told(most=1).reasons == (REASON,)
    gone = seen(candidates=("MT",)).told()
    assert gone.shares == {"MT": 1.0}
    assert gone.reasons == ("everything was contradicted: all candidates are considered again", REASON)


def test_decisions_are_counted_in_words() -> None:
    assert [seen(times).decisions for times in range(3)] == [0, 1, 2]
    assert str(seen(2)) == "fewest-overtricks after 2 decisions"
    assert str(seen(1, ("MT",))) == "none of most-tricks after 1 decision: all of them are considered again"


def test_what_was_learned_since() -> None:
    before, after = seen(2), seen(3)
    assert after.learned_since(before) == ({"MT": 0.0, "mOT": 1.0}, 1)
    assert after.learned_since(after) == ({"MT": 1.0, "mOT": 1.0}, 0)
    assert seen(3, ("MT",)).learned_since(seen(1, ("MT",))) == ({"MT": 1.0}, 2)  # it is none of them


def test_what_a_memory_ruled_out_stays_out() -> None:
    found = seen().remembered({"MT": 0.3, "mOT": 0.0}, "Ann")
    assert (found.left, found.events, found.earlier) == ((MT,), (), (MOT,))
    assert elimination(["MT", "mOT"]).remembered({"MT": 0.3, "mOT": 1.0}, "Ann").left == (MT, MOT)


def test_the_opponent_is_anyone_of_those_left() -> None:
    assert seen().opponent == Opponent(((1.0, Seeker(MOT)),), weighted=False)
    both = elimination(["MT", "mOT"]).opponent
    assert both == Opponent(((1.0, Seeker(MT)), (1.0, Seeker(MOT))), weighted=False)
    assert seen().generalisation == MOT
    assert elimination(["MT", "mOT"]).generalisation == generalise((MT, MOT))


def test_it_learns_from_whole_positions_only() -> None:
    assert not seen().reads_views
    assert "InferenceTree" not in repr(seen())


def test_players_who_want_the_same_cannot_be_told_apart() -> None:
    with pytest.raises(SpecError, match="MT_mOT and MT_ML want the same"):
        preferences_of([model("MT_mOT"), model("mOT"), model("MT_ML")])


def test_a_tree_decides_only_where_there_is_a_choice_and_a_bid() -> None:
    tree = InferenceTree((MT, MOT))
    assert tree.decides(STATE)
    assert not tree.decides(kibitz.game("spades(cards=3, open=true)").start(seed=3))  # nobody has bid
    assert tree.sets(STATE) is tree.sets(STATE)  # searched once
    assert tree.rather(MT, STATE, "AC") is None
