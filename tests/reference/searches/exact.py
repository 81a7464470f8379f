"""Searches of real positions in fractions, written from the definitions: what a tie is when nothing is rounded.

Weights are the decimals that a person wrote. A position beyond which nobody looks is worth to each seat the weighted
sum of its features and, where the game is over, what the score weighs. Positions and features come from the games; all
that is compared with the fast searches is how values are made, compared and averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import kibitz
from reference.searches.max_prob import win_probabilities, winners

Vector = tuple[Fraction, ...]
Leaf = Callable[[kibitz.State], Vector]


def as_written(number: float) -> Fraction:
    """The decimal that was written for a float."""
    return Fraction(repr(float(number)))


def weighted(weights: Mapping[str, float]) -> Leaf:
    """What every seat has, features alone. Sums are kept by features: most moves leave those of the others alone."""
    exact = {name: as_written(weight) for name, weight in weights.items()}
    sums: dict[tuple[float, ...], Fraction] = {}

    def of_seat(values: Mapping[str, float]) -> Fraction:
        key = tuple(values.values())
        if key not in sums:
            parts = (exact[name] * Fraction(value) for name, value in values.items() if name in exact)
            sums[key] = sum(parts, Fraction(0))
        return sums[key]

    return lambda state: tuple(of_seat(state.features(seat)) for seat in range(state.game.players))


def evaluation(game: kibitz.Game, weights: Mapping[str, float]) -> Leaf:
    """The evaluation, with the score where the game is over."""
    end, standing = as_written(game.end_weight(weights)), weighted(weights)

    def leaf(state: kibitz.State) -> Vector:
        features = standing(state)
        if not state.over or not end:
            return features
        return tuple(value + end * Fraction(score) for value, score in zip(features, state.scores, strict=True))

    return leaf


def winning(game: kibitz.Game, weights: Mapping[str, float]) -> Leaf:
    """The probability of winning of hashavit2011: intervals from the heuristic value up to its upper bound."""
    bounds = game.bounds  # type: ignore[attr-defined]
    upper = sum(
        (max(as_written(weight) * Fraction(end) for end in bounds[name]) for name, weight in weights.items()),
        Fraction(0),
    )
    standing = weighted(weights)

    def leaf(state: kibitz.State) -> Vector:
        if state.over:
            return winners(tuple(state.scores))
        return win_probabilities([(low, max(low, upper)) for low in standing(state)])

    return leaf


def maxn(state: kibitz.State, depth: int, leaf: Leaf, ties: str) -> Vector:
    """The vector of a position in which every seat takes what is best for itself."""
    if depth == 0 or state.over:
        return leaf(state)
    vectors = [maxn(state.play(move), depth - 1, leaf, ties) for move in state.moves()]
    return taken(vectors, state.to_move, ties)


def taken(vectors: Sequence[Vector], seat: int, ties: str) -> Vector:
    """What goes up from these children."""
    most = max(vector[seat] for vector in vectors)
    tied = [vector for vector in vectors if vector[seat] == most]
    if ties == "average":
        return tuple(sum(parts, Fraction(0)) / len(tied) for parts in zip(*tied, strict=True))
    return tied[0] if ties == "left-low" else tied[-1]


def coalition(state: kibitz.State, depth: int, leaf: Leaf, seat: int) -> Fraction:
    """What a seat is sure of when everybody else is against it."""
    if depth == 0 or state.over:
        return leaf(state)[seat]
    values = [coalition(state.play(move), depth - 1, leaf, seat) for move in state.moves()]
    return max(values) if state.to_move == seat else min(values)
