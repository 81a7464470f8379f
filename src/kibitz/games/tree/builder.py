"""Functions to write a tree in Python. Each returns a node in the JSON form, so both forms are always the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Node = dict[str, Any]
Pair = tuple[float, float]
Evaluated = float | Sequence[float]


def node(to_move: int, *children: Node, name: str | None = None, weight: int = 1, **evaluations: Evaluated) -> Node:
    """Write a node where a seat chooses; other keywords are evaluations, with a number for each seat, or one number if
    there are two seats.

    >>> node(0, leaf(3), leaf(5), name="a", f=4)
    {'name': 'a', 'evaluations': {'f': 4}, 'to_move': 0, 'children': [{'value': 3}, {'value': 5}]}
    """
    return {**_common(name, weight, evaluations), "to_move": to_move, "children": list(children)}


def leaf(
    *values: float | Pair,
    name: str | None = None,
    weight: int = 1,
    outcome: Sequence[float] | None = None,
    **evaluations: Evaluated,
) -> Node:
    """Write an end: a value for each seat, one number if two seats play a zero-sum game, or intervals.

    >>> leaf(1, 0, 1, name="g")
    {'name': 'g', 'values': [1, 0, 1]}
    >>> leaf((3, 5), (4, 6), 0)
    {'intervals': [(3, 5), (4, 6), (0, 0)]}
    """
    written: Node = _common(name, weight, evaluations)
    pairs = [value if isinstance(value, (tuple, list)) else (value, value) for value in values]
    if any(isinstance(value, (tuple, list)) for value in values):
        written["intervals"] = pairs
    elif len(values) == 1:
        written["value"] = values[0]
    else:
        written["values"] = list(values)
    if outcome is not None:
        written["outcome"] = list(outcome)
    return written


def chance(*branches: tuple[float, Node], name: str | None = None, weight: int = 1, **evaluations: Evaluated) -> Node:
    """Write a node where the move is drawn: pairs of a probability and a child.

    >>> chance((0.5, leaf(1)), (0.5, leaf(-1)))
    {'chance': [0.5, 0.5], 'children': [{'value': 1}, {'value': -1}]}
    """
    children = [child for _, child in branches]
    return {**_common(name, weight, evaluations), "chance": [share for share, _ in branches], "children": children}


def _common(name: str | None, weight: int, evaluations: dict[str, Evaluated]) -> Node:
    written: Node = {}
    if name is not None:
        written["name"] = name
    if weight != 1:
        written["weight"] = weight
    if evaluations:
        written["evaluations"] = evaluations
    return written
