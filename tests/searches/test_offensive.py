"""The offensive search in the core, as the twin has it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches import offensive as twin
from reference.searches.strategies import endings, trees, utilities
from reference.searches.tree import Node, players
from support import native_many_player_searches as native
from support.short_positions import POSITIONS, position

import kibitz
from kibitz.errors import MissingCapability


@settings(max_examples=150, deadline=None)
@given(trees(players=(2, 4), deepest=4, heaviest=2), st.data(), st.booleans())
def test_offensive_equals_the_twin(tree: Node, data: st.DataObject, coalition: bool) -> None:
    wanted = [data.draw(utilities(endings(tree))) for _ in range(players(tree))]
    target = data.draw(st.integers(1, players(tree) - 1))
    for ties in ("left-low", "left-high", "average"):
        expected = [float(value) for value in twin.root_values(tree, wanted, target, ties, coalition=coalition)]
        assert native.offensive(tree, wanted, target, ties, coalition=coalition) == pytest.approx(expected)


@pytest.mark.parametrize("spec", POSITIONS)
def test_it_plays_every_game_and_switches_change_nothing(spec: str) -> None:
    state = position(spec)
    expected = kibitz.search("offensive", depth=POSITIONS[spec]).analyse(state)
    assert expected.choose() in state.moves()
    assert "attacks seat" in expected.why()
    found = kibitz.search("offensive", depth=POSITIONS[spec], play_last=True, merge=spec == "tree").analyse(state)
    assert (found.values, found.best, found.line) == (expected.values, expected.best, expected.line)


def test_the_target_is_the_leading_opponent() -> None:
    state = kibitz.game("abalone(players=3)").start()
    search = kibitz.search("offensive(depth=1)")
    standing = [state.evaluate(seat) for seat in range(3)]
    leader = twin.leader(tuple(standing), state.to_move)
    assert f"attacks seat {leader}" in search.analyse(state).why()


def test_a_target_that_is_no_opponent_is_refused() -> None:
    state = kibitz.game("abalone(players=3)").start()
    for target in (0, 3):
        with pytest.raises(MissingCapability, match="not an opponent here"):
            kibitz.search("offensive", depth=1, target=target).analyse(state)
