"""Preferences given by pairs (sturtevant2006 section 4): the transitive closure of the edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.errors import SpecError
from kibitz.finite_numbers import is_finite
from kibitz.specs import value_text

Outcome = Sequence[float]
Goals = Sequence[int] | None
Result = float | tuple[float, ...]
"""A whole outcome, or only the seat's own number in it."""


@dataclass(frozen=True)
class Preferred:
    """A preference given by the list of worse results for each result."""

    pairs: frozenset[tuple[Result, Result]]

    def __call__(self, first: Outcome, second: Outcome, seat: int, goals: Goals) -> bool:
        """Whether the pair is listed, either as whole outcomes or as the seat's own numbers."""
        return (first[seat], second[seat]) in self.pairs or (tuple(first), tuple(second)) in self.pairs


def closed(owner: str, edges: Iterable[Sequence[object]]) -> frozenset[tuple[Result, Result]]:
    """The smallest transitive set that holds the edges, each (better, worse); cycles are refused.

    >>> sorted(closed("odd", [(1, 3), (3, 2)]))
    [(1, 2), (1, 3), (3, 2)]
    """
    below: dict[Result, set[Result]] = {}
    for edge in edges:
        if len(edge) != 2:
            raise SpecError(f"{owner}: {value_text(edge)} is not a pair of a better and a worse result")
        better, worse = (_result(owner, end) for end in edge)
        below.setdefault(better, set()).add(worse)
    if len({type(result) is tuple for result in below} | {type(r) is tuple for rs in below.values() for r in rs}) > 1:
        raise SpecError(f"{owner}: give whole outcomes or a seat's own numbers, not both")
    reached = {result: _reached(owner, below, result) for result in below}
    return frozenset((better, worse) for better, worses in reached.items() for worse in worses)


def _reached(owner: str, below: dict[Result, set[Result]], start: Result) -> set[Result]:
    """Everything that a result is preferred to, directly or through others."""
    came: dict[Result, Result] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for worse in sorted(below.get(here, ()), key=repr):
            if worse == start:
                path = [here]
                while path[-1] != start:
                    path.append(came[path[-1]])
                shown = " > ".join(map(_shown, [*reversed(path), start]))
                raise SpecError(f"{owner} prefers in a circle: {shown}; leave one of these pairs out")
            if worse not in came:
                came[worse] = here
                waiting.append(worse)
    return set(came)


def _result(owner: str, given: object) -> Result:
    if isinstance(given, (list, tuple)):
        return tuple(_finite(owner, number) for number in given)
    return _finite(owner, given)


def _finite(owner: str, number: object) -> float:
    if not is_finite(number):
        raise SpecError(
            f"{owner}: {value_text(number)} is not a result: give a finite number, or a list with one for each seat"
        )
    return number


def _shown(result: Result) -> str:
    return value_text(list(result)) if isinstance(result, tuple) else f"{result:g}"
