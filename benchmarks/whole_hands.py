"""Hands per second: whole hands of seven-card Spades for three, solved exactly from the first card, called from Python.

Ours is ``kibitz.search(...).analyse(state)`` with every speed-up; it is compared with the same call with all speed-ups
switched off, a plain tree search of the same hand. The plain search takes seconds to minutes, so the two are compared
on deals with trees of medium size (judged by their first three tricks). Large trees gain more, small ones less.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import kibitz
from benchmarks.rows import Row
from kibitz import State
from kibitz.searches.search import Search

GAME = "spades(players=3, cards=7, bids=[2, 2, 2])"
DEALS = 200
COMPARED = 3
PLAIN: dict[str, Any] = {"merge": False, "table": False, "clip": False, "foresee": False}
SEARCHES: dict[str, tuple[str, dict[str, Any], float]] = {
    "maxn": ("maxn(own=mOT, others=MT)", {**PLAIN, "prune": "none"}, 1.0),
    "soft-maxn": ("soft-maxn(own=mOT, others=generic)", PLAIN, 2.0),
}


def seconds(search: Search, state: State, rounds: int = 1) -> float:
    """Processor time of one analysis, the best of a few."""
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        search.analyse(state)
        best = min(best, time.process_time() - began)
    return best


def switch_table() -> list[tuple[str, str, float, float]]:
    """The effect of each switch over some deals: search, switches that are on, median milliseconds, mean nodes."""
    steps = ["table", "merge", "clip", "foresee", "prune"]
    states = [kibitz.game(GAME).start(seed) for seed in range(30)]
    rows = []
    for name, (spec, off, _) in SEARCHES.items():
        on = dict(off)
        for step in steps:
            if step not in off:
                continue
            on[step] = "immediate" if step == "prune" else True
            search = kibitz.search(spec, **on)
            times = [seconds(search, state) for state in states]
            nodes = [search.analyse(state).nodes for state in states]
            rows.append((name, f"+ {step}", 1e3 * statistics.median(times), statistics.mean(nodes)))
    return rows


def run() -> list[Row]:
    game = kibitz.game(GAME)
    states = [game.start(seed) for seed in range(DEALS)]
    rows = []
    for name, (spec, off, limit) in SEARCHES.items():
        fast, plain = kibitz.search(spec), kibitz.search(spec, **off)
        times = [seconds(fast, state, rounds=3) for state in states]
        median = 1e3 * statistics.median(times)
        by_size = sorted(range(DEALS), key=lambda seed: kibitz.perft(states[seed], 9).leaves)
        compared = by_size[(DEALS - COMPARED) // 2 :][:COMPARED]
        ours = sum(times[seed] for seed in compared)
        theirs = sum(seconds(plain, states[seed]) for seed in compared)
        remark = f"on deals {', '.join(map(str, compared))}; median of {DEALS} deals {median:.2f} ms"
        rows.append(
            Row(f"{name}, whole hand", COMPARED / ours, COMPARED / theirs, theirs / ours, 500, remark),
        )
        target = f"at most {limit:g} ms a hand"
        rows.append(Row(f"{name}, median, {target}", 1e3 / median, 1e3 / limit, limit / median, 1, "hands a second"))
    return rows
