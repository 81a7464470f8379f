"""Minimax to a fixed depth (Shannon 1950; carmel1993 section 2.1).

Depth is counted in plies. At depth 0 and at a leaf the value is the evaluation *of the root's seat*: the other side is
taken to want the opposite, whatever the evaluation says of it. Every seat but the root's minimises, so with three
seats and more this is the paranoid value.
"""

from __future__ import annotations

from reference.searches.tree import Leaf, Node, Tree, best, evaluation


def minimax(tree: Tree, depth: int, seat: int, name: str) -> float:
    """The value for ``seat``, which maximises its own number of the evaluation ``name``."""
    if depth == 0 or isinstance(tree, Leaf):
        return evaluation(tree, name)[seat]
    values = [minimax(child, depth - 1, seat, name) for child in tree.children]
    return max(values) if tree.to_move == seat else min(values)


def root_values(tree: Node, depth: int, name: str) -> list[float]:
    """The value of each root move for the seat to move: the moves are the first of ``depth`` plies."""
    return [minimax(child, depth - 1, tree.to_move, name) for child in tree.children]


def best_moves(tree: Node, depth: int, name: str) -> list[int]:
    """All root moves of the highest value.

    >>> from reference.searches.tree import leaf, node
    >>> best_moves(node(0, node(1, leaf(3, -3), leaf(1, -1)), leaf(1, -1), leaf(0, 0)), 2, "value")
    [0, 1]
    """
    return best(root_values(tree, depth, name))


def principal_line(tree: Tree, depth: int, name: str) -> list[int]:
    """Best play for both sides to the depth, the first in move order among equals at every node."""
    if isinstance(tree, Leaf):
        return []
    seat, line = tree.to_move, []
    while depth > 0 and isinstance(tree, Node):
        values = [minimax(child, depth - 1, seat, name) for child in tree.children]
        line.append(values.index(max(values) if tree.to_move == seat else min(values)))
        tree, depth = tree.children[line[-1]], depth - 1
    return line


def dominant(tree: Tree, depth: int, seat: int, name: str) -> Tree:
    """Where best play to the depth ends (carmel1993 section 4.2), the first in move order among equals everywhere."""
    while depth > 0 and isinstance(tree, Node):
        value, depth = minimax(tree, depth, seat, name), depth - 1
        tree = next(child for child in tree.children if minimax(child, depth, seat, name) == value)
    return tree


def alpha_beta(
    tree: Tree, depth: int, seat: int, name: str, alpha: float = float("-inf"), beta: float = float("inf")
) -> float:
    """The same value as ``minimax`` (Knuth & Moore 1975), for tests that speak of alpha-beta."""
    if depth == 0 or isinstance(tree, Leaf):
        return evaluation(tree, name)[seat]
    ours = tree.to_move == seat
    value = float("-inf") if ours else float("inf")
    for child in tree.children:
        found = alpha_beta(child, depth - 1, seat, name, alpha, beta)
        value = max(value, found) if ours else min(value, found)
        alpha, beta = (max(alpha, value), beta) if ours else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value
