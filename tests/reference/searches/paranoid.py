"""Paranoid (Sturtevant & Korf 2000; hashavit2011 section 5): all others are one coalition against us.

Our seat maximises its own utility, everybody else minimises it. To search to a depth, ``cut`` the tree first.
"""

from __future__ import annotations

from reference.searches.maxn import Utility
from reference.searches.tree import Leaf, Node, Tree, best, outcome


def value(tree: Tree, seat: int, utility: Utility) -> float:
    """What ``seat`` can be sure of."""
    if isinstance(tree, Leaf):
        return float(utility(outcome(tree)))
    values = [value(child, seat, utility) for child in tree.children]
    return max(values) if tree.to_move == seat else min(values)


def root_values(tree: Node, utility: Utility) -> list[float]:
    """What each root move secures for the seat to move.

    >>> from reference.searches.maxn import own_score
    >>> from reference.searches.tree import leaf, node
    >>> root_values(node(0, node(1, leaf(6, 2, 0), leaf(1, 2, 5)), leaf(3, 0, 0)), own_score(0))
    [1.0, 3.0]
    """
    return [value(child, tree.to_move, utility) for child in tree.children]


def best_moves(tree: Node, utility: Utility) -> list[int]:
    """All root moves that secure most."""
    return best(root_values(tree, utility))
