"""Decisions as numbers: the features of all moves of many decisions in one matrix, for fits of choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np


def one_thread() -> AbstractContextManager[Any]:
    """Within this context, linear algebra uses one thread.

    On matrices of this size more threads cost more than they save, and they take the cores of other games.

    >>> with one_thread():
    ...     total = np.ones(3) @ np.ones(3)
    """
    return cast("AbstractContextManager[Any]", _controller().limit(limits=1, user_api="blas"))


@lru_cache(maxsize=1)
def _controller() -> Any:
    import scipy.optimize  # noqa: F401  it has a linear algebra of its own, and only what is loaded is found
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@dataclass(frozen=True)
class Stacked:
    """The moves of many decisions, one row a move, the decisions one after the other.

    >>> two = Stacked.of([[[1.0], [2.0]], [[3.0], [4.0], [5.0]]], width=1)
    >>> two.rows.shape, two.starts.tolist()
    ((5, 1), [0, 2])
    >>> two.shares(np.zeros(5)).round(2).tolist()
    [0.5, 0.5, 0.33, 0.33, 0.33]
    """

    rows: np.ndarray
    counts: np.ndarray
    """How many moves each decision has."""

    @classmethod
    def of(cls, decisions: Sequence[Sequence[Sequence[float]] | np.ndarray], width: int) -> Stacked:
        """Stack decisions; each is the features of all its moves."""
        if not decisions:
            return cls(np.zeros((0, width)), np.zeros(0, dtype=int))
        rows = np.concatenate([np.asarray(each, dtype=float) for each in decisions])
        return cls(rows, np.array([len(each) for each in decisions]))

    @cached_property
    def starts(self) -> np.ndarray:
        """The row of the first move of every decision."""
        starts: np.ndarray = np.cumsum(self.counts) - self.counts
        return starts

    @cached_property
    def owners(self) -> np.ndarray:
        """The decision of every row."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def effects(self) -> np.ndarray:
        """The root mean square deviation of each feature within a decision, over the moves where it deviates at all.

        It is 0 for a feature that never deviates, and for one that repeats an earlier feature.
        """
        if not len(self.counts):
            return np.zeros(self.rows.shape[1])
        means = np.add.reduceat(self.rows, self.starts) / self.counts[:, None]
        squares = (self.rows - means[self.owners]) ** 2
        differing = (squares > 1e-12).sum(axis=0)
        effects: np.ndarray = np.sqrt(squares.sum(axis=0) / np.maximum(differing, 1))
        effects[(differing == 0) | self._repeated(np.flatnonzero(differing))] = 0.0
        return effects

    @cached_property
    def told_before(self) -> np.ndarray:
        """Redundant features: equal to an earlier feature or to its negative, as in some games for two players."""
        return self._repeated(range(self.rows.shape[1]))

    def _repeated(self, places: Iterable[int]) -> np.ndarray:
        """Which of the features in these places are equal to an earlier one of them or to its negative."""
        known: set[bytes] = set()
        repeated = np.zeros(self.rows.shape[1], dtype=bool)
        columns = np.ascontiguousarray(self.rows.T)
        for place in places:
            column = columns[place]
            told = (column + 0.0).tobytes(), (0.0 - column).tobytes()  # + 0.0 turns -0.0 into 0.0
            repeated[place] = told[0] in known
            known.update(told)
        return repeated

    def shares(self, values: np.ndarray) -> np.ndarray:
        """The probability of every move: softmax of the values within each decision."""
        return self._shares(values)[0]

    def log_sums(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The probability of every move, and for every decision the log of the sum that normalises it."""
        shares, sums, most = self._shares(values)
        return shares, np.log(sums) + most

    def _shares(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if not len(self.counts):
            return np.zeros(0), np.zeros(0), np.zeros(0)
        most = np.maximum.reduceat(values, self.starts)
        powers = np.exp(values - most[self.owners])
        sums = np.add.reduceat(powers, self.starts)
        return powers / sums[self.owners], sums, most

    def best(self, values: np.ndarray, slack: float = 1e-9) -> np.ndarray:
        """The probability of every move if only the best moves are made, all equally likely."""
        if not len(self.counts):
            return np.zeros(0)
        most = np.maximum.reduceat(values, self.starts)
        top = (values >= (most - slack * (1 + np.abs(most)))[self.owners]).astype(float)
        shares: np.ndarray = top / np.add.reduceat(top, self.starts)[self.owners]
        return shares
