"""Searching the same position to the same depth: ours is one call, OpenSpiel's its own alpha-beta in Python.

Both see the same material at the same depth. A node is a state whose value is asked for, the root included; theirs are
counted in a run of their own, so that counting costs them nothing. Timed in turns, the best of several runs for each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax

import kibitz
from benchmarks.traversal import Row

ROUNDS = 5
DEPTH = 8
OPENING = ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]
MATERIAL = f"alpha-beta(depth={DEPTH}, own=evaluation(men=1, kings=1.5))"


def seconds(action: Callable[[], object], repeat: int) -> float:
    """How long one of so many took."""
    began = time.perf_counter()
    for _ in range(repeat):
        action()
    return (time.perf_counter() - began) / repeat


def their_move(move: str) -> str:
    """A step as OpenSpiel writes it: its first player sits below and sees our board turned."""
    squares = [int(square) - 1 for square in move.split("-")]
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

    def counted(*arguments: Any) -> Any:
        nonlocal count
        count += 1
        return original(*arguments)

    minimax._alpha_beta = counted
    try:
        search()
    finally:
        minimax._alpha_beta = original
    return count


def checkers() -> list[Row]:
    state = kibitz.game("checkers").start()
    game = pyspiel.load_game("checkers")
    other = game.new_initial_state()
    for move in OPENING:
        state = state.play(move)
        other.apply_action(other.string_to_action(their_move(move)))
    ours = kibitz.search(MATERIAL)

    def theirs() -> tuple[float, int]:
        found: tuple[float, int] = minimax.alpha_beta_search(
            game, other, value_function=their_material(other.current_player()), maximum_depth=DEPTH
        )
        return found

    analysis, their_count = ours.analyse(state), their_nodes(theirs)
    our_time, their_time = float("inf"), float("inf")
    for _ in range(ROUNDS):
        our_time = min(our_time, seconds(lambda: ours.analyse(state), 100))
        their_time = min(their_time, seconds(theirs, 1))
    our_rate, their_rate = analysis.nodes / our_time, their_count / their_time
    remark = f"{analysis.nodes:,} and {their_count:,} nodes; values {analysis.worst:g} and {theirs()[0]:g}"
    times = f"{our_time * 1e3:.2f} ms and {their_time * 1e3:,.0f} ms; ours with table, order and principal line"
    return [
        Row(f"checkers, alpha-beta to depth {DEPTH}", our_rate, their_rate, our_rate / their_rate, 100, remark),
        Row(f"the same, searches/s to depth {DEPTH}", 1 / our_time, 1 / their_time, their_time / our_time, 100, times),
    ]


def run() -> list[Row]:
    return checkers()
