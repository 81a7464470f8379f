"""Best-reply search in the core: as the twin has it, on trees and on the games that can be turned."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.searches.best_reply import TreeGame, brs_plus_values, brs_values
from reference.searches.strategies import Heap, TakeAway, take_away, trees
from reference.searches.tree import Node, evaluation, players
from support import native_many_player_searches as native
from support.search_implementations import BRS, BRS_PLUS, Search
from support.short_positions import POSITIONS, position

import kibitz
from kibitz import _core
from kibitz.errors import MissingCapability
from kibitz.games.game import State

TURNABLE = ["chinese-checkers(players=3)", "chinese-checkers(players=2)", "abalone(players=3)", "abalone"]


class Turning:
    """A game as the twin plays it."""

    def __init__(self, state: State) -> None:
        self.game = state.game
        self.players = state.game.players

    def to_move(self, state: State) -> int:
        return state.to_move

    def moves(self, state: State) -> list[str]:
        return state.moves()

    def play(self, state: State, move: str) -> State:
        return state.play(move)

    def over(self, state: State) -> bool:
        return state.over

    def turned(self, state: State, seat: int) -> State:
        turned: State = self.game.turned(state, seat)  # type: ignore[attr-defined]
        return turned


@settings(max_examples=200, deadline=None)
@given(trees(players=(2, 4), deepest=5, evaluations=("f",)), st.integers(1, 5))
def test_preserved_order_as_the_twin(tree: Node, depth: int) -> None:
    expected = brs_plus_values(TreeGame(players(tree)), tree, depth, lambda here, seat: evaluation(here, "f")[seat])
    assert native.brs_plus(tree, depth) == native.brs_plus(tree, depth, prune=False) == expected


@pytest.mark.parametrize(("search", "twin"), [(BRS[1], BRS[0]), (BRS_PLUS[1], BRS_PLUS[0])])
@settings(max_examples=100, deadline=None)
@given(take_away(players=(2, 4)))
def test_as_the_twin_to_four_plies(search: Search, twin: Search, started: tuple[TakeAway, Heap]) -> None:
    game, start = started
    for depth in (1, 2, 3, 4):
        assert search(game, start, depth, game.worth) == twin(game, start, depth, game.worth)


@pytest.mark.parametrize("spec", TURNABLE)
def test_as_the_twin_on_games(spec: str) -> None:
    """Whole move lists where the twin can bear it: two plies."""
    state = position(spec, plies=6)
    expected = brs_values(Turning(state), state, 2, lambda here, seat: here.evaluate(seat))
    analysis = kibitz.search("best-reply(depth=2)").analyse(state)
    assert list(analysis.values.values()) == pytest.approx(expected)


@pytest.mark.parametrize("spec", TURNABLE)
@pytest.mark.parametrize("order", ["free", "preserved"])
def test_pruning_changes_nothing(spec: str, order: str) -> None:
    state = position(spec)
    found = [
        kibitz.search("best-reply", depth=3 if "chinese" in spec else 2, order=order, prune=prune).analyse(state)
        for prune in (True, False)
    ]
    assert (found[0].values, found[0].best) == (found[1].values, found[1].best)
    assert found[0].nodes <= found[1].nodes


@pytest.mark.parametrize("spec", POSITIONS)
def test_it_plays_what_it_claims(spec: str) -> None:
    state = position(spec)
    kept = kibitz.search("best-reply", depth=POSITIONS[spec], order="preserved").analyse(state)
    assert kept.choose() in state.moves()
    state.play_all(kept.line)
    free = kibitz.search("best-reply(depth=2)")
    if "turnable" in state.game.capabilities:
        assert free.choose(state) in state.moves()
    else:
        with pytest.raises(MissingCapability, match="out of turn"):
            free.analyse(state)


def test_the_core_refuses_what_cannot_be_turned() -> None:
    state = kibitz.game("tree").start()
    with pytest.raises(ValueError, match="turned"):
        state.core.best_reply([_core.Want.score()] * 3, 2, 0, 0, False, True, True)  # type: ignore[attr-defined]


def test_two_players_is_minimax() -> None:
    state = position("abalone", plies=6)
    free = kibitz.search("best-reply(depth=2)").analyse(state)
    kept = kibitz.search("best-reply(depth=2, order=preserved)").analyse(state)
    assert free.values == kept.values == kibitz.search("paranoid(depth=2)").analyse(state).values
