"""How strong players of Spades by tricks choose their cards, as a logit: what their moves tell about hidden hands.

``python -m benchmarks.evidence --write docs/results/evidence.json``

is-mcts and hidden-mcts play hands against each other, and a logit with the terms of
``kibitz.specialists.spades.strong_play`` is fitted to their moves. Half of the hands are for the fit, the others for the
comparison: the mean log loss of a card beside that of uniform play and of the simple rules (light play). The weights in
the core are those of the fit to all hands, rounded (core/evaluation/spades_evidence.hpp). ``hidden-mcts(seen_as=strong)``
weighs worlds by them; whether that helps it to win is measured by ``benchmarks.hidden``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table as Shown
from scipy.optimize import minimize

import kibitz
from benchmarks.hidden import SPADES, START, made
from kibitz.games.cards.tricks import table_of
from kibitz.models.logit import Stacked
from kibitz.progress import Bar
from kibitz.random import Random
from kibitz.specialists.spades.strong_play import KINDS, TERMS, kind_of, terms_of

PLAYERS = {"hidden-mcts": ("hidden-mcts(seen_as=light)", 1.0), "is-mcts": (START.spec, 0.8)}
"""The players, and their shares of the simulations: is-mcts takes longer for one."""
RIDGE = 0.5
STAGES = ((0, 2), (3, 5), (6, 8), (9, 12))
"""Tricks played before the card."""


@dataclass(frozen=True)
class Card:
    """A card that was played with a choice."""

    player: str
    hand: int
    tricks: int
    rows: np.ndarray
    """For each legal card, the terms of every kind; those of other kinds are 0."""
    made: int
    by_rules: float
    """How likely light play makes it."""


def cards(hands: int, simulations: int, seed: int) -> Iterator[Card]:
    """The cards that the players play in some hands."""
    names = tuple(PLAYERS)
    game: Any = kibitz.game(SPADES)
    with Bar("hands") as bar:
        for hand in range(hands):
            state, ply = game.start(Random(seed, "gen", hand).next()), 0
            while not state.over:
                moves, ply = state.moves(), ply + 1
                move = moves[0]
                if len(moves) > 1:
                    player = names[(state.to_move + hand) % len(names)]
                    spec, share = PLAYERS[player]
                    search = made(spec, int(share * simulations), Random(seed, "s", hand, ply).next())
                    move = str(search.choose(state.view(state.to_move), ply))
                    table = table_of(state)
                    assert table is not None
                    rows = np.zeros((len(moves), len(KINDS) * len(TERMS)))
                    for row, card in zip(rows, table.legal, strict=True):
                        first = KINDS.index(kind_of(table, card)) * len(TERMS)
                        row[first : first + len(TERMS)] = list(terms_of(table, card).values())
                    by_rules = state.core.light_likelihood(game.move_code(move))
                    yield Card(player, hand, len(table.past), rows, table.legal.index(move), by_rules)
                state = state.play(move)
            bar.update(hand + 1, hands)


def fitted(seen: Sequence[Card]) -> np.ndarray:
    """The weights of the logit, with a small ridge."""
    stacked = Stacked.of([each.rows for each in seen], len(KINDS) * len(TERMS))
    chosen = stacked.starts + np.array([each.made for each in seen])

    def cost(at: np.ndarray) -> tuple[float, np.ndarray]:
        shares = stacked.shares(stacked.rows @ at)
        pull = stacked.rows.T @ shares - stacked.rows[chosen].sum(axis=0)
        return RIDGE * float(at @ at) - float(np.log(shares[chosen]).sum()), pull + 2 * RIDGE * at

    start = np.zeros(stacked.rows.shape[1])
    return np.asarray(minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x)


def losses(seen: Sequence[Card], weights: np.ndarray) -> dict[str, float]:
    """The mean log loss of a card, in nats."""
    stacked = Stacked.of([each.rows for each in seen], len(weights))
    shares = stacked.shares(stacked.rows @ weights)
    chosen = stacked.starts + np.array([each.made for each in seen])
    found = {
        "uniform": float(np.log(stacked.counts).mean()),
        "rules": -float(np.log([each.by_rules for each in seen]).mean()),
        "fitted": -float(np.log(shares[chosen]).mean()),
    }
    return {name: round(loss, 4) for name, loss in found.items()}


def main(
    hands: Annotated[int, typer.Option(help="Hands that are played.")] = 600,
    simulations: Annotated[int, typer.Option(help="Simulations of a move.")] = 4000,
    seed: Annotated[int, typer.Option(help="Seed of deals and moves.")] = 78,
    write: Annotated[Path | None, typer.Option(help="Where to save the result as JSON.")] = None,
) -> None:
    """Fit the logit, and say how well it foretells cards that it was not fitted to."""
    seen = list(cards(hands, simulations, seed))
    weights = fitted([each for each in seen if each.hand % 2 == 0])
    fresh = [each for each in seen if each.hand % 2]
    rows = []
    for player in PLAYERS:
        own = [each for each in fresh if each.player == player]
        rows.append({"player": player, "tricks": "all", "cards": len(own), **losses(own, weights)})
        for first, last in STAGES:
            some = [each for each in own if first <= each.tricks <= last]
            rows.append(
                {"player": player, "tricks": f"{first} to {last}", "cards": len(some), **losses(some, weights)}
            )
    table = Shown(title="Mean log loss of a card, nats; hands that were not fitted")
    for head in rows[0]:
        table.add_column(head)
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)
    every = fitted(seen).reshape(len(KINDS), len(TERMS))
    fits = {
        kind: {term: round(float(weight), 2) + 0.0 for term, weight in zip(TERMS, row, strict=True)}
        for kind, row in zip(KINDS, every, strict=True)
    }
    for kind, fit in fits.items():
        print(f"      {{{', '.join(f'{weight:.2f}' for weight in fit.values())}}},  // {kind}")
    if write:
        command = f"python -m benchmarks.evidence --hands {hands} --simulations {simulations} --seed {seed}"
        write.write_text(json.dumps({"command": command, "losses": rows, "weights": fits}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
