"""The posterior over mixtures against brute-force integration, and that it finds the mixture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import SpecError
from kibitz.learning import mixture_reading
from kibitz.learning.mixture_reading import MixtureReading
from kibitz.random import Random

Rows = Sequence[tuple[float, ...]]


def brute_force(parts: int, prior: str, rows: Rows, across: int) -> tuple[list[float], list[float]]:
    """Means and deviations by summing over the cube of the numbers drawn before they are divided by their sum.

    For the Dirichlet prior these are exponential, through their quantiles: divided by their sum they are uniform.
    """
    places = (np.arange(across) + 0.5) / across
    if prior == "dirichlet":
        places = -np.log(1 - places)
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*[places] * parts, indexing="ij")], axis=1)
    weights = grid / grid.sum(axis=1, keepdims=True)
    likelihood = np.ones(len(weights))
    for row in rows:
        likelihood *= weights @ np.array(row)
    mean = likelihood @ weights / likelihood.sum()
    spread = np.sqrt(likelihood @ (weights - mean) ** 2 / likelihood.sum())
    return list(mean), list(spread)


def read(parts: int, prior: str, rows: Rows) -> MixtureReading:
    reading = MixtureReading([f"part-{place}" for place in range(parts)], prior)
    for row in rows:
        reading = reading.weigh(row)
    return reading


ROWS = st.integers(2, 4).flatmap(
    lambda parts: st.lists(
        st.tuples(*[st.sampled_from([0.0, 0.1, 0.5, 1.0])] * parts).filter(any), min_size=0, max_size=8
    ).map(lambda rows: (parts, rows))
)


@settings(max_examples=25, deadline=None)
@given(ROWS, st.sampled_from(["uniforms", "dirichlet"]))
def test_reading_a_mixture_equals_brute_force(case: tuple[int, Rows], prior: str) -> None:
    parts, rows = case
    mean, spread = brute_force(parts, prior, rows, {2: 1000, 3: 100, 4: 26}[parts])
    reading = read(parts, prior, rows)
    assert reading.exact
    close = 0.003 if prior == "uniforms" else 0.02  # exponential numbers have long tails that a grid cuts off
    assert reading.mean == pytest.approx(mean, abs=close)
    assert reading.deviation == pytest.approx(spread, abs=close)
    assert sum(reading.mean) == pytest.approx(1)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (3, 0, 1, 0), (20, 5, 1, 0), (100, 80, 3, 17)])
def test_counts_suffice_where_each_move_has_one_maker(counts: tuple[int, ...]) -> None:
    """Under the Dirichlet prior the answer is Laplace's; under the uniforms it is near it, and order is no matter."""
    unit = [tuple(float(place == other) for other in range(4)) for place in range(4)]
    rows = [unit[place] for place, count in enumerate(counts) for _ in range(count)]
    total = sum(counts)
    assert read(4, "dirichlet", rows).mean == pytest.approx([(count + 1) / (total + 4) for count in counts])
    reading = read(4, "uniforms", rows)
    assert reading == replace(read(4, "uniforms", rows[::-1]), counts=reading.counts)
    assert sum(reading.mean) == pytest.approx(1, abs=1e-10)
    ordered = sorted(zip(counts, reading.mean, strict=True))
    assert all(less[1] <= more[1] + 1e-12 for less, more in pairwise(ordered))


def test_the_uniforms_by_hand() -> None:
    """Two parts: the density of w is min(1, ...) / (2 max(w)^2), so E[w^2] is an integral that can be written out."""
    second = sum(_two_parts(power) for power in (2,))
    reading = read(2, "uniforms", [(1.0, 0.0), (1.0, 0.0)])
    assert reading.mean[0] == pytest.approx(_two_parts(3) / second, rel=1e-9)
    assert reading.density([0.25, 0.75]) == pytest.approx(0.25**2 / (2 * 0.75**2) / second, rel=1e-9)


def _two_parts(power: int) -> float:
    """E[w^n] = half the integral of w^n / max(w, 1 - w)^2, summed finely."""
    places = (np.arange(2_000_000) + 0.5) / 2_000_000
    return float(np.mean(places**power / (2 * np.maximum(places, 1 - places) ** 2)))


@pytest.mark.parametrize("prior", ["uniforms", "dirichlet"])
def test_the_density_integrates_to_one(prior: str) -> None:
    reading = read(3, prior, [(1.0, 0.5, 0.0), (0.0, 1.0, 1.0), (1.0, 0.0, 0.0)])
    steps = (np.arange(150) + 0.5) / 150
    inside = [(a, b, 1 - a - b) for a, b in product(steps, steps) if a + b < 1]
    assert sum(map(reading.density, inside)) / 150**2 == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("prior", ["uniforms", "dirichlet"])
@pytest.mark.parametrize("parts", [2, 3, 4])
def test_the_grid_agrees_with_the_polynomial(prior: str, parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(3, "rows")
    rows = [tuple(random.uniform() ** 3 for _ in range(parts)) for _ in range(25)]
    exact = read(parts, prior, rows)
    assert exact.exact
    monkeypatch.setattr(mixture_reading, "MOST_TERMS", 1)
    grid = read(parts, prior, rows)
    assert not grid.exact
    assert grid.mean == pytest.approx(exact.mean, abs=1e-3)
    assert grid.deviation == pytest.approx(exact.deviation, abs=1e-3)
    assert grid._moments[2] == pytest.approx(exact._moments[2], abs=0.01)


def test_many_moves_find_the_mixture() -> None:
    """More moves than the polynomial holds: the grid closes in."""
    truth, random = (0.6, 0.1, 0.25, 0.05), Random(9, "mixture")
    reading = MixtureReading(["a", "b", "c", "d"])
    for _ in range(2000):
        shares = [random.choice([0.05, 0.5, 0.95]) for _ in truth]
        made = random.uniform() < sum(weight * share for weight, share in zip(truth, shares, strict=True))
        reading = reading.weigh([share if made else 1 - share for share in shares])
    assert not reading.exact
    for found, spread, weight in zip(reading.mean, reading.deviation, truth, strict=True):
        assert abs(found - weight) < 3.5 * spread


def test_a_player_of_spades_is_read() -> None:
    """One who is MT three times of four and mOT else, over ten hands."""
    game, reading = kibitz.game("spades(players=3, cards=7, bids=[2, 2, 2], open=true)"), MixtureReading(["MT", "mOT"])
    mixed = kibitz.model("mixture(MT=3, mOT=1)")
    for hand in range(10):
        state, random = game.start(hand), Random(hand, "read")
        while not state.over:
            shares = kibitz.predict(mixed if state.to_move == 0 else "MT", state)
            move = random.weighted(shares)
            if state.to_move == 0:
                reading = reading.see(state, move)
            state = state.play(move)
    assert abs(reading.mean[0] - 0.75) < 3 * reading.deviation[0]
    assert reading.deviation[0] < 0.15
    assert len(reading.mixture.parts) > 1


def test_what_tells_nothing_changes_nothing_and_what_cannot_be_is_refused() -> None:
    reading = MixtureReading(["a", "b"])
    assert reading.weigh([0.3, 0.3]) is reading
    assert reading.mean == pytest.approx((0.5, 0.5))
    for wrong in ([0.0, 0.0], [1.0], [float("nan"), 1.0], [-1.0, 1.0]):
        with pytest.raises(SpecError):
            reading.weigh(wrong)
    options: dict[str, Any]
    for options in ({"parts": ["a"]}, {"parts": ["a", "b"], "prior": "flat"}, {"parts": ["a", "b"], "noise": 1.0}):
        with pytest.raises(SpecError):
            MixtureReading(**options)


def test_laplace_in_full() -> None:
    """The evidence of the Dirichlet prior is that of every sequence of moves: k! and factorials, nothing else."""
    reading = read(3, "dirichlet", [(1.0, 0.0, 0.0)] * 4 + [(0.0, 1.0, 0.0)] * 2)
    expected = factorial(2) * factorial(4) * factorial(2) * factorial(0) / factorial(8)
    assert np.exp(reading._moments[2]) == pytest.approx(expected)
