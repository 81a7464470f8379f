"""Max-Prob in the core: as the twin has it with fractions, and no switch changes a result."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import max_prob as twin
from reference.searches.strategies import intervals, trees
from reference.searches.tree import Node, as_json, best
from support import native_many_player_searches as native
from support.short_positions import POSITIONS, position

import kibitz
from kibitz import _core
from kibitz.errors import MissingCapability
from kibitz.games.tree.rules import Tree

thorough = settings(max_examples=200, deadline=None)


@thorough
@given(st.lists(intervals(6), min_size=1, max_size=8))
def test_win_probabilities(ends: list[tuple[int, int]]) -> None:
    expected = [float(chance) for chance in twin.win_probabilities(ends)]
    for closed in (True, False):
        assert _core.win_probabilities(ends, closed) == pytest.approx(expected, abs=1e-13)


@thorough
@given(st.lists(st.integers(0, 6), min_size=1, max_size=8))
def test_intervals_that_share_an_end(others: list[int]) -> None:
    """One of them may be a point at the shared end."""
    for ends in ([(low, 6) for low in others], [(0, high) for high in others]):
        expected = [float(chance) for chance in twin.win_probabilities(ends)]
        assert _core.win_probabilities(ends, True) == pytest.approx(expected, abs=1e-13)
        assert _core.win_probabilities(ends, False) == pytest.approx(expected, abs=1e-13)


def test_win_probabilities_of_nonsense() -> None:
    for ends in ([], [(0, 1)] * 9, [(1, 0)], [(0, float("inf"))], [(float("nan"), 1)]):
        with pytest.raises(ValueError, match="intervals: expected"):
            _core.win_probabilities(ends, True)


@thorough
@given(trees(players=(2, 4), deepest=5, heaviest=3))
def test_unbounded_as_the_twin(tree: Node) -> None:
    for vector, other in zip(native.max_prob(tree), twin.root_values(tree), strict=True):
        assert vector == pytest.approx([float(chance) for chance in other], abs=1e-12)


@thorough
@given(trees(players=(2, 4), deepest=4, heaviest=3, evaluations=("h",)), st.integers(1, 4), st.integers(-1, 5))
def test_bounded_as_the_twin(tree: Node, depth: int, limit: int) -> None:
    forms = {
        "up": (twin.upward("h", limit), (-limit if limit > 0 else limit, limit)),
        "down": (twin.downward("h", -limit), (-limit, max(limit, -limit))),
        "reachable": (twin.reachable("h"), (0, 0)),
    }
    for interval, (frontier, limits) in forms.items():
        bounded = twin.cut(tree, depth, frontier)
        assert isinstance(bounded, Node)
        expected = [[float(chance) for chance in vector] for vector in twin.root_values(bounded)]
        for switches in ({}, {"closed": False}, {"play_last": True}):
            found = native.max_prob_bounded(tree, depth, interval, limits, **switches)
            for vector, other in zip(found, expected, strict=True):
                assert vector == pytest.approx(other, abs=1e-12)
            assert best([round(vector[0], 9) for vector in found]) == best([round(other[0], 9) for other in expected])


@thorough
@given(trees(players=(3, 3), deepest=3, evaluations=("h",)))
def test_root_ties_are_told_apart_by_the_heuristic(tree: Node) -> None:
    game = Tree.of(as_json(tree))
    if not game.adversarial:
        return
    for told in (True, False):
        analysis = kibitz.search("max-prob", own="evaluation(h=1)", heuristic_ties=told).analyse(game.start())
        expected = twin.best_moves(tree, "h" if told else None)
        assert [list(analysis.values).index(move) for move in analysis.best] == expected
        assert analysis.line[0] == analysis.best[0]


@pytest.mark.parametrize("spec", [spec for spec in POSITIONS if kibitz.game(spec).adversarial])
@pytest.mark.parametrize("interval", ["up", "down", "reachable"])
def test_switches_change_nothing(spec: str, interval: str) -> None:
    state = position(spec)
    expected = kibitz.search("max-prob", depth=POSITIONS[spec], interval=interval).analyse(state)
    assert expected.choose() in state.moves()
    for switches in ({"play_last": True}, {"closed": False}, {"merge": False}):
        found = kibitz.search("max-prob", depth=POSITIONS[spec], interval=interval, **switches).analyse(state)
        assert found.best == expected.best
        for move, chances in found.values.items():
            assert chances == pytest.approx(expected.values[move], abs=1e-11)


def test_merged_cards_count_as_often_as_they_are() -> None:
    """Only tricks are counted, so equivalent cards are searched once: with their multiplicities nothing changes."""
    own = "evaluation(tricks=1)"
    for seed in range(5):
        state = kibitz.game("spades(players=3, cards=5, scoring=tricks, open=true)").start(seed)
        for depth in (0, 6):
            found = [
                kibitz.search("max-prob", own=own, depth=depth, merge=merge).analyse(state) for merge in (True, False)
            ]
            assert found[0].nodes < found[1].nodes
            for move, chances in found[0].values.items():
                assert chances == pytest.approx(found[1].values[move], abs=1e-11)


@pytest.mark.parametrize("spec", ["tic-tac-toe", "checkers", "spades", "hearts(players=4, cards=4)"])
def test_games_that_may_end_without_a_loser_are_refused(spec: str) -> None:
    with pytest.raises(MissingCapability, match="may end without a winner and a loser"):
        kibitz.search("max-prob(depth=2)").analyse(kibitz.game(spec).start())


def test_only_an_evaluation_is_a_heuristic() -> None:
    state = kibitz.game("abalone(players=3)").start()
    with pytest.raises(MissingCapability, match="evaluation"):
        kibitz.search("max-prob(depth=2, own=score)").analyse(state)
