"""The player that moves while no model of the opponents is trusted: the best one known that models nobody."""

from __future__ import annotations

from typing import Any

from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.registry import load_row
from kibitz.specs import Spec, parse

AUTO = "auto"
KNOWN = "kibitz.specialists.baselines:baseline_of"
LIMITS = ("simulations", "nodes", "seconds")
NODES_A_SIMULATION = 300


def baseline_for(game: Game, given: Any = AUTO, simulations: Any = AUTO, seconds: float = 0.0) -> Player:
    from kibitz.players.registry import player

    spec = given
    if given == AUTO:
        found: Any = None
        try:
            found = load_row(KNOWN)(game)
        except Exception:
            pass
        spec = found.player if found else ("is-mcts" if game.hidden else "mcts")
    spec = parse(str(spec))
    options = dict(spec.options)
    if seconds and any(n in options for n in LIMITS):
        options = {k: v for k, v in options.items() if k not in LIMITS} | {"seconds": seconds}
    elif simulations != AUTO:
        if "nodes" in options:
            options["nodes"] = simulations * NODES_A_SIMULATION
        elif "simulations" in options or spec.name in ("mcts", "is-mcts"):
            options["simulations"] = simulations
    return player(Spec(spec.name, spec.arguments, options))
