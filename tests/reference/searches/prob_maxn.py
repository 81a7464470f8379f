"""prob-max^n (Sturtevant, Zinkevich & Bowling 2006): each seat is a weighted set of models.

A node's value is a distribution over outcomes. Every model of the mover picks the child whose distribution has the
highest expected utility for it, and splits ties evenly, children counted as often as their weights. The node's
distribution mixes the children's by the weights of the models that pick them. A model that only orders outcomes (a
preference, see ``soft_maxn``) splits evenly over the children whose possible outcomes are not strictly dominated.

Noise, from 0 to 1, keeps every move possible: with that probability the mover plays any of its moves, evenly. It is a
property of a seat and acts at all its nodes below the root; the root's moves are compared as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from reference.searches.maxn import Utility
from reference.searches.soft_maxn import Preference, strictly_dominates, undominated
from reference.searches.tree import Leaf, Node, Tree, Vector, best, outcome

Distribution = dict[Vector, Fraction]
Model = Utility | Preference


@dataclass(frozen=True)
class Seat:
    """What a seat may want, with weights that need not sum to one, and how noisy it is."""

    models: tuple[tuple[Fraction, Model], ...]
    noise: Fraction = Fraction(0)


def certain(model: Model) -> Seat:
    """A seat that is known."""
    return Seat(((Fraction(1), model),))


def expectation(distribution: Distribution, utility: Utility) -> Fraction:
    """The expected utility."""
    return sum((share * Fraction(utility(ending)) for ending, share in distribution.items()), Fraction(0))


def mix(parts: Sequence[tuple[Fraction, Distribution]]) -> Distribution:
    """The mixture, without what cannot happen."""
    mixed: Distribution = {}
    for share, distribution in parts:
        for ending, probability in distribution.items():
            mixed[ending] = mixed.get(ending, Fraction(0)) + share * probability
    return {ending: probability for ending, probability in mixed.items() if probability}


def picks(distributions: Sequence[Distribution], model: Model) -> list[int]:
    """The children between which a model is indifferent, and likes none better."""
    if isinstance(model, frozenset):
        return undominated([frozenset(each) for each in distributions], model, strictly_dominates)
    return best([expectation(each, model) for each in distributions])


def evenly(position: Node, children: Sequence[int]) -> list[Fraction]:
    """The probability of each child of a node, when these are chosen evenly."""
    weights = [child.weight if index in children else 0 for index, child in enumerate(position.children)]
    return [Fraction(weight, sum(weights)) for weight in weights]


def policy(position: Node, distributions: Sequence[Distribution], seat: Seat) -> list[Fraction]:
    """The probability that the mover takes each child."""
    total = sum((weight for weight, _ in seat.models), Fraction(0))
    parts = [((1 - seat.noise) * weight / total, picks(distributions, model)) for weight, model in seat.models]
    parts.append((seat.noise, list(range(len(position.children)))))
    return [
        sum((share * evenly(position, children)[index] for share, children in parts), Fraction(0))
        for index in range(len(position.children))
    ]


def value(tree: Tree, seats: Sequence[Seat]) -> Distribution:
    """The distribution over outcomes from a node."""
    if isinstance(tree, Leaf):
        return {outcome(tree): Fraction(1)}
    distributions = [value(child, seats) for child in tree.children]
    return mix(list(zip(policy(tree, distributions, seats[tree.to_move]), distributions, strict=True)))


def root_values(tree: Node, seats: Sequence[Seat]) -> list[Distribution]:
    """The distribution after each root move."""
    return [value(child, seats) for child in tree.children]


def best_moves(tree: Node, seats: Sequence[Seat], utility: Utility) -> list[int]:
    """The root moves of highest expected utility for us."""
    return best([expectation(each, utility) for each in root_values(tree, seats)])
