"""Train a small policy against a player of Kibitz, bring it back as a model, and let Kibitz read it.

python docs/examples/train_agent.py --games 3000
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import kibitz
from kibitz.adapters.gymnasium import KibitzEnv, policy_model


class Linear:
    """A softmax over the legal actions; each action has a weight for every number of an observation."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.weights = np.zeros((actions, inputs + 1))

    def __call__(self, seen: Any, mask: Any) -> Any:
        values = self.weights @ np.append(seen, 1.0)
        shares = np.where(mask > 0, np.exp(values - values[mask > 0].max()), 0.0)
        return shares / shares.sum()


def train(game: str, opponent: str, games: int, seed: int, rate: float = 0.1) -> Linear:
    """REINFORCE (Williams 1992): make actions more likely in proportion to what the game brought."""
    env = KibitzEnv(game, opponent, seat=None)
    seen, _ = env.reset(seed=seed)
    policy = Linear(len(seen["observation"]), len(seen["action_mask"]))
    random = np.random.default_rng(seed)
    baseline = 0.0
    for number in range(games):
        seen, _ = env.reset(seed=seed + number)
        steps, reward, over = [], 0.0, False
        while not over:
            shares = policy(seen["observation"], seen["action_mask"])
            action = int(random.choice(len(shares), p=shares))
            steps.append((np.append(seen["observation"], 1.0), shares, action))
            seen, reward, over, _, _ = env.step(action)
        for inputs, shares, action in steps:
            direction = -shares
            direction[action] += 1
            policy.weights += rate * (reward - baseline) * np.outer(direction, inputs)
        baseline += 0.01 * (reward - baseline)
    return policy


def share(game: str, player: Any, opponent: Any, games: int, seed: int) -> float:
    """The mean score of a player that sits in both seats in turn."""
    total = 0.0
    for number in range(games):
        seats = [player, opponent] if number % 2 == 0 else [opponent, player]
        total += kibitz.play_game(game, seats, seed=seed + number).scores[number % 2]
    return total / games


def main() -> None:
    """Train, and tell what came of it."""
    parser = argparse.ArgumentParser(description="Train a small policy against a player of Kibitz.")
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--opponent", default="greedy")
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
