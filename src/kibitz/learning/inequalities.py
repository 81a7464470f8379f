"""Observed moves give inequalities for the weights of an evaluation: the move made must be worth at least as much as
every other one.

carmel1993 section 4.2: w · (features of the dominant board of the move made - those of another move) >= 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from kibitz.searches.dominant_boards import DominantBoard

Numbers = NDArray[numpy.float64]

_EXACT = 1e-9  # the largest rounding error of a weighted sum
# The cost of one unit of weight relative to one of slack, so that weights which no move determines are 0.
_PREFER_SMALL = 1e-4


class Inequality(NamedTuple):
    """A difference of features whose weighted sum is positive or, if not strict, not negative."""

    difference: tuple[float, ...]
    strict: bool


def inequalities(boards: Sequence[DominantBoard], made: str) -> Iterator[Inequality]:
    """The inequalities that follow from one move, given the dominant board of every move.

    A player takes the first of the best in move order. So a move before the one made must be worse, and a move after it
    may be as good. There is no inequality if the game ends differently on the two boards, because the score decides, or
    if the features are equal.

    >>> from kibitz.games.registry import game
    >>> from kibitz.searches.dominant_boards import dominant_boards
    >>> boards = dominant_boards(game("tic-tac-toe").start(), {"open_lines": 1}, depth=1)
    >>> len(boards), next(inequalities(boards, "b2"))
    (9, Inequality(difference=(1.0,), strict=True))
    """
    (place,) = (number for number, board in enumerate(boards) if board.move == made)
    chosen = boards[place]
    for number, other in enumerate(boards):
        if _end(other) != _end(chosen):
            continue
        difference = tuple(own - their for own, their in zip(chosen.features, other.features, strict=True))
        if any(difference):
            yield Inequality(difference, number < place)


def _end(board: DominantBoard) -> float:
    return board.score if board.over else 0.0


class Inequalities:
    """A set of inequalities; equal ones are merged and counted.

    >>> told = Inequalities([Inequality((1, 0), True), Inequality((-1, 2), True), Inequality((1, 0), True)])
    >>> told.counts.tolist(), told.violated((1, 0)), told.violated((1, 1))
    ([2.0, 1.0], 1.0, 0.0)
    >>> told.solved(unit=0, margin=0.1, box=4).round(2).tolist()
    [1.0, 0.55]
    """

    def __init__(self, told: Iterable[Inequality]) -> None:
        merged = Counter(told)
        self.differences: Numbers = numpy.array([each.difference for each in merged], dtype=float)
        self.strict = numpy.array([each.strict for each in merged], dtype=bool)
        self.counts: Numbers = numpy.array(list(merged.values()), dtype=float)

    def violated(self, weights: Sequence[float] | Numbers) -> float:
        """The number of inequalities that do not hold."""
        sums = self.differences @ numpy.asarray(weights, dtype=float)
        return float(self.counts[(sums < -_EXACT) | (self.strict & (sums < _EXACT))].sum())

    def solved(self, unit: int, margin: float, box: float) -> Numbers:
        """The weights with the least total slack, by a linear program; among equally good solutions, the one with the
        smallest weights.

        The weight of ``unit`` is 1, and the others lie between -``box`` and ``box``. A strict inequality must hold with
        at least ``margin``; without a margin, all other weights could be 0.
        """
        from scipy import optimize, sparse

        rows, features = self.differences.shape
        free = [index for index in range(features) if index != unit]
        parts = sparse.csr_matrix(self.differences[:, free])
        # The columns are the positive parts of the weights, their negative parts (so that their size has a cost), and
        # the slack.
        at_most: Any = sparse.hstack([-parts, parts, -sparse.identity(rows)], format="csr")
        found = optimize.linprog(
            numpy.concatenate([numpy.full(2 * len(free), _PREFER_SMALL), self.counts]),
            A_ub=at_most,
            b_ub=self.differences[:, unit] - numpy.where(self.strict, margin, 0.0),
            bounds=[(0, box)] * (2 * len(free)) + [(0, None)] * rows,
            method="highs",
        )
        weights = numpy.zeros(features)
        weights[unit] = 1.0
        weights[free] = found.x[: len(free)] - found.x[len(free) : 2 * len(free)]
        return weights

    def whole(self, weights: Numbers, unit: int, largest: int) -> Numbers:
        """Small whole numbers near the weights, chosen to violate as few inequalities as possible.

        A player's weights are mostly round numbers, and only their exact ratios reproduce its ties. Multiples of the
        weights are rounded, and the best few results are improved one weight at a time.
        """
        rounded = [numpy.round(weights * multiple / weights[unit]) for multiple in range(1, largest + 1)]
        promising = sorted(rounded, key=lambda each: (self.violated(each), numpy.abs(each).sum()))[:_IMPROVED]
        improved = min((self._improved(each, unit) for each in promising), key=lambda each: self._cost(each))
        return improved / float(numpy.gcd.reduce(improved.astype(int)))

    def _cost(self, weights: Numbers) -> tuple[float, float]:
        return self.violated(weights), float(numpy.abs(weights).sum())

    def _improved(self, weights: Numbers, unit: int) -> Numbers:
        """Hill climbing: change one weight by 1, or set it to 0, as long as that helps."""
        cost, climbing = self._cost(weights), True
        while climbing:
            climbing = False
            for index in range(len(weights)):
                for value in (weights[index] - 1, weights[index] + 1, 0):
                    if index == unit and value < 1:
                        continue
                    changed = weights.copy()
                    changed[index] = value
                    if self._cost(changed) < cost:
                        weights, cost, climbing = changed, self._cost(changed), True
        return weights


_IMPROVED = 5  # how many of the best roundings are improved
