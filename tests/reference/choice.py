"""Choices and their fit, by definition: a tree search without shortcuts, and a likelihood that is climbed slowly."""

import math
from typing import Any

from kibitz.models.choice import choice_features, described


def boards(state: Any, weights: Any, depth: Any) -> Any:
    """The features of the position in which play ends after each move, if everybody looks ahead with these weights."""
    game, seat = state.game, state.to_move
    names = choice_features(game)

    def worth(position: Any, of: Any) -> Any:
        found = sum(weights.get(name, 0) * value for name, value in position.features(of).items())
        return found + (game.end_weight(weights) * position.scores[of] if position.over else 0)

    def end(position: Any, left: Any) -> Any:
        if left == 0 or position.over:
            return position
        mover = position.to_move
        ends = [end(position.play(move), left - 1) for move in position.moves()]
        if game.players == 2:  # the other one is taken to minimise
            values = [worth(each, seat) for each in ends]
            return ends[values.index(max(values) if mover == seat else min(values))]
        values = [worth(each, mover) for each in ends]
        return ends[values.index(max(values))]

    rows = []
    for move, row in zip(state.moves(), described(state), strict=True):
        last = end(state.play(move), depth - 1)
        others = [other for other in range(game.players) if other != seat]
        told = dict(zip(names, row, strict=True))
        for name, value in last.features(seat).items():
            told[name] = value
            told["others_" + name] = sum(last.features(other)[name] for other in others) / len(others)
        told["end"] = last.scores[seat] if last.over else 0
        rows.append([told[name] for name in names])
    return rows


def log_likelihood(decisions: Any, weights: Any, noise: Any) -> Any:
    """Of decisions, each as rows of features, the weight of ends and the number of the move made."""
    total = 0.0
    for rows, made in decisions:
        values = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]
        most = max(values)
        powers = [math.exp(value - most) for value in values]
        total += math.log((1 - noise) * powers[made] / sum(powers) + noise / len(rows))
    return total
