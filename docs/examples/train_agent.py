"""Train a policy of OpenSpiel against an adaptive player of Kibitz, bring it back as a model, and let Kibitz read it.

python docs/examples/train_agent.py --games 3000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.rl_environment import StepType, TimeStep

import kibitz
from kibitz.adapters.gymnasium import KibitzEnv, policy_model

ADAPTIVE = "adaptive(candidates=[random, greedy], reply=exploit, simulations=50)"


def step(observation: Any, mask: Any, reward: float = 0.0, kind: StepType = StepType.MID) -> TimeStep:
    """The time step that OpenSpiel's agents expect, for the one seat that learns."""
    seen = {"info_state": [observation.tolist()], "legal_actions": [np.flatnonzero(mask).tolist()]}
    return TimeStep(seen, [reward], [1.0], kind)


def train(game: str, opponent: str, games: int, seed: int) -> Callable[[Any, Any], Any]:
    """Tabular Q-learning (Watkins 1989). The opponent keeps its beliefs from game to game, so it learns too."""
    np.random.seed(seed)  # OpenSpiel's agents draw from this generator
    env = KibitzEnv(game, opponent, seat=None)
    agent = QLearner(0, env.game.action_count, step_size=0.3)
    for number in range(games):
        seen, _ = env.reset(seed=seed + number)
        reward, over = 0.0, False
        while not over:
            action = agent.step(step(seen["observation"], seen["action_mask"])).action
            seen, reward, over, _, _ = env.step(action)
        agent.step(step(seen["observation"], seen["action_mask"], reward, StepType.LAST))
    return lambda observation, mask: agent.step(step(observation, mask), is_evaluation=True).probs


def share(game: str, player: Any, opponent: Any, games: int, seed: int) -> float:
    """The mean score of a player that sits in both seats in turn."""
    total, players = 0.0, (kibitz.player(player), kibitz.player(opponent))
    for number in range(games):
        seats = players if number % 2 == 0 else players[::-1]
        total += kibitz.play_game(game, seats, seed=seed + number).scores[number % 2]
    return total / games


def main() -> None:
    """Train a policy, and print the mean scores."""
    parser = argparse.ArgumentParser(description="Train a policy of OpenSpiel against a player of Kibitz.")
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--opponent", default=ADAPTIVE)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, opponent = given.game, given.opponent
    learned = kibitz.model(policy_model(train(game, opponent, given.games, given.seed)))
    trained = kibitz.player(learned)  # a player as any other, and the model can be predicted, believed and exploited
    print(f"random against {opponent}: {share(game, 'random', opponent, 200, 10**6):+.2f}")
    print(f"trained against {opponent}: {share(game, trained, opponent, 200, 10**6):+.2f}")
    reader = kibitz.player("adaptive", candidates=[learned, "random"], reply="exploit", simulations=100)
    print(f"adaptive against the trained policy: {share(game, reader, trained, 40, 10**6):+.2f}")
    print(reader.beliefs()[0])


if __name__ == "__main__":
    main()
