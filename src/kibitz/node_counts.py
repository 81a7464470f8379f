"""The node counts of a fixed set of searches. A change of the code that alters one of them must say so.

``kibitz bench --signature > tests/node_counts.txt`` keeps the counts; a test compares.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.games.game import State
from kibitz.games.registry import game
from kibitz.players.play_game import random_moves
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


def rows() -> Iterator[NodeCount]:
    """Run every search that exists on every position it can play."""
    for spec, seed, plies, depth in POSITIONS:
        state = list(random_moves(game(spec).start(seed), seed, plies))[-1]
        for name in SEARCHES:
            if name.split("(")[0] in REGISTRY:
                yield from _row(state, search(name.format(depth=depth)))
        if "goals" in state.game.capabilities:  # which the preferences below speak of
            for name in WHOLE_HANDS:
                yield from _row(state, search(name))


def _row(state: State, chosen: Search) -> Iterator[NodeCount]:
    if chosen.refusal(state) is None:
        began = time.perf_counter()
        nodes = chosen.analyse(state).nodes
        yield NodeCount(str(state.game), str(chosen), nodes, time.perf_counter() - began)


def text(found: list[NodeCount]) -> str:
    """Write the counts, one line for each search, and their sum."""
    lines = [f"{row.nodes} {row.search} {row.game}" for row in found]
    return "\n".join([*lines, f"{sum(row.nodes for row in found)} in all"]) + "\n"
