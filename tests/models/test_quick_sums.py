"""Sums of weighted features that games of cards find without writing the features down."""

from collections.abc import Iterable
from math import exp
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.random import Random


@pytest.mark.parametrize(
    "game",
    [
        "spades(players=4, scoring=tricks)",
        "spades(players=3, cards=7)",
        "hearts(passing=left)",
        "hearts(players=3)",
        "hearts(players=5)",
    ],
)
def test_quick_sums_are_the_sums_of_features(game: str) -> None:
    """Games of cards add up features and weights without writing the features down. The sums are those of the features
    that ``moves_described`` lists, to the last bit: bids and passes, and every card of a hand."""
    names = kibitz.game(game).move_feature_names
    count = len(names) - len(kibitz.game(game).situation_feature_names)
    compared = 0
    for seed in range(3):
        random = Random(seed, "quick sums")
        weights = [random.uniform() - 0.5 for _ in range(count)] + [0.0] * (len(names) - count)
        behaviour = _core.Behaviour.logit(1.0, None, weights)
        state: Any = kibitz.game(game).start(seed)
        while not state.over:
            sums = []
            for row in state.core.moves_described():
                total = 0.0
                for weight, feature in zip(weights, row, strict=False):
                    total += weight * feature
                sums.append(total)
            parts = [exp(each - max(sums)) for each in sums]
            assert state.core.behaves(behaviour) == [part / _added(parts) for part in parts]
            compared += len(sums) > 1
            state = state.play(random.choice(state.moves()))
    assert compared > 10


def _added(numbers: Iterable[float]) -> float:
    """The sum, from left to right; ``sum`` of later Pythons rounds less."""
    total = 0.0
    for number in numbers:
        total += number
    return total
