"""The node counts of a fixed set of searches. A commit that changes one of them must say so.

``kibitz bench --signature > tests/node_counts.txt`` stores the counts, and a test compares them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz.games.game import State
from kibitz.games.registry import game
from kibitz.players.play_game import random_moves
from kibitz.pool.backends import here
from kibitz.pool.work import Backend, Chunks, Work
from kibitz.searches.registry import REGISTRY, search
from kibitz.searches.search import Search

POSITIONS = [  # specification, seed, random moves played first, plies to look ahead
    ("tic-tac-toe", 0, 1, 6),
    ("checkers", 1, 10, 6),
    ("chinese-checkers(players=3)", 1, 30, 3),
    ("abalone", 1, 20, 3),
    ("spades(players=3, cards=5, bids=[2, 2, 1], open=true)", 1, 2, 9),
    ("hearts(players=3, cards=5, open=true)", 1, 3, 9),
    ("tree", 0, 0, 3),
]
SEARCHES = [
    "alpha-beta(depth={depth})",
    "m-star(depth={depth})",
    "maxn(depth={depth})",
    "paranoid(depth={depth})",
    "offensive(depth={depth})",
    "mp-mix(depth={depth})",
    "soft-maxn(depth={depth}, buckets=5)",
    "max-prob(depth={depth})",
    "best-reply(depth={depth})",
    "mcts(simulations=100, depth=20)",
    "greedy",
]


WHOLE_HANDS = ["maxn(own=mOT, others=MT)", "soft-maxn(own=mOT, others=generic)", "prob-maxn(own=mOT, others=MT)"]


class NodeCount(NamedTuple):
    """One search of one position."""

    game: str
    search: str
    nodes: int
    seconds: float


def rows(backend: Backend = here) -> list[NodeCount]:
    """Run every search that exists on every position it can play. The counts do not depend on the backend."""
    tasks = [(place, name) for place, row in enumerate(POSITIONS) for name in _searches(row[0], row[3])]
    found: dict[tuple[int, str], list[NodeCount]] = {}
    with backend(Work(_counting, what="searches")) as workers:
        for chunk, counted in workers(Chunks([tasks], size=1)):
            found.update(zip(chunk, counted, strict=True))
    return [row for task in tasks for row in found[task]]


def _searches(spec: str, depth: int) -> Iterator[str]:
    """The searches for a game, as text."""
    yield from (name.format(depth=depth) for name in SEARCHES if name.split("(")[0] in REGISTRY)
    if "goals" in game(spec).capabilities:  # which the preferences below need
        yield from WHOLE_HANDS


def _counting() -> Callable[[tuple[int, str]], list[NodeCount]]:
    """The function that runs a search on a position, by its place in ``POSITIONS``."""

    def counted(task: tuple[int, str]) -> list[NodeCount]:
        spec, seed, plies, _ = POSITIONS[task[0]]
        return list(_row(list(random_moves(game(spec).start(seed), seed, plies))[-1], search(task[1])))

    return counted


def _row(state: State, chosen: Search) -> Iterator[NodeCount]:
    if chosen.refusal(state) is None:
        began = time.perf_counter()
        nodes = chosen.analyse(state).nodes
        yield NodeCount(str(state.game), str(chosen), nodes, time.perf_counter() - began)


def text(found: list[NodeCount]) -> str:
    """Write the counts, one line for each search, and their sum."""
    lines = [f"{row.nodes} {row.search} {row.game}" for row in found]
    return "\n".join([*lines, f"{sum(row.nodes for row in found)} in all"]) + "\n"
