"""How long it takes to rebuild a belief about a stranger from a full memory (400 decisions).

``python -m benchmarks.recalling`` measures the time of one core, at games with and without hidden hands.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import islice

import kibitz
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.decisions import Decision
from kibitz.players.memory import HUNDRED, TELLING

DECISIONS = 2 * HUNDRED + TELLING
GAMES = {
    "tic-tac-toe": "greedy",
    "checkers": "strategy(men=1, kings=1, advancement=-1, depth=2)",
    "hearts(open=true)": "lowest-card",
    "spades(open=true)": "random",
    "hearts": "lowest-card",
    "spades": "random",
}
"""Who plays in every seat."""


def decisions(game: kibitz.Game, spec: str, seed: int) -> Iterator[Decision]:
    """What seat 1 decides, game after game."""
    player, deal = kibitz.player(spec), 0
    while True:
        state, random = game.start(seed + deal), kibitz.Random(seed, "recalling", deal)
        while not state.over:
            move = player.act(state.view(state.to_move), random.below(2**32))
            if state.to_move == 1 and len(state.moves()) > 1:
                part = game.part(state)
                yield Decision.of(part.view(part.to_move), move)
            state = state.play(move)
        deal += 1


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    for spec, player in GAMES.items():
        game = kibitz.game(spec)
        kept = list(islice(decisions(game, player, seed), DECISIONS))
        belief = ChoiceBelief().at(game.part(game.start(0)).game)
        began = time.process_time()
        for each in kept:
            belief = belief.see(*each.watched(game))
        took = time.process_time() - began
        size = sum(len(each.position) for each in kept) / 1000
        print(f"{spec}: {len(kept)} decisions, {size:.0f} kB, {1000 * took:.0f} ms")


if __name__ == "__main__":
    main()
