"""Whether players keep the limit ``seconds=``: how long they take for a move in games with hidden cards.

``python -m benchmarks.seconds --seconds 0.02 --moves 200 --processor-clock --write docs/results/seconds.json``

A player plays games against random players, and every move of its own is timed, including bids and passes. For each
move the time on the clock and the processor time are measured, and for adaptive players the time in which they watch
the others, which is added to their next move. A player holds its limit if 99 of 100 moves take at most 20% longer, on
the clock. Forced moves do not count.

If other programs run on the machine, a move takes longer on the clock whatever the player does. With
``--processor-clock`` all clocks of this process run with its processor time, those by which players stop too: so the
times are those of an otherwise idle machine. This needs Linux and a C compiler (``processor_clock.c``).

``--write`` adds to the rows of a file, and replaces those of the same game, player and limit.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Shown

import kibitz
from kibitz.errors import KibitzError
from kibitz.progress import Bar
from kibitz.random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs" / "examples"))
import discard
import kuhn
import whist

GAMES = (
    "hearts(passing=left, moon=true)",
    "hearts(passing=rotate, moon=true, hands=4)",
    "spades(players=4, scoring=tricks)",
    "spades",
    "spades(hands=4)",
    "guess-it",
    *(each.name for each in (whist.Whist, kuhn.Kuhn, discard.Discard)),
)
ANYWHERE = (
    "hidden-mcts(seconds={s})",
    "is-mcts(seconds={s})",
    "is-mcts(seconds={s}, rollout=greedy)",
    "sampled(mcts(simulations=200), seconds={s})",
    "sampled(maxn(depth=4), seconds={s})",
    "sampled(paranoid(depth=4), seconds={s})",
    "sampled(max-prob(depth=8), seconds={s})",
    "exploit-worlds(others=greedy, seconds={s})",
    "exploit-worlds(others=maxn(depth=2), seconds={s})",
    "adaptive(seconds={s})",
    "adaptive(seconds={s}, reply=exploit-worlds)",
    "adaptive(candidates=[greedy, random], seconds={s})",
    "adaptive(candidates=[greedy, random], seconds={s}, reply=exploit-worlds)",
)
ALLOWED = 1.2


@dataclass
class Times:
    """How long the moves took, on the clock and on the processor."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    slowest: str = ""

    def add(self, clock: float, processor: float, words: str) -> None:
        """Add the times of a move."""
        if not self.processor or processor > max(self.processor):
            self.slowest = words
        self.clock.append(clock)
        self.processor.append(processor)

    def summary(self, seconds: float) -> dict[str, Any]:
        """The times as shares of the limit."""
        found: dict[str, Any] = {"moves": len(self.clock)}
        for name, times in (("clock", self.clock), ("processor", self.processor)):
            ordered = sorted(times)
            for words, place in (("median", 0.5), ("99%", 0.99), ("most", 1.0)):
                at = min(len(ordered) - 1, int(place * len(ordered)))
                found[f"{name}, {words}"] = round(ordered[at] / seconds, 3)
        return found | {"slowest": self.slowest, "holds": found["clock, 99%"] <= ALLOWED}


def moves_of(game: kibitz.Game, spec: str, seed: int) -> Iterator[tuple[float, float, str]]:
    """The times of the moves of a player, game after game."""
    player = kibitz.player(spec)
    for number in count():
        state, random = game.start(Random(seed, "game", number).next()), Random(seed, "moves", number)
        seat, waited = number % game.players, (0.0, 0.0)
        player.begin(
            game, seat, state.view(seat), [f"seat {(each - seat) % game.players}" for each in range(game.players)]
        )
        for ply in count():
            if state.over:
                break
            moves = state.moves()
            move = random.choice(moves)
            if state.to_move == seat:
                began = perf_counter(), process_time()
                move = player.act(state.view(seat), Random(seed, "act", number, ply).next())
                took = perf_counter() - began[0] + waited[0], process_time() - began[1] + waited[1]
                if len(moves) > 1:
                    yield *took, f"game {number}, ply {ply}, {len(moves)} moves"
                waited = 0.0, 0.0
            event = state.event(move, seat)
            state = state.play(move)
            began = perf_counter(), process_time()
            if player.watches:
                player.see(event)
            waited = waited[0] + perf_counter() - began[0], waited[1] + process_time() - began[1]
        if player.watches:
            player.end(state.view(seat))


def measured(game: str, spec: str, seconds: float, wanted: int, seed: int) -> dict[str, Any]:
    """How long this many moves took."""
    found: dict[str, Any] = {"game": game, "player": spec, "seconds": seconds}
    times = Times()
    gc.collect()
    gc.freeze()  # the garbage collector does not look through what other players have left
    try:
        moves = moves_of(kibitz.game(game), spec.format(s=seconds), seed)
        for _, each in zip(range(wanted), moves, strict=False):
            times.add(*each)
    except KibitzError as error:
        return found | {"refused": str(error)}
    return found | times.summary(seconds)


def on_processor_clock() -> None:
    """Start this program anew with clocks that run with its processor time, unless they do already."""
    if "processor_clock" in os.environ.get("LD_PRELOAD", ""):
        return
    made = Path(tempfile.mkdtemp()) / "processor_clock.so"
    source = Path(__file__).with_name("processor_clock.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", made, source], check=True)
    given = {**os.environ, "LD_PRELOAD": str(made), "PYTHONWARNINGS": "ignore::UserWarning"}  # timers end at once
    os.execve(sys.executable, [sys.executable, "-m", "benchmarks.seconds", *sys.argv[1:]], given)


def added(known: list[dict[str, Any]], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All rows; new ones in the place of those of the same game, player and limit."""
    found = {(row["game"], row["player"], row["seconds"]): row for row in known}
    return list((found | {(row["game"], row["player"], row["seconds"]): row for row in rows}).values())


def main(
    game: Annotated[list[str] | None, typer.Option(help="Games; default: all with hidden cards.")] = None,
    player: Annotated[list[str] | None, typer.Option(help="Players, with {s} for the seconds; default: all.")] = None,
    seconds: Annotated[float, typer.Option(help="Time for a move.")] = 0.05,
    moves: Annotated[int, typer.Option(help="How many moves are measured for each player and game.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of deals and moves.")] = 1,
    processor_clock: Annotated[bool, typer.Option(help="Let all clocks run with the processor time.")] = False,
    write: Annotated[Path | None, typer.Option(help="Write the results to this JSON file.")] = None,
) -> None:
    """How well limits in seconds are kept where cards are hidden."""
    if processor_clock:
        on_processor_clock()
    results: list[dict[str, Any]] = []
    with Bar("players") as bar:
        asked = [(each, spec) for each in game or GAMES for spec in player or ANYWHERE]
        for number, (each, spec) in enumerate(asked):
            bar.update(number, len(asked), f"{each}: {spec}")
            results.append({**measured(each, spec, seconds, moves, seed), "processor clock": processor_clock})
            if write:
                known = json.loads(write.read_text())["rows"] if write.exists() else []
                command = "python -m benchmarks.seconds --seconds SECONDS --moves MOVES"
                command += f" --seed {seed}{' --processor-clock' if processor_clock else ''}"
                write.write_text(json.dumps({"command": command, "rows": added(known, results)}, indent=1) + "\n")
    shown = Shown("game", "player", "median", "99%", "most", "99%, processor", "holds")
    for row in results:
        if "refused" in row:
            shown.add_row(row["game"], escape(row["player"]), "refused", *[""] * 4)
            continue
        told = [f"{row[key]:.2f}" for key in ("clock, median", "clock, 99%", "clock, most", "processor, 99%")]
        shown.add_row(row["game"], escape(row["player"]), *told, "yes" if row["holds"] else "no")
    Console(width=200).print(shown)


if __name__ == "__main__":
    typer.run(main)
