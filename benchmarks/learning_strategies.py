"""LearnDepth and LearnStrategy at checkers (carmel1993 section 4): ``python -m benchmarks.learning_strategies``.

Every player is a strategy that makes the first of its best moves in move order. It plays against a weaker strategy that
sometimes errs, from openings of random moves, with alternating colours. Learners see only its unforced moves. The seed
determines everything except the times.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console

import kibitz
from kibitz.games.checkers.features import WEIGHTS
from kibitz.learning.accuracy import accuracy
from kibitz.learning.depth import DepthCounts, most_telling
from kibitz.learning.examples import Example, Games
from kibitz.learning.strategy import LearnStrategy
from kibitz.papers.carmel1993.observed_games import games_of
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

FITTING, ASIDE, FRESH = 40, 30, 60  # games
RUNS, DEPTH_GAMES = 50, 3  # sessions of LearnDepth, and games in each
EXAMPLES, ENOUGH = 20, 10  # that a session looks at, and when it has to be right
STRATEGIES = (("f1", 6, 0.97), ("f1", 8, 0.94), ("f2", 8, 0.94))
MINUTES = 10


def strategy(function: str, depth: int) -> AlphaBeta:
    return AlphaBeta(depth=depth, own=Evaluation(WEIGHTS[function]))


def examples_of(function: str, depth: int, seed: int, numbers: Sequence[int]) -> list[list[Example]]:
    """The unforced moves of a strategy in games of these numbers."""
    return games_of(strategy(function, depth), seed, numbers)


def disagreement(games: Games, function: str, depth: int) -> dict[str, Any]:
    """The share of a player's unforced positions in which another evaluation function chooses another move."""
    other = strategy(function, depth)
    found = accuracy(games, lambda examples: [other.analyse(example.state).best[0] for example in examples])
    return {"share": round(1 - found.share, 4), "standard_error": round(found.error, 4), "moves": sum(found.examples)}


def right_from(examples: Sequence[Example], true_depth: int) -> dict[str, Any]:
    """The example from which on LearnDepth, given the right evaluation function, always finds the true depth, and the
    one from which on no other depth is as good."""
    seen, right, alone, among = DepthCounts(WEIGHTS["f1"]), 1, 1, True
    for count, example in enumerate(examples[:EXAMPLES], start=1):
        seen = seen.see(example)
        among = among and seen.counts[true_depth - 1] == max(seen.counts)
        right = right if seen.depth == true_depth else count + 1
        alone = alone if seen.best == (true_depth,) else count + 1
    return {"right_from": right, "no_other_from": alone, "always_among_the_highest": among}


def depth_run(true_depth: int, seed: int, run: int) -> dict[str, Any]:
    """One session: the moves of a few games in their order, and the same moves with those first that distinguish
    depths."""
    games = examples_of("f1", true_depth, seed, range(1000 * (run + 1), 1000 * (run + 1) + DEPTH_GAMES))
    examples = [example for game in games for example in game]
    chosen = list(islice(most_telling(examples, WEIGHTS["f1"]), EXAMPLES))
    return {
        "true_depth": true_depth,
        "as_they_come": right_from(examples, true_depth),
        "most_telling_first": right_from(chosen, true_depth),
    }


def depths(seed: int, out: Console) -> dict[str, Any]:
    began = time.perf_counter()
    runs = []
    for run in range(RUNS):
        runs.append(depth_run(2 + run % 7, seed, run))
        come, chosen = (runs[-1][order]["right_from"] for order in ("as_they_come", "most_telling_first"))
        out.print(f"LearnDepth, run {run + 1}, depth {2 + run % 7}: right from example {come} on; chosen ones {chosen}")
    found: dict[str, Any] = {"function": "f1", "enough": ENOUGH, "runs": runs}
    for order in ("as_they_come", "most_telling_first"):
        for what in ("right_from", "no_other_from"):
            numbers = [run[order][what] for run in runs]
            found[f"{order}, {what}"] = {
                "within_enough": sum(number <= ENOUGH for number in numbers),
                "of": RUNS,
                "mean": sum(numbers) / RUNS,
                "latest": max(numbers),
            }
            out.print(f"LearnDepth, {order}, {what}: {found[f'{order}, {what}']}", style="bold")
    return {**found, "seconds": round(time.perf_counter() - began, 1)}


def strategies(seed: int, workers: int, out: Console) -> list[dict[str, Any]]:
    rows = []
    for function, depth, wanted in STRATEGIES:
        began, before = time.perf_counter(), time.process_time()
        games = examples_of(function, depth, seed, range(FITTING + ASIDE + FRESH))
        playing = time.perf_counter() - began
        learner = LearnStrategy(workers=workers)
        fitting, aside, fresh = games[:FITTING], games[FITTING : FITTING + ASIDE], games[FITTING + ASIDE :]
        learned = learner(fitting, aside, fresh, lambda fit: out.print(f"  depth {fit.depth}: {fit.accuracy}"))
        seconds = time.perf_counter() - began
        rows.append(
            {
                "truth": f"{function}, {depth}",
                "true_weights": WEIGHTS[function],
                "seconds": round(seconds, 1),
                "seconds_playing": round(playing, 1),
                "processor_seconds": round(time.process_time() - before, 1),
                "examples": {"fitting": sum(map(len, fitting)), "aside": sum(map(len, aside))},
                "learned": json.loads(learned.to_json()),
                "wanted": {"depth": depth, "accuracy": wanted, "minutes": MINUTES},
                "met": learned.depth == depth and learned.fresh.share >= wanted and seconds <= 60 * MINUTES,
            }
        )
        out.print(f"LearnStrategy on ({function}, {depth}), {seconds:.0f} s, met: {rows[-1]['met']}", style="bold")
        out.print(learned.summary())
    return rows


def differing(seed: int) -> list[dict[str, Any]]:
    rows = []
    for function, other in (("f1", "f2"), ("f2", "f1")):
        for depth in (6, 8):
            games = examples_of(function, depth, seed, range(20))
            rows.append({"games_of": f"{function}, {depth}", "against": other, **disagreement(games, other, depth)})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning_strategies", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads; no result depends on them")
    parser.add_argument(
        "--part", choices=("differing", "depths", "strategies"), help="only this; the rest of the file stays"
    )
    parser.add_argument("--out", type=Path, help="write the results to this file")
    arguments = parser.parse_args()
    out = Console(stderr=True, highlight=False)
    parts: dict[str, Callable[[], Any]] = {
        "differing": lambda: differing(arguments.seed),
        "depths": lambda: depths(arguments.seed, out),
        "strategies": lambda: strategies(arguments.seed, arguments.workers, out),
    }
    kept = json.loads(arguments.out.read_text()) if arguments.part and arguments.out and arguments.out.exists() else {}
    found: dict[str, Any] = kept | {
        "command": f"python -m benchmarks.learning_strategies --seed {arguments.seed}",
        "kibitz": kibitz.__version__,
        "workers": arguments.workers,
    }
    found |= {name: part() for name, part in parts.items() if arguments.part in (None, name)}
    text = json.dumps(found, indent=2)
    print(text) if arguments.out is None else arguments.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
