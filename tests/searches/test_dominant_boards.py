"""Dominant boards against their twin, and what they must be at checkers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.minimax import dominant, root_values
from reference.searches.strategies import trees
from reference.searches.tree import Leaf, Node, evaluation
from support.native_games_in_python import GameInPython, StateInPython
from support.native_two_player_searches import MORE, position, positions

import kibitz
from kibitz.errors import MissingCapability
from kibitz.games.checkers.features import F1, F2
from kibitz.searches.dominant_boards import dominant_boards


@settings(max_examples=150, deadline=None)
@given(trees(players=(2, 2), deepest=5, evaluations=("f", "g")), st.integers(1, 6))
def test_boards_are_the_twins(tree: Node, depth: int) -> None:
    state = position(tree)
    features = state.game.features  # type: ignore[attr-defined]
    seat = tree.to_move
    boards = dominant_boards(state, {"f": 1}, depth)
    assert [board.value for board in boards] == root_values(tree, depth, "f")
    for child, board in zip(tree.children, boards, strict=True):
        end = dominant(child, depth - 1, seat, "f")
        assert board.over == isinstance(end, Leaf)
        for name in ("f", "g"):
            assert board.features[features.index(name)] == evaluation(end, name)[seat]


@pytest.mark.parametrize("weights", [F1, F2])
def test_the_value_is_that_of_the_board(weights: dict[str, float]) -> None:
    for state in positions("checkers", [0, 9, 20, 31, 44, 60, 75]):
        game = state.game
        names = game.features  # type: ignore[attr-defined]
        for depth in (1, 2, 5):
            exact = kibitz.search("alpha-beta", depth=depth, own=kibitz_want(weights), exact=True).analyse(state)
            for board in dominant_boards(state, weights, depth):
                value = sum(weights.get(name, 0) * each for name, each in zip(names, board.features, strict=True))
                value += game.end_weight(weights) * board.score if board.over else 0
                assert board.value == value == exact.values[board.move]


def kibitz_want(weights: dict[str, float]) -> str:
    return f"evaluation({', '.join(f'{name}={weight:g}' for name, weight in weights.items())})"


def test_at_depth_one_it_is_the_position_after_the_move() -> None:
    state = kibitz.game("checkers").start()
    for board in dominant_boards(state, F1, 1):
        assert list(board.features) == list(state.play(board.move).features(0).values())


def test_chance_on_the_way_is_refused() -> None:
    from kibitz.games.tree import Tree

    drawn = {"chance": [0.5, 0.5], "children": [{"values": [1, -1]}, {"values": [0, 0]}]}
    state = Tree.of({"to_move": 0, "children": [drawn, {"values": [0, 0]}]}).start()
    with pytest.raises(ValueError, match="chance decides on the way"):
        dominant_boards(state, {"value": 1}, 2)


@pytest.mark.parametrize("spec", MORE[:3])
def test_more_than_two_players_are_refused(spec: str) -> None:
    with pytest.raises(MissingCapability, match="for two players"):
        dominant_boards(kibitz.game(spec).start(), {}, 2)


def test_weights_that_are_no_numbers_are_refused() -> None:
    for wrong in (float("nan"), float("inf"), "many", True):
        with pytest.raises(kibitz.SpecError, match="weights are finite numbers"):
            dominant_boards(kibitz.game("checkers").start(), {"men": wrong}, 2)  # type: ignore[dict-item]


def test_core_checks_what_could_crash() -> None:
    from kibitz import _core

    core = kibitz.game("checkers").start().core  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="an evaluation is needed"):
        core.dominant_boards([_core.Want.score()] * 2, 2)
    with pytest.raises(ValueError, match="must be"):
        core.dominant_boards([_core.Want.evaluation([1.0] * 12, 1.0)] * 2, -1)


def test_a_game_written_in_python_has_the_same() -> None:
    for state in positions("checkers", [6, 20]):
        game = GameInPython(state.game)  # type: ignore[arg-type]
        assert dominant_boards(StateInPython(game, state), F1, 3) == dominant_boards(state, F1, 3)  # type: ignore[arg-type]
