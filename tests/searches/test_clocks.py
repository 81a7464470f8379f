"""A clock that decided something marks every analysis around it, and one that decided nothing marks none."""

from time import process_time
from typing import Any
from weakref import ref

import pytest
from support.short_positions import position

import kibitz
from kibitz.learning.bayes import Bayes, predicted
from kibitz.models.registry import model
from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import CLOCKED, SHORT, clock_decisions, collected, uncollected
from kibitz.searches.registry import REGISTRY
from kibitz.searches.search import Search
from kibitz.searches.wrapping import Wrapping

AROUND = [  # every place in which a search asks another one
    "safe({}, baseline=alpha-beta(depth=2), margin=5)",
    "safe(alpha-beta(depth=2, exact=true), baseline={}, margin=5)",
    "safe({}, margin=5)",
    "m-star-with({}, plies=3)",
    "sampled({}, worlds=2)",
    "sampled(safe({}, margin=5), worlds=2, vote=true)",
    "m-star-with(safe({}, margin=5), plies=2)",
]
STOPPED = ["alpha-beta(seconds=0.005, exact=true)", "mcts(seconds=0.005)"]
IN_TIME = ["alpha-beta(depth=2, seconds=600, exact=true)", "alpha-beta(nodes=500, seconds=600, exact=true)"]


def test_every_wrapper_is_listed() -> None:
    wrappers = {name for name in REGISTRY if issubclass(REGISTRY.kind(name), Wrapping)}
    assert {each.split("(")[0] for each in AROUND} == wrappers


@pytest.mark.parametrize("inner", STOPPED)
@pytest.mark.parametrize("around", AROUND)
def test_a_search_around_a_stopped_one_is_marked(around: str, inner: str) -> None:
    analysis = kibitz.search(around.format(inner)).analyse(position("checkers"))
    assert not analysis.reproducible
    assert analysis.notes.count(CLOCKED) == 1


@pytest.mark.parametrize("inner", IN_TIME)
@pytest.mark.parametrize("around", AROUND)
def test_a_search_around_one_that_finished_is_not(around: str, inner: str) -> None:
    analysis = kibitz.search(around.format(inner)).analyse(position("checkers"))
    assert analysis.reproducible
    assert CLOCKED not in analysis.notes


@pytest.mark.parametrize("mode", [{}, {"defend": 0.0, "strict": False}, {"attack": 0.0, "strict": False}])
def test_mp_mix_is_marked_in_every_mode(mode: dict[str, Any]) -> None:
    state = position("abalone(players=3)")
    assert not kibitz.search("mp-mix", seconds=0.005, **mode).analyse(state).reproducible
    assert kibitz.search("mp-mix", seconds=600.0, depth=1, **mode).analyse(state).reproducible


def test_sampled_stops_in_its_first_world() -> None:
    """Without a limit of its own, the inner search would take hours for one world."""
    state = kibitz.game("guess-it").start(seed=1)
    began = process_time()
    analysis = kibitz.search("sampled(max-prob(depth=8), seconds=0.05)").analyse(state.view(0))
    assert process_time() - began < 2
    assert not analysis.reproducible
    assert "1 worlds, equally likely" in analysis.notes


def test_sampled_searches_all_worlds_if_their_own_seconds_end() -> None:
    view = kibitz.game("spades(players=3, cards=4)").start(seed=1).play_all("bid 1, bid 1, bid 1").view(0)
    analysis = kibitz.search("sampled(mcts(seconds=0.002), worlds=3, seconds=600)").analyse(view)
    assert "3 worlds, equally likely" in analysis.notes


def test_sampled_is_marked_only_if_worlds_are_missing() -> None:
    view = kibitz.game("spades(players=3, cards=4)").start(seed=1).play_all("bid 1, bid 1, bid 1").view(0)
    in_time = kibitz.search("sampled(maxn, worlds=3, seconds=600)").analyse(view)
    assert (in_time.reproducible, in_time.notes) == (True, ("3 worlds, equally likely",))
    cut = kibitz.search("sampled(maxn, worlds=100000, seconds=0.01)").analyse(view)
    assert (cut.reproducible, cut.notes[-1]) == (False, CLOCKED)


class Hasty(Search):
    """A search written elsewhere, which knows by itself that a clock decided."""

    name = "hasty"
    summary = "the first move"

    def examine(self, state: Any) -> Analysis:
        moves = dict.fromkeys(state.moves(), 0.0)
        first = next(iter(moves))
        return Analysis(state, "hasty", state.to_move, moves, moves, (first,), 0.0, (first,), 1, reproducible=False)


def test_what_a_search_says_of_itself_is_carried() -> None:
    assert not kibitz.search("m-star-with", inner=Hasty(), plies=2).analyse(position("checkers")).reproducible


@pytest.mark.parametrize("jobs", [1, 2])
def test_threads_tell_whoever_started_them(jobs: int) -> None:
    states = [position("checkers")] * 2
    before = clock_decisions()
    kibitz.search("alpha-beta(depth=2, seconds=600)").analyse_many(states, jobs)
    assert clock_decisions() == before
    kibitz.search("alpha-beta(seconds=0.005)").analyse_many(states, jobs)
    assert clock_decisions() > before


def test_a_prediction_that_is_remembered_still_rests_on_the_clock() -> None:
    state = position("checkers")
    hurried = model("model(evaluation(men=1), search=alpha-beta(seconds=0.005))")
    for use in (lambda: predicted(hurried, state), lambda: Bayes([hurried]).see(state, state.moves()[0])) * 2:
        before = clock_decisions()
        use()
        assert clock_decisions() > before


class Circle:
    """Something that only the garbage collector can remove."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_search_leaves_behind_is_collected_only_under_a_short_limit() -> None:
    with uncollected(SHORT):
        left = ref(Circle())
        assert collected(SHORT) == 0  # the collector waits
        for limit in (0.0, 2 * SHORT):
            assert collected(limit) == 0
        assert left() is not None
    assert collected(SHORT) > 0
    assert left() is None
