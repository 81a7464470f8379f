"""How many nodes per second the searches visit in a game written in Python: the Nim of the documentation.

The rules are called from the core, so most of the time is spent in the game itself: a move of Nim takes about 1.5
microseconds, and its feature takes as long. The best of several runs counts, in processor time.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import kibitz
from benchmarks.rows import Measure
from kibitz import State

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs" / "examples"))
import nim

ROUNDS = 5
TARGET = 100e3
THREE, TWO, SHORT = nim.Nim().start(), nim.Nim(players=2).start(), nim.Nim(heaps=[2, 2, 3]).start()
ROWS: list[tuple[str, State]] = [
    ("maxn(depth=4, line=false)", THREE),
    ("maxn(depth=4, own=score, line=false)", THREE),
    ("maxn(line=false)", SHORT),
    ("paranoid(depth=5, line=false)", THREE),
    ("max-prob(depth=4, line=false)", THREE),
    ("best-reply(depth=4, line=false)", THREE),
    ("soft-maxn(depth=4, buckets=3)", THREE),
    ("alpha-beta(depth=6, table=false)", TWO),
    ("alpha-beta(depth=6)", TWO),
    ("m-star(depth=5)", TWO),
    ("mcts(simulations=2000)", THREE),
]


def measure(search: str, state: State) -> Measure:
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        nodes = kibitz.search(search).analyse(state).nodes
        best = min(best, time.process_time() - began)
    return Measure(f"{search}: {state.game}", nodes / best, TARGET, False, f"{nodes:,} nodes, {best:.3f} s")


def run() -> list[Measure]:
    return [measure(search, state) for search, state in ROWS]
