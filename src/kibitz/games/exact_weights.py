"""Weights as integer multiples of a common unit, so that weighted sums of integer features are exact, and so are ties.

0.1 and 0.02 have no exact float, and sums of them depend on the order in which they are added: two moves that are worth
3.08 may come out as 3.08 and 3.0799999999999996. As 10 and 2 hundredths they are exact. Searches add up such whole
numbers and divide once, when a value is reported (``core/search/exactness.hpp``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, isfinite, lcm
from typing import NamedTuple

Bounds = tuple[float, float]

LARGEST_EXACT = 2**50
"""Different integers below this bound stay different after a division. So weighted sums that stay below it can be
compared exactly."""

LARGEST_SCORE = 1000
"""The largest final score that is assumed when the range of weighted sums is checked."""


class Weights(NamedTuple):
    """Weights as multiples of a unit. If they cannot be exact, the unit is 1 and the weights are unchanged."""

    weights: tuple[float, ...]
    end_weight: float
    numerator: int
    denominator: int
    exact: bool
    largest: float
    """The largest possible absolute value of a weighted sum, in the unit."""

    def weighted(self, values: Sequence[float]) -> float:
        """The weighted sum of features, divided once."""
        total = sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return total * self.numerator / self.denominator


@lru_cache(maxsize=4096)  # the bounds of features are asked for again and again
def decimal(value: float) -> Fraction:
    """The decimal number that was written for this float.

    >>> decimal(0.02), decimal(3)
    (Fraction(1, 50), Fraction(3, 1))
    """
    return Fraction(repr(float(value)))


def in_units(weights: tuple[float, ...], end_weight: float, bounds: tuple[Bounds, ...]) -> Weights:
    """The weights of features and of the final score as integer multiples of their largest common unit.
    ``bounds`` holds the lowest and highest value of each feature.

    Weights with too many digits for exact sums, such as 1/3, are not changed.

    >>> in_units((1, 0.02, 0.01), 0.0, ((0, 6), (-11, 0), (0, 30)))[:5]
    ((100.0, 2.0, 1.0), 0.0, 1, 100, True)
    >>> in_units((300, 6, 3), 0.0, ((0, 6), (-11, 0), (0, 30)))[:5]
    ((100.0, 2.0, 1.0), 0.0, 3, 1, True)
    >>> in_units((1, 1 / 3), 0.0, ((0, 6), (0, 1))).exact
    False
    """
    most = [max(abs(low), abs(high)) for low, high in bounds]
    given = [decimal(weight) for weight in (*weights, end_weight)]
    denominator = lcm(*(weight.denominator for weight in given))
    numerator = gcd(*(int(weight * denominator) for weight in given)) or denominator
    whole = [int(weight * denominator) // numerator for weight in given]
    shared = gcd(numerator, denominator)
    numerator, denominator = numerator // shared, denominator // shared
    counting = [(abs(weight), size) for weight, size in zip(whole, most, strict=False) if weight]
    bounded = all(isfinite(size) for _, size in counting)
    if bounded and max(numerator, denominator, *map(abs, whole)) < LARGEST_EXACT:
        features = sum(weight * size for weight, size in counting)
        if features + LARGEST_SCORE * abs(whole[-1]) < LARGEST_EXACT:
            *parts, end = map(float, whole)
            return Weights(tuple(parts), end, numerator, denominator, True, features + abs(end))
    plain = sum(abs(weight) * size for weight, size in zip(weights, most, strict=True) if weight)
    largest = plain + abs(end_weight) if isfinite(plain) else 0.0
    return Weights(tuple(map(float, weights)), float(end_weight), 1, 1, False, largest)


def weighted_interval(weights: Mapping[str, float], bounds: Mapping[str, Bounds]) -> Bounds:
    """The bounds of a weighted sum, from the bounds of its parts; rounded only once.

    >>> weighted_interval({"a": 0.1, "b": -0.2}, {"a": (0, 3), "b": (0, 1)})
    (-0.2, 0.3)
    """
    counting = [(weight, bounds[name]) for name, weight in weights.items() if weight]
    if not all(isfinite(end) for _, ends in counting for end in ends):
        ends = [sorted((weight * low, weight * high)) for weight, (low, high) in counting]
        return sum(low for low, _ in ends), sum(high for _, high in ends)
    exact = [
        sorted((decimal(weight) * decimal(low), decimal(weight) * decimal(high))) for weight, (low, high) in counting
    ]
    return float(sum(low for low, _ in exact)), float(sum(high for _, high in exact))
