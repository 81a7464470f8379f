"""How many nodes per second the searches for several players visit, and how many nodes paranoid saves.

A node is a state whose value is asked for. The positions are a few random moves from the start, the same every time;
the best of several runs counts. Pruning and the expected line are switched off where rates are measured.
"""

from __future__ import annotations

import time

import kibitz
from benchmarks.rows import Measure
from kibitz import Random, State

ROUNDS = 5
SPADES = "spades(players=4, scoring=tricks, open=true)"
HEARTS = "hearts(open=true)"
CHINESE_CHECKERS = "chinese-checkers(players=3)"
ABALONE = "abalone(players=3)"


def positions(spec: str, count: int, plies: int) -> list[State]:
    """Positions after this many random moves, one for each seed."""
    found = []
    for seed in range(count):
        state = kibitz.game(spec).start(seed)
        for ply in range(plies):
            state = state.play(Random(seed, "benchmark", ply).choice(state.moves()))
        found.append(state)
    return found


def rate(search: str, states: list[State]) -> tuple[float, int, float]:
    """Nodes per second, the number of nodes, and the seconds that the positions took."""
    searching = kibitz.search(search)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        nodes = sum(analysis.nodes for analysis in searching.analyse_many(states))
        best = min(best, time.perf_counter() - began)
    return nodes / best, nodes, best


def measure(search: str, spec: str, target: float, count: int, plies: int) -> Measure:
    states = positions(spec, count, plies)
    per_second, nodes, seconds = rate(search, states)
    return Measure(f"{search}: {spec}", per_second, target, False, f"{nodes:,} nodes, {seconds:.3f} s")


def share(spec: str) -> Measure:
    """The number of nodes that paranoid visits, as a share of max^n's nodes; all root moves get exact values."""
    states = positions(spec, 10, 8)
    _, ours, seconds = rate("paranoid(depth=8, line=false)", states)
    _, theirs, their_seconds = rate("maxn(depth=8, prune=none, line=false)", states)
    remark = f"{ours:,} of {theirs:,} nodes, {seconds / their_seconds:.2f} of the time"
    return Measure(f"paranoid's share of max^n's nodes, 8 plies: {spec}", ours / theirs, 0.5, True, remark)


def run() -> list[Measure]:
    maxn, max_prob = "maxn(depth={}, prune=none, line=false)", "max-prob(depth={}, line=false{})"
    return [
        measure(maxn.format(8), SPADES, 15e6, 10, 8),
        measure(maxn.format(8), HEARTS, 15e6, 10, 8),
        measure(max_prob.format(8, ""), SPADES, 15e6, 10, 8),
        measure(max_prob.format(8, ", interval=down"), HEARTS, 15e6, 10, 8),
        measure(maxn.format(4), CHINESE_CHECKERS, 30e6, 4, 12),
        measure(maxn.format(4), ABALONE, 30e6, 1, 6),
        share(SPADES),
        share(HEARTS),
    ]
