"""Ordered lists of preferences, from their definition: a decision is the feature values of its legal moves and the
number of the move that was made. Preference 2f is for high values of feature f, 2f + 1 for low ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import log

Decision = tuple[Sequence[Sequence[float]], int]
SLACK = 1e-9


def remaining(moves: Sequence[Sequence[float]], preferences: Sequence[int]) -> list[int]:
    """The moves that a list leaves: the best by its first preference, of these the best by the second, and so on."""
    left = list(range(len(moves)))
    for preference in preferences:
        feature, sign = preference // 2, -1 if preference % 2 else 1
        best = max(sign * moves[move][feature] for move in left)
        left = [move for move in left if sign * moves[move][feature] > best - SLACK]
    return left


def worth_of(decisions: Sequence[Decision], preferences: Sequence[int], errors: Sequence[float], told: float) -> float:
    """The log likelihood of the decisions under the error rate that explains most, less what the list costs."""

    def likelihood(error: float) -> float:
        total = 0.0
        for moves, made in decisions:
            left = remaining(moves, preferences)
            total += log((1 - error) * (made in left) / len(left) + error / len(moves))
        return total

    return max(map(likelihood, errors)) - told * len(preferences)


def differs(decisions: Sequence[Decision], preferences: Sequence[int]) -> bool:
    """Whether the last preference, for high or for low values, changes what is left in a decision that may still be
    explained: the move that was made is left before it."""
    *before, last = preferences
    return any(
        made in remaining(moves, before)
        and len(remaining(moves, [*before, 2 * (last // 2) + low])) < len(remaining(moves, before))
        for moves, made in decisions
        for low in (0, 1)
    )


def all_lists(decisions: Sequence[Decision], longest: int) -> Iterator[list[int]]:
    """Every list up to this length in which every preference makes a difference when its turn comes."""
    width = len(decisions[0][0][0])
    yield []
    for length in range(1, longest + 1):
        for features in permutations(range(width), length):
            for signs in product((0, 1), repeat=length):
                found = [2 * feature + sign for feature, sign in zip(features, signs, strict=True)]
                if all(differs(decisions, found[: end + 1]) for end in range(length)):
                    yield found
