"""How often the moves of a player were predicted, with standard errors clustered by game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.learning.examples import Example, Games


@dataclass(frozen=True)
class Accuracy:
    """Hits and examples of every game; games are the clusters of the standard error.

    >>> print(Accuracy((9, 8), (10, 10)))
    85.0% ± 5.0 of 20 moves in 2 games
    """

    hits: tuple[float, ...]
    examples: tuple[int, ...]

    @property
    def share(self) -> float:
        """The share of hits among all examples; 0 if there are none."""
        return sum(self.hits) / max(1, sum(self.examples))

    @property
    def error(self) -> float:
        """The standard error of the share, clustered by game; 1 for a single game."""
        share = self.share
        return _clustered(
            [hit - share * count for hit, count in zip(self.hits, self.examples, strict=True)], self.examples
        )

    def behind(self, other: Accuracy) -> tuple[float, float]:
        """The difference to another accuracy on the same examples, and its standard error, clustered by game."""
        total = sum(self.examples)
        less = [theirs - ours for ours, theirs in zip(self.hits, other.hits, strict=True)]
        mean = sum(less) / max(1, total)
        parts = [part - mean * count for part, count in zip(less, self.examples, strict=True)]
        return mean, _clustered(parts, self.examples)

    def to_dict(self) -> dict[str, float]:
        """The accuracy as plain values, ready for JSON."""
        return {
            "accuracy": round(self.share, 4),
            "standard_error": round(self.error, 4),
            "moves": sum(self.examples),
            "games": len(self.examples),
        }

    def __str__(self) -> str:
        total, games = sum(self.examples), len(self.examples)
        return f"{self.share:.1%} ± {100 * self.error:.1f} of {total} moves in {games} games"


def _clustered(parts: Sequence[float], examples: Sequence[int]) -> float:
    games, total = len(parts), sum(examples)
    if games < 2 or total == 0:
        return 1.0
    return math.sqrt(sum(part * part for part in parts) * games / (games - 1)) / total


def accuracy(games: Games, predicted: Callable[[Sequence[Example]], Sequence[str]]) -> Accuracy:
    """Compare predictions with the moves made; only the move itself is a hit, not an equally good one.

    >>> from kibitz.games.registry import game
    >>> start = game("checkers").start()
    >>> played = [[Example(start, "11-15"), Example(start, "9-13")], [Example(start, "11-15")]]
    >>> accuracy(played, lambda examples: ["11-15"] * len(examples)).hits
    (1, 1)
    """
    moves = iter(predicted([example for examples in games for example in examples]))
    hits = tuple(sum(next(moves) == example.move for example in examples) for examples in games)
    return Accuracy(hits, tuple(len(examples) for examples in games))
