"""Which cards strong players pass at Hearts: a fit to passes of ``hidden-mcts``.

``python -m benchmarks.passes --deals 4000 --seed 31``

Three cards are as likely as the product of their weights. The logarithm of a weight is a sum of features of the card in
its hand (``core/evaluation/hearts_passes.hpp``), fitted by maximum likelihood with a small ridge. A quarter of the
passes is not used for the fit: their mean log loss is printed, next to that of passes at random. The core has the
constants; this writes them to ``docs/results/hidden/passes.json``, and a test compares both.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from scipy.optimize import minimize

import kibitz
from kibitz.progress import Bar
from kibitz.random import Random

GAME = "hearts(passing=left, moon=true, first_trick=no-points)"
RESULTS = Path("docs/results/hidden/passes.json")
RIDGE = 0.001
HELD_OUT = 4
"""One of so many passes is not used for the fit."""
QUEEN, SPADES, HEARTS = 49, 3, 2
FEATURES = (
    "rank",
    "rank_squared",
    "heart",
    "heart_rank",
    "length",
    "length_rank",
    "low_spade",
    "low_spade_length",
    "queen_of_spades",
    "queen_length",
    "high_spade",
    "high_spade_length",
    "high_spade_with_queen",
    "two_of_clubs",
)


def features(hand: int) -> dict[int, list[float]]:
    """The features of every card of a hand, in the order of ``FEATURES``."""
    held = [card for card in range(52) if hand >> card & 1]
    lengths = [sum(card // 13 == suit for card in held) / 3 for suit in range(4)]
    found = {}
    for card in held:
        suit, rank = card // 13, card % 13 / 12
        length = lengths[suit]
        values = dict.fromkeys(FEATURES, 0.0)
        if suit == SPADES:
            name = "low_spade" if card < QUEEN else "queen" if card == QUEEN else "high_spade"
            values[f"{name}_of_spades" if card == QUEEN else name] = 1.0
            values[f"{name}_length"] = length
            values["high_spade_with_queen"] = float(card > QUEEN and QUEEN in held)
        else:
            values |= {"rank": rank, "rank_squared": rank**2, "length": length, "length_rank": length * rank}
            values |= {"heart": float(suit == HEARTS), "heart_rank": (suit == HEARTS) * rank}
            values["two_of_clubs"] = float(card == 0)
        found[card] = [values[name] for name in FEATURES]
    return found


def of_three(weights: np.ndarray) -> float:
    """The sum over all sets of three of the product of their weights, by Newton's identities."""
    first, second, third = (float((weights**power).sum()) for power in (1, 2, 3))
    return (first**3 - 3 * first * second + 2 * third) / 6


def loss(worths: np.ndarray, passes: list[tuple[np.ndarray, list[int]]]) -> tuple[float, np.ndarray]:
    """The mean log loss of passes, and its gradient."""
    total, gradient = 0.0, np.zeros_like(worths)
    for rows, given in passes:
        values = rows @ worths
        highest = values.max()
        weights = np.exp(values - highest)
        all_sets = of_three(weights)
        total += np.log(all_sets) + 3 * highest - values[given].sum()
        first, second = weights.sum() - weights, (weights**2).sum() - weights**2
        chosen = weights * (first**2 - second) / 2 / all_sets  # how likely each card is passed
        gradient += chosen @ rows - rows[given].sum(axis=0)
    return total / len(passes), gradient / len(passes)


def passes_of(deals: int, simulations: int, seed: int) -> list[tuple[int, list[int]]]:
    """Hands, and the cards passed from them."""
    game: Any = kibitz.game(GAME)
    search = kibitz.search(f"hidden-mcts(simulations={simulations})")
    found = []
    with Bar("passes") as bar:
        for deal in range(deals):
            state = game.start(Random(seed, "passes", deal).next())
            move = search.choose(state.view(state.to_move), seed=deal)
            given = ["CDHS".index(card[1]) * 13 + "23456789TJQKA".index(card[0]) for card in move.split()[1:]]
            found.append((state.core.hands[state.to_move], given))
            bar.update(deal + 1, deals)
    return found


def main(
    deals: Annotated[int, typer.Option(help="How many passes.")] = 4000,
    simulations: Annotated[int, typer.Option(help="Simulations for each pass.")] = 3000,
    seed: Annotated[int, typer.Option(help="Seed of deals.")] = 31,
    write: Annotated[Path, typer.Option(help="The file for the result.")] = RESULTS,
) -> None:
    """Fit the weights, and write them down."""
    rows = []
    for hand, given in passes_of(deals, simulations, seed):
        values = features(hand)
        held = list(values)
        rows.append((np.array(list(values.values())), [held.index(card) for card in given]))
    held_out = rows[::HELD_OUT]
    fitted = [each for number, each in enumerate(rows) if number % HELD_OUT]

    def objective(worths: np.ndarray) -> tuple[float, np.ndarray]:
        value, gradient = loss(worths, fitted)
        return value + RIDGE * float(worths @ worths), gradient + 2 * RIDGE * worths

    best = minimize(objective, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B")
    worths = np.round(best.x, 2)
    found = {
        "command": f"python -m benchmarks.passes --deals {deals} --simulations {simulations} --seed {seed}",
        "log loss of passes not fitted": round(loss(worths, held_out)[0], 3),
        "at random": round(loss(np.zeros_like(worths), held_out)[0], 3),
        "worths": dict(zip(FEATURES, worths.tolist(), strict=True)),
    }
    typer.echo(json.dumps(found, indent=1))
    write.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
