"""Safe: margin 0 chooses among what the baseline finds best, a margin without end is the inner search."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.strategies import trees
from reference.searches.tree import Node
from support.native_outcome_set_searches import position

import kibitz
from kibitz.errors import MissingCapability, SpecError
from kibitz.searches.safe import Safe

thorough = settings(max_examples=100, deadline=None)


@thorough
@given(trees(players=(3, 4)), st.sampled_from(("paranoid", "maxn(ties=left-high)", "soft-maxn(own=MT, rule=worst)")))
def test_margin_0_takes_only_what_the_baseline_finds_best(tree: Node, baseline: str) -> None:
    state = position(tree)
    found = kibitz.search("safe", inner="maxn", baseline=baseline).analyse(state)
    sure = kibitz.search(baseline).analyse(state)
    top = max(sure.ranks[move] for move in sure.best)
    assert all(sure.ranks[move] >= top for move in found.best)
    assert found.worst == top


@thorough
@given(trees(players=(2, 4)))
def test_without_end_it_is_the_inner_search(tree: Node) -> None:
    state = position(tree)
    inner = kibitz.search("maxn(ties=left-high)")
    assert Safe(inner, margin="none").analyse(state).best == inner.analyse(state).best


@thorough
@given(trees(players=(3, 3), widest=4))
def test_a_larger_margin_never_believes_less_and_never_gives_up_more_than_it(tree: Node) -> None:
    state = position(tree)
    inner, baseline = kibitz.search("maxn"), kibitz.search("paranoid")
    believed, sure = inner.analyse(state).ranks, baseline.analyse(state).ranks
    reached = []
    for margin in (0, 1, 2, 3, 6):
        best = Safe(inner, baseline=baseline, margin=margin).analyse(state).best
        assert all(sure[move] >= max(sure.values()) - margin for move in best)
        assert len({believed[move] for move in best}) == 1
        reached.append(believed[best[0]])
    assert reached == sorted(reached)


def test_tie_break_variant_of_m_star_is_margin_0() -> None:
    state = kibitz.game("checkers").start().play_all("11-15, 23-19, 8-11, 22-17")
    model = "depth=4, model=evaluation(men=1), model_depth=1"
    safe = kibitz.search(f"safe(m-star({model}), baseline=alpha-beta(depth=4))").analyse(state)
    assert safe.best == kibitz.search(f"m-star({model}, variant=tie-break)").analyse(state).best


def test_default_baseline_looks_as_deep_for_the_same() -> None:
    inner = "m-star(depth=4, own=evaluation(men=1), model_depth=1)"
    baseline = kibitz.search(f"safe({inner})").baseline(2)  # type: ignore[attr-defined]
    assert str(baseline) == "alpha-beta(depth=4, own=evaluation(men=1), exact=true)"


@pytest.mark.parametrize(
    ("inner", "baseline"),
    [
        ("alpha-beta(depth=20, seconds=0.01)", "alpha-beta(depth=20, seconds=0.01, exact=true)"),
        ("alpha-beta(seconds=0.01)", "alpha-beta(seconds=0.01, exact=true)"),
        ("m-star(nodes=500)", "alpha-beta(nodes=500, exact=true)"),
        ("mcts(simulations=50, depth=3)", "alpha-beta(nodes=100000, exact=true)"),  # the depth of a rollout
        ("mcts(seconds=0.01)", "alpha-beta(nodes=100000, seconds=0.01, exact=true)"),
    ],
)
def test_default_baseline_keeps_the_limits(inner: str, baseline: str) -> None:
    search = kibitz.search(f"safe({inner}, margin=5)")
    assert str(search.baseline(2)) == baseline  # type: ignore[attr-defined]
    state = kibitz.game("checkers").start()
    began = time.perf_counter()
    assert search.analyse(state).best
    assert time.perf_counter() - began < 2  # without the limit in seconds 20 plies take minutes


def test_where_hands_are_hidden_the_worlds_vote() -> None:
    state = kibitz.game("spades(cards=4, bids=[1, 1, 1])").start(3)
    search = kibitz.search("sampled(safe(maxn(own=mOT), baseline=paranoid(own=mOT)), worlds=4, vote=true)")
    analysis = search.analyse(state.view(0))
    assert sum(analysis.ranks.values()) == pytest.approx(1.0)
    assert kibitz.search("safe(maxn)").unaveraged  # type: ignore[attr-defined, unused-ignore]


def test_refused_where_the_baseline_cannot_play() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(1)
    with pytest.raises(MissingCapability, match=r"the baseline alpha-beta cannot play this: .* two players"):
        kibitz.search("safe(maxn, baseline=alpha-beta)").analyse(state)
    with pytest.raises(SpecError, match=r"sampled\(safe"):
        kibitz.search("safe(sampled(maxn))")
    with pytest.raises(SpecError, match="takes a search"):
        kibitz.search("safe")
    with pytest.raises(SpecError, match="margin=-1"):
        kibitz.search("safe(maxn, margin=-1)")
