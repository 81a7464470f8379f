"""max^n in the core: as the twin has it, and no switch changes a result."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import maxn as twin
from reference.searches.maxn import own_scores
from reference.searches.strategies import endings, trees, utilities
from reference.searches.tree import Node, best, leaf, node, players
from support import native_many_player_searches as native
from support.short_positions import POSITIONS, position

import kibitz
from kibitz.searches.maxn import MaxN

thorough = settings(max_examples=150, deadline=None)
PRUNING = ("all", "immediate", "shallow", "last-branch", "none")
TIES = ("left-low", "left-high", "random", "average")


@thorough
@given(trees(players=(2, 4), deepest=5, heaviest=3), st.data())
def test_maxn_equals_the_twin(tree: Node, data: st.DataObject) -> None:
    wanted = [data.draw(utilities(endings(tree))) for _ in range(players(tree))]
    for ties in ("left-low", "left-high", "average"):
        expected = twin.root_values(tree, wanted, ties)
        for prune in PRUNING:
            found = native.maxn(tree, wanted, ties, prune=prune)
            for vector, other in zip(found, expected, strict=True):
                assert vector == pytest.approx([float(value) for value in other], abs=1e-12)
            assert best([round(vector[0], 9) for vector in found]) == twin.best_moves(tree, wanted, ties)


@thorough
@given(trees(players=(2, 4), deepest=5, widest=4, heaviest=2), st.data(), st.integers(0, 2**64 - 1))
def test_pruning_does_not_change_random_ties(tree: Node, data: st.DataObject, seed: int) -> None:
    wanted = [data.draw(utilities(endings(tree), most=2)) for _ in range(players(tree))]
    plain = native.maxn(tree, wanted, "random", prune="none", seed=seed)
    for prune in PRUNING:
        assert native.maxn(tree, wanted, "random", prune=prune, seed=seed) == plain


@thorough
@given(trees(players=(3, 3), deepest=5, widest=3, turns="alternating"), st.integers(0, 10))
def test_pruning_where_the_sum_is_constant(tree: Node, whole: int) -> None:
    """Where shallow and last-branch pruning have most to cut: what one gains another loses."""
    wanted = [lambda ending: ending[0], lambda ending: ending[1], lambda ending: whole - ending[0] - ending[1]]
    for ties in TIES:
        plain = native.maxn(tree, wanted, ties, prune="none", seed=1)  # type: ignore[arg-type]
        for prune in PRUNING:
            assert native.maxn(tree, wanted, ties, prune=prune, seed=1) == plain  # type: ignore[arg-type]


def test_pruning_cuts_by_hand() -> None:
    """Ten to share. Each kind saves what its definition says."""
    wanted = own_scores(3)
    cases = {
        "immediate": node(0, node(0, leaf(10, 0, 0), leaf(1, 9, 0), leaf(2, 8, 0))),
        "shallow": node(0, node(0, leaf(5, 3, 2), node(1, leaf(4, 6, 0), leaf(2, 7, 1), leaf(0, 9, 1)))),
        # The second seat is at its last move with 3 of its own; the third finds 4 at once: 5 + 3 + 4 > 10.
        "last-branch": node(
            0, node(0, leaf(5, 3, 2), node(1, leaf(4, 3, 3), node(2, leaf(4, 2, 4), leaf(0, 5, 5), leaf(1, 3, 6))))
        ),
    }
    extremes = leaf(10, 0, 0), leaf(0, 10, 0), leaf(0, 0, 10)  # so that nobody is sure of anything beforehand
    cases = {kind: node(0, *tree.children, *extremes) for kind, tree in cases.items()}
    for kind, tree in cases.items():
        nodes = {prune: _nodes(tree, wanted, prune) for prune in PRUNING}
        assert nodes[kind] < nodes["none"], kind
        assert nodes["all"] <= nodes[kind]
        assert all(native.maxn(tree, wanted, prune=prune) == native.maxn(tree, wanted) for prune in PRUNING)
    nodes = {prune: _nodes(cases["last-branch"], wanted, prune) for prune in PRUNING}
    assert nodes["last-branch"] < nodes["shallow"]


def _nodes(tree: Node, wanted: Sequence[twin.Utility], prune: str) -> int:
    state = native.state_of(tree)
    wants = native.wants_of(state, wanted)
    return int(
        state.core.maxn(wants, 0, 0, 0, "left-low", 0, True, False, False, True, prune, True, -1, False, False)[4]
    )


def test_random_ties_are_fair_and_count_weights() -> None:
    tree = node(0, node(1, leaf(0, 1), leaf(1, 1, weight=3), leaf(2, 0)))
    counts = Counter(native.maxn(tree, own_scores(2), "random", seed=seed)[0] for seed in range(2000))
    assert counts[(1, 1)] / 2000 == pytest.approx(0.75, abs=0.04)
    assert set(counts) == {(0, 1), (1, 1)}


def test_averages_that_are_equal_tie() -> None:
    """A third three ways: rounding must not decide."""
    thirds = node(1, leaf(1, 0), leaf(0, 0), leaf(0, 0))
    sixths = node(1, leaf(1, 0), leaf(1, 0), *[leaf(0, 0)] * 4)
    tree = node(0, node(0, thirds, sixths, node(1, leaf(1 / 3, 5))))
    (vector,) = native.maxn(tree, own_scores(2), "average")
    assert vector == pytest.approx((1 / 3, 5 / 3))


@pytest.mark.parametrize("spec", POSITIONS)
@pytest.mark.parametrize("ties", TIES)
def test_switches_change_nothing(spec: str, ties: str) -> None:
    state = position(spec)
    base = kibitz.search("maxn", depth=POSITIONS[spec], ties=ties, seed=5)
    expected = base.analyse(state)
    assert expected.line[0] == expected.best[0]
    replayed = state
    for move in expected.line:
        replayed = replayed.play(move)
    for switches in ({"prune": "none"}, {"merge": False}, {"play_last": True}, {"values": "best"}):
        if spec == "tree" and "merge" in switches:
            continue  # the weights of a tree are part of it
        found = kibitz.search("maxn", depth=POSITIONS[spec], ties=ties, seed=5, **switches).analyse(state)
        assert found.best == expected.best, switches
        assert [found.values[move] for move in found.best] == [expected.values[move] for move in found.best]
        if "values" not in switches:
            for move, vector in found.values.items():
                assert vector == (pytest.approx(expected.values[move]) if ties == "average" else expected.values[move])


@pytest.mark.parametrize("own", ["evaluation(tricks=1)", "MT", "score"])
@pytest.mark.parametrize("ties", TIES)
def test_merging_and_pruning_whole_hands(own: str, ties: str) -> None:
    for seed in range(6):
        state = kibitz.game("spades(players=3, cards=4, scoring=tricks, open=true)").start(seed)
        plain = kibitz.search("maxn", own=own, ties=ties, merge=False, prune="none").analyse(state)
        found = kibitz.search("maxn", own=own, ties=ties).analyse(state)
        assert found.best == plain.best
        for move, vector in found.values.items():
            assert vector == pytest.approx(plain.values[move])


@pytest.mark.parametrize("spec", ["hearts(players=3, cards=5, open=true)", "hearts(cards=4, open=true, moon=true)"])
def test_merging_beside_the_queen_of_spades(spec: str) -> None:
    for seed in range(12):
        state = kibitz.game(spec).start(seed)
        plain = kibitz.search("maxn(own=score, merge=false)").analyse(state)
        assert kibitz.search("maxn(own=score)").analyse(state).values == plain.values


def test_evaluations_that_see_cards_are_not_merged() -> None:
    """An ace kept is worth more than the king beside it, though both win the same tricks."""
    for seed in range(6):
        state = kibitz.game("spades(players=4, scoring=tricks, open=true)").start(seed)
        found = [kibitz.search("maxn", depth=4, merge=merge).analyse(state) for merge in (True, False)]
        assert found[0].values == found[1].values
        assert found[0].nodes == found[1].nodes


def test_savings_are_a_table() -> None:
    state = kibitz.game("spades(players=3, cards=5, bids=[2, 1, 2], open=true)").start(2)
    saved = MaxN(own="MT").savings(state)
    assert set(saved) == set(PRUNING)
    assert saved["all"] < saved["none"]


def test_why_reads_well() -> None:
    text = kibitz.search("maxn(depth=4)").analyse(kibitz.game("hearts(open=true)").start(1)).why()
    assert "expected:" in text
    assert "nodes" in text


def test_a_game_too_long_to_look_to_its_end_is_refused() -> None:
    state = kibitz.game("spades(players=4, cards=13, scoring=tricks, hands=1000, open=true)").start(1)
    for name in ("maxn(own=score, prune=none)", "maxn(own=score)", "paranoid(own=score)"):
        with pytest.raises(ValueError, match="give depth="):
            kibitz.search(name).analyse(state)
