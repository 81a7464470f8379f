"""Confidence sequences: intervals that stay correct even if you check the result after every deal and stop when you
like.

An ordinary 95% interval holds the true mean in 95% of the matches if the number of deals was fixed beforehand. Someone
who checks it after every deal, and stops as soon as 0 is outside, is wrong far more often. A 95% confidence sequence is
an interval after every deal, and in 95% of the matches all of them together hold the true mean. So these intervals may
be used to decide when to stop.

The method is betting (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting"). To test
whether the true mean of numbers between 0 and 1 is m, somebody bets a part of a capital of 1 on every new number being
above m, at odds that are fair if the mean is m. If it is, the capital grows to 1/a with probability at most a at any
time (Ville 1939). There are two such gamblers: one bets on numbers above m, the other on numbers below m. If either of
them multiplies its capital by 40 (= 1 / 2.5%), m is excluded. Each gambler here divides its capital equally among
several constant bets (``BETS``), since the best one depends on the unknown mean and spread. The capital of the gambler
that bets on numbers above m falls as m rises, so the values of m that are not excluded are an interval. Its ends are
found by bisection.

Observations must be independent of each other, have the same mean and lie within known bounds: for a match, one
observation is the mean of all games of a deal. No other assumption is made about their distribution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp, inf, log, log1p, nan
from typing import Any

from kibitz.arena.comparisons import Compared, farthest
from kibitz.arena.intervals import ROUNDING, Bounds, Estimate
from kibitz.errors import KibitzError
from kibitz.holm import holm

LEVEL = 0.95
BETS = tuple(0.95 / 2**halved for halved in range(7))
"""Parts of the capital that are bet, relative to the largest bet that can never lose the whole capital. Large bets find
large differences within ten deals; the smallest bets are for about 30,000 deals."""
STEPS = 40
"""Halvings of the range in which an end of the interval lies."""


class ConfidenceSequence:
    """An interval for the mean of numbers between ``low`` and ``high``, correct after every one of them.

    ``add`` takes one observation, ``interval`` is what all observations so far say together, and ``decided`` says
    whether 0 is outside. ``p`` is a p value for a mean of 0 that may be looked at after every observation. If
    observations are means of different numbers of games, each needs a ``weight``: its number of games divided by the
    largest possible one. The mean is then the mean of all games.

    >>> sequence = ConfidenceSequence(-1, 1)
    >>> for deal in range(40):
    ...     sequence.add([1.0, 0.5, 1.0, 0.0][deal % 4])
    >>> sequence.mean, [round(end, 2) for end in sequence.interval], sequence.decided
    (0.625, [0.37, 0.81], True)
    """

    def __init__(self, low: float = -1.0, high: float = 1.0, level: float = LEVEL) -> None:
        if not low < high:
            raise KibitzError(f"a confidence sequence needs bounds with the lower one first, not {low:g} to {high:g}")
        if not 0 < level < 1:
            raise KibitzError(f"level={level:g} is not allowed; it must lie between 0 and 1")
        self.low, self.high, self.level = low, high, level
        self._shares: list[float] = []
        self._weights: list[float] = []
        self._at_zero = _Capitals(-low / (high - low)) if low < 0 < high else None

    def add(self, value: float, weight: float = 1.0) -> None:
        """Add one observation."""
        if not self.low - ROUNDING <= value <= self.high + ROUNDING or not 0 <= weight <= 1 + ROUNDING:
            raise KibitzError(
                f"{value:g} with weight {weight:g} is not an observation: values lie within {self.low:g} to "
                f"{self.high:g}, weights within 0 to 1"
            )
        share, weight = min(1.0, max(0.0, (value - self.low) / (self.high - self.low))), min(1.0, weight)
        self._shares.append(weight * share)
        self._weights.append(weight)
        if self._at_zero is not None:
            self._at_zero.add(weight * share, weight)

    @property
    def count(self) -> int:
        """How many observations there are."""
        return len(self._shares)

    @property
    def mean(self) -> float:
        """The mean of the observations, by weight."""
        if not any(self._weights):
            raise KibitzError("there is nothing to take the mean of: add an observation first")
        return self.low + (self.high - self.low) * sum(self._shares) / sum(self._weights)

    @property
    def interval(self) -> tuple[float, float]:
        """The means that no observation so far has excluded."""
        import numpy as np

        low, high = _ends(np.array(self._shares), np.array(self._weights), 1 - self.level)
        width = self.high - self.low
        return self.low + width * low, self.low + width * high

    def excludes(self, mean: float) -> bool:
        """Whether a possible mean was outside the interval at any time so far.

        >>> sequence = ConfidenceSequence(0, 1)
        >>> for _ in range(20):
        ...     sequence.add(0.5)
        >>> sequence.excludes(0.1), sequence.excludes(0.4)
        (True, False)
        """
        import numpy as np

        share, enough = (mean - self.low) / (self.high - self.low), log(2 / (1 - self.level))
        shares, weights = np.array(self._shares), np.array(self._weights)
        sides = ((shares, share), (weights - shares, 1 - share))
        return any(_capitals(side, weights, at).max() >= enough for side, at in sides)

    @property
    def p(self) -> float:
        """The p value for a mean of 0. It never rises, and it may be looked at after every observation."""
        if self._at_zero is None:
            raise KibitzError(f"0 is not within {self.low:g} to {self.high:g}, so there is nothing to decide")
        return min(1.0, 2 * exp(-self._at_zero.most))

    @property
    def decided(self) -> bool:
        """Whether 0 is outside the interval."""
        return self.p < 1 - self.level


class _Capitals:
    """The capitals of the two gamblers that bet against one mean, after every observation."""

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self.most = 0.0
        """The logarithm of the largest capital that either of them ever had."""
        self._above, self._below = [0.0] * len(BETS), [0.0] * len(BETS)

    def add(self, share: float, weight: float) -> None:
        """Let both bet on one observation."""
        for logs, gain in (
            (self._above, share / self.mean - weight),
            (self._below, (weight - share) / (1 - self.mean) - weight),
        ):
            for place, bet in enumerate(BETS):
                logs[place] += log1p(bet * gain)
            top = max(logs)
            self.most = max(self.most, top + log(sum(exp(each - top) for each in logs) / len(logs)))


def _ends(shares: Any, weights: Any, outside: float) -> tuple[float, float]:
    """The interval, for shares between 0 and their weights."""
    if not weights.any():
        return 0.0, 1.0
    low, high = (_lower_end(side, weights, outside / 2, ever=True) for side in (shares, weights - shares))
    if low + high > 1:  # the intervals at different times have no value in common: one of them was wrong
        low, high = (_lower_end(side, weights, outside / 2, ever=False) for side in (shares, weights - shares))
    return low, 1 - high


def _lower_end(shares: Any, weights: Any, outside: float, ever: bool) -> float:
    """The lowest mean that the gambler does not exclude: at any time (``ever``), or at the end."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        mean = (low + high) / 2
        capitals = _capitals(shares, weights, mean)
        if (capitals.max() if ever else capitals[-1]) >= -log(outside):
            low = mean
        else:
            high = mean
    return low


def _capitals(shares: Any, weights: Any, mean: float) -> Any:
    """The logarithm of the capital of the gambler who bets on numbers above a mean, after every observation."""
    import numpy as np

    logs = np.log1p(np.array(BETS)[:, None] * (shares / mean - weights)).cumsum(axis=1)
    top = logs.max(axis=0)
    return top + np.log(np.exp(logs - top).mean(axis=0))


def followed(sums: Any, counts: Any, most: Any, bounds: Bounds | None) -> list[Estimate]:
    """The mean of every column, as ``intervals.resampled`` gives it, with an interval that is correct under peeking.

    Rows are observations in their order. ``most`` is the largest possible number of cases in a row, for every column.
    Without ``bounds`` there is no interval.

    >>> import numpy as np
    >>> [found] = followed(np.array([[1.0], [0.0]] * 50), np.ones((100, 1)), np.ones(1), (0, 1))
    >>> print(found)
    0.5 (0.345 to 0.659)
    """
    import numpy as np

    below = counts.sum(axis=0)
    means = np.divide(sums.sum(axis=0), below, out=np.full(below.shape, np.nan), where=below > 0)
    found = []
    for mean, total, cases, largest in zip(means.tolist(), sums.T, counts.T, most, strict=True):
        if bounds is None or not cases.any():
            found.append(Estimate(mean, -inf, inf, len(sums)))
            continue
        sequence = ConfidenceSequence(*bounds)
        for value, number in zip(total[cases > 0], cases[cases > 0], strict=True):
            sequence.add(float(value / number), float(number / largest))
        found.append(Estimate(mean, *sequence.interval, len(sums)))
    return found


def by_sequence(apart: Sequence[float], seed: int, bounds: Bounds | None) -> Compared:
    """Compare two players by a confidence sequence of their differences, in the order of the deals.

    It draws nothing, so the seed has no effect. ``bounds`` are those of a player's mean. Without them there is no
    interval, and nothing is significant.

    >>> estimate, p = by_sequence([1.0, 0.5] * 20, 1, (0, 1))
    >>> print(estimate, f"p = {p:.2g}")
    0.75 (0.499 to 0.872) p = 9.3e-09
    """
    mean = sum(apart) / len(apart) if apart else nan
    possible = farthest(bounds)
    if possible is None:
        return Estimate(mean, -inf, inf, len(apart)), 1.0
    sequence = ConfidenceSequence(*possible)
    for value in apart:
        sequence.add(value)
    return Estimate(mean, *sequence.interval, len(apart)), sequence.p


class Comparison:
    """Players who are compared after every deal, until the order of their standings is decided.

    Every two players have a confidence sequence of their difference on the deals that both played. The order is decided
    when every two neighbours in the standings differ significantly: their p value, after Holm's correction for all
    pairs, is below 5%. Two players are one pair, which needs no correction: they are decided when 0 is outside their
    interval. ``low`` and ``high`` bound a player's mean in a deal.

    >>> comparison = Comparison(2)
    >>> for deal in range(12):
    ...     comparison.add([2.0, 0.0], [2, 2])  # points and games of both players
    ...     if comparison.decided:
    ...         break
    >>> comparison.deals
    9
    """

    def __init__(self, players: int, low: float = 0.0, high: float = 1.0, level: float = LEVEL) -> None:
        if players < 2:
            raise KibitzError("a comparison needs two players or more")
        self.deals = 0
        self.level = level
        self.pairs = {
            pair: ConfidenceSequence(low - high, high - low, level) for pair in combinations(range(players), 2)
        }
        self._points, self._games = [0.0] * players, [0.0] * players

    def add(self, points: Sequence[float], games: Sequence[float]) -> None:
        """Add one deal: for every player, its points and its number of games. Players without games are left out."""
        self.deals += 1
        for player, (won, played) in enumerate(zip(points, games, strict=True)):
            self._points[player] += won
            self._games[player] += played
        for (first, second), sequence in self.pairs.items():
            if games[first] and games[second]:
                sequence.add(points[first] / games[first] - points[second] / games[second])

    @property
    def decided(self) -> bool:
        """Whether every two neighbours in the standings differ significantly."""
        if not all(self._games):
            return False
        players = range(len(self._games))
        order = sorted(players, key=lambda player: (-self._points[player] / self._games[player], player))
        corrected = dict(zip(self.pairs, holm([each.p for each in self.pairs.values()]), strict=True))
        return all(corrected[min(pair), max(pair)] < 1 - self.level for pair in pairwise(order))


def stops_after(deals: Iterable[tuple[Sequence[float], Sequence[float]]], comparison: Comparison) -> int | None:
    """After how many deals the work stops: as soon as the comparison is decided. None: it is not decided yet.

    ``deals`` are in their order: the points and the games of every player in each. Only the deals and their order
    matter, so the work stops after the same deal, whatever the number of processes. A comparison that was not decided
    can be continued with the deals that follow.

    >>> comparison = Comparison(2)
    >>> stops_after([([1.0, 0.0], [1, 1])] * 5, comparison)
    >>> stops_after([([1.0, 0.0], [1, 1])] * 5, comparison)
    9
    """
    for points, games in deals:
        comparison.add(points, games)
        if comparison.decided:
            return comparison.deals
    return None
