"""The node counts of a fixed set of searches: a change that alters one of them must say so.

``kibitz bench --signature > tests/signature.txt`` keeps the counts; a test compares.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.demonstration import random_moves
from kibitz.games.game import State
from kibitz.games.registry import game
from kibitz.searches.registry import REGISTRY, search

POSITIONS = [  # specification, seed, random moves played first
    ("tic-tac-toe", 0, 1),
    ("checkers", 1, 10),
    ("chinese-checkers(players=3)", 1, 30),
    ("abalone", 1, 20),
    ("spades(players=3, cards=5, bids=[2, 2, 1], open=true)", 1, 2),
    ("hearts(players=3, cards=5, open=true)", 1, 2),
    ("tree", 0, 0),
]
SEARCHES = [
    "alpha-beta(depth=4)",
    "m-star(depth=4)",
    "maxn(depth=4)",
    "paranoid(depth=4)",
    "offensive(depth=4)",
    "mp-mix(depth=4)",
    "soft-maxn",
    "prob-maxn",
    "max-prob(depth=3)",
    "best-reply(depth=3)",
    "mcts(simulations=100, depth=20)",
    "greedy",
]
TO_THE_END = ("tic-tac-toe", "spades", "hearts", "tree")
"""Games whose positions above are small enough for a search without a depth."""


class Row(NamedTuple):
    """One search of one position."""

    game: str
    search: str
    nodes: int
    seconds: float


def rows() -> Iterator[Row]:
    """Run every search that exists on every position it can play."""
    for spec, seed, plies in POSITIONS:
        state = list(random_moves(game(spec).start(seed), seed, plies))[-1]
        for row in _rows_of(state):
            yield row


def _rows_of(state: State) -> Iterator[Row]:
    for spec in SEARCHES:
        endless = "(" not in spec and spec != "greedy" and state.game.name not in TO_THE_END
        if spec.split("(")[0] not in REGISTRY or endless:
            continue
        chosen = search(spec)
        if chosen.refusal(state) is None:
            began = time.perf_counter()
            nodes = chosen.analyse(state).nodes
            yield Row(str(state.game), spec, nodes, time.perf_counter() - began)


def text(found: list[Row]) -> str:
    """Write the counts, a line a search, and their sum."""
    lines = [f"{row.nodes} {row.search} {row.game}" for row in found]
    return "\n".join([*lines, f"{sum(row.nodes for row in found)} in all"]) + "\n"
