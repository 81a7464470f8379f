"""LearnDepth: the truth is always among the highest counters, and found."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.minimax import root_values
from reference.searches.strategies import trees
from reference.searches.tree import Node
from support.native_two_player_searches import position, positions

import kibitz
from kibitz import Random
from kibitz.errors import KibitzError
from kibitz.games.checkers.features import F1
from kibitz.learning.depth import DepthCounts, learn_depth, most_telling
from kibitz.learning.examples import Example
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

two_sided = trees(players=(2, 2), deepest=5, evaluations=("f",))


@settings(max_examples=100, deadline=None)
@given(two_sided, st.integers(1, 6))
def test_counts_are_those_of_figure_6(tree: Node, made: int) -> None:
    """With the successors searched to d - 1, written out with the twin."""
    state = position(tree)
    made = made % len(tree.children)
    found = learn_depth([Example(state, state.moves()[made])], {"f": 1}, farthest=6).counts
    for depth, count in enumerate(found, start=1):
        values = root_values(tree, depth, "f")
        expected = sum(value <= values[made] for value in values) - sum(value > values[made] for value in values)
        assert count == (expected if len(values) > 1 else 0)


@settings(max_examples=100, deadline=None)
@given(st.lists(two_sided, min_size=1, max_size=5), st.integers(1, 6), st.integers(0, 100))
def test_the_truth_is_among_the_highest_counters(forest: list[Node], depth: int, seed: int) -> None:
    """Whatever the player does about ties."""
    search = AlphaBeta(depth=depth, own=Evaluation({"f": 1.0}), exact=True)
    examples = []
    for number, tree in enumerate(forest):
        state = position(tree)
        examples.append(Example(state, Random(seed, "tie", number).choice(search.analyse(state).best)))
    counts = learn_depth(examples, {"f": 1}, farthest=6).counts
    assert counts[depth - 1] == max(counts)


@pytest.mark.parametrize("depth", [2, 4, 5])
def test_the_depth_of_a_checkers_player_is_found(depth: int) -> None:
    player = AlphaBeta(depth=depth, own=Evaluation(F1))
    states = [state for state in positions("checkers", list(range(8, 40, 2))) if len(state.moves()) > 1]
    seen = learn_depth([Example(state, player.analyse(state).best[0]) for state in states], F1, farthest=6)
    assert seen.best == (depth,)
    assert seen.depth == depth
    assert seen.firsts[depth - 1] == len(states)


def test_a_forced_move_tells_nothing() -> None:
    state = kibitz.game("checkers").start().play_all("11-15, 22-18")
    seen = DepthCounts(F1, 3)
    assert seen.see(Example(state, "15x22")) == seen
    assert seen.best == (1, 2, 3)


def test_no_depth_to_try_is_refused() -> None:
    with pytest.raises(KibitzError, match="must be 1 or more"):
        DepthCounts(F1, 0)
    assert DepthCounts(F1, 1).best == (1,)
    assert DepthCounts(F1).best == (1, 2, 3, 4, 5, 6, 7, 8, 9)


def test_the_most_telling_first_needs_fewest_examples() -> None:
    """Ordered without a look at the moves made; a first few then tell any player from any other."""
    states = [state for state in positions("checkers", list(range(6, 46))) if len(state.moves()) > 1]
    blind = [Example(state, state.moves()[0]) for state in states]
    order = [example.state for example in most_telling(blind, F1, farthest=5)]
    assert sorted(map(str, order)) == sorted(map(str, states))
    for depth in range(1, 6):
        player = AlphaBeta(depth=depth, own=Evaluation(F1))
        few = [Example(state, player.analyse(state).best[0]) for state in order[:5]]
        assert learn_depth(few, F1, farthest=5).best == (depth,)


def test_an_example_that_tells_something_new_comes_before_one_that_tells_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second example separates the same depths as the first; the third separates depths 1 and 2."""
    examples = [Example(kibitz.game("checkers").start(), move) for move in ("9-13", "9-14", "10-14")]
    chosen = {1: "aaa", 2: "aab", 3: "bbb", 4: "bbb"}  # the moves of each depth, in the three positions

    class Search:
        def __init__(self, depth: int, own: Evaluation) -> None:
            self.left = list(chosen[depth])

        def analyse(self, _: kibitz.State) -> Any:
            return SimpleNamespace(best=(self.left.pop(0),))

    monkeypatch.setattr("kibitz.learning.depth.AlphaBeta", Search)
    assert [each.move for each in most_telling(examples, F1, farthest=4)] == ["9-13", "10-14", "9-14"]
