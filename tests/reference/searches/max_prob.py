"""Max-Prob (hashavit2011): every seat maximises its probability of winning and is unbiased among equals.

All numbers are exact. Final states score 0 or 1 (section 2); several seats may win, so the probabilities of a vector
may sum to more than one. A leaf with intervals is estimated by Equation 1 (section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod

from reference.searches.tree import Interval, Leaf, Node, Tree, Vector, best, evaluation, leaves, unseen

Exact = tuple[Fraction, ...]
Polynomial = list[Fraction]  # the coefficient of x^k at index k
Intervals = Callable[[Tree], Sequence[Interval]]


def winners(values: Vector) -> Exact:
    """A final state: 1 for everyone who has the highest value, 0 for the rest (Definition 1)."""
    return tuple(Fraction(value == max(values)) for value in values)


def adversarial(tree: Tree) -> bool:
    """Whether every final state has a winner and a loser (section 2)."""
    return all(0 in winners(end.values) for end in leaves(tree) if end.intervals is None)


# Equation 1.


def _at_most(x: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """P(y <= x) for y uniform on [low, high], clamped to [0, 1]; a point interval is a point mass, itself included."""
    if x >= high:
        return Fraction(1)
    return Fraction(0) if x <= low else (x - low) / (high - low)


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    product = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def _integral(polynomial: Polynomial, start: Fraction, end: Fraction) -> Fraction:
    terms = (c * (end ** (k + 1) - start ** (k + 1)) / (k + 1) for k, c in enumerate(polynomial))
    return sum(terms, Fraction(0))


def _between(start: Fraction, end: Fraction, others: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The integral of the product of P(y <= x) over a piece in which no interval begins or ends."""
    product = [Fraction(1)]
    for low, high in others:
        if start >= high:
            continue
        if end <= low:
            return Fraction(0)
        product = _times(product, [-low / (high - low), 1 / (high - low)])
    return _integral(product, start, end)


def win_probabilities(intervals: Sequence[tuple[float | Fraction, float | Fraction]]) -> Exact:
    """Equation 1 for every seat, piece by piece between the ends of the intervals.

    >>> [str(chance) for chance in win_probabilities([(4, 6), (3, 5), (0, 2)])]
    ['7/8', '1/8', '0']
    """
    exact = [(Fraction(low), Fraction(high)) for low, high in intervals]
    ends = sorted({end for pair in exact for end in pair})
    chances = []
    for seat, (low, high) in enumerate(exact):
        others = exact[:seat] + exact[seat + 1 :]
        if low == high:
            chances.append(prod((_at_most(low, *other) for other in others), start=Fraction(1)))
            continue
        inside = [end for end in ends if low <= end <= high]
        pieces = pairwise(inside)
        chances.append(sum((_between(a, b, others) for a, b in pieces), Fraction(0)) / (high - low))
    return tuple(chances)


def common_upper_bound(lows: Sequence[float], upper: float) -> Exact:
    """Equation 1 where all intervals end at ``upper`` and none is a point (closed form, NOTES.md).

    With d_i = U - l_i and m = min d: P_i = (integral over t from 0 to m of the product over j != i of (d_j - t)) /
    (product of all d).

    >>> [str(chance) for chance in common_upper_bound([0, 0, 1], 2)]
    ['5/24', '5/24', '7/12']
    """
    widths = [Fraction(upper) - Fraction(low) for low in lows]
    chances = []
    for seat in range(len(widths)):
        product = [Fraction(1)]
        for width in widths[:seat] + widths[seat + 1 :]:
            product = _times(product, [width, Fraction(-1)])
        chances.append(_integral(product, Fraction(0), min(widths)) / prod(widths))
    return tuple(chances)


# The search (sections 2 and 3, Figure 3).


def value(tree: Tree) -> Exact:
    """The winning probability of every seat.

    The mover plays evenly one of the moves of highest probability for it, each counted as often as its weight.
    """
    if isinstance(tree, Leaf):
        return winners(tree.values) if tree.intervals is None else win_probabilities(tree.intervals)
    chances = [value(child) for child in tree.children]
    tied = best([chance[tree.to_move] for chance in chances])
    copies = [chances[index] for index in tied for _ in range(tree.children[index].weight)]
    return tuple(sum(each, Fraction(0)) / len(copies) for each in zip(*copies, strict=True))


def root_values(tree: Node) -> list[Exact]:
    """The winning probabilities after each root move."""
    return [value(child) for child in tree.children]


def best_moves(tree: Node, heuristic: str | None = None) -> list[int]:
    """The root moves of highest winning probability for us; among them those of highest heuristic value, if named.

    Section 4.1 breaks ties at the root by the heuristic value of the successor; those still tied are drawn from.
    """
    seat = tree.to_move
    moves = best([chances[seat] for chances in root_values(tree)])
    if heuristic is None:
        return moves
    return [moves[index] for index in best([evaluation(tree.children[move], heuristic)[seat] for move in moves])]


# Bounded search: what stands at the frontier.


def cut(tree: Tree, depth: int, intervals: Intervals) -> Tree:
    """The tree as a search to ``depth`` plies sees it: a leaf with these intervals for every node below."""
    if isinstance(tree, Leaf):
        return tree
    if depth == 0:
        return replace(unseen(*intervals(tree)), name=tree.name, evaluations=tree.evaluations, weight=tree.weight)
    children = tuple(cut(child, depth - 1, intervals) for child in tree.children)
    return replace(tree, children=children)


def upward(name: str, upper: float) -> Intervals:
    """From the heuristic value as it stands up to a constant (section 4.1)."""
    return lambda tree: [(low, max(low, upper)) for low in evaluation(tree, name)]


def downward(name: str, lower: float) -> Intervals:
    """From a constant up to the heuristic value as it stands, for values that only fall (Hearts)."""
    return lambda tree: [(min(high, lower), high) for high in evaluation(tree, name)]


def reachable(name: str) -> Intervals:
    """From the lowest to the highest value at the ends below."""

    def interval(tree: Tree) -> list[Interval]:
        ends = [end.intervals or [(h, h) for h in evaluation(end, name)] for end in leaves(tree)]
        return [(min(low for low, _ in seat), max(high for _, high in seat)) for seat in zip(*ends, strict=True)]

    return interval
