"""soft-max^n (sturtevant2006 sections 3 and 4.1): sets of outcomes go up, so that no tie is guessed.

An opponent model O is a set of pairs (u, v): u is preferred to v. It is a strict partial order, closed under
transitivity. Each seat has one; what is not in it the seat may decide either way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from reference.searches.maxn import Utility
from reference.searches.tree import Leaf, Node, Tree, Vector, best, outcome

Outcomes = frozenset[Vector]
Preference = frozenset[tuple[Vector, Vector]]
Dominates = Callable[[Outcomes, Outcomes, Preference], bool]
Rule = Callable[[Sequence[Outcomes], Utility], list[int]]


# Preferences (section 4).


def by_utility(outcomes: Collection[Vector], utility: Utility) -> Preference:
    """The preference of one who wants the utility high, and is indifferent between equals."""
    return frozenset((u, v) for u in outcomes for v in outcomes if utility(u) > utility(v))


def generalise(candidates: Iterable[Preference]) -> Preference:
    """What all candidates agree on: their intersection."""
    return frozenset.intersection(*candidates)


def closure(pairs: Iterable[tuple[Vector, Vector]]) -> Preference:
    """The smallest transitive set that holds the pairs."""
    closed = frozenset(pairs)
    while not closed >= (longer := frozenset((u, w) for u, v in closed for x, w in closed if v == x)):
        closed |= longer
    return closed


# Dominance (sections 3.1 and 4.1).


def strictly_dominates(s1: Outcomes, s2: Outcomes, preference: Preference) -> bool:
    """Everything in s1 is preferred to everything in s2."""
    return all((u1, u2) in preference for u1 in s1 for u2 in s2)


def weakly_dominates(s1: Outcomes, s2: Outcomes, preference: Preference) -> bool:
    """Nothing in s2 is preferred to anything in s1, and something in s1 to something in s2."""
    pairs = [(u1, u2) for u1 in s1 for u2 in s2]
    return not any((u2, u1) in preference for u1, u2 in pairs) and any(pair in preference for pair in pairs)


def undominated(sets: Sequence[Outcomes], preference: Preference, dominates: Dominates) -> list[int]:
    """The sets that no other dominates.

    Strict dominance always leaves one. Weak dominance under a partial order can run in a circle and leave none: then
    it tells nothing and all are kept.
    """
    left = [i for i, each in enumerate(sets) if not any(dominates(other, each, preference) for other in sets)]
    return left or list(range(len(sets)))


# The search (section 3.2).


def value(tree: Tree, models: Sequence[Preference], dominates: Dominates = strictly_dominates) -> Outcomes:
    """The max^n set of a node: the union of its children's sets, without the dominated ones."""
    if isinstance(tree, Leaf):
        return frozenset([outcome(tree)])
    sets = [value(child, models, dominates) for child in tree.children]
    return frozenset().union(*(sets[index] for index in undominated(sets, models[tree.to_move], dominates)))


def root_sets(tree: Node, models: Sequence[Preference], dominates: Dominates = strictly_dominates) -> list[Outcomes]:
    """The set of each root move."""
    return [value(child, models, dominates) for child in tree.children]


def best_moves(
    tree: Node,
    models: Sequence[Preference],
    utility: Utility,
    rule: Rule,
    dominates: Dominates = strictly_dominates,
) -> list[int]:
    """Among the root moves that are not dominated for us, those our decision rule likes best; ties stay together."""
    sets = root_sets(tree, models, dominates)
    moves = undominated(sets, models[tree.to_move], dominates)
    return [moves[index] for index in rule([sets[move] for move in moves], utility)]


# Decision rules at the root, over our own utility. Each distinct outcome of a set counts once.


def _average(outcomes: Outcomes, utility: Utility) -> Fraction:
    return sum((Fraction(utility(each)) for each in outcomes), Fraction(0)) / len(outcomes)


def _worst(outcomes: Outcomes, utility: Utility) -> Fraction:
    return min(Fraction(utility(each)) for each in outcomes)


def average(sets: Sequence[Outcomes], utility: Utility) -> list[int]:
    """The highest average: the paper's own rule."""
    return best([_average(each, utility) for each in sets])


def worst(sets: Sequence[Outcomes], utility: Utility) -> list[int]:
    """The highest worst case: least risk."""
    return best([_worst(each, utility) for each in sets])


def optimistic(sets: Sequence[Outcomes], utility: Utility) -> list[int]:
    """The highest best case: most potential. The rule ``best``."""
    return best([max(Fraction(utility(each)) for each in outcomes) for outcomes in sets])


def guaranteed(target: float | None = None) -> Rule:
    """Make a rule that plays for a certain result: of the moves that are sure to reach the target, the highest average.

    Without a target, or where no move is sure of it, the target is the most any move is sure of.
    """

    def rule(sets: Sequence[Outcomes], utility: Utility) -> list[int]:
        surest = max(_worst(each, utility) for each in sets)
        aim = surest if target is None else min(Fraction(target), surest)
        safe = [index for index, each in enumerate(sets) if _worst(each, utility) >= aim]
        return [safe[index] for index in average([sets[index] for index in safe], utility)]

    return rule


# Other domains (section 4.4).


def bucket(values: Vector, low: float, high: float, buckets: int) -> Vector:
    """Which of so many equal divisions of [low, high] each number lies in; the last one holds its upper end too.

    >>> bucket((0, 0.49, 0.5, 1), 0, 1, buckets=2)
    (0, 0, 1, 1)
    """
    wide = (Fraction(high) - Fraction(low)) / buckets
    return tuple(max(0, min(buckets - 1, floor((Fraction(value) - Fraction(low)) / wide))) for value in values)


def bucketed(tree: Tree, low: float, high: float, buckets: int) -> Tree:
    """The tree with the divisions of its values as outcomes: seats are indifferent within one."""
    if isinstance(tree, Leaf):
        return replace(tree, outcome=bucket(tree.values, low, high, buckets))
    return replace(tree, children=tuple(bucketed(child, low, high, buckets) for child in tree.children))
