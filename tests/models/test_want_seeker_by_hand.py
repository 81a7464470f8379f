"""Players that want something: which search they use, which texts they have, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.models.registry import model_from_json
from kibitz.models.want_seeker import TIES, Seeker
from kibitz.wants.preference import Preference
from kibitz.wants.registry import want

SPADES, TWO = kibitz.game("spades(players=3, cards=3)"), kibitz.game("tic-tac-toe")


def searches(spec: str, game: kibitz.Game = SPADES) -> list[str]:
    return [str(each) for each in kibitz.model(spec).searches(game)]


@pytest.mark.parametrize(
    ("spec", "two", "three"),
    [
        ("MT", "maxn", "maxn"),  # a preference over outcomes
        ("generic", "soft-maxn", "soft-maxn"),  # one that only orders them
        ("MT_generic", "soft-maxn", "soft-maxn"),
        ("generic_MT", "soft-maxn", "soft-maxn"),
        ("MT_mOT", "maxn", "maxn"),
        ("score", "alpha-beta", "maxn"),
        ("strategy(depth=2)", "alpha-beta", "maxn"),
        ("score_MT", "m-star", "maxn"),
        ("model(MT, others=greedy)", "maxn", "maxn"),  # what greedy wants is not known
        ("rational", "max-prob", "max-prob"),
    ],
)
def test_the_usual_search(spec: str, two: str, three: str) -> None:
    made: Any = kibitz.model(spec)
    assert [made.usual_search(players) for players in (2, 3)] == [two, three]


def test_both_orders_of_ties_are_possible_unless_one_is_known() -> None:
    assert searches("MT") == [
        "maxn(own=MT, values=best, line=false)",
        "maxn(own=MT, ties=left-high, values=best, line=false)",
    ]
    assert searches("model(MT, ties=left-high)") == ["maxn(own=MT, ties=left-high, values=best, line=false)"]
    assert searches("model(MT, ties=left-low)") == ["maxn(own=MT, values=best, line=false)"]
    assert searches("generic") == ["soft-maxn(own=generic)"]  # it keeps all of equally good moves
    assert searches("score", TWO) == ["alpha-beta(own=score, exact=true)"]


def test_options_of_a_named_search_are_kept() -> None:
    assert searches("model(MT, depth=2, search=paranoid)") == ["paranoid(depth=2, own=MT)"]
    assert searches("model(MT, search=maxn(ties=left-high))") == [
        "maxn(own=MT, ties=left-high, values=best, line=false)"
    ]
    assert searches("rational(depth=4)") == ["max-prob(depth=4)"]
    assert searches("score_MT", TWO) == ["m-star(own=score, model=MT, model_depth=none)"]


def test_a_line_is_followed_only_by_who_breaks_ties_as_its_search_does() -> None:
    """Whole lines are known of one search, in one order."""
    followed = kibitz.model("model(score, ties=left-low)").line_followed(SPADES)
    assert str(followed) == "maxn(own=score, values=best, line=false)"
    assert kibitz.model("score").line_followed(SPADES) is None
    assert kibitz.model("model(score, ties=left-low, search=maxn(ties=left-high))").line_followed(SPADES) is None
    assert kibitz.model("model(score, ties=left-low, search=paranoid)").line_followed(SPADES) is None


@pytest.mark.parametrize(
    ("spec", "offers"),
    [
        ("MT", {"wanting", "looking", "preferring"}),
        ("model(MT, depth=2)", {"wanting", "looking"}),  # it does not search to the end
        ("model(MT, search=paranoid)", {"wanting", "looking"}),
        ("score", {"wanting", "looking"}),
        ("rational", {"wanting", "unbiased"}),
    ],
)
def test_what_it_offers(spec: str, offers: set[str]) -> None:
    assert kibitz.model(spec).capabilities == offers


def test_preferences_are_its_own_and_those_of_its_model_of_the_others() -> None:
    assert [str(each) for each in kibitz.model("MT_mOT").preferences()] == ["MT", "mOT"]
    assert [str(each) for each in kibitz.model("MT").preferences()] == ["MT"]
    for spec in ("model(MT, depth=2)", "model(MT, search=paranoid)"):
        with pytest.raises(SpecError, match="elimination assumes that players search to the end"):
            kibitz.model(spec).preferences()
    for spec in ("score", "rational"):
        with pytest.raises(SpecError, match="is not a preference over outcomes"):
            kibitz.model(spec).preferences()
    with pytest.raises(MissingCapability, match="wants to win and has no evaluation"):
        _ = kibitz.model("rational").strategy


def test_what_it_wants_is_certain_and_how_deep_it_looks_is_known() -> None:
    made = kibitz.model("model(MT, depth=3)")
    assert [(share, str(each)) for share, each in made.wanted().parts] == [(1.0, "MT")]
    assert (str(made.strategy[0]), made.strategy[1], made.depth_looked) == ("MT", 3, 3)
    assert not made.thinks_of_others
    assert kibitz.model("MT_mOT").thinks_of_others


def test_models_of_the_others_have_a_single_want_and_no_models_themselves() -> None:
    for spec in ("model(score, others=greedy)", "model(score, others=model(MT, others=mOT))"):
        for game in (SPADES, TWO):
            with pytest.raises(SpecError, match="needs others with a single want and no models of their own opponents"):
                kibitz.model(spec).searches(game)


def test_bids_are_any_bid_if_its_want_says_nothing_of_them() -> None:
    state = SPADES.start(seed=1)
    assert state.moves() == ["bid 1", "bid 2", "bid 3"]
    assert kibitz.model("MT").policy(state) == pytest.approx(dict.fromkeys(state.moves(), 1 / 3))
    opened = kibitz.game("spades(players=3, cards=3, open=true)").start(seed=2)
    assert kibitz.model("strategy(made=1, depth=12)").policy(opened)["bid 1"] == 1  # only one trick can be made


def test_equally_good_searches_are_averaged() -> None:
    """In half of the cases it breaks ties to the left, and in half to the right."""
    for seed in range(20):
        state = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1], open=true)").start(seed)
        both, low, high = (kibitz.model(f"model(MT, ties={ties})").policy(state) for ties in TIES)
        found = [each.analyse(state) for each in kibitz.model("MT").searches(state.game)]
        means = {
            move: sum((move in each.best) / len(each.best) for each in found) / len(found) for move in state.moves()
        }
        assert dict(both) == pytest.approx(means)
        assert sorted(low.values())[-1] == sorted(high.values())[-1] == 1  # one move each


@pytest.mark.parametrize("depth", [0, 1, 200, "none", "None"])
def test_depths_that_are_taken(depth: Any) -> None:
    assert Seeker(want("MT"), depth=depth).depth == (depth if isinstance(depth, int) else 0)


@pytest.mark.parametrize("depth", [-1, 201, True, 2.0, "deep"])
def test_depths_that_are_refused(depth: Any) -> None:
    with pytest.raises(
        SpecError, match=r"depth=.* is not allowed; a model searches 1 to 200 plies deep, or to the end"
    ):
        Seeker(want("MT"), depth=depth)


@pytest.mark.parametrize(
    "spec",
    [
        "MT",
        "MT_mOT",
        "score",
        "rational",
        "rational(depth=4)",
        "strategy(men=60, depth=6)",
        "model(MT, depth=2)",
        "model(MT, ties=left-low)",
        "model(MT, search=paranoid)",
        "model(fewest-overtricks(missed=indifferent), others=MT)",
        "model(evaluation(men=60))",
        "strategy(depth=2, others=greedy)",
        "model(evaluation(depth=3, men=1), depth=2)",  # a feature with the name of an option
    ],
)
def test_texts_and_json_are_read_as_they_are_written(spec: str) -> None:
    made = kibitz.model(spec)
    assert kibitz.model(str(made)) == made
    assert model_from_json(made.to_json()) == made


def test_short_names_are_written_where_they_say_everything() -> None:
    assert str(kibitz.model("model(MT)")) == "MT"
    assert str(kibitz.model("model(MT, others=mOT)")) == "MT_mOT"
    assert str(kibitz.model("model(MT, others=mOT, depth=2)")) == "model(MT, depth=2, others=mOT)"
    assert str(kibitz.model("model(evaluation(men=60), depth=3)")) == "strategy(men=60, depth=3)"
    assert kibitz.model("model(MT, depth=2, others=mOT)").to_dict() == {
        "wants": "MT",
        "depth": 2,
        "others": {"wants": "mOT"},
    }


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("model()", "a model wants one thing"),
        ("model(MT, mOT)", "a model wants one thing"),
        ("model(MT, dept=2)", "a model has no option 'dept'; did you mean 'depth'"),
        ("model(MT, ties=random)", "ties=random is not allowed in a model; give even, left-low, left-high"),
        ("strategy(men=60)", "a strategy needs a depth"),
        ("strategy(men=60, depth=0)", "a strategy needs a depth"),
        ("strategy(men=60, depth=none)", "a strategy needs a depth"),
        ("strategy(6)", "a strategy takes feature=weight and depth"),
        ("rational(4)", "rational takes options as name=value"),
    ],
)
def test_mistakes(spec: str, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        kibitz.model(spec)


def test_weights_are_checked_also_those_of_the_others() -> None:
    for spec in ("strategy(kings=3, depth=1)", "model(score, others=strategy(kings=3, depth=1))"):
        with pytest.raises(KibitzError, match="kings"):
            kibitz.model(spec).check(TWO)
    kibitz.model("strategy(open_lines=3, depth=1)").check(TWO)
    kibitz.model("MT").check(TWO)


def test_a_want_made_in_code_cannot_be_stored() -> None:
    backwards = Preference("backwards", lambda outcome, seat, goals: -outcome[seat])
    with pytest.raises(KibitzError, match="was made in code and cannot be stored"):
        Seeker(backwards).to_json()


def test_the_core_plays_as_python_does() -> None:
    """Both orders of ties are equally likely there, too."""
    game = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1], open=true)")
    for seed in range(10):
        state = game.start(seed)
        for spec in ("MT", "model(MT, ties=left-high)", "strategy(depth=2)"):
            made = kibitz.model(spec)
            assert made.compiled(state, state.to_move) is not None
            assert dict(made.policy_by_core(state)) == pytest.approx(dict(made.policy(state)))
