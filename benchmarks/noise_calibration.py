"""Whether posteriors about players who err are calibrated.

``python -m benchmarks.noise_calibration --sessions 200 --hands 16 --seed 1 --write FILE``; FILE is
``docs/results/calibration-noise.json``.

Sessions of three-player Spades with open hands; players are MT, mOT or ML and err in 0, 5, 10, 20 or 40% of their
moves. After every decision two beliefs say which of the three the player is: one that also learns how often the player
errs, and one that assumes an error rate of 5%. The moves are the same for both.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from kibitz.learning.bayes import LEARNED
from kibitz.learning.calibration import ENOUGH, Calibration, studies

ERRS = (0.0, 0.05, 0.1, 0.2, 0.4)
NOISES = (LEARNED, 0.05)


def table(found: Mapping[float, Calibration]) -> str:
    """Predicted and true shares as a Markdown table, with columns for each error rate."""
    lines = ["| tenth | " + " | ".join(f"err in {errs:.0%}" for errs in found) + " |", "|---" * (1 + len(found)) + "|"]
    for tenth in range(10):
        cells = []
        for study in found.values():
            row = next((each for each in study.posteriors if round(10 * each.low) == tenth), None)
            if row is None or row.cases < ENOUGH:
                cells.append("fewer cases")
                continue
            low, high = row.interval
            said, true = f"{100 * row.said:.1f}", f"{100 * row.true:.1f} ({100 * low:.1f} to {100 * high:.1f})"
            cells.append(f"{said}: **{true}**" if row.misses else f"{said}: {true}")
        lines.append(f"| {10 * tenth}-{10 * tenth + 10}% | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(
    sessions: Annotated[int, typer.Option(help="Sessions for each share of errors; intervals are by session.")] = 200,
    hands: Annotated[int, typer.Option(help="Hands of a session.")] = 16,
    seed: Annotated[int, typer.Option(help="Determines players, deals and moves.")] = 1,
    write: Annotated[Path | None, typer.Option(help="A JSON file to write the tables to.")] = None,
) -> None:
    """Print the tables, and write them if asked to."""
    found = []
    learned = {}
    for errs in ERRS:
        for study in studies(NOISES, sessions=sessions, hands=hands, errs=errs, seed=seed):
            print(study.summary(), flush=True)
            found.append({"errs": errs, "misses": sum(row.misses for row in study.posteriors), **study.to_dict()})
            if study.noise == LEARNED:
                learned[errs] = study
    print(table(learned))
    if write is not None:
        command = f"python -m benchmarks.noise_calibration --sessions {sessions} --hands {hands} --seed {seed}"
        write.write_text(json.dumps({"command": command, "studies": found}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
