"""Models that run in the core do there what they do in Python."""

from typing import Any

import pytest

import kibitz

SPADES = "spades(cards=4, bids=[2, 1, 1], open=true)"
MODELS = {
    "tic-tac-toe": ["random", "greedy", "alpha-beta(depth=3)", "alpha-beta(depth=3, exact=true)", "maxn(depth=3)",
                    "strategy(depth=2)", "noisy(greedy, 0.3)", "mixture(greedy=0.5, random=0.5)",
                    "mcts(simulations=30)", "visits(mcts(simulations=20), power=3)"],
    "checkers": ["greedy", "strategy(men=2, kings=3, depth=3)", "greedy(own=evaluation(men=1, advancement=0.1))",
                 "strategy(depth=2, ties=left-high)", "noisy(strategy(depth=1), 0.1)",
                 "mcts(simulations=20, depth=4, rollout=greedy)", "visits(mcts(simulations=20, depth=4))"],
    "hearts(open=true, cards=6)": ["greedy", "maxn(depth=4)", "strategy(depth=4)", "maxn(depth=4, ties=left-high)",
                                   "noisy(mcts(simulations=20, seed=5), 0.1)", "visits(mcts(simulations=30))",
                                   "paranoid(depth=4)", "offensive(depth=4)", "mp-mix(depth=4, defend=0, attack=0)",
                                   "mp-mix(depth=4, defend=1, attack=1, strict=false)"],
    "hearts(open=true)": ["max-prob(depth=2)", "max-prob(depth=4, interval=down, own=evaluation(penalties=1))"],
    SPADES: ["mcts(simulations=20, own=mOT, others=MT)",
             "MT", "mOT", "mOT_MT", "mixture(MT=0.5, mOT=0.5)", "maxn(own=mOT)", "model(MT, ties=left-low)", "greedy"],
    "chinese-checkers(players=3)": ["greedy", "maxn(depth=2)", "strategy(depth=2)", "offensive(depth=2)",
                                    "mp-mix(depth=2)", "paranoid(depth=2)", "max-prob(depth=2)"],
    "abalone(players=3)": ["greedy", "maxn(depth=2)", "strategy(ejected=1, depth=1)", "max-prob(depth=1)",
                           "mp-mix(depth=2, defend=0, attack=0)", "offensive(depth=2, coalition=true)",
                           "offensive(depth=2, ties=left-high)", "paranoid(depth=2, own=evaluation(ejected=1))"],
    "guess-it(cards=2)": ["random", "greedy", "stationary(bluff=0.3, call=0.6)"],
    "guess-it": ["stationary(bluff=0.2, call=0.5)", "always-ask", "call-then-bluff", "noisy(always-bluff, 0.2)"],
    "whist": ["greedy", "random", "maxn(depth=2)"],
}  # fmt: skip
CASES = [(game, model) for game, models in MODELS.items() for model in models if game != "whist"]


@pytest.mark.parametrize(("game", "model"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_the_core_does_what_the_model_says(game: Any, model: Any, seed: Any) -> None:
    made, state = kibitz.model(model), kibitz.game(game).start(seed)
    random = kibitz.Random(seed, "test")
    compared = 0
    while not state.over and compared < 12:
        if len(state.moves()) > 1:
            ready = made.compiled(state, state.to_move)
            assert ready is not None, f"{made} is not compiled"
            expected = made.policy_in_whole(state)
            assert made.policy_by_core(state) == pytest.approx({move: expected[move] for move in state.moves()})
            compared += 1
        state = state.play(random.choice(state.moves()))
    assert compared


@pytest.mark.parametrize("game", ["hearts(open=true)", "checkers", "chinese-checkers(players=3)"])
def test_powers_of_the_same_visits_are_found_by_one_search(game: Any) -> None:
    state = kibitz.game(game).start(2)
    while len(state.moves()) == 1:
        state = state.play(state.moves()[0])
    for power in (1, 3, 0.5):
        made = kibitz.model(f"visits(mcts(simulations=40), power={power})")
        ready: Any = made.compiled(state, state.to_move)
        alone = dict(zip(state.moves(), state.core.behaves(ready.behaviour), strict=True))  # type: ignore[attr-defined]
        assert dict(made.policy_by_core(state)) == pytest.approx(alone)
    assert len(set(alone.values())) > 1


@pytest.mark.parametrize(
    "model",
    [
        "mcts(seconds=0.01)",
        "alpha-beta(seconds=0.01)",
        "maxn(depth=2, ties=random)",
        "generic",
        "rational",
        "paranoid",
        "paranoid(depth=2, heuristic_ties=true)",
        "offensive(depth=2, target=0)",
        "offensive(depth=2, ties=random)",
        "mp-mix(depth=2, others=evaluation(open_lines=2))",
        "max-prob(nodes=100)",
    ],
)
def test_what_the_core_cannot_run_says_so(model: Any) -> None:
    state = kibitz.game(SPADES if model in ("generic", "rational") else "tic-tac-toe").start(1)
    assert kibitz.model(model).compiled(state, 1) is None


def test_a_seat_may_be_compiled_before_its_turn() -> None:
    state = kibitz.game(SPADES).start(3)
    made, seat = kibitz.model("mOT_MT"), (state.to_move + 1) % 3
    ready: Any = made.compiled(state, seat)
    after: Any = state.play(state.moves()[0])
    assert after.to_move == seat
    shares = dict(zip(after.moves(), after.core.behaves(ready.behaviour), strict=True))
    assert shares == pytest.approx(dict(made.policy(after)))
