"""How well the belief predicts players that have two ways of playing, with and without switches.

``python -m benchmarks.switching --seed 1 --write docs/results/switching.json``

Opponents are drawn from the families of held-out players (``populations.held_out``), by a seed. Each plays ten games
with other players that do not learn. Two beliefs watch the same moves: one only forgets at several rates, the other may
also keep two memories (``learning/switches.py``). Every move is predicted before it is seen. The loss is the mean of
minus the logarithm of its predicted probability, in games 6 to 10.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import fsum
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Shown

import kibitz
from kibitz.arena.intervals import estimate
from kibitz.games.game import Game
from kibitz.learning.choice_belief import RATES, ChoiceBelief
from kibitz.learning.decisions import When
from kibitz.learning.switches import SWITCHES
from kibitz.players.player import Player
from kibitz.random import Random, stream
from kibitz.specialists.members import Member
from kibitz.specialists.populations import held_out
from kibitz.specialists.registry import types_of

GAMES = 10
LATER = 5  # the loss is counted after this many games
OPENING = 4  # random moves at the start of a board game
WITHOUT, WITH = "without", "with switches"
VARIANTS: Mapping[str, Mapping[Any, float]] = {WITHOUT: {}, WITH: SWITCHES}
SPECS = ("spades(players=4, scoring=tricks, open=true)", "hearts(open=true)", "checkers")


def measured(game: Game, member: Member, seed: int) -> dict[str, dict[str, float]]:
    """The loss of each belief about one opponent, and its processor time for a decision in milliseconds."""
    types = tuple(map(kibitz.model, types_of(game)))
    beliefs = {
        name: ChoiceBelief(types, rates=RATES, switches=switches, hurried=True) for name, switches in VARIANTS.items()
    }
    stranger = kibitz.player(member.player)
    loss, seconds = dict.fromkeys(VARIANTS, 0.0), dict.fromkeys(VARIANTS, 0.0)
    lost = decisions = counted = 0
    for number in range(GAMES):
        seat, made = number % game.players, 0
        state, players = _begun(game, stranger, seat, (seed, member.player, number))
        while not state.over:
            mover = state.to_move
            move = players[mover].act(state, stream(("act", seed, member.player, number, state.key)))
            if mover == seat:
                position, decided = game.part(state), len(state.moves()) > 1
                for name, before in beliefs.items():
                    began = process_time()
                    beliefs[name] = after = before.at_moment(When(number, made, lost)).see(position, move)
                    seconds[name] += process_time() - began
                    loss[name] -= (after.log_likelihood - before.log_likelihood) * (number >= LATER)
                made, decisions, counted = made + 1, decisions + decided, counted + (decided and number >= LATER)
            for each, player in enumerate(players):
                player.see(state.event(move, each))
            state = state.play(move)
        for each, player in enumerate(players):
            player.end(state.view(each))
        lost += state.scores[seat] < fsum(state.scores) / game.players
    return {
        name: {"loss": loss[name] / max(1, counted), "ms": 1000 * seconds[name] / max(1, decisions)}
        for name in VARIANTS
    }


def _begun(game: Game, stranger: Player, seat: int, address: tuple[Any, ...]) -> tuple[Any, list[Player]]:
    """The first position, and the players in their seats: the others take turns among types that do not search."""
    names = [*types_of(game), "random", "greedy"]
    random = Random(stream(("table", *address)), "switching")
    players = [kibitz.player(random.choice(names)) for _ in range(game.players - 1)]
    players.insert(seat, stranger)
    state: Any = game.start(stream(("deal", *address)))
    for _ in range(0 if "staged" in game.capabilities else OPENING):
        state = state.play(random.choice(state.moves()))
    for each, player in enumerate(players):
        player.begin(game, each, state.view(each))
    return state, players


def main(
    seed: Annotated[int, typer.Option(min=0)] = 1,
    opponents: Annotated[int, typer.Option(help="How many are drawn for each game, from all groups.", min=7)] = 56,
    game: Annotated[list[str] | None, typer.Option(help="A game; may be repeated.")] = None,
    group: Annotated[list[str] | None, typer.Option(help="A group of opponents; may be repeated.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write JSON here, after every game.")] = None,
) -> None:
    """Print the losses by group of opponents."""
    out, rows = Console(width=160), []
    for spec in game or SPECS:
        playing = kibitz.game(spec)
        found: dict[str, list[dict[str, dict[str, float]]]] = {}
        for member in held_out(playing, opponents, seed):
            if not group or member.group in group:
                found.setdefault(member.group, []).append(measured(playing, member, seed))
        table = Shown(title=f"{spec}, log loss in games 6 to 10", title_justify="left")
        for heading in ("group", "opponents", *VARIANTS, "difference", "ms a decision"):
            table.add_column(heading)
        for name, each in found.items():
            means = {variant: fsum(one[variant]["loss"] for one in each) / len(each) for variant in VARIANTS}
            times = {variant: fsum(one[variant]["ms"] for one in each) / len(each) for variant in VARIANTS}
            gained = estimate([one[WITH]["loss"] - one[WITHOUT]["loss"] for one in each], seed, None)
            low, high = gained.ends
            ends = "" if low is None or high is None else f" ({low:+.3f} to {high:+.3f})"
            shown = [f"{mean:.3f}" for mean in means.values()]
            spent = " and ".join(f"{milliseconds:.1f}" for milliseconds in times.values())
            table.add_row(name, str(len(each)), *shown, f"{gained.mean:+.3f}{ends}", spent)
            rows.append(
                {
                    "game": spec,
                    "group": name,
                    "opponents": len(each),
                    "loss": means,
                    "difference": [gained.mean, low, high],
                    "ms": times,
                }
            )
        out.print(table)
        if write:
            command = f"python -m benchmarks.switching --seed {seed} --opponents {opponents}"
            write.write_text(json.dumps({"command": command, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
