"""MP-Mix (Zuckerman, Felner & Kraus 2009; hashavit2011 section 4.1): max^n, paranoid or offensive, by who leads.

The lead is the highest heuristic value at the root minus the second highest. If we lead by more than T_d: paranoid.
If another leads by more than T_o: offensive, against that one. Otherwise max^n. ``strict=False`` reads "at least".
Where several share the highest value the lead is 0 and the leader is us if we are among them, else the lowest seat;
this matters only for thresholds that a lead of 0 passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from reference.searches import maxn, offensive, paranoid
from reference.searches.maxn import Pick, Ties, Utility, first
from reference.searches.tree import Node, Vector

Mode = Literal["maxn", "paranoid", "offensive"]


class Choice(NamedTuple):
    """Which search was chosen, the leader, and the root moves that search finds best."""

    mode: Mode
    leader: int
    best: list[int]


def mode(heuristic: Vector, seat: int, defend: float, attack: float, strict: bool = True) -> tuple[Mode, int]:
    """Choose the search; ``defend`` is T_d, ``attack`` is T_o. Also say who leads.

    >>> mode((5, 3, 1), 0, defend=1, attack=1), mode((5, 3, 1), 2, defend=1, attack=1), mode((4, 3, 1), 0, 1, 1)
    (('paranoid', 0), ('offensive', 0), ('maxn', 0))
    """
    highest, second = sorted(heuristic, reverse=True)[:2]
    leader = seat if heuristic[seat] == highest else heuristic.index(highest)
    lead = highest - second
    threshold = defend if leader == seat else attack
    if lead > threshold or (lead == threshold and not strict):
        return ("paranoid" if leader == seat else "offensive"), leader
    return "maxn", leader


def choose(
    tree: Node,
    utilities: Sequence[Utility],
    heuristic: Vector,
    defend: float,
    attack: float,
    strict: bool = True,
    ties: Ties = "left-low",
    pick: Pick = first,
) -> Choice:
    """Search as the mode says; ``heuristic`` is the evaluation of the root, a number a seat."""
    chosen, leader = mode(heuristic, tree.to_move, defend, attack, strict)
    if chosen == "paranoid":
        found = paranoid.best_moves(tree, utilities[tree.to_move])
    elif chosen == "offensive":
        found = offensive.best_moves(tree, utilities, leader, ties, pick)
    else:
        found = maxn.best_moves(tree, utilities, ties, pick)
    return Choice(chosen, leader, found)
