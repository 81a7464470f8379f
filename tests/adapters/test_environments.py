"""Environments of PettingZoo and Gymnasium: their own tests pass for every game, and seeds decide everything."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from support.conformance_games import SPECS
from support.countdown import Countdown

import kibitz
from kibitz.adapters import gymnasium as seats
from kibitz.adapters import pettingzoo as tables
from kibitz.errors import IllegalMove, KibitzError, MissingCapability, SpecError

CYCLES = 12
DICTS = ".*(Observation is not a NumPy array|Observation space for each agent probably should be).*"  # they have masks


@pytest.mark.parametrize("spec", [*SPECS, "openspiel(leduc_poker)"])
def test_pettingzoo_finds_nothing_wrong(spec: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", DICTS)
        api_test(tables.KibitzEnv(spec), num_cycles=CYCLES, verbose_progress=False)
        seed_test(lambda: tables.KibitzEnv(spec), num_cycles=CYCLES)


# The others bid by the usual rule, which there is from five cards on.
BIDDING = [spec.replace("spades(cards=3, limit", "spades(cards=5, limit") for spec in SPECS]


@pytest.mark.parametrize("spec", [*BIDDING, "openspiel(leduc_poker)"])
def test_gymnasium_finds_nothing_wrong(spec: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(seats.KibitzEnv(spec, "random"), skip_render_check=True)


def test_an_agent_sees_its_own_cards_and_its_own_legal_moves() -> None:
    env = tables.KibitzEnv("whist")
    env.reset(seed=3)
    seen = env.observe("seat_0")
    mover, waiting = seen["action_mask"], env.observe("seat_1")["action_mask"]
    assert mover.sum() == 4
    assert not waiting.any()
    assert seen["observation"][: env.game.action_count].sum() == 4  # the hand


def test_rewards_are_the_scores_and_come_at_the_end() -> None:
    env = tables.KibitzEnv("tic-tac-toe")
    env.reset(seed=1)
    for action in (0, 3, 1, 4):
        env.step(action)
        assert set(env.rewards.values()) == {0.0}
    env.step(2)
    assert env.rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert all(env.terminations.values())


def test_a_step_without_an_action_is_refused() -> None:
    env = tables.KibitzEnv("tic-tac-toe")
    env.reset(seed=1)
    with pytest.raises(KibitzError, match="seat_0"):
        env.step(None)
    env.step(0)
    with pytest.raises(IllegalMove):
        env.step(0)


def played(env: Any, seed: int) -> list[Any]:
    """A game in which the first legal action is taken, as what was seen and rewarded."""
    seen, info = env.reset(seed=seed)
    found = [info, seen["observation"].tolist()]
    ended = False
    while not ended:
        seen, reward, ended, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        found += [seen["observation"].tolist(), reward]
    return found


@pytest.mark.parametrize("others", [["random", "random"], ["mcts(simulations=5)", "random"]])
def test_the_seed_decides_the_deal_and_what_the_others_do(others: list[str]) -> None:
    env = seats.KibitzEnv("spades(players=3, cards=3, bids=[1, 1, 1])", others, seat=None)
    first = played(env, 4)
    played(env, 5)
    assert played(env, 4) == first
    games = [played(env, seed) for seed in range(8)]
    assert len({game[0]["seat"] for game in games}) == 3


def test_players_that_learn_see_every_game_to_its_end() -> None:
    reader = kibitz.player("adaptive(candidates=[random, greedy], reply=exploit, simulations=20)")
    env = seats.KibitzEnv("tic-tac-toe", reader, seat=1)
    for seed in range(3):
        played(env, seed)
    (reading,) = reader.beliefs()
    assert reading.opponent == "learner"
    assert reading.weights["greedy"] != pytest.approx(0.5)  # as before the first move


def test_an_illegal_action_ends_the_game() -> None:
    env = seats.KibitzEnv("tic-tac-toe", "random", illegal=-7.0)
    env.reset(seed=1)
    env.step(4)
    _, reward, ended, _, info = env.step(4)
    assert (reward, ended, info) == (-7.0, True, {"illegal": True})


def test_wrong_seats_and_players_are_refused() -> None:
    with pytest.raises(SpecError, match="1 players are given for 2 other seats"):
        seats.KibitzEnv("spades", ["random"])
    with pytest.raises(KibitzError, match="seat 5"):
        seats.KibitzEnv("tic-tac-toe", "random", seat=5)
    with pytest.raises(MissingCapability, match="numbered"):
        tables.KibitzEnv(Countdown())


def test_a_trained_policy_is_a_model_and_a_player() -> None:
    def corner(seen: Any, mask: Any) -> Any:
        return mask * np.array([9, 0, 0, 0, 1, 0, 0, 0, 0])

    learned = seats.policy_model(corner)
    start = kibitz.game("tic-tac-toe").start()
    assert kibitz.predict(learned, start)["a1"] == pytest.approx(0.9)
    after = start.play_all("a1, b2")
    assert list(kibitz.predict(learned, after).values()) == pytest.approx([1 / 7] * 7)  # nothing that it likes is left
    end = kibitz.play_game("tic-tac-toe", [kibitz.player(learned), "random"], seed=1).end
    assert end.over


@pytest.mark.parametrize("name", sorted(tables.CLASSICS))
def test_classic_games_can_be_played(name: str) -> None:
    game = tables.classic(name)
    state: Any = game.start()
    random = kibitz.Random(1, "classic")
    for _ in range(6):
        moves = state.moves()
        shares = game.chance(state) if state.to_move < 0 else [1.0] * len(moves)  # type: ignore[attr-defined]
        state = state.play(random.weighted(dict(zip(moves, shares, strict=True))))
    assert len(state.actions) == 6


def test_a_classic_game_has_the_rules_of_pettingzoo() -> None:
    """Connect four numbers its columns as PettingZoo does: legal moves and results of random games are the same."""
    from pettingzoo.classic import connect_four_v3

    env, game = connect_four_v3.env(), tables.classic("connect_four_v3")
    for seed in range(5):
        env.reset(seed=seed)
        state: Any = game.start()
        random = kibitz.Random(seed, "columns")
        while not state.over:
            seen, _, ended, _, _ = env.last()
            legal = state.spiel.legal_actions()
            assert not ended
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
            action = random.choice(legal)
            env.step(action)
            state = state.play(game.numbered_move(state, action))  # type: ignore[attr-defined]
        assert all(env.terminations.values())
        assert list(env.rewards.values()) == list(state.scores)


def test_games_that_are_not_there_are_refused() -> None:
    with pytest.raises(SpecError, match="at the same time"):
        tables.classic("rps_v2")
    with pytest.raises(SpecError, match="connect_four_v3"):
        tables.classic("connect_four_v9")


def test_the_example_trains_a_policy_that_is_better_than_random_moves() -> None:
    import train_agent

    policy = train_agent.train("tic-tac-toe", train_agent.ADAPTIVE, games=600, seed=1)
    learned = kibitz.player(seats.policy_model(policy))
    trained, plain = (
        train_agent.share("tic-tac-toe", each, train_agent.ADAPTIVE, 60, 10**6) for each in (learned, "random")
    )
    assert trained > plain + 0.2
