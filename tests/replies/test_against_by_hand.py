"""What the replies that take any model have in common: who is who, what counts, and bids, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.errors import MissingCapability, SpecError
from kibitz.models.distilled import distilled
from kibitz.replies import against
from kibitz.replies.against import AgainstModels, Seen, likely
from kibitz.replies.best_response import BestResponse
from kibitz.replies.exploit import Exploit
from kibitz.replies.opponent import Opponent

HEARTS = kibitz.game("hearts(open=true)")
GAME = kibitz.game("tic-tac-toe")
LOWEST, DUCKS, RANDOM = (kibitz.model(name) for name in ("lowest-card", "ducks", "random"))
SLOW = kibitz.model("mcts(simulations=20)")


def about(*models: tuple[float, Any], **more: Any) -> Opponent:
    return Opponent(tuple(models), **more)


def test_one_model_is_for_all_and_a_list_is_in_turn_order() -> None:
    assert [each.models for each in Exploit(others="ducks").of(HEARTS)] == [((1.0, DUCKS),)] * 3
    listed = Exploit(others=["ducks", "random", "lowest-card"]).of(HEARTS)
    assert [each.likeliest for each in listed] == [DUCKS, RANDOM, LOWEST]
    given = [about((2.0, DUCKS)), about((1.0, RANDOM))]
    assert Exploit(given).of(HEARTS) == tuple(given)


def test_a_search_is_the_same_if_its_options_and_its_opponents_are() -> None:
    one, other = [about((1.0, DUCKS))] * 3, [about((1.0, RANDOM))] * 3
    assert Exploit(one) == Exploit(one)
    assert Exploit(one) != Exploit(other)
    assert Exploit(one) != Exploit(one, simulations=7)
    assert Exploit(others="ducks") == Exploit(others="ducks")


def test_what_is_refused() -> None:
    with pytest.raises(SpecError, match=r"exploit needs models of the others, as in exploit\(others=greedy\)"):
        Exploit()
    start = HEARTS.start(1)
    assert Exploit(others=["ducks", "random"]).refusal(start) == "2 models are given for 3 other seats"
    spades = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1], open=true)").start(1)
    refused = Exploit(others="random", own="order(odd, [1, 3], [3, 2])", objective="own").refusal(spades)
    assert refused is not None
    assert "only orders outcomes, but averages over games need numbers" in refused
    assert Exploit(others="random").refusal(start) is None
    with pytest.raises(SpecError, match="is a rule for"):
        Exploit(others="wins-only").refusal(start)


@pytest.mark.parametrize(("objective", "weight"), [("blend", 0.9), ("win", 1.0), ("score", 0.0), ("own", 0.0)])
def test_the_share_of_the_win_in_the_objective(objective: str, weight: float) -> None:
    made = Exploit(others="random", objective=objective, own="MT")
    assert made.win_weight == weight
    assert str(made.own) == ("score" if objective == "score" else "MT")
    assert str(Exploit(others="random").own) == "score"


def test_bids_are_compared_by_wins_and_by_their_scaled_worth() -> None:
    """Nine tenths of the share of the win, and one tenth of the score: 0 for the lowest of all bids, 1 for the
    highest."""
    made = Exploit(others="random")
    found = made.bids_compared({"bid 1": (0.5, 10.0), "bid 2": (0.25, 30.0), "bid 3": (0.0, 15.0)})
    assert found == pytest.approx({"bid 1": 0.45, "bid 2": 0.325, "bid 3": 0.025})
    equal = made.bids_compared({"bid 1": (0.5, 10.0), "bid 2": (0.25, 10.0)})
    assert equal == pytest.approx({"bid 1": 0.45, "bid 2": 0.225})


def test_after_our_bid_the_others_make_the_usual_one() -> None:
    state: Any = kibitz.game("spades(players=3, cards=4, open=true)").start(3)
    found = Exploit(others="random").after_bids(state, state.to_move)
    assert list(found) == state.moves()
    for bid, after in found.items():
        second = state.play(bid)
        third = second.play(second.game.usual_bid(second))
        assert after == third.play(third.game.usual_bid(third))
        assert not any(move.startswith("bid") for move in after.moves())
    second = state.play("bid 1")  # now the second seat bids, and the first will lead
    for bid, after in Exploit(others="random").after_bids(second, second.to_move).items():
        third = second.play(bid)
        assert after == third.play(third.game.usual_bid(third))
        assert after.to_move == state.to_move


def test_the_expected_move_is_averaged_over_the_candidates() -> None:
    """The one who is asked about has the first move with weight 1 and the last with weight 3, and errs in one move of
    ten: each of nine moves gets 1/90 more."""
    first, last = kibitz.model("first-move"), kibitz.model("last-move")
    made = Exploit([about((1.0, first), (3.0, last), noise=0.1)])
    state = GAME.start().play("b2")
    found = made.expected(state, seat=0)
    assert found["a1"] == pytest.approx(0.9 / 4 + 0.1 / 8)
    assert found["c3"] == pytest.approx(0.9 * 3 / 4 + 0.1 / 8)
    assert found["b1"] == pytest.approx(0.1 / 8)


def test_each_seat_is_asked_as_its_own_opponent() -> None:
    """From seat 1, the seats 2, 3 and 0 are the first, second and third of the others."""
    made = Exploit(others=["first-move", "last-move", "middle-move"])
    for step, name in enumerate(("first-move", "last-move", "middle-move"), start=1):
        state = HEARTS.start(2)
        while state.to_move != (1 + step) % 4 or len(state.moves()) < 3:
            state = state.play(state.moves()[0])
        assert dict(made.expected(state, seat=1)) == pytest.approx(dict(kibitz.model(name).policy(state)))


def test_candidates_are_given_to_the_core_by_seat() -> None:
    state = HEARTS.start(1)
    made = Exploit([about((1.0, LOWEST), (3.0, DUCKS), (0.0, RANDOM), noise=0.1), *[about((1.0, DUCKS))] * 2])
    ready = made.ready(state, 1, distil=True)
    assert [(len(each), noise) for each, noise in ready.given] == [(1, 0.0), (0, 0.0), (2, 0.1), (1, 0.0)]
    assert [weight for weight, _, _ in ready.given[2][0]] == [1.0, 3.0]  # no weight, no candidate
    assert [seen.model for seen in ready.seen[2]] == ["lowest-card", "ducks"]
    assert 1 not in ready.seen
    assert (ready.asked, ready.ask) == (0, None)
    alone = made.ready(state, 1, distil=True, likeliest=True)
    assert [[seen.model for seen in alone.seen[seat]] for seat in (2, 3, 0)] == [["ducks"]] * 3


def test_models_that_the_core_cannot_run_are_asked_once() -> None:
    calls: list[str] = []

    def careful(position: Any) -> dict[str, float]:
        calls.append(str(position))
        return {position.moves()[0]: 1.0}

    made = BestResponse([about((1.0, kibitz.model(careful)), (1.0, kibitz.model("first-move")))])
    state = GAME.start()
    ready = made.ready(state, 0, distil=False)
    assert ready.asked == 2
    assert [seen.words() for seen in ready.seen[1]] == ["careful asked in Python", "first-move asked in Python"]
    policy = made._policy(kibitz.model(careful), state)
    assert made._policy(kibitz.model(careful), state) is policy
    assert len(calls) == 1
    assert list(policy) == state.moves()


def test_answers_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "ASKED_AT_MOST", 2)
    made, model = Exploit(others="first-move"), kibitz.model("first-move")
    states = [GAME.start().play(move) for move in ("a1", "b2", "c3")]
    for state in states:
        made._policy(model, state)
    assert list(made._memory) == [(model, states[2])]
    assert against.Seen("x", True, None).words() == "x runs in the core"


def test_slow_models_are_replaced_below_the_tree_or_everywhere() -> None:
    state = GAME.start()
    made = Exploit([about((1.0, SLOW))])
    [(_, tree, below)] = made.ready(state, 0, distil=False).given[1][0]
    assert tree is below
    [(_, tree, below)] = made.ready(state, 0, distil=True).given[1][0]
    assert tree is not below
    [(_, tree, below)] = made.ready(state, 0, distil=True, everywhere=True).given[1][0]
    assert tree is below
    [seen] = made.ready(state, 0, distil=True).seen[1]
    assert seen.below == distilled(SLOW, GAME)
    assert "below the tree, a fitted model that predicts" in seen.words()
    light = Exploit([about((1.0, RANDOM))]).ready(state, 0, distil=True).seen[1]
    assert light == [Seen("random", True, None)]


def test_a_fast_model_may_be_given_for_the_slow_one() -> None:
    state = HEARTS.start(1)
    made = Exploit([about((1.0, SLOW), below=DUCKS)] * 3)
    [seen] = made.ready(state, 0, distil=True).seen[1]
    assert seen.below == DUCKS
    assert seen.words() == f"{SLOW} {'runs in the core' if seen.compiled else 'asked in Python'}; below the tree, ducks"
    slower = Exploit([about((1.0, SLOW), below=kibitz.model("mcts(simulations=5)"))] * 3)
    assert slower.ready(state, 0, distil=True).seen[1][0].below == distilled(SLOW, HEARTS)


def test_a_player_that_searches_for_itself_is_one_more_candidate() -> None:
    """With probability 0.2 it does; the weights 1 and 3 share the rest. Below the tree it moves like the likeliest."""
    opponent = about((1.0, LOWEST), (3.0, DUCKS), itself=0.2)
    ready = Exploit([opponent] * 3).ready(HEARTS.start(1), 0, distil=True)
    weights = [weight for weight, _, _ in ready.given[1][0]]
    assert weights == pytest.approx([0.2, 0.6, 0.2])
    assert ready.given[1][0][2][2] is ready.given[1][0][1][2]
    plain = BestResponse([opponent] * 3).ready(HEARTS.start(1), 0, distil=True)
    assert [weight for weight, _, _ in plain.given[1][0]] == [1.0, 3.0]  # it does not explore for others
    sure = Exploit([about((1.0, LOWEST), itself=1.0)] * 3).ready(HEARTS.start(1), 0, distil=True)
    assert [weight for weight, _, _ in sure.given[1][0]] == [1.0]


def test_only_our_want_counts_in_the_core() -> None:
    state = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1], open=true)").start(1)
    assert len(Exploit(others="random", own="MT").compiled_wants(state, 1)) == 3
    two = kibitz.game("spades(players=2, cards=3, bids=[1, 1], open=true)").start(3)
    tricks = BestResponse(others="first-move", own="MT", objective="own").analyse(two)
    assert tricks.values == {"5C": 2, "AC": 3}
    points = BestResponse(others="first-move", own="score", objective="own").analyse(two)
    assert points.values == {"5C": 11, "AC": 12}  # a bid of one, and a point for each other trick
    assert AgainstModels.explores is False


def test_a_player_chooses_its_bid_by_its_results() -> None:
    """Against somebody who always plays the first card, one bid is the best. The usual bid is another one."""
    found = []
    for seed in range(12):
        state: Any = kibitz.game("spades(players=2, cards=3, open=true)").start(seed)
        ours = kibitz.player("exploit(others=first-move, simulations=60)").act(state)
        found.append(ours == state.game.usual_bid(state))
    assert not all(found)


def test_bids_that_cannot_be_predicted_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state: Any = kibitz.game("spades(players=3, cards=3, open=true)").start(1)
    assert Exploit(others="random").refusal(state) is None

    def unknown(*_: object) -> str:
        raise MissingCapability("nobody knows")

    monkeypatch.setattr(type(state.game), "usual_bid", unknown)
    assert Exploit(others="random").refusal(state) == "the bids of the others cannot be predicted: nobody knows"


def test_likely_moves_are_at_least_half_a_percent() -> None:
    assert likely({"a": 0.005, "b": 0.99, "c": 0.0049}) == "b 99%, a 0%"
    assert likely({"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}) == "d 40%, c 30%, b 20%"
    assert likely({"a": 0.4, "b": 0.6}, most=1) == "b 60%"
