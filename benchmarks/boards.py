"""Searches of hashavit2011 to four plies on three-player boards, with and without pruning above the last ply.

Positions and values are the same for both. The processor time of one move is measured and, at the end, that of whole
games at that depth.
"""

from __future__ import annotations

import time

import kibitz
from benchmarks.multi_player import ABALONE, CHINESE_CHECKERS, positions
from benchmarks.rows import Timed
from kibitz import Random, State

DEPTH = 4
SEARCHES = {  # each with what it is compared with first
    "max-prob": ("cut=false", "cut=true"),
    "maxn": ("prune=none", "prune=all, cut=false", "prune=all"),
    "offensive": ("cut=false", "cut=true"),
    "paranoid": ("cut=false", "cut=true", "cut=true, values=best"),
}
PLAYERS = ("max-prob({})", "maxn({}, ties=random)", "paranoid({}, values=best)")
MOST_MOVES = 200


def seconds(search: str, states: list[State]) -> tuple[int, float]:
    """Nodes and seconds of one move, on average."""
    searching, began = kibitz.search(search), time.process_time()
    nodes = sum(analysis.nodes for analysis in searching.analyse_many(states))
    return nodes // len(states), (time.process_time() - began) / len(states)


def contested(spec: str, plies: int) -> State:
    """A position that greedy players reach, with one move in four at random."""
    state, greedy = kibitz.game(spec).start(), kibitz.search("greedy")
    for ply in range(plies):
        random = Random(plies, "benchmark", ply)
        state = state.play(random.choice(state.moves() if random.uniform() < 0.25 else greedy.analyse(state).best))
    return state


def whole_game(spec: str, seed: int) -> tuple[int, int, float]:
    """Moves, nodes and seconds of one game from a random opening, ended after ``MOST_MOVES`` moves."""
    players = [kibitz.search(player.format(f"depth={DEPTH}, line=false")) for player in PLAYERS]
    (state,) = positions(spec, seed + 1, 6)[seed:]
    moves = nodes = 0
    began = time.process_time()
    while not state.over and moves < MOST_MOVES:
        analysis = players[state.to_move].analyse(state)
        state = state.play(analysis.choose(seed))
        moves, nodes = moves + 1, nodes + analysis.nodes
    return moves, nodes, time.process_time() - began


def run() -> list[Timed]:
    rows = []
    for spec in (CHINESE_CHECKERS, ABALONE):
        states = [*positions(spec, 2, 12), contested(spec, 30), contested(spec, 60)]
        for name, switches in SEARCHES.items():
            first = 0.0
            for switch in switches:
                search = f"{name}(depth={DEPTH}, line=false, {switch})"
                nodes, taken = seconds(search, states)
                first = first or taken
                rows.append(Timed(search, nodes, taken, first / taken, spec))
        moves, nodes, taken = whole_game(spec, 0)
        remark = f"{moves} moves, {1e3 * taken / moves:.1f} ms each"
        rows.append(
            Timed(f"a whole game of {', '.join(PLAYERS).replace('({}', '(...')}: {spec}", nodes, taken, 1, remark)
        )
    return rows
