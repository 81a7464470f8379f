"""The demonstration behind ``make run``: a random game of each kind, drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel

import kibitz
from kibitz.games.game import CHANCE
from kibitz.games.registry import REGISTRY
from kibitz.players.table import chance_move
from kibitz.random import Random

PLIES = 400


def random_moves(state: kibitz.State, seed: int, plies: int) -> Iterator[kibitz.State]:
    """Play random moves, at most so many, and yield every state, the first one too."""
    yield state
    for ply in range(plies):
        if state.over:
            return
        random = Random(seed, "random move", ply)
        state = state.play(random.choice(state.moves()) if state.to_move != CHANCE else chance_move(state, random))
        yield state


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
