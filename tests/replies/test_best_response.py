"""The exact best response, against its twin that enumerates every line."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.best_response import best_response, win_share

import kibitz
from kibitz.replies.best_response import BestResponse
from kibitz.replies.opponent import Opponent

ENDINGS = {
    "tic-tac-toe": (4, ["random", "greedy", "maxn", "noisy(maxn(depth=2), 0.2)"]),
    "hearts(open=true, cards=2)": (0, ["random", "greedy", "choice(lead_rank=-1, win_rank=-1, lose_rank=1)"]),
    "hearts(players=3, open=true, cards=3)": (3, ["greedy", "mixture(greedy=0.5, random=0.5)"]),
    "spades(cards=3, bids=[1, 1, 1], open=true)": (0, ["MT", "mOT", "mOT_MT", "greedy", "noisy(MT, 0.1)"]),
    "spades(players=4, cards=2, scoring=tricks, open=true)": (0, ["greedy", "random", "choice(takes=1, win_rank=-1)"]),
    "tree(builder=complete, branching=3, depth=4, seed=2)": (0, ["random", "greedy"]),
}
GAMES = list(ENDINGS)


def ending(spec: Any, seed: Any) -> Any:
    state, random = kibitz.game(spec).start(seed), kibitz.Random(seed, "test")
    for _ in range(ENDINGS[spec][0]):
        state = state.play(random.choice(state.moves()))
    return state


def twin_values(state: Any, believed: Any, worth: Any, noise: Any = 0.0) -> Any:
    seat = state.to_move
    return {move: best_response(state.play(move), seat, believed, worth, noise) for move in state.moves()}


def seated(state: Any, opponents: Any) -> Any:
    """Models by seat from those in turn order after the mover."""
    players = state.game.players
    found = [()] * players
    for step, each in enumerate(opponents, start=1):
        found[(state.to_move + step) % players] = each
    return found


@pytest.mark.parametrize("spec", [spec for spec in GAMES if not spec.startswith("tree")])
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_it_is_what_enumerating_every_line_gives(spec: Any, data: Any) -> None:
    state = ending(spec, data.draw(st.integers(0, 50)))
    if state.over:
        return
    models = [kibitz.model(data.draw(st.sampled_from(ENDINGS[spec][1]))) for _ in range(state.game.players - 1)]
    objective = data.draw(st.sampled_from(["win", "score"]))
    search = BestResponse([Opponent(((1.0, each),)) for each in models], objective=objective)
    seat = state.to_move
    worth = win_share(seat) if objective == "win" else lambda end: end.scores[seat]
    expected = twin_values(state, seated(state, [[(1.0, each)] for each in models]), worth)
    analysis = search.analyse(state)
    assert dict(analysis.values) == pytest.approx(expected)
    top = max(expected.values())
    assert set(analysis.best) == {move for move, value in expected.items() if value > top - 1e-9}


@pytest.mark.parametrize("spec", ["tic-tac-toe", "spades(cards=3, bids=[1, 1, 1], open=true)"])
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_moves_tell_which_of_several_somebody_is(spec: Any, data: Any) -> None:
    state = ending(spec, data.draw(st.integers(0, 50)))
    if state.over:
        return
    names = st.lists(st.sampled_from(ENDINGS[spec][1]), min_size=2, max_size=2, unique=True)
    share = data.draw(st.floats(0.1, 0.9))
    noise = data.draw(st.sampled_from([0.0, 0.25]))
    believed = [
        [(share, kibitz.model(first)), (1 - share, kibitz.model(second))]
        for first, second in (data.draw(names) for _ in range(state.game.players - 1))
    ]
    search = BestResponse([Opponent(tuple(each), noise) for each in believed], objective="win")
    expected = twin_values(state, seated(state, believed), win_share(state.to_move), noise)
    assert dict(search.analyse(state).values) == pytest.approx(expected)


def test_the_table_changes_nothing() -> None:
    state = kibitz.game("hearts(players=3, open=true, cards=4)").start(5)
    opponents = [
        Opponent(((1.0, kibitz.model("greedy")),)),
        Opponent(((0.5, kibitz.model("random")), (1, kibitz.model("greedy")))),
    ]
    found = [BestResponse(opponents, table=table).analyse(state) for table in (True, False)]
    assert dict(found[0].values) == pytest.approx(dict(found[1].values))
    assert found[0].nodes < found[1].nodes


def test_a_function_is_asked_once_a_position() -> None:
    asked = []

    def first(view: Any) -> Any:
        asked.append(view)
        return {view.moves()[0]: 1.0}

    state = ending("tic-tac-toe", 1)
    search = BestResponse([Opponent(((1.0, kibitz.model(first)),))], objective="win")
    before = search.analyse(state)
    assert len(asked) == len(set(asked)) > 0
    assert dict(search.analyse(state).values) == dict(before.values)


def test_bids_are_chosen_by_what_follows() -> None:
    state: Any = kibitz.game("spades(cards=5, open=true)").start(4)
    search = kibitz.search("best-response(others=MT, objective=score)")
    analysis = search.analyse(state)
    for bid in state.moves():
        after = state.play(bid)
        while after.game.bidding(after):
            after = after.play(after.game.usual_bid(after))
        assert after.to_move == state.to_move  # who bids first leads first
        assert analysis.values[bid] == pytest.approx(max(search.analyse(after).values.values()))
    assert len(set(analysis.values.values())) > 1


def test_too_large_a_tree_is_refused_with_what_to_do() -> None:
    with pytest.raises(kibitz.MissingCapability, match="exploit"):
        kibitz.search("best-response(others=random, nodes=1000)").analyse(kibitz.game("checkers").start())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exploit", "needs models of the others"),
        ("exploit(others=[greedy, greedy])", "2 models are given for 1 other seat"),
        ("exploit(others=gredy)", "greedy"),
        ("best-response(others=choice(tricks=1))", "no feature 'tricks'"),
    ],
)
def test_what_is_missing_is_named(text: Any, says: Any) -> None:
    with pytest.raises(kibitz.KibitzError, match=says):
        kibitz.search(text).analyse(kibitz.game("tic-tac-toe").start())
