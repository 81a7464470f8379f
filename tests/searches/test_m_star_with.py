"""M* with any search as the model, and minimax with a clipped evaluation."""

import pytest
from support.native_two_player_searches import positions

import kibitz
from kibitz.errors import KibitzError, MissingCapability, SpecError
from kibitz.games.tree import Tree, leaf, node

STATES = positions("checkers", [4, 9, 17, 25, 33, 40]) + positions("tic-tac-toe", [1, 3, 5])


@pytest.mark.parametrize(("plies", "model_depth"), [(2, 1), (3, 2), (4, 2), (5, 3), (4, 6)])
def test_with_a_strategy_as_the_model_it_is_m_star(plies: int, model_depth: int) -> None:
    for state in STATES:
        inner = f"alpha-beta(depth={model_depth}, exact=true)"
        ours = kibitz.search(f"m-star-with({inner}, plies={plies})").analyse(state)
        theirs = kibitz.search(f"m-star(depth={plies}, model_depth={model_depth})").analyse(state)
        assert (ours.values, ours.best, ours.worst) == (theirs.values, theirs.best, theirs.worst)
        assert state.play_all(list(ours.line)) is not None


def test_a_model_that_stops_after_some_nodes_is_asked_as_it_plays() -> None:
    inner = kibitz.search("alpha-beta(nodes=200)")
    for state in STATES:
        found = kibitz.search("m-star-with(alpha-beta(nodes=200), plies=4)").analyse(state)
        after = state.play(found.line[0])
        assert after.over or found.line[1] == inner.analyse(after).best[0]


def test_m_star_with_needs_a_reply_to_every_move() -> None:
    twice = Tree.of(node(0, node(0, leaf(1), leaf(2), name="a"), leaf(0, name="b")))
    search = kibitz.search("m-star-with(maxn, own=score)")
    with pytest.raises((KibitzError, MissingCapability), match=r"moves twice|chance"):
        search.analyse(twice.start())
    with pytest.raises(MissingCapability, match="may move twice"):
        search.analyse(kibitz.game("spades(players=2, cards=3, bids=[1, 1], open=true)").start(seed=1))
    with pytest.raises(SpecError, match="whole positions"):
        kibitz.search("m-star-with(is-mcts)")


def clipped(value: float, within: float, outside: str) -> float:
    if abs(value) <= within or abs(value) > 3000:  # a decided game
        return value
    return max(-within, min(within, value)) if outside == "clamp" else 0.0


def obvious(state: kibitz.State, plies: int, seat: int, within: float, outside: str) -> float:
    """Minimax without cuts; men are worth 60 and nothing else counts."""
    if state.over or plies == 0:
        men = 60 * state.game.feature_values(state, seat)["men"]  # type: ignore[attr-defined]
        ended = 1e6 * state.scores[seat] if state.over else 0.0
        return ended + clipped(men, within, outside)
    found = [obvious(state.play(move), plies - 1, seat, within, outside) for move in state.moves()]
    return max(found) if state.to_move == seat else min(found)


@pytest.mark.parametrize("outside", ["zero", "clamp"])
@pytest.mark.parametrize("within", [0.0, 60.0, 120.0])
def test_clipped_values_are_those_of_plain_minimax(within: float, outside: str) -> None:
    for state in positions("checkers", [17, 33, 40]):
        for plies in (1, 2, 3):
            spec = f"clipped-minimax(plies={plies}, own=evaluation(men=60), within={within}, outside={outside})"
            found = kibitz.search(spec).analyse(state).values
            for move, value in found.items():
                plain = obvious(state.play(move), plies - 1, state.to_move, within, outside)
                assert value == plain or (abs(value) > 1000 and abs(plain) > 1000 and value * plain > 0)


def test_nothing_clipped_is_minimax_and_clamping_keeps_the_order() -> None:
    for state in STATES:
        whole = kibitz.search("alpha-beta(depth=3, exact=true)").analyse(state)
        assert kibitz.search("clipped-minimax(plies=3)").analyse(state).values == whole.values
        clamped = kibitz.search("clipped-minimax(plies=3, within=20, outside=clamp)").analyse(state)
        assert set(whole.best) <= set(clamped.best)


def test_only_an_evaluation_can_be_clipped() -> None:
    with pytest.raises(MissingCapability, match="is not an evaluation"):
        kibitz.search("clipped-minimax(own=score)").analyse(kibitz.game("checkers").start())
