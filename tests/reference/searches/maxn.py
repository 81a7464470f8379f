"""max^n (Luckhart & Irani 1986; sturtevant2006 section 1.2): every seat takes the child that is best for itself.

Each seat has a utility over outcomes: our own preference for our seat, the model of each opponent for the others, one
level deep. A leaf is worth the vector of these utilities, and the vector of the chosen child goes up. Values are exact.

Ties, among the children of highest value for the mover, each counted as often as its weight says: ``left-low`` takes
the first in move order, ``left-high`` the last, ``random`` the one whose index ``pick(node, count)`` gives, and
``average`` passes up the mean of their vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from reference.searches.tree import Leaf, Node, Tree, Vector, best, outcome

Exact = tuple[Fraction, ...]
Utility = Callable[[Vector], float | Fraction]
Want = Callable[[Exact], Fraction]
Ties = Literal["left-low", "left-high", "random", "average"]
Pick = Callable[[Node, int], int]


def own_score(seat: int) -> Utility:
    """The seat's own number of the outcome."""
    return lambda ending: ending[seat]


def own_scores(players: int) -> list[Utility]:
    """The textbook utilities: each seat its own number."""
    return [own_score(seat) for seat in range(players)]


def component(seat: int) -> Want:
    """What a max^n seat maximises in a vector of utilities."""
    return lambda vector: vector[seat]


def first(position: Node, count: int) -> int:
    """A ``pick`` for rules that draw nothing."""
    return 0


def tied(position: Node, vectors: Sequence[Exact], want: Want) -> list[int]:
    """The children of highest value for the mover, in move order, each as often as its weight."""
    return [
        index for index in best([want(vector) for vector in vectors]) for _ in range(position.children[index].weight)
    ]


def chosen(position: Node, vectors: Sequence[Exact], want: Want, ties: Ties, pick: Pick) -> list[int]:
    """What the mover plays: one child, or under ``average`` all the tied ones, as often as their weights."""
    options = tied(position, vectors, want)
    if ties == "average":
        return options
    index = {"left-low": 0, "left-high": len(options) - 1}.get(ties)
    return [options[pick(position, len(options)) if index is None else index]]


def mean(vectors: Sequence[Exact]) -> Exact:
    """The average, seat by seat."""
    return tuple(sum(numbers, Fraction(0)) / len(vectors) for numbers in zip(*vectors, strict=True))


def value(tree: Tree, utilities: Sequence[Utility], wants: Sequence[Want], ties: Ties, pick: Pick) -> Exact:
    """The vector of a node. ``wants[seat]`` is what the seat maximises in it: for max^n its own component."""
    if isinstance(tree, Leaf):
        return tuple(Fraction(utility(outcome(tree))) for utility in utilities)
    vectors = [value(child, utilities, wants, ties, pick) for child in tree.children]
    return mean([vectors[index] for index in chosen(tree, vectors, wants[tree.to_move], ties, pick)])


def root_values(tree: Node, utilities: Sequence[Utility], ties: Ties = "left-low", pick: Pick = first) -> list[Exact]:
    """The max^n vector of each root move.

    >>> from reference.searches.tree import leaf, node
    >>> tree = node(0, node(1, leaf(6, 2), leaf(1, 2)), leaf(3, 0))
    >>> [[str(vector[0]) for vector in root_values(tree, own_scores(2), ties)] for ties in ("left-low", "average")]
    [['6', '3'], ['7/2', '3']]
    """
    wants = [component(seat) for seat in range(len(utilities))]
    return [value(child, utilities, wants, ties, pick) for child in tree.children]


def best_moves(tree: Node, utilities: Sequence[Utility], ties: Ties = "left-low", pick: Pick = first) -> list[int]:
    """All root moves that are best for us; which of them is played is for the tie rule or the player to say."""
    return best([vector[tree.to_move] for vector in root_values(tree, utilities, ties, pick)])


def line(tree: Tree, utilities: Sequence[Utility], ties: Ties = "left-low", pick: Pick = first) -> list[Tree]:
    """The nodes that play passes through, ``tree`` first, under a rule that chooses one child."""
    wants = [component(seat) for seat in range(len(utilities))]
    passed = [tree]
    while isinstance(tree, Node):
        vectors = [value(child, utilities, wants, ties, pick) for child in tree.children]
        (index,) = chosen(tree, vectors, wants[tree.to_move], ties, pick)
        tree = tree.children[index]
        passed.append(tree)
    return passed
