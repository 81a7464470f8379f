"""Whether posteriors are calibrated.

``python -m benchmarks.calibration --hands 2000 --seed 1 --write docs/results/calibration.json``

Reliability by tenths and log scores of Bayes over MT, mOT and ML in single hands of three-player Spades. There are
three groups of players. The first move as the candidates predict and err in 5% of their moves; the belief is told this
rate. The second err at rates drawn from the prior of a belief that has to learn the rate. The third, of two kinds,
search in a way that the belief does not know of, and never err. ``benchmarks.noise_calibration`` has longer sessions,
with players who err more and less.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from kibitz.learning.bayes import LEARNED
from kibitz.learning.calibration import study

ERRS = 0.05
LOOKS = ["search=maxn(ties=left-low)", "ties=left-high"]


def main(
    hands: Annotated[int, typer.Option(help="Hands with players as predicted; half as many with the others.")] = 2000,
    seed: Annotated[int, typer.Option(help="Determines deals and moves.")] = 1,
    write: Annotated[Path | None, typer.Option(help="A JSON file to write the tables to.")] = None,
) -> None:
    """Print the tables, and write them if asked to."""
    told = study(sessions=hands, noise=ERRS, errs=ERRS, seed=seed)
    drawn = study(sessions=hands, errs=LEARNED, seed=seed)
    studies = [told, drawn, *(study(sessions=hands // 2, looks=looks, seed=seed) for looks in LOOKS)]
    for found in studies:
        print(found.summary())
    if write is not None:
        command = f"python -m benchmarks.calibration --hands {hands} --seed {seed}"
        written = {"command": command, "studies": [found.to_dict() for found in studies]}
        write.write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
