"""LearnDepth and LearnStrategy at checkers (carmel1993 section 4): ``python -m benchmarks.learning_strategies``.

Every player is a strategy that makes the first of its best moves in move order. It plays against a weaker one that
slips now and then, from openings of random moves, with colours in turn; learners see only its unforced moves.
Everything is decided by the seed; only the seconds are not.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

import kibitz
from kibitz import Random
from kibitz.games.checkers.features import WEIGHTS
from kibitz.games.records import GameRecord
from kibitz.learning.accuracy import accuracy
from kibitz.learning.depth import DepthCounts
from kibitz.learning.examples import Example, Games, unforced
from kibitz.learning.strategy import LearnStrategy
from kibitz.models.wants import Evaluation
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.searches.search import Search

OPENING = 6  # random plies
SLIPS = 0.2  # of the opponent's moves are random
OPPONENT = AlphaBeta(depth=3, own=Evaluation({"men": 2.0, "kings": 3.0, "mobility": 0.1}))
LONGEST = 160  # plies
FITTING, ASIDE, FRESH = 60, 40, 60  # games
RUNS, EXAMPLES, ENOUGH = 50, 30, 10  # of LearnDepth: sessions, examples in each, and when it must be right
STRATEGIES = (("f1", 6, 0.97), ("f1", 8, 0.94), ("f2", 8, 0.94))
MINUTES = 10


def strategy(function: str, depth: int) -> AlphaBeta:
    return AlphaBeta(depth=depth, own=Evaluation(WEIGHTS[function]))


def played(player: Search, name: str, seed: int, number: int) -> GameRecord:
    """One game of a player against the opponent."""
    state = kibitz.game("checkers").start()
    for ply in range(OPENING):
        state = state.play(Random(seed, "opening", number, ply).choice(state.moves()))
    start, seat = state, number % 2
    moves: list[str] = []
    while not state.over and len(moves) < LONGEST:
        random = Random(seed, "slip", number, len(moves))
        slips = state.to_move != seat and random.uniform() < SLIPS
        chooser = player if state.to_move == seat else OPPONENT
        moves.append(random.choice(state.moves()) if slips else chooser.analyse(state).best[0])
        state = state.play(moves[-1])
    players = (name, "opponent") if seat == 0 else ("opponent", name)
    return GameRecord(start, players, tuple(moves), state.scores if state.over else None)


def examples_of(function: str, depth: int, seed: int, numbers: Sequence[int]) -> list[list[Example]]:
    """The unforced moves of a strategy in games of these numbers."""
    name, player = f"{function}-{depth}", strategy(function, depth)
    return [unforced(played(player, name, seed, number), name) for number in numbers]


def disagreement(games: Games, function: str, depth: int) -> dict[str, Any]:
    """In which share of a player's unforced positions another function chooses another move."""
    other = strategy(function, depth)
    found = accuracy(games, lambda examples: [other.analyse(example.state).best[0] for example in examples])
    return {"share": round(1 - found.share, 4), "standard_error": round(found.error, 4), "moves": sum(found.examples)}


def depth_run(true_depth: int, seed: int, run: int) -> dict[str, Any]:
    """One session of LearnDepth with the right function: from which example on its answer is right for good."""
    examples: list[Example] = []
    number = 1000 * (run + 1)
    while len(examples) < EXAMPLES:
        examples += examples_of("f1", true_depth, seed, [number])[0]
        number += 1
    seen, right_after, among = DepthCounts(WEIGHTS["f1"]), 0, True
    for count, example in enumerate(examples[:EXAMPLES], start=1):
        seen = seen.see(example)
        among = among and seen.counts[true_depth - 1] == max(seen.counts)
        if seen.best != (true_depth,):
            right_after = count + 1
    return {"true_depth": true_depth, "right_after": right_after or 1, "always_among_the_highest": among}


def depths(seed: int, out: Console) -> dict[str, Any]:
    began = time.perf_counter()
    runs = []
    for run in range(RUNS):
        runs.append(depth_run(2 + run % 7, seed, run))
        out.print(
            f"LearnDepth, run {run + 1}: depth {runs[-1]['true_depth']} from example {runs[-1]['right_after']} on"
        )
    right = sum(run["right_after"] <= ENOUGH for run in runs)
    out.print(f"LearnDepth: right after at most {ENOUGH} examples in {right} of {RUNS} runs", style="bold")
    return {"runs": runs, "right_in_time": right, "enough": ENOUGH, "seconds": round(time.perf_counter() - began, 1)}


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
    parser.add_argument("--part", choices=("differing", "depths", "strategies"), help="only this")
    parser.add_argument("--out", type=Path, help="write the results to this file")
    arguments = parser.parse_args()
    out = Console(stderr=True, highlight=False)
    parts: dict[str, Callable[[], Any]] = {
        "differing": lambda: differing(arguments.seed),
        "depths": lambda: depths(arguments.seed, out),
        "strategies": lambda: strategies(arguments.seed, arguments.workers, out),
    }
    found: dict[str, Any] = {
        "command": f"python -m benchmarks.learning_strategies --seed {arguments.seed}",
        "kibitz": kibitz.__version__,
        "workers": arguments.workers,
    }
    found |= {name: part() for name, part in parts.items() if arguments.part in (None, name)}
    text = json.dumps(found, indent=2)
    print(text) if arguments.out is None else arguments.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
