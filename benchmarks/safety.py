"""What staying safe costs and saves: five margins, against opponents as modelled and against others.

``python -m benchmarks.safety --deals 300 --openings 60 --seed 1 --out docs/results/safety``

Every player is compared with its own baseline on the same deals (or openings, both colours): above 0 is a gain.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

import kibitz
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.figures import curves
from kibitz.players.table import random_moves

MARGINS = {
    "spades": (0.0, 1.0, 5.0, 20.0, 1e300),
    "checkers": (0.0, 5.0, 15.0, 60.0, 1e300),
}
INNER = {
    "spades": "maxn(own=mOT, others=MT)",
    "checkers": "m-star(depth=5, own=evaluation(men=60, kings=90, back_row=9, centre=5, advancement=4, mobility=3), "
    "model=evaluation(men=50, kings=85, back_row=2, centre=-4, advancement=7, mobility=6), model_depth=2)",
}
BASELINE = {
    "spades": "soft-maxn(own=mOT, others=generic, rule=worst)",
    "checkers": "alpha-beta(depth=5, exact=true, "
    "own=evaluation(men=60, kings=90, back_row=9, centre=5, advancement=4, mobility=3))",
}
OPPONENTS = {
    "spades": {"as modelled (MT)": "maxn(own=MT)", "outside (spite)": "spite"},
    "checkers": {
        "as modelled (depth 2)": "alpha-beta(depth=2, exact=true, "
        "own=evaluation(men=50, kings=85, back_row=2, centre=-4, advancement=7, mobility=6))",
        "outside (depth 5)": "alpha-beta(depth=5, exact=true, own=evaluation(men=10, kings=14, mobility=2))",
    },
}
SPADES = kibitz.game("spades(open=true)")
CHECKERS = kibitz.game("checkers")
OPENING = 6


def spades_points(spec: str, other: str, seed: int) -> float:
    """Points of one hand, the player in a seat that the deal decides."""
    seat = seed % 3
    players = [kibitz.player(spec if number == seat else other) for number in range(3)]
    return kibitz.play_game(SPADES, players, seed).scores[seat]


def checkers_points(spec: str, other: str, seed: int) -> float:
    """Points of two games from a random opening, one with each colour: a win 2, a draw 1; their mean."""
    start = list(random_moves(CHECKERS.start(), seed, OPENING))[-1]
    total = 0.0
    for seat in range(2):
        players = [kibitz.player(spec if number == seat else other) for number in range(2)]
        scores = kibitz.play_game(CHECKERS, players, seed, start=start).scores
        total += 1 + (scores[seat] > scores[1 - seat]) - (scores[seat] < scores[1 - seat])
    return total / 2


def gains(name: str, play: Callable[[str, str, int], float], seeds: Sequence[int]) -> dict[str, list[Estimate]]:
    """For every kind of opponent the gain over the baseline, margin by margin."""
    found: dict[str, list[Estimate]] = {}
    for kind, other in OPPONENTS[name].items():
        usual = [play(BASELINE[name], other, seed) for seed in track(seeds, description=f"{name}, {kind}")]
        found[kind] = []
        for margin in MARGINS[name]:
            spec = f"safe({INNER[name]}, baseline={BASELINE[name]}, margin={margin})"
            points = [play(spec, other, seed) for seed in track(seeds, description=f"  margin {margin:g}")]
            found[kind].append(estimate([new - old for new, old in zip(points, usual, strict=True)], seeds[0]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.safety", description=__doc__)
    for option, default in (("deals", 300), ("openings", 60), ("seed", 1)):
        parser.add_argument(f"--{option}", type=int, default=default)
    parser.add_argument("--out", type=Path, help="where to write NAME.json and NAME-GAME.svg")
    given = parser.parse_args()
    out = Console(highlight=False)
    command = f"python -m benchmarks.safety --deals {given.deals} --openings {given.openings} --seed {given.seed}"
    written: dict[str, Any] = {"command": command, "seed": given.seed}
    for name, play, count in (("spades", spades_points, given.deals), ("checkers", checkers_points, given.openings)):
        found = gains(name, play, [given.seed * 1_000_000 + number for number in range(count)])
        labels = [f"{margin:g}" if margin < 1e300 else "all" for margin in MARGINS[name]]
        written[name] = {
            "search": INNER[name],
            "baseline": BASELINE[name],
            "opponents": OPPONENTS[name],
            "clusters": count,
            "margins": labels,
            "gain over the baseline": {
                kind: [{"mean": each.mean, "low": each.low, "high": each.high} for each in row]
                for kind, row in found.items()
            },
        }
        for kind, row in found.items():
            out.print(f"{name}, {kind}: " + ", ".join(f"{m}: {each}" for m, each in zip(labels, row, strict=True)))
        if given.out:
            lines = {kind: (range(len(labels)), row) for kind, row in found.items()}
            picture = given.out.with_name(f"{given.out.name}-{name}.svg")
            drawn = curves(lines, "margin", "points more than the baseline", level=0.0, names=labels)
            picture.write_text(drawn, encoding="utf-8")
    if given.out:
        given.out.with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
