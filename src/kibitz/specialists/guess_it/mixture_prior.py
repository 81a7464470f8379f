"""The prior over mixtures of lockett2007, section 5, as points with weights.

The paper draws a uniform number for every part and divides by their sum. Given which number is the largest, the ratios
of the others to it are uniform and independent: the prior has one cube for each possible largest part, all equally
likely. In each cube, Gauss's rule with 12 points a side integrates the likelihood of a game of Guess It to 12 digits
(``tests/specialists/guess_it/test_mixture_prior.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

ACROSS = 12


@dataclass(frozen=True, eq=False)
class Points:
    """Mixtures, one in each row of an array, and an array of their probabilities."""

    mixtures: Any
    shares: Any

    @property
    def mean(self) -> tuple[float, ...]:
        """The expected weight of every part."""
        return tuple(map(float, self.shares @ self.mixtures))

    @property
    def deviation(self) -> tuple[float, ...]:
        """The standard deviation of the weight of every part."""
        apart = self.mixtures - self.shares @ self.mixtures
        return tuple(map(float, (self.shares @ apart**2) ** 0.5))


Box = tuple[Any, Any]
"""For every part except the largest: the lowest and the highest ratio of its weight to the largest weight."""


def prior_points(parts: int = 4, across: int = ACROSS) -> Points:
    """The prior over mixtures of ``parts`` parts, with a number of points along every side of a cube.

    >>> [round(weight, 6) for weight in prior_points(parts=2, across=6).mean]
    [0.5, 0.5]
    """
    import numpy as np  # slow to load

    everywhere: Box = ([0.0] * (parts - 1), [1.0] * (parts - 1))
    cubes = [cube_points(largest, everywhere, across) for largest in range(parts)]
    return Points(np.vstack([points for points, _ in cubes]), np.hstack([sizes for _, sizes in cubes]) / parts)


def cube_points(largest: int, box: Box, across: int) -> tuple[Any, Any]:
    """Points in a box of the ratios to the largest part, as mixtures, and the volume that each point represents."""
    import numpy as np

    places, widths = np.polynomial.legendre.leggauss(across)
    low, high = (np.asarray(ends, dtype=float) for ends in box)
    sides = [(bottom + (top - bottom) * (places + 1) / 2) for bottom, top in zip(low, high, strict=True)]
    scaled = [(top - bottom) * widths / 2 for bottom, top in zip(low, high, strict=True)]
    ratios = np.stack([axis.ravel() for axis in np.meshgrid(*sides, indexing="ij")], axis=1)
    sizes = np.prod([axis.ravel() for axis in np.meshgrid(*scaled, indexing="ij")], axis=0)
    whole = np.insert(ratios, largest, 1.0, axis=1)
    return whole / whole.sum(axis=1, keepdims=True), sizes
