"""Explicit game trees, as the twins search them, and a maker of random ones with many ties.

The meaning of every field is that of the game ``tree`` in docs/games.md, without chance nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, Self

Vector = tuple[float, ...]
Interval = tuple[float, float]
Turns = Literal["alternating", "arbitrary"]
WHOLE = 1_000_000  # a depth no tree has


class Comparable(Protocol):
    """What can be ranked."""

    def __lt__(self, other: Self, /) -> bool: ...


@dataclass(frozen=True)
class Leaf:
    """An end: a value a seat, or intervals where the game goes on unseen; ``values`` are then their middles."""

    values: Vector
    name: str = ""
    outcome: Vector | None = None
    evaluations: dict[str, Vector] = field(default_factory=dict)
    intervals: tuple[Interval, ...] | None = None
    weight: int = 1


@dataclass(frozen=True)
class Node:
    """A position in which the seat ``to_move`` chooses; ``weight`` is how many equal moves the way here stands for."""

    to_move: int
    children: tuple[Tree, ...]
    name: str = ""
    evaluations: dict[str, Vector] = field(default_factory=dict)
    weight: int = 1


Tree = Leaf | Node


def leaf(*values: float, name: str = "", weight: int = 1, **evaluations: Vector) -> Leaf:
    """Write an end shortly."""
    return Leaf(values, name=name, evaluations=evaluations, weight=weight)


def unseen(*intervals: Interval, name: str = "", weight: int = 1) -> Leaf:
    """Write an end with an interval a seat."""
    middles = tuple((low + high) / 2 for low, high in intervals)
    return Leaf(middles, name=name, intervals=intervals, weight=weight)


def node(to_move: int, *children: Tree, name: str = "", weight: int = 1, **evaluations: Vector) -> Node:
    """Write a node shortly."""
    return Node(to_move, children, name=name, evaluations=evaluations, weight=weight)


def outcome(end: Leaf) -> Vector:
    """What preferences compare: the outcome that is written, or else the values."""
    return end.values if end.outcome is None else end.outcome


def evaluation(tree: Tree, name: str) -> Vector:
    """A named evaluation, a number a seat. Where it is not written a leaf has its values and a node has zeros."""
    if name in tree.evaluations:
        return tree.evaluations[name]
    return tree.values if isinstance(tree, Leaf) else (0,) * players(tree)


def cut(tree: Tree, depth: int, name: str) -> Tree:
    """The tree as a search to ``depth`` plies sees it: below that, and at the ends, only the evaluation is known."""
    if depth == 0 or isinstance(tree, Leaf):
        return Leaf(evaluation(tree, name), tree.name, evaluations=tree.evaluations, weight=tree.weight)
    return replace(tree, children=tuple(cut(child, depth - 1, name) for child in tree.children))


def leaves(tree: Tree) -> Iterator[Leaf]:
    """The ends, from left to right."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for child in tree.children:
            yield from leaves(child)


def nodes(tree: Tree) -> Iterator[Node]:
    """The nodes with children, parents first."""
    if isinstance(tree, Node):
        yield tree
        for child in tree.children:
            yield from nodes(child)


def players(tree: Tree) -> int:
    """The number of seats."""
    return len(next(leaves(tree)).values)


def height(tree: Tree) -> int:
    """The number of moves on the longest line."""
    return 0 if isinstance(tree, Leaf) else 1 + max(height(child) for child in tree.children)


def best(values: Sequence[Comparable]) -> list[int]:
    """The indices of the largest, in order.

    >>> best([1, 3, 2, 3])
    [1, 3]
    """
    return [index for index, value in enumerate(values) if not any(value < other for other in values)]


def grow(
    integer: Callable[[int, int], int],
    seats: int,
    depth: int,
    widest: int = 3,
    most: int = 3,
    turns: Turns = "arbitrary",
    evaluations: Sequence[str] = (),
    heaviest: int = 1,
    mover: int = 0,
    name: str = "root",
) -> Tree:
    """Grow a tree of at most ``depth`` plies; ``integer(low, high)`` draws, both ends included.

    Branching runs from 1 to ``widest`` and is rather wide, a sixth of the nodes end early. Values are whole numbers
    from 0 to ``most``, evaluations from ``-most`` to ``most``; with two seats these are one number, gained and lost.
    """

    def evaluated() -> Vector:
        drawn = tuple(integer(-most, most) for _ in range(seats))
        return (drawn[0], -drawn[0]) if seats == 2 else drawn

    named = {each: evaluated() for each in evaluations}
    weight = 1 if name == "root" else integer(1, heaviest)
    if depth == 0 or (name != "root" and integer(0, 5) == 0):
        return Leaf(tuple(integer(0, most) for _ in range(seats)), name=name, evaluations=named, weight=weight)
    children = []
    for index in range(max(integer(1, widest), integer(1, widest))):
        following = (mover + 1) % seats if turns == "alternating" else integer(0, seats - 1)
        path = str(index) if name == "root" else f"{name}.{index}"
        children.append(
            grow(integer, seats, depth - 1, widest, most, turns, evaluations, heaviest, following, name=path)
        )
    return Node(mover, tuple(children), name=name, evaluations=named, weight=weight)


def as_json(tree: Tree) -> dict[str, Any]:
    """The node as the game ``tree`` reads it.

    >>> as_json(node(0, leaf(1, 0), leaf(0, 1, weight=2)))
    {'to_move': 0, 'children': [{'values': [1, 0]}, {'values': [0, 1], 'weight': 2}]}
    """
    written: dict[str, Any] = {}
    if isinstance(tree, Node):
        written |= {"to_move": tree.to_move, "children": [as_json(child) for child in tree.children]}
    elif tree.intervals is None:
        written["values"] = list(tree.values)
    else:
        written["intervals"] = [list(pair) for pair in tree.intervals]
    if isinstance(tree, Leaf) and tree.outcome is not None:
        written["outcome"] = list(tree.outcome)
    if tree.name:
        written["name"] = tree.name
    if tree.evaluations:
        written["evaluations"] = {name: list(each) for name, each in tree.evaluations.items()}
    if tree.weight != 1:
        written["weight"] = tree.weight
    return written
