"""The time to visit every node of a game tree from Python: by one call of Kibitz, and by a loop over OpenSpiel's Python
API.

Both visit every node by playing the move that leads to it (our short cut at the last ply is switched off). The two are
timed in turns, and the best of several runs counts for each, so that other programs on the machine affect both equally.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pyspiel

import kibitz
from benchmarks.rows import Row
from kibitz import Random, State

ROUNDS = 3


def visit_children(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    count = 1
    for action in state.legal_actions():  # empty where the game is over
        count += visit_children(state.child(action), depth - 1)
    return count


def visit_undoing(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    count, player = 1, state.current_player()
    for action in state.legal_actions():
        state.apply_action(action)
        count += visit_undoing(state, depth - 1)
        state.undo_action(player, action)
    return count


def rate(visit: Callable[[], int]) -> tuple[float, int]:
    """Nodes for each second of processor time of one traversal, and the number of nodes."""
    began = time.process_time()
    nodes = visit()
    return nodes / (time.process_time() - began), nodes


def compare(
    what: str,
    target: int,
    ours: State,
    depth: int,
    theirs: Any,
    their_depth: int,
    *,
    undo: bool = False,
    remark: str = "",
) -> Row:
    """Time the two in turns. Small trees are visited many times, because one visit by Kibitz is too short for the
    clock."""
    visit = visit_undoing if undo else visit_children
    _, nodes = rate(lambda: kibitz.perft(ours, depth, play_last=True).nodes)
    repeat = max(1, 2_000_000 // nodes)
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        our_rate, _ = rate(lambda: sum(kibitz.perft(ours, depth, play_last=True).nodes for _ in range(repeat)))
        their_rate, their_nodes = rate(lambda: visit(theirs, their_depth))
        best = [max(best[0], our_rate), max(best[1], their_rate)]
    same = "same tree" if (nodes, depth) == (their_nodes, their_depth) else f"{nodes:,} and {their_nodes:,} nodes"
    remark = f"{same}{', ' if remark else ''}{remark}"
    return Row(what, best[0], best[1], best[0] / best[1], target, remark)


def tic_tac_toe() -> Row:
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    return compare("tic-tac-toe, full tree", 50, kibitz.game("tic-tac-toe").start(), 9, theirs, 9, undo=True)


def checkers() -> Row:
    theirs = pyspiel.load_game("checkers").new_initial_state()
    remark = "theirs counts each jump of a chain as a move"
    return compare("checkers, depth 8", 100, kibitz.game("checkers").start(), 8, theirs, 8, remark=remark)


def hearts() -> Row:
    """The last four tricks of a hand that both play from the same deal with the same moves."""
    state = kibitz.game("hearts(open=true)").start(1)
    options = "pass_cards=False,no_pts_on_first_trick=False,qs_breaks_hearts=False"
    theirs = pyspiel.load_game(f"hearts({options})").new_initial_state()
    theirs.apply_action(0)
    hands = [hand.split() for hand in state.to_dict()["deal"]]
    for place in range(13):
        for hand in hands:
            theirs.apply_action(_their_card(hand[place]))
    for ply in range(9 * 4):
        move = Random(1, "benchmark", ply).choice(state.moves())
        state = state.play(move)
        theirs.apply_action(_their_card(move))
    return compare("hearts, last four tricks", 50, state, 16, theirs, 16)


def _their_card(card: str) -> int:
    return "23456789TJQKA".index(card[0]) * 4 + "CDHS".index(card[1])


def chinese_checkers() -> Row:
    theirs = pyspiel.load_game("chinese_checkers(players=3)").new_initial_state()
    remark = "theirs counts each hop as a move: only the rates compare"
    return compare(
        "chinese checkers, three players",
        30,
        kibitz.game("chinese-checkers(players=3)").start(),
        5,
        theirs,
        4,
        remark=remark,
    )


def run() -> list[Row]:
    return [checkers(), tic_tac_toe(), hearts(), chinese_checkers()]
