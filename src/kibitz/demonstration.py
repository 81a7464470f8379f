"""The demonstration behind ``make run``: a random game of each kind, drawn in the terminal."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel

import kibitz
from kibitz.games.registry import REGISTRY
from kibitz.players.table import random_moves

PLIES = 400


def run(out: Console, seed: int) -> None:
    """Play and draw one game of each kind."""
    out.print("[bold]Kibitz[/]: a random game of each kind. The searches, learners and players come on top of these.\n")
    for name in REGISTRY:
        _show_game(out, kibitz.game(name), seed)


def _show_game(out: Console, game: kibitz.Game, seed: int) -> None:
    states = list(random_moves(game.start(seed), seed, PLIES))
    middle, last = states[len(states) // 2], states[-1]
    end = "the end" if last.over else f"after {len(states) - 1} moves"
    boards = [
        Panel(state.board(), title=title, border_style="dim", expand=False)
        for state, title in ((middle, f"move {len(states) // 2}"), (last, end))
    ]
    out.rule(f"[bold]{game.name}[/]: {game.summary}", align="left")
    out.print(Columns(boards))
    scores = ", ".join(f"seat {seat}: {score:g}" for seat, score in enumerate(last.scores))
    out.print(f"{len(states) - 1} moves; {scores}\n", style="dim")
