"""Whether posteriors about players who err can be believed.

``python -m benchmarks.noise --sessions 200 --hands 16 --seed 1 --write docs/results/calibration-noise.json``

Sessions of three-player Spades with open hands; players are MT, mOT or ML and err in 0, 5, 10, 20 or 40% of their
moves. After every decision two beliefs say which of the three the player is: one that learns how often it errs with the
rest, and one that takes 5% for certain. The moves are the same for both.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from kibitz.learning.calibration import studies

ERRS = (0.0, 0.05, 0.1, 0.2, 0.4)
NOISES = ("learned", 0.05)


def main(
    sessions: Annotated[int, typer.Option(help="Sessions for each share of errors; intervals are by session.")] = 200,
    hands: Annotated[int, typer.Option(help="Hands of a session.")] = 16,
    seed: Annotated[int, typer.Option(help="Which players, deals and moves.")] = 1,
    write: Annotated[Path | None, typer.Option(help="A JSON file to write the tables to.")] = None,
) -> None:
    """Print the tables, and write them if asked to."""
    found = []
    for errs in ERRS:
        for study in studies(NOISES, sessions=sessions, hands=hands, errs=errs, seed=seed):
            print(study.summary(), flush=True)
            found.append({"errs": errs, "misses": sum(row.misses for row in study.posteriors), **study.to_dict()})
    if write is not None:
        command = f"python -m benchmarks.noise --sessions {sessions} --hands {hands} --seed {seed}"
        write.write_text(json.dumps({"command": command, "studies": found}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
