"""Paranoid in the core: as the twin has it, and no switch changes a result."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import paranoid as twin
from reference.searches.strategies import endings, trees, utilities
from reference.searches.tree import Node, best
from support import native_many_player_searches as native
from support.short_positions import POSITIONS, position

import kibitz


@settings(max_examples=200, deadline=None)
@given(trees(players=(2, 4), deepest=5, widest=4), st.data())
def test_paranoid_equals_the_twin(tree: Node, data: st.DataObject) -> None:
    utility = data.draw(utilities(endings(tree)))
    expected = twin.root_values(tree, utility)
    assert native.paranoid(tree, utility) == native.paranoid(tree, utility, prune=False) == expected
    bounds = native.paranoid(tree, utility, exact=False)
    assert best(bounds) == best(expected)
    assert all(bound >= value for bound, value in zip(bounds, expected, strict=True))


@pytest.mark.parametrize("spec", POSITIONS)
def test_switches_change_nothing(spec: str) -> None:
    state, depth = position(spec), POSITIONS[spec]
    plain = kibitz.search("paranoid", depth=depth, prune=False, order=False, play_last=True).analyse(state)
    assert plain.worst == max(plain.values.values())
    for switches in ({}, {"order": False}, {"play_last": True}):
        found = kibitz.search("paranoid", depth=depth, **switches).analyse(state)
        assert (found.values, found.best) == (plain.values, plain.best)
        assert found.nodes <= plain.nodes
    best_only = kibitz.search("paranoid", depth=depth, values="best").analyse(state)
    assert (best_only.best, best_only.worst) == (plain.best, plain.worst)


@pytest.mark.parametrize("spec", ["spades(players=4, scoring=tricks, open=true)", "hearts(open=true)"])
def test_it_visits_at_most_half_of_the_nodes_of_maxn(spec: str) -> None:
    """Every root move exact, eight plies of card play, in all: of single positions, from a fifth to two thirds."""
    ours = theirs = 0
    for seed in range(30):
        state = position(spec, seed, plies=8)
        ours += kibitz.search("paranoid(depth=8, line=false)").analyse(state).nodes
        theirs += kibitz.search("maxn(depth=8, prune=none, line=false)").analyse(state).nodes
    assert ours <= theirs / 2


def test_the_line_reaches_the_value() -> None:
    state = kibitz.game("spades(players=3, cards=4, scoring=tricks, open=true)").start(4)
    analysis = kibitz.search("paranoid").analyse(state)
    assert state.play_all(analysis.line).scores[0] == analysis.worst
