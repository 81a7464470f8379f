"""Which reply is chosen: a row that applies, with the limits it was given, and otherwise the next row."""

from typing import Any

import pytest

import kibitz
from kibitz.replies.opponent import Opponent
from kibitz.replies.question import Question
from kibitz.replies.reply_table import REPLIES, reply_to, worst_case
from kibitz.wants.registry import want
from kibitz.wants.score import Score

CHECKERS, SPADES = kibitz.game("checkers"), kibitz.game("spades(bids=[1, 1, 1])")
THREE = kibitz.game("chinese-checkers(players=3)")
MEN = want("evaluation(men=1)")


def one(text: str, **more: Any) -> Opponent:
    return Opponent(((1.0, kibitz.model(text)),), **more)


def test_the_order_of_the_rows() -> None:
    assert [row.name for row in REPLIES] == [
        *("soft-maxn", "prob-maxn", "max-prob", "m-star", "maxn", "mcts"),
        *("exploit", "best-response", "exploit-worlds"),
    ]


def test_nothing_is_limited_and_nobody_errs_unless_it_is_said() -> None:
    given = MEN, [one("greedy")], CHECKERS
    assert Question(*given) == Question(*given, depth=0, simulations=0, seconds=0.0, reuse=False, positions=0)
    assert given[1][0] == one("greedy", noise=0.0, weighted=True, below=None, itself=0.0)


def test_the_likeliest_is_the_first_of_the_heaviest() -> None:
    first, second, third = map(kibitz.model, ("MT", "mOT", "ML"))
    assert Opponent(((1.0, first), (2.0, second), (2.0, third))).likeliest == second
    assert Opponent(((1.0, first), (3.0, second))).mixture == kibitz.model("mixture(MT=1, mOT=3)")
    assert Opponent(((2.0, first),)).mixture == first


@pytest.mark.parametrize(
    ("models", "game", "depth", "name"),
    [
        (["MT", "mOT"], SPADES, 0, "prob-maxn"),
        (["MT", "mOT"], SPADES, 3, "maxn"),
        (["MT", "greedy"], SPADES, 0, "exploit"),
        (["rational(depth=3)"], CHECKERS, 0, "prob-maxn"),
        (["rational(depth=3)"], CHECKERS, 2, "max-prob"),
        (["strategy(men=1, depth=2)"], CHECKERS, 0, "m-star"),
        (["strategy(men=1, depth=2)"] * 2, THREE, 0, "maxn"),
        (["strategy(men=1, depth=2)", "greedy"], THREE, 0, "exploit"),
        (["greedy"], CHECKERS, 0, "exploit"),
    ],
)
def test_the_first_row_that_applies(models: list[str], game: kibitz.Game, depth: int, name: str) -> None:
    assert reply_to(Score(), list(map(one, models)), game, depth).name == name


@pytest.mark.parametrize("model", ["MT", "rational(depth=3)", "strategy(men=1, depth=2)"])
def test_no_exact_reply_to_somebody_who_may_search_for_itself(model: str) -> None:
    game = SPADES if model == "MT" else CHECKERS
    opponents = [one(model, itself=0.2) for _ in range(game.players - 1)]
    assert reply_to(Score(), opponents, game).name == "exploit"


def test_preferences_without_probabilities_are_generalised() -> None:
    both = Opponent(((1.0, kibitz.model("MT")), (1.0, kibitz.model("mOT"))), weighted=False)
    found = reply_to(want("mOT"), [both, one("ML", weighted=False)], SPADES)
    assert str(found) == "soft-maxn(own=mOT, others=[generalise(MT, mOT), ML])"
    assert reply_to(want("mOT"), [both, one("ML")], SPADES).name == "prob-maxn"  # one of them has probabilities


def test_each_opponent_has_its_own_wants_and_noise() -> None:
    found = reply_to(want("MT"), [one("mOT", noise=0.1), one("ML", noise=0.3)], SPADES)
    assert found.name == "prob-maxn"
    assert found.options["noise"] == [0.1, 0.3]
    assert [str(each) for each in found.options["others"]] == ["mOT", "ML"]


@pytest.mark.parametrize(
    ("models", "depth", "limits"),
    [
        (["strategy(men=1, depth=2)", "strategy(men=1, depth=4)"], 0, {"depth": 5}),
        (["strategy(men=1, depth=2)", "strategy(men=1, depth=4)"], 3, {"depth": 3}),
        (["strategy(men=1, depth=2)", "greedy"], 0, {}),
        (["greedy", "greedy"], 1, {"depth": 1}),
    ],
)
def test_one_ply_deeper_than_the_deepest(models: list[str], depth: int, limits: dict[str, int]) -> None:
    assert Question(MEN, list(map(one, models)), THREE, depth).limits == limits


def test_limits_and_wants_reach_the_search() -> None:
    strategy = one("strategy(kings=1, depth=2)")
    assert str(reply_to(MEN, [strategy], CHECKERS)) == (
        "m-star(depth=3, own=evaluation(men=1), model=evaluation(kings=1), model_depth=2)"
    )
    rational = [one("rational(depth=3)")]
    assert str(reply_to(MEN, rational, CHECKERS, depth=2)) == "max-prob(depth=2, own=evaluation(men=1))"
    assert str(reply_to(Score(), rational, CHECKERS, depth=2)) == "max-prob(depth=2)"
    exploit = reply_to(
        MEN, [one("greedy")], CHECKERS, depth=7, simulations=30, seconds=0.5, reuse=True, positions=9
    ).options
    names = ("depth", "simulations", "seconds", "reuse", "positions", "objective")
    assert [exploit[name] for name in names] == [7, 30, 0.5, True, 9, "own"]
    assert str(exploit["own"]) == "evaluation(men=1)"
    usual, plain = kibitz.search("exploit(others=greedy)").options, reply_to(Score(), [one("greedy")], CHECKERS).options
    assert {name: plain[name] for name in names} == {name: usual[name] for name in names}


def test_replies_that_are_taken_only_by_name() -> None:
    others = [one("MT"), one("mOT")]
    assert reply_to(Score(), others, SPADES, reply="best-response").name == "best-response"
    worlds = reply_to(Score(), others, SPADES, reply="exploit-worlds", simulations=40, seconds=0.25, positions=3)
    names = ("simulations", "seconds", "positions", "objective")
    assert [worlds.options[name] for name in names] == [40, 0.25, 3, "win"]
    with pytest.raises(kibitz.MissingCapability, match="it requires hidden hands"):
        reply_to(Score(), [one("greedy")], CHECKERS, reply="exploit-worlds")


@pytest.mark.parametrize(
    ("models", "game", "depth", "expected"),
    [
        (["MT", "mOT"], SPADES, 0, "soft-maxn(own=score, others=generalise(MT, mOT), rule=worst)"),
        (["MT", "mOT"], SPADES, 2, "paranoid(depth=2, own=score)"),
        (["MT", "greedy"], SPADES, 0, "paranoid(own=score)"),
        (["MT", "score"], SPADES, 0, "paranoid(own=score)"),
        ([], CHECKERS, 4, "alpha-beta(depth=4, own=score)"),
    ],
)
def test_the_baseline_of_safe(models: list[str], game: kibitz.Game, depth: int, expected: str) -> None:
    assert str(worst_case(list(map(kibitz.model, models)), game, want("score"), depth)) == expected
