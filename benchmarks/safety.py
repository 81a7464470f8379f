"""What the search ``safe`` costs and saves, with five margins, against opponents that are as modelled and against
others.

``python -m benchmarks.safety spades --count 300 --seed 1 --out docs/results/safety-spades``

Every player is compared with its own baseline on the same deals (or openings, both colours): above 0 is a gain.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from rich.console import Console
from rich.progress import track

import kibitz
from kibitz.arena.figures import curves
from kibitz.arena.intervals import Estimate, estimate
from kibitz.arena.points import shares
from kibitz.players.play_game import random_moves

ALL = inf
OPENING = 6
SPADES = kibitz.game("spades(open=true)")
CHECKERS = kibitz.game("checkers")
F1 = "evaluation(men=60, kings=90, back_row=9, centre=5, advancement=4, mobility=3)"
F2 = "evaluation(men=50, kings=85, back_row=2, centre=-4, advancement=7, mobility=6)"


@dataclass(frozen=True)
class Study:
    """A search that uses a model, its baseline, its opponents, and how points are counted."""

    play: Callable[[str, str, int], float]
    search: str
    baseline: str
    modelled: tuple[str, str]
    outside: tuple[str, str]
    margins: tuple[float, ...]


def spades_points(spec: str, other: str, seed: int) -> float:
    """Points of one hand. The seed determines the player's seat."""
    seat = seed % 3
    players = [kibitz.player(spec if number == seat else other) for number in range(3)]
    return kibitz.play_game(SPADES, players, seed).scores[seat]


def checkers_points(spec: str, other: str, seed: int) -> float:
    """Points of two games from a random opening, one with each colour: a win 2, a draw 1; their mean."""
    start = list(random_moves(CHECKERS.start(), seed, OPENING))[-1]
    total = 0.0
    for seat in range(2):
        players = [kibitz.player(spec if number == seat else other) for number in range(2)]
        end = kibitz.play_game(CHECKERS, players, seed, start=start).end
        total += 2 * shares(tuple(end.winners), 2)[seat]
    return total / 2


def spades_study(search: str) -> Study:
    baseline = "soft-maxn(own=mOT, others=generic, rule=worst)"
    modelled, outside = ("as modelled (MT)", "maxn(own=MT)"), ("outside (spite)", "spite")
    return Study(spades_points, search, baseline, modelled, outside, (0.0, 1.0, 5.0, 20.0, ALL))


STUDIES = {
    "spades": spades_study("maxn(own=mOT, others=MT)"),
    "spades-distributions": spades_study("prob-maxn(own=mOT, others=MT, noise=0.05)"),
    "checkers": Study(
        checkers_points,
        f"m-star(depth=5, own={F1}, model={F2}, model_depth=2)",
        f"alpha-beta(depth=5, exact=true, own={F1})",
        ("as modelled (depth 2)", f"alpha-beta(depth=2, exact=true, own={F2})"),
        ("outside (depth 5)", "alpha-beta(depth=5, exact=true, own=evaluation(men=10, kings=14, mobility=2))"),
        (0.0, 5.0, 15.0, 60.0, ALL),
    ),
}


def gains(study: Study, seeds: Sequence[int]) -> dict[str, list[Estimate]]:
    """For either kind of opponent the gain over the baseline, margin by margin."""
    found: dict[str, list[Estimate]] = {}
    for kind, other in (study.modelled, study.outside):
        usual = [study.play(study.baseline, other, seed) for seed in track(seeds, description=kind)]
        found[kind] = []
        for margin in study.margins:
            spec = f"safe({study.search}, baseline={study.baseline}, margin={margin})"
            points = [study.play(spec, other, seed) for seed in track(seeds, description=f"  margin {margin:g}")]
            found[kind].append(estimate([new - old for new, old in zip(points, usual, strict=True)], seeds[0]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.safety", description=__doc__)
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--count", type=int, default=300, help="deals, or openings that are played with both colours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where to write NAME.json and NAME.svg")
    given = parser.parse_args()
    study = STUDIES[given.study]
    found = gains(study, [given.seed * 1_000_000 + number for number in range(given.count)])
    labels = [f"{margin:g}" if margin < ALL else "all" for margin in study.margins]
    for kind, row in found.items():
        Console(highlight=False, width=160).print(
            f"{kind}: " + ", ".join(f"{margin}: {each}" for margin, each in zip(labels, row, strict=True))
        )
    if given.out:
        written = {
            "command": f"python -m benchmarks.safety {given.study} --count {given.count} --seed {given.seed}",
            "search": study.search,
            "baseline": study.baseline,
            "opponents": dict((study.modelled, study.outside)),
            "clusters": given.count,
            "margins": labels,
            "gain over the baseline": {
                kind: [dict(zip(("mean", "low", "high"), (each.mean, *each.ends), strict=True)) for each in row]
                for kind, row in found.items()
            },
        }
        given.out.with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
        lines = {kind: (range(len(labels)), row) for kind, row in found.items()}
        more = {"level": 0.0, "names": labels}
        picture = curves(lines, "margin", "points more than the baseline", **more)
        given.out.with_suffix(".svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
