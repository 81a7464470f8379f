"""The offensive search of MP-Mix (Zuckerman, Felner & Kraus 2009; hashavit2011 section 4.1).

Our seat, at the root and wherever it moves again, takes the child in which the target, the leading opponent, has
least; everybody else, the target included, plays max^n. With ``coalition`` everybody but the target attacks it. Ties
are broken by the max^n tie rule, for us too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.searches.maxn import Exact, Pick, Ties, Utility, Want, component, first, value
from reference.searches.tree import Node, Vector, best


def leader(heuristic: Vector, seat: int) -> int:
    """The opponent of highest heuristic value, the lowest seat among equals."""
    return max((other for other in range(len(heuristic)) if other != seat), key=lambda other: heuristic[other])


def attack(target: int) -> Want:
    """Maximise what the target does not have."""
    return lambda vector: -vector[target]


def root_vectors(
    tree: Node,
    utilities: Sequence[Utility],
    target: int,
    ties: Ties = "left-low",
    pick: Pick = first,
    coalition: bool = False,
) -> list[Exact]:
    """The vector of each root move."""
    attackers = {seat for seat in range(len(utilities)) if seat != target} if coalition else {tree.to_move}
    wants = [attack(target) if seat in attackers else component(seat) for seat in range(len(utilities))]
    return [value(child, utilities, wants, ties, pick) for child in tree.children]


def root_values(
    tree: Node,
    utilities: Sequence[Utility],
    target: int,
    ties: Ties = "left-low",
    pick: Pick = first,
    coalition: bool = False,
) -> list[Fraction]:
    """What the target has after each root move: we want it low.

    >>> from reference.searches.maxn import own_scores
    >>> from reference.searches.tree import leaf, node
    >>> tree = node(0, leaf(5, 4, 0), node(2, leaf(0, 3, 1), leaf(1, 9, 0)))
    >>> [int(had) for had in root_values(tree, own_scores(3), target=1)]
    [4, 3]
    """
    return [vector[target] for vector in root_vectors(tree, utilities, target, ties, pick, coalition)]


def best_moves(
    tree: Node,
    utilities: Sequence[Utility],
    target: int,
    ties: Ties = "left-low",
    pick: Pick = first,
    coalition: bool = False,
) -> list[int]:
    """All root moves that leave the target least."""
    return best([-had for had in root_values(tree, utilities, target, ties, pick, coalition)])
