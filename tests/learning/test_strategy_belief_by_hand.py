"""What a belief that is one strategy keeps, when it learns again, and from which decisions."""

from typing import Any

import pytest

import kibitz
from kibitz.learning import strategy_belief
from kibitz.learning.examples import Example
from kibitz.learning.strategy_belief import FIRST, StrategyBelief
from kibitz.models.registry import model

GAME = kibitz.game("checkers")


def examples(count: int) -> list[Example]:
    """Decisions with a choice, each with another number of moves played before it."""
    found, state = list[Example](), GAME.start()
    for number in range(1000):
        if len(found) == count:
            break
        move = kibitz.Random(4, "example", number).choice(state.moves())
        found += [Example(state, move)] if len(state.moves()) > 1 else []
        state = state.play(move)
        state = GAME.start() if state.over else state
    return found


def seen(count: int) -> StrategyBelief:
    belief = StrategyBelief()
    for each in examples(count):
        belief = belief.see(each.state, each.move)
    return belief


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Takes the place of the learner, and notes what it is given."""
    given: list[Any] = []

    class Learner:
        def __init__(self, **options: int) -> None:
            given.append(options)

        def __call__(self, fitting: Any, aside: Any) -> Any:
            given.append((fitting, aside))
            return self

        model = model("strategy(men=1, kings=3, depth=1)")

    monkeypatch.setattr(strategy_belief, "LearnStrategy", Learner)
    return given


def test_two_thirds_fit_and_every_third_decides_the_depth(asked: list[Any]) -> None:
    belief = seen(20).at(GAME)
    known = examples(20)
    assert asked[0] == {"farthest": 3, "most_rounds": 3}
    assert asked[1] == ([[each for place, each in enumerate(known) if place % 3]], [known[::3]])
    assert (belief.moves, belief.learned_from) == (20, 20)
    assert belief.opponent.models == ((1.0, model("strategy(men=1, kings=3, depth=1)")),)
    assert belief.told() == ({"strategy(men=1, kings=3, depth=1)": 1.0}, ("learned from 20 decisions",), "")


def test_it_learns_from_20_decisions_and_again_from_half_as_many_more(asked: list[Any]) -> None:
    assert seen(19).at(GAME).learned_from == 0
    known = examples(30)
    belief = seen(20).at(GAME)
    for number, each in enumerate(known[20:], start=21):
        belief = belief.see(each.state, each.move)
        assert belief.at(GAME).learned_from == (30 if number == 30 else 20)


def test_only_the_last_90_decisions_are_kept(asked: list[Any]) -> None:
    belief, known = seen(95), examples(95)
    assert belief.watched == tuple(known[-90:])
    assert belief.moves == 95
    assert belief.at(GAME).told().reasons == ("learned from 90 decisions",)


def test_what_was_learned_since() -> None:
    earlier, later, known = seen(5), seen(8), examples(8)
    assert later.learned_since(earlier) == ({FIRST: 1.0}, 3)
    assert [each.move for each in later.decisions_since(earlier)] == [each.move for each in known[5:]]
    assert len(seen(95).decisions_since(StrategyBelief())) == 90
    assert later.told().shares == {FIRST: 1.0}


def test_it_begins_anew_at_another_game_by_what_was_seen_last() -> None:
    [example] = examples(1)
    other = kibitz.game("tic-tac-toe").start()
    belief = StrategyBelief().see(other, "b2").see(example.state, example.move)
    assert belief.at(GAME) is belief
    assert belief.at(other.game).moves == 0
    assert (StrategyBelief.reads_views, StrategyBelief.keeps_decisions) == (False, True)
