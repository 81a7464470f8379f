"""Limits are values: nodes and seconds, for every search that can stop before the end of the game."""

import subprocess
import sys
import threading
import time
from typing import Any

import nim
import pytest
from support.interrupts import interrupted
from support.native_games_in_python import in_python
from support.short_positions import position

import kibitz
from kibitz import State
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.searches.analysis import Analysis
from kibitz.searches.registry import REGISTRY
from kibitz.searches.sampled import Sampled
from kibitz.searches.search import Search

DEEPENING = [  # every search that looks further and further
    "alpha-beta(exact=true)",
    "m-star",
    "m-star(variant=plain)",
    "m-star(variant=recursive, model_depth=2)",
    "m-star(variant=korf)",
    "maxn",
    "maxn(prune=none)",
    "paranoid",
    "offensive",
    "mp-mix",
    "max-prob",
    "best-reply(order=preserved)",
    "best-reply",
    "soft-maxn(buckets=3)",
]
GAMES = [
    "checkers",
    "chinese-checkers(players=3)",
    "abalone",
    "spades(players=4, scoring=tricks, open=true)",
    "hearts(open=true, cards=7)",
    "spades(players=2, cards=12, bids=[4, 5], open=true)",
]
PAIRS = [
    (spec, search)
    for spec in GAMES
    for search in DEEPENING
    if kibitz.search(search, nodes=1).refusal(kibitz.game(spec).start()) is None
]


def limited(search: str, **limits: Any) -> Search:
    spec = kibitz.specs.parse(search)
    return kibitz.search(spec.name, **{**spec.options, **limits})


def test_every_search_with_a_depth_takes_the_other_limits() -> None:
    stopping = {name for name in REGISTRY if "depth" in {option.name for option in REGISTRY.kind(name).options_known}}
    simulating = {
        "mcts",
        "is-mcts",
        "hidden-mcts",
        "exploit",
    }  # their depth is that of a rollout; simulations are their nodes
    assert {spec.split("(")[0] for spec in DEEPENING} == stopping - simulating
    for name in stopping - simulating:
        assert {"nodes", "seconds"} <= {option.name for option in REGISTRY.kind(name).options_known}


@pytest.mark.parametrize(("spec", "search"), PAIRS)
def test_nodes_are_kept_and_what_counts_is_a_finished_depth(spec: str, search: str) -> None:
    state = position(spec)
    for nodes in (300, 30_000):
        found, again = (limited(search, nodes=nodes).analyse(state) for _ in range(2))
        assert (found.values, found.line, found.nodes, found.notes) == (
            again.values,
            again.line,
            again.nodes,
            again.notes,
        )
        assert found.reproducible
        assert found.nodes <= nodes + 1 + len(state.moves())  # the first ply is always looked at
        assert any(note.startswith("looked") for note in found.notes)
        assert found.depth >= 1
        if found.depth > 1:  # one ply is no whole trick, and leaves no room for a model: no depth asks for it
            same = limited(search, depth=found.depth).analyse(state)
            assert same.values == found.values
            assert same.best == found.best
            assert same.line == found.line
        state.play_all(found.line) if "best-reply" not in search else state.play(found.line[0])


@pytest.mark.parametrize("search", DEEPENING)
def test_depth_is_the_most(search: str) -> None:
    state = position("checkers")
    chosen = limited(search, nodes=10**7, depth=2)
    if chosen.refusal(state) is not None:
        state = position("abalone")
    analysis = chosen.analyse(state)
    assert analysis.depth == 2
    assert analysis.values == limited(search, depth=2).analyse(state).values


def test_tricks_are_finished() -> None:
    state = position("spades(players=4, scoring=tricks, open=true)", plies=8)
    depths = {limited("paranoid", nodes=nodes).analyse(state).depth for nodes in (2_000, 20_000, 200_000)}
    assert len(depths) > 1
    assert all(depth % 4 == 0 for depth in depths)


def test_one_ply_where_a_stage_is_too_long() -> None:
    """Four players pass three of thirteen cards each: 286 to the fourth power of positions before the first trick."""
    state = kibitz.game("hearts(open=true, passing=left)").start(1)
    assert len(state.moves()) == 286
    analysis = limited("maxn", nodes=2_000).analyse(state)
    assert analysis.depth == 1
    assert "looked 1 ply ahead" in analysis.notes
    assert analysis.nodes <= 2_000 + 287


@pytest.mark.parametrize(
    "search", [search for search in DEEPENING if "soft" not in search and search not in ("best-reply", "max-prob")]
)
def test_they_end_where_the_game_does(search: str) -> None:
    for state in (
        kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3"),
        position("spades(players=2, cards=3, bids=[1, 1], open=true)"),
    ):
        if "model_depth=2" in search:  # whoever looks two plies ahead never sees the end
            continue
        analysis = limited(search, nodes=10**7, own="score").analyse(state)
        assert analysis.values == limited(search, own="score").analyse(state).values
        assert "looked to the end of the game" in analysis.notes
        assert analysis.depth == 0
        assert analysis.nodes < 10**6


@pytest.mark.parametrize("search", [*DEEPENING, "mcts"])
def test_seconds_are_kept_and_marked(search: str) -> None:
    state = next(
        state
        for state in (position(spec) for spec in ("checkers", "abalone(players=3)"))
        if limited(search, seconds=1).refusal(state) is None
    )
    for seconds in (0.05, 0.3):
        took, analysis = quickest(limited(search, seconds=seconds), state, enough=max(1.05 * seconds, seconds + 0.02))
        assert took > 0.9 * seconds
        assert took < max(1.05 * seconds, seconds + 0.02)
        assert not analysis.reproducible
        assert "not reproducible" in analysis.why()
        assert analysis.line[0] in analysis.best  # how much of the rest was found depends on the clock


@pytest.mark.parametrize("search", DEEPENING)
@pytest.mark.parametrize("limits", [{"depth": 2}, {"nodes": 2_000}, {"depth": 2, "nodes": 10**9}])
def test_seconds_that_are_not_used_up_change_and_mark_nothing(search: str, limits: dict[str, int]) -> None:
    state = position("checkers")
    if limited(search, nodes=1).refusal(state) is not None:
        state = position("abalone")
    without, given = (limited(search, **limits, seconds=seconds).analyse(state) for seconds in (0.0, 600.0))
    assert given.reproducible
    assert "not reproducible" not in given.why()
    assert (given.values, given.best, given.depth) == (without.values, without.best, without.depth)


def test_a_game_seen_to_its_end_in_time_is_not_marked() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3")
    analysis = kibitz.search("maxn(seconds=600)").analyse(state)
    assert (analysis.depth, analysis.reproducible) == (0, True)


@pytest.mark.parametrize("extend", [False, True])
def test_depths_that_end_within_a_trick_are_reached(extend: bool) -> None:
    """From every place in a trick: the search stops where the trick does, before the depth or after it."""
    state = position("spades(players=4, scoring=tricks, open=true)", plies=32)
    for _ in range(4):
        state = state.play(state.moves()[0])
        for depth in range(1, 10):
            analysis = limited("paranoid", depth=depth, extend=extend, seconds=600.0).analyse(state)
            assert analysis.depth == kibitz.search("paranoid", depth=depth, extend=extend).analyse(state).depth
            assert analysis.reproducible


def test_a_first_trick_that_the_clock_cut_short_is_marked() -> None:
    """One ply is looked at, as many as the depth asks for, but the search would have finished the trick."""
    state = kibitz.game("hearts(open=true, passing=left)").start(1)
    analysis = limited("maxn", depth=1, seconds=0.05).analyse(state)
    assert (analysis.depth, analysis.reproducible) == (1, False)


def quickest(search: Search, state: State, enough: float) -> tuple[float, Analysis]:
    """Seconds and analysis, the first that is quick enough: a busy machine may take the processor away a few times."""
    for _ in range(10):
        began = time.perf_counter()
        analysis = search.analyse(state)
        took = time.perf_counter() - began
        if took < enough and len(analysis.line) > 1:
            break
    return took, analysis


def test_seconds_are_kept_by_slow_games_too() -> None:
    state = nim.Nim(heaps=[6, 6, 6, 6]).start()
    took, analysis = quickest(kibitz.search("maxn(seconds=0.2)"), state, enough=0.22)
    assert took < 0.22
    assert analysis.depth >= 2


def test_what_looks_to_the_end_says_so() -> None:
    state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(1)
    for limit in ("nodes=10", "seconds=0.1", "depth=2"):
        with pytest.raises(MissingCapability, match="end of the game only; leave depth, nodes and seconds out"):
            kibitz.search(f"soft-maxn({limit})").analyse(state)
        with pytest.raises(SpecError, match="prob-maxn has no option"):
            kibitz.search(f"prob-maxn({limit})")


def test_limits_that_are_none_are_refused() -> None:
    for wrong in ("nodes=-1", "seconds=-0.5", "nodes=1.5", "depth=-1", "seconds=soon"):
        with pytest.raises(SpecError, match="is not allowed"):
            kibitz.search(f"paranoid({wrong})")
    with pytest.raises(SpecError, match="did you mean 'nodes'"):
        kibitz.search("maxn(node=5)")


@pytest.mark.parametrize("search", ["maxn(seconds=60)", "paranoid(nodes=10000000000)", "max-prob(seconds=60)"])
def test_they_can_be_interrupted(search: str) -> None:
    with interrupted(0.05):
        kibitz.search(search).analyse(position("abalone(players=3)"))


# Batches


def batch() -> list[State]:
    return [kibitz.game("spades(players=4, scoring=tricks, open=true)").start(seed) for seed in range(8)]


@pytest.mark.parametrize("search", ["maxn(depth=4)", "mcts(simulations=50)", "max-prob(nodes=5000)", "greedy"])
def test_threads_change_nothing(search: str) -> None:
    chosen = kibitz.search(search)
    assert chosen.analyse_many(batch(), jobs=3) == chosen.analyse_many(batch()) == [*map(chosen.analyse, batch())]


def test_threads_sample_views() -> None:
    views = [kibitz.game("spades(players=3, cards=4)").start(seed).view(0) for seed in range(4)]
    chosen = kibitz.search("sampled(maxn(depth=3), worlds=3)")
    assert [each.ranks for each in chosen.analyse_many(views, jobs=2)] == [
        each.ranks for each in map(chosen.analyse, views)
    ]


def test_python_games_are_analysed_in_one_thread() -> None:
    seen = set()

    class Watched(nim.Nim):
        def moves(self, state: nim.NimState) -> list[str]:
            seen.add(threading.get_ident())
            return super().moves(state)

    states = [Watched(heaps=[1, 2, number]).start() for number in range(1, 4)]
    assert [each.best for each in kibitz.search("maxn").analyse_many(states, jobs=2)] == [
        kibitz.search("maxn").analyse(state).best for state in states
    ]
    assert seen == {threading.get_ident()}
    native = kibitz.game("tic-tac-toe").start()
    mixed = kibitz.search("maxn(depth=2)").analyse_many([native, in_python(native)], jobs=2)
    assert mixed[0].values == mixed[1].values


def test_batches_can_be_interrupted() -> None:
    began = time.perf_counter()
    with interrupted(0.05):
        kibitz.search("maxn(depth=40)").analyse_many(batch(), jobs=2)
    assert time.perf_counter() - began < 5


def test_threads_end_with_the_interpreter() -> None:
    """Whatever a thread keeps must not need the interpreter when both end."""
    program = """
import kibitz
states = [kibitz.game("checkers").start()] * 4
kibitz.search("maxn(depth=3)").analyse_many(states, jobs=3)
"""
    for _ in range(3):
        assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0


def test_batches_end_with_the_first_refusal() -> None:
    states = [kibitz.game("checkers").start(), kibitz.game("tree").start()]
    with pytest.raises(MissingCapability, match="two players"):
        kibitz.search("alpha-beta(depth=2)").analyse_many(states, jobs=2)
    with pytest.raises(KibitzError, match="jobs=0 is not allowed"):
        kibitz.search("greedy").analyse_many(states, jobs=0)


@pytest.mark.parametrize("inner", ["paranoid(depth=4)", "max-prob(depth=8)", "maxn(depth=4)"])
def test_a_pass_is_chosen_by_a_search_to_a_depth(inner: str) -> None:
    """Nobody can search four passes of 286 moves each: each world is searched as far as some nodes allow."""
    state = kibitz.game("hearts(passing=left)").start(1)
    analysis = kibitz.search(f"sampled({inner}, worlds=2)").analyse(state.view(state.to_move))
    assert len(analysis.ranks) == 286
    assert analysis.nodes < 2 * (20_000 + 300)


def test_a_trick_is_searched_to_the_depth() -> None:
    """Only stages that are too long get a limit in nodes."""
    state = position("hearts(passing=none)", plies=4)
    inner, view = kibitz.search("paranoid(depth=4)"), state.view(state.to_move)
    sampled = Sampled("paranoid(depth=4)", worlds=3)
    found = [inner.analyse(world) for world in sampled.worlds(view)]
    assert sampled.analyse(view).nodes == sum(each.nodes for each in found)


@pytest.mark.parametrize("search", [search for search in DEEPENING if not search.startswith("soft-maxn")])
def test_a_line_goes_on_after_our_move(search: str) -> None:
    """Under a clock, the line may end with our move; under a limit in nodes, it never does."""
    state = next(
        state
        for state in (position(spec) for spec in ("checkers", "abalone(players=3)"))
        if limited(search, nodes=20_000).refusal(state) is None
    )
    assert len(limited(search, nodes=20_000).analyse(state).line) > 1
