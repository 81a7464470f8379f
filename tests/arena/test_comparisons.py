"""Paired differences, on numbers that can be worked out by hand."""

import numpy as np
import pytest

from kibitz.arena.comparisons import Difference, chance_of_mean, differences, farthest
from kibitz.arena.intervals import Estimate


@pytest.mark.parametrize(("corrected", "significant"), [(0.049, True), (0.05, False), (0.06, False), (1.0, False)])
def test_significant_is_below_five_per_cent_after_the_correction(corrected: float, significant: bool) -> None:
    assert Difference("Ann", "Ben", Estimate(1.0, 0.5, 1.5, 9), 0.001, corrected).significant == significant


def test_only_deals_that_both_played_are_compared_each_by_its_games() -> None:
    sums = np.array([[3.0, 1.0], [2.0, 0.0], [0.0, 5.0], [4.0, 6.0]])
    counts = np.array([[2.0, 1.0], [1.0, 0.0], [0.0, 2.0], [4.0, 2.0]])
    [found] = differences(["Ann", "Ben"], sums, counts, seed=1)
    assert (found.difference.mean, found.difference.clusters) == (-0.75, 2)  # 3/2 - 1/1 and 4/4 - 6/2


def test_a_difference_goes_from_one_bound_to_the_other() -> None:
    assert farthest((1.0, 4.0)) == (-3.0, 3.0)
    assert farthest(None) is None


def test_one_deal_proves_nothing() -> None:
    assert chance_of_mean([3.0]) == 1.0
