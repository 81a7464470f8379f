"""The time to search a position to the same depth: by one call of Kibitz, and by OpenSpiel's own alpha-beta in Python.

Both see the same material at the same depth. A node is a state whose value is asked for, the root included; the nodes
of OpenSpiel are counted in a separate run, so that counting does not slow it down. The two are timed in turns, and the
best of several runs counts for each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

import kibitz
from benchmarks.rows import Row
from kibitz import Random, State
from kibitz.searches.analysis import Analysis

ROUNDS = 5
DEPTH = 8
POSITIONS, PLIES = 10, 16  # so many games, each so many random moves from the start, or up to a chain
MATERIAL = f"alpha-beta(depth={DEPTH}, own=evaluation(men=1, kings=1.5))"


def seconds(action: Callable[[], object], repeat: int) -> float:
    """Mean processor time of one call. Both run in one thread, and other programs may use the machine."""
    began = time.process_time()
    for _ in range(repeat):
        action()
    return (time.process_time() - began) / repeat


def single(move: str) -> bool:
    """Whether a move is a step or a single jump. In OpenSpiel, a chain of jumps is several moves."""
    squares = [int(square) for square in move.replace("x", "-").split("-")]
    return len(squares) == 2 and abs(squares[0] - squares[1]) <= 9


def position(seed: int) -> tuple[State, Any]:
    """The same position in both libraries."""
    ours, theirs = kibitz.game("checkers").start(), pyspiel.load_game("checkers").new_initial_state()
    for ply in range(PLIES):
        known = [move for move in ours.moves() if single(move)]
        if not known:
            break
        move = Random(seed, "benchmark", ply).choice(known)
        ours = ours.play(move)
        theirs.apply_action(theirs.string_to_action(their_move(move)))
    return ours, theirs


def their_move(move: str) -> str:
    """A step in OpenSpiel's notation. Its first player sits at the bottom, so our board is turned."""
    squares = [int(square) - 1 for square in move.replace("x", "-").split("-")]
    columns = [7 - 2 * (square % 4) - (square // 4 % 2 == 0) for square in squares]
    return "".join(f"{'abcdefgh'[column]}{square // 4 + 1}" for column, square in zip(columns, squares, strict=True))


def their_material(seat: int) -> Callable[[Any], float]:
    """Men count 1 and kings 1.5, read from the board as text: the quickest way its Python API offers."""

    def value(state: Any) -> float:
        text = str(state)
        first = text.count("o") + 1.5 * (text.count("8") - 1)  # one 8 numbers the row
        second = text.count("+") + 1.5 * text.count("*")
        return float(first - second if seat == 0 else second - first)

    return value


def their_nodes(search: Callable[[], object]) -> int:
    """How often their recursion is entered."""
    count, original = 0, minimax._alpha_beta

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return original(*arguments, **named)

    minimax._alpha_beta = counted
    try:
        search()
    finally:
        minimax._alpha_beta = original
    return count


def checkers() -> list[Row]:
    pairs = [position(seed) for seed in range(POSITIONS)]
    ours, game = kibitz.search(MATERIAL), pyspiel.load_game("checkers")

    def search_ours() -> list[Analysis]:
        return [ours.analyse(state) for state, _ in pairs]

    def search_theirs() -> list[float]:
        return [
            minimax.alpha_beta_search(
                game, state, value_function=their_material(state.current_player()), maximum_depth=DEPTH
            )[0]
            for _, state in pairs
        ]

    analyses, values = search_ours(), search_theirs()
    our_count, their_count = sum(analysis.nodes for analysis in analyses), their_nodes(search_theirs)
    our_time, their_time = float("inf"), float("inf")
    for _ in range(ROUNDS):
        our_time = min(our_time, *(seconds(search_ours, 4) for _ in range(5)))
        their_time = min(their_time, seconds(search_theirs, 1))
    our_rate, their_rate = our_count / our_time, their_count / their_time
    same = sum(analysis.worst == value for analysis, value in zip(analyses, values, strict=True))
    remark = f"{our_count:,} and {their_count:,} nodes; the same value in {same} of {POSITIONS} positions"
    times = f"{our_time / POSITIONS * 1e3:.2f} and {their_time / POSITIONS * 1e3:,.0f} ms a search"
    our_searches, their_searches = POSITIONS / our_time, POSITIONS / their_time
    return [
        Row(f"checkers, alpha-beta to depth {DEPTH}", our_rate, their_rate, our_rate / their_rate, 100, remark),
        Row("the same, searches a second", our_searches, their_searches, their_time / our_time, 100, times),
    ]


def run() -> list[Row]:
    return checkers()
