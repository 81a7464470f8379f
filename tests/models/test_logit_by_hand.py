"""Stacked decisions, computed by hand: softmax, best moves, and how much features differ."""

from math import exp, log

import numpy as np
import pytest

from kibitz.models.logit import Stacked, one_thread

TWO = Stacked.of([[[0.0], [1.0]], [[5.0], [5.0], [8.0]]], width=1)


def test_no_decisions_give_empty_results() -> None:
    nothing = Stacked.of([], width=3)
    assert nothing.rows.shape == (0, 3)
    assert nothing.counts.shape == nothing.shares(np.zeros(0)).shape == nothing.best(np.zeros(0)).shape == (0,)
    assert nothing.effects.tolist() == [0.0, 0.0, 0.0]
    assert [each.shape for each in nothing.log_sums(np.zeros(0))] == [(0,), (0,)]


def test_shares_and_sums_also_of_large_values() -> None:
    """exp(800) is infinite, so the largest value of a decision is taken out first."""
    shares, sums = TWO.log_sums(np.array([800.0, 800.0 + log(3), -1.0, -1.0, -1.0 + log(2)]))
    assert shares == pytest.approx([0.25, 0.75, 0.25, 0.25, 0.5])
    assert sums == pytest.approx([800 + log(4), log(4 * exp(-1))])


def test_the_best_moves_share_everything() -> None:
    values = np.array([3.0, 3.0 - 3e-9, 1e6, 1e6 - 5e-4, 1e6 - 2e-3])
    assert TWO.best(values).tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]
    assert TWO.best(np.array([0.0, -0.5, 0.5, 0.0, -0.5])).tolist() == [1.0, 0.0, 1.0, 0.0, 0.0]
    assert TWO.best(np.array([0.0, -0.5, 0.5, 0.0, -0.5]), slack=0.5).tolist() == [0.5, 0.5, 0.5, 0.5, 0.0]


def test_effects_are_root_mean_squares_where_a_feature_differs() -> None:
    """Differences from the mean 0.5: twice 0.5; from the mean 6: 1, 1 and 2."""
    assert TWO.effects.tolist() == pytest.approx([((0.25 + 0.25 + 1 + 1 + 4) / 5) ** 0.5])
    some = Stacked.of([[[2.0, 7.0], [2.0, 9.0]], [[0.5, 1.0], [0.5, 1.0], [0.5, 1.0]]], width=2)
    assert some.effects.tolist() == [0.0, 1.0]
    small = Stacked.of([[[0.001, 1.0], [0.003, 1.0 + 1e-8]]], width=2)
    assert small.effects.tolist() == pytest.approx([0.001, 0.0], abs=0)


def test_a_feature_that_repeats_another_or_its_negative_has_no_effect() -> None:
    rows = [[1.0, -1.0, 1.0, 2.0, 1.0], [0.0, -0.0, 0.0, 0.0, 1.0], [-2.0, 2.0, -2.0, -4.0, 1.0]]
    found = Stacked.of([rows], width=5)
    assert found.told_before.tolist() == [False, True, True, False, False]
    assert (found.effects > 0).tolist() == [True, False, False, True, False]


def test_linear_algebra_uses_one_thread() -> None:
    from threadpoolctl import threadpool_info

    with one_thread():
        assert {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"} == {1}
