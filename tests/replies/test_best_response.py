"""The exact best response, against its twin that enumerates every line."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.best_response import best_response, ends, win_share

import kibitz
from kibitz.errors import SpecError
from kibitz.replies.best_response import SLACK, BestResponse
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


@pytest.mark.parametrize(
    ("spec", "model"),
    [
        ("hearts(players=3, open=true, cards=3)", "ducks"),  # scores from -16 to 0
        ("spades(cards=3, bids=[1, 1, 1], open=true)", "mOT"),  # some are below 0
        ("spades(players=4, cards=2, scoring=tricks, open=true)", "random"),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_a_blend_scales_the_score_to_what_can_come_about(spec: str, model: str, seed: int) -> None:
    state = kibitz.game(spec).start(seed)
    seat, believed = state.to_move, [[(1.0, kibitz.model(model))]] * state.game.players
    scores = [end.scores[seat] for end in ends(state, seat, believed)]
    low, width = min(scores), max(scores) - min(scores)
    share = win_share(seat)

    def worth(end: Any) -> float:
        scaled = (end.scores[seat] - low) / width if width else 0.5
        return 0.9 * share(end) + 0.1 * scaled

    others = [Opponent(((1.0, kibitz.model(model)),))] * (state.game.players - 1)
    found = BestResponse(others, objective="blend").analyse(state)
    assert dict(found.ranks) == pytest.approx(twin_values(state, believed, worth))


@pytest.mark.parametrize(("spec", "model"), [("hearts(players=3, open=true, cards=4)", "noisy(ducks, 0.2)")])
def test_a_blend_is_that_of_exploit(spec: str, model: str) -> None:
    """Both scale the score from the lowest to the highest that was found, here far from 0 to 100."""
    state = kibitz.game(spec).start(2)
    exact, found = (
        kibitz.search(f"{each}, objective=blend)").analyse(state)
        for each in (f"best-response(others={model}", f"exploit(others={model}, simulations=60000, rollout=random")
    )
    best = exact.best[0]
    assert found.ranks[best] == pytest.approx(exact.ranks[best], abs=0.01)
    assert exact.ranks[found.best[0]] > exact.ranks[best] - 0.01


def test_bids_are_compared_on_one_scale_by_a_blend() -> None:
    state: Any = kibitz.game("spades(cards=5, open=true)").start(4)
    exact, found = (
        kibitz.search(f"{each}, objective=blend)").analyse(state)
        for each in ("best-response(others=MT", "exploit(others=MT, simulations=20000")
    )
    assert dict(exact.ranks) == pytest.approx(dict(found.ranks), abs=0.03)
    assert exact.best == found.best


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


@pytest.mark.parametrize("objective", ["score", "win"])
def test_the_best_bid_is_the_one_with_the_highest_value(objective: str) -> None:
    """A bid that wins most often is not always the one with the highest score."""
    others = [Opponent(((1.0, kibitz.model("greedy")),))] * 2
    for seed in range(4):
        state = kibitz.game("spades(cards=3, open=true)").start(seed)
        found = BestResponse(others, objective=objective).analyse(state)
        highest = max(found.values.values())
        assert found.best == tuple(bid for bid, value in found.values.items() if value == pytest.approx(highest))


def test_its_options_and_their_ranges() -> None:
    """The defaults are part of the identity of stored matches."""
    search = kibitz.search("best-response(others=random)")
    limits = 'objective=own, own="", nodes=2000000, table=true, merge=true'
    assert str(search.full_spec) == f"best-response(others=random, {limits})"
    for nodes in (1, 1_000_000_000):
        assert kibitz.search("best-response", others="random", nodes=nodes).options["nodes"] == nodes
    for nodes in (0, 1_000_000_001):
        with pytest.raises(SpecError, match="from 1 to 1000000000"):
            kibitz.search("best-response", others="random", nodes=nodes)


def test_large_values_that_differ_by_rounding_are_tied() -> None:
    state, search = kibitz.game("tic-tac-toe").start(), BestResponse([Opponent(((1.0, kibitz.model("random")),))])
    ranks = {move: 1e6 + 1e6 * SLACK / 2 * (move == "b2") for move in state.moves()}
    rows = {move: (0, rank, rank, rank) for move, rank in ranks.items()}
    assert search._ranked(state, rows, ranks, 9).best == tuple(state.moves())
