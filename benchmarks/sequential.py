"""How often confidence sequences ever exclude the truth, how wide they are, and how many more deals they need.

``python -m benchmarks.sequential --runs 2000 --seed 1 --write docs/results/sequential.json``

Paired differences by deal are drawn from distributions with a known mean. After every deal, the 95% confidence sequence
of ``kibitz.arena.sequential`` is asked whether it still holds the truth. So is a t interval, from the tenth deal on,
although it is only correct for a number of deals that is fixed beforehand. Then both are compared where each is used as
it should be: their widths after a number of deals, and the deals that each needs to find a difference in four of five
matches.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from scipy import stats

from kibitz.arena.sequential import ConfidenceSequence

LENGTH = 1000
LOOKS = (20, 50, 100, 200, 500, 1000)
FIRST = 10
"""The first deal after which the t interval is asked: with fewer, all may be equal."""
WIDTHS = 40
"""How many runs are used for widths."""
POWER = 400
"""How many runs are used for costs."""
LONGEST = 3000

Draw = Callable[[np.random.Generator, tuple[int, int]], Any]


@dataclass(frozen=True)
class Kind:
    """A distribution of the difference of two players in a deal, between -1 and 1, and its mean."""

    name: str
    mean: float
    draw: Draw


def games(number: int, rate: float, correlation: float = 0.0) -> Kind:
    """This many games in each deal; the games of a deal may be correlated (beta-binomial)."""
    apart = (1 - correlation) / correlation if correlation else 0.0

    def draw(random: np.random.Generator, size: tuple[int, int]) -> Any:
        rates = random.beta(rate * apart, (1 - rate) * apart, size) if correlation else rate
        return 2 * random.binomial(number, rates, size) / number - 1

    return Kind(
        f"{number} game{'s' * (number > 1)}, {rate:.0%} won" + f", correlation {correlation}" * bool(correlation),
        2 * rate - 1,
        draw,
    )


KINDS = (
    games(1, 0.5),
    games(1, 0.02),
    games(1, 0.9),
    games(2, 0.5),
    games(6, 0.5, 0.2),
    games(24, 0.5),
    Kind("skewed", -0.9, lambda random, size: 2 * random.beta(0.5, 9.5, size) - 1),
    Kind("2% of the deals won, others even", 0.02, lambda random, size: 1.0 * (random.random(size) < 0.02)),
)
EFFECTS = (
    games(1, 0.9),
    games(1, 0.7),
    games(1, 0.6),
    games(1, 0.55),
    games(2, 0.55),
    games(6, 0.55, 0.2),
    games(24, 0.52),
    Kind("10% of the deals won, others even", 0.1, lambda random, size: 1.0 * (random.random(size) < 0.1)),
)


def wrong(kind: Kind, runs: int, seed: int) -> dict[str, Any]:
    """How often the truth was outside the interval at any look."""
    values = drawn(kind, runs, LENGTH, seed)
    ever = sum(followed(run).excludes((kind.mean + 1) / 2) for run in values)
    return {
        "kind": kind.name,
        "ever_wrong": round(ever / runs, 4),
        "t_interval_ever_wrong": round(float(t_tests(values - kind.mean)[:, FIRST - 1 :].any(axis=1).mean()), 4),
    }


def widths(kind: Kind, seed: int) -> list[dict[str, Any]]:
    """The mean widths after some numbers of deals."""
    values = drawn(kind, WIDTHS, LENGTH, seed)
    rows: list[dict[str, Any]] = []
    for look in LOOKS:
        ours = [followed(run[:look]).interval for run in values]
        width = 2 * float(np.mean([high - low for low, high in ours]))
        fixed = float(np.mean(2 * stats.t.ppf(0.975, look - 1) * values[:, :look].std(axis=1, ddof=1) / look**0.5))
        rows.append(
            {"kind": kind.name, "deals": look, "width": round(width, 4), "t_width": round(fixed, 4)}
            | {"ratio": round(width / fixed, 2)}
        )
    return rows


def cost(kind: Kind, seed: int) -> dict[str, Any]:
    """After how many deals four of five sequences are decided; how many a t test needs for that power; and when the
    sequences stop on average."""
    values = drawn(kind, POWER, LONGEST, seed)
    stops = np.array([stop(run) for run in values])
    found = t_tests(values).mean(axis=0) >= 0.8
    needed = int(found.argmax()) + 1 if found.any() else LONGEST
    sequence = int(np.quantile(stops, 0.8, method="higher"))
    return {
        "kind": kind.name,
        "difference": round(kind.mean, 4),
        "fixed": needed,
        "sequence": sequence,
        "mean_stop": round(float(stops.mean()), 1),
        "not_decided": round(float((stops >= LONGEST).mean()), 4),
    }


def drawn(kind: Kind, runs: int, length: int, seed: int) -> Any:
    """A row for each run."""
    return np.asarray(kind.draw(np.random.default_rng([seed, length]), (runs, length)), dtype=float)


def followed(values: Any) -> ConfidenceSequence:
    """A confidence sequence of the differences, scaled to shares between 0 and 1. It is faster, because it does not
    track a mean of 0."""
    sequence = ConfidenceSequence(0, 1)
    for value in ((values + 1) / 2).tolist():
        sequence.add(value)
    return sequence


def stop(values: Any) -> int:
    """After how many deals the sequence is decided; if it is not, the largest number of deals."""
    sequence = ConfidenceSequence(-1, 1)
    for value in values.tolist():
        sequence.add(value)
        if sequence.decided:
            break
    return sequence.count


def t_tests(values: Any) -> Any:
    """For every run, whether a two-sided t test at 5% finds a mean other than 0, after every number of deals.
    If all deals are equal, it finds nothing."""
    number = np.arange(1, values.shape[1] + 1)
    means = values.cumsum(axis=1) / number
    squares = (values**2).cumsum(axis=1)
    with np.errstate(all="ignore"):
        spread = np.sqrt(np.maximum(0, squares - number * means**2) / (number - 1) / number)
        return (np.abs(means) > stats.t.ppf(0.975, number - 1) * spread) & (spread > 1e-9)


def main(
    runs: Annotated[int, typer.Option(help="Matches for every distribution.")] = 2000,
    seed: Annotated[int, typer.Option(help="Determines every draw.")] = 1,
    write: Annotated[Path | None, typer.Option(help="A JSON file to write everything to.")] = None,
) -> None:
    """Print errors, widths and costs, and write them if asked to."""
    out = Console(highlight=False, width=140)
    errors = [wrong(kind, runs, seed) for kind in track(KINDS, "errors", transient=True)]
    for row in errors:
        out.print(f"ever wrong: {row['ever_wrong']:.1%}, t interval {row['t_interval_ever_wrong']:.1%} ({row['kind']})")
    wide = [row for kind in track(KINDS, "widths", transient=True) for row in widths(kind, seed)]
    for row in wide:
        out.print(
            f"{row['deals']:5} deals: width {row['width']} against {row['t_width']}, {row['ratio']} ({row['kind']})"
        )
    costs = [cost(kind, seed) for kind in track(EFFECTS, "costs", transient=True)]
    for row in costs:
        out.print(
            f"80% find it: fixed {row['fixed']}, sequence {row['sequence']}, mean {row['mean_stop']} ({row['kind']})"
        )
    if write is not None:
        about = {"command": f"python -m benchmarks.sequential --runs {runs} --seed {seed}", "seed": seed, "runs": runs}
        lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in about.items()]
        for name, rows in (("errors", errors), ("widths", wide), ("costs", costs)):
            listed = ",\n".join(f"  {json.dumps(row)}" for row in rows)
            lines.append(f" {json.dumps(name)}: [\n{listed}\n ]")
        write.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
