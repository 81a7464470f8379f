"""Are the levels of ``adaptive`` in order? Each level plays the next one, until it is decided who is better.

``python -m benchmarks.levels --game checkers --seed 1``

At a table with more than two seats, both levels have equally many seats, in every order. The results are in
``docs/results/levels.json``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import kibitz
from kibitz.players.levels import FULL
from kibitz.players.loading import load

GAMES = ("checkers", "tic-tac-toe", "hearts(open=true)")
RESULTS = Path("docs/results/levels.json")


def played(game: str, low: int, deals: int, seed: int, jobs: int, files: Sequence[str] = ()) -> dict[str, Any]:
    """Play a match of a level against the next one."""
    pair = [f"adaptive(level={level})" if level < FULL else "adaptive" for level in (low + 1, low)]
    result = kibitz.match(game, pair, deals=deals, seed=seed, jobs=jobs, stop="decided", opening=0, loads=list(files))
    [found] = result.differences()
    first = found.difference
    sign = 1 if found.first == pair[0] else -1
    ends = sorted(sign * end for end in first.ends if end is not None)
    return {
        "levels": [low, low + 1],
        "games": result.games,
        "difference": round(sign * first.mean, 4),
        "interval": [round(end, 4) for end in ends],
    }


def main(
    game: Annotated[list[str] | None, typer.Option(help="The games; default: three.")] = None,
    deals: Annotated[int, typer.Option(help="The largest number of deals for a pair of levels.", min=4)] = 200,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    jobs: Annotated[int, typer.Option(min=1)] = 2,
    load_files: Annotated[list[str] | None, typer.Option("--load", help="Files with games of your own.")] = None,
    write: Annotated[
        Path, typer.Option(help="The file for the results; those of other games in it are kept.")
    ] = RESULTS,
) -> None:
    """Play the matches, and write them down."""
    for file in load_files or ():
        load(file)
    out = Console(width=120, highlight=False)
    kept: dict[str, Any] = json.loads(write.read_text()) if write.exists() else {"games": {}}
    for each in game or GAMES:
        rows = []
        for low in range(1, FULL):
            rows.append(played(each, low, deals, seed, jobs, load_files or ()))
            row = rows[-1]
            out.print(
                f"{each}: level {low + 1} against {low}: {row['difference']:+.2f} "
                f"({row['interval'][0]:+.2f} to {row['interval'][1]:+.2f}) in {row['games']} games"
            )
        command = f"python -m benchmarks.levels --game '{each}' --deals {deals} --seed {seed}"
        kept["games"][each] = {"command": command, "rows": rows}
        write.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
