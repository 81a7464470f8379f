"""Time to a fixed depth, with each kind of pruning and without. Unlike nodes per second, it does not reward nodes that
are searched in vain.

Positions, depth and values are the same for all. The best of several runs counts, in processor time.
"""

from __future__ import annotations

import time

import kibitz
from benchmarks.multi_player import ABALONE, CHINESE_CHECKERS, HEARTS, SPADES, positions
from benchmarks.rows import Timed
from kibitz import State
from kibitz.searches.maxn import PRUNE

ROUNDS = 3
MAXN = [f"maxn(depth={{depth}}, prune={prune}, values=best, line=false)" for prune in reversed(PRUNE.choices)]
PARANOID = [
    "paranoid(depth={depth}, prune=false, line=false)",
    "paranoid(depth={depth}, order=false, values=best, line=false)",
    "paranoid(depth={depth}, values=best, line=false)",
]
ALPHA_BETA = [
    "alpha-beta(depth={depth}, table=false, order=false, deepen=false)",
    "alpha-beta(depth={depth}, table=false)",
    "alpha-beta(depth={depth})",
]
TABLE = [  # game, positions, random moves before, depth; what is compared, the first with the others
    (SPADES, 5, 8, 8, MAXN),
    (HEARTS, 5, 8, 8, MAXN),
    (CHINESE_CHECKERS, 3, 12, 3, MAXN),
    (ABALONE, 1, 6, 3, MAXN),
    (SPADES, 5, 8, 8, PARANOID),
    (CHINESE_CHECKERS, 3, 12, 3, PARANOID),
    (ABALONE, 1, 6, 3, PARANOID),
    ("checkers", 5, 16, 8, ALPHA_BETA),
    ("abalone", 2, 20, 4, ALPHA_BETA),
]


def timed(search: str, states: list[State]) -> tuple[int, float]:
    """Nodes, and seconds."""
    chosen, best = kibitz.search(search), float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        nodes = sum(analysis.nodes for analysis in chosen.analyse_many(states))
        best = min(best, time.process_time() - began)
    return nodes, best


def run() -> list[Timed]:
    rows = []
    for spec, count, plies, depth, searches in TABLE:
        states = positions(spec, count, plies)
        first = 0.0
        for search in searches:
            nodes, seconds = timed(search.format(depth=depth), states)
            first = first or seconds
            rows.append(Timed(search.format(depth=depth), nodes, seconds, first / seconds, spec))
    return rows
