"""How sure weights are, step by step: the posterior, the sampler, and what is told of the draws."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning.choice_errors import (
    SureWeights,
    _Posterior,
    effective_draws,
    hamiltonian_draws,
)
from kibitz.learning.choice_fit import MOVES, Boards, ChoiceFit, watched_in
from kibitz.models.logit import Stacked
from kibitz.random import Random

GAME = kibitz.game("tic-tac-toe")
WINS = GAME.start().play_all("b2, a1, c2, c1")  # x wins at a2
OPEN_LINES = [1, 1, 2, 1, 1]  # after b1, a2, a3, b3, c3

# Two decisions, between two moves and between three.
STACKED = Stacked.of([[[1.0, 0.0], [0.0, 0.5]], [[0.0, 1.0], [2.0, -1.0], [1.0, 1.0]]], 2)
ENDS = np.array([0.0, 0.7, 0.0, 0.0, -0.4])
AT = np.array([0.6, -0.3, 0.4, -0.8])


def posterior(*made: int) -> _Posterior:
    boards = Boards(STACKED, np.array(made), ("one", "other"), frozenset())
    return _Posterior(boards, STACKED.rows, ENDS, np.array([0.1, 0.2, 0.3, 0.4]), np.array([2.0, 0.5, 1.5, 0.8]))


def test_the_density_by_hand() -> None:
    """One feature in favour of the first of two moves by log 3, and half of the largest error rate of 90%."""
    boards = Boards(Stacked.of([[[1.0], [0.0]]], 1), np.array([0]), ("one",), frozenset())
    prior = np.array([0.0, 0.0, 0.0]), np.array([1.0, 2.0, 3.0])
    at = np.array([log(3), 0.0, 0.0])
    alone = _Posterior(boards, boards.stacked.rows, np.zeros(2), *prior)
    assert alone.log_density(at)[0] == pytest.approx(log(0.55 * 0.75 + 0.45 * 0.5) - log(3) ** 2 / 2)
    ended = replace(alone, ends=np.array([0.0, log(3)]))  # now both are worth the same
    assert ended.log_density(at)[0] == pytest.approx(log(0.5) - log(3) ** 2 / 2)
    larger = np.array([log(3) / 2, log(2), 0.0])
    assert alone.log_density(larger)[0] == pytest.approx(log(0.6375) - log(3) ** 2 / 8 - log(2) ** 2 / 8)
    erring = np.array([log(3), 0.0, log(2)])  # 60%
    assert alone.log_density(erring)[0] == pytest.approx(log(0.6) - log(3) ** 2 / 2 - log(2) ** 2 / 18)


@pytest.mark.parametrize("made", [(0, 2), (1, 4), (1, 3)])
def test_the_slope_is_that_of_the_density(made: tuple[int, ...]) -> None:
    given = posterior(*made)
    slope = given.log_density(AT)[1]
    for place in range(4):
        near = np.eye(4)[place] * 1e-6
        rise = (given.log_density(AT + near)[0] - given.log_density(AT - near)[0]) / 2e-6
        assert slope[place] == pytest.approx(rise, abs=1e-6)


def test_sizes_above_e_to_the_30_make_no_difference() -> None:
    """Apart from their prior. They would, for a shape that is small enough."""
    sizes = (29.0, 30.0, 31.0, 2000.0)
    found = [posterior(0, 2).log_density(np.array([1e-13, 0.0, size, -0.8]))[0] for size in sizes]
    below, *above = (height + ((size - 0.3) / 1.5) ** 2 / 2 for height, size in zip(found, sizes, strict=True))
    assert above == pytest.approx([above[0]] * 3, abs=1e-6)
    assert abs(below - above[0]) > 0.01


def test_the_information_is_the_mean_square_of_the_slopes() -> None:
    """Of the slopes of the log likelihood, over the moves that the player might make; the prior adds its precision."""
    given = posterior(0, 2)
    off = (AT - given.means) / given.spreads
    expected = np.diag(1 / given.spreads**2)
    for moves in ([0, 1], [2, 3, 4]):
        rows = STACKED.rows[moves]
        for made in range(len(moves)):
            boards = Boards(Stacked(rows, np.array([len(moves)])), np.array([made]), ("one", "other"), frozenset())
            height, slope = replace(given, boards=boards, scaled=rows, ends=ENDS[moves]).log_density(AT)
            slope = slope + off / given.spreads  # without the prior
            expected = expected + exp(height + off @ off / 2) * np.outer(slope, slope)
    assert given.information(AT) == pytest.approx(expected)


def test_the_sampler_works_in_units_of_the_normal_approximation(monkeypatch: pytest.MonkeyPatch) -> None:
    given, asked = posterior(0, 2), []

    def sampled(density: Any, begin: Any, random: Random) -> Any:
        asked.append((density, begin, random.uniform()))
        return np.vstack([np.zeros(4), np.eye(4)])

    monkeypatch.setattr("kibitz.learning.choice_errors.hamiltonian_draws", sampled)
    centre, *corners = given.draws(AT, 7)
    ((density, begin, drawn),) = asked
    assert begin.tolist() == [0, 0, 0, 0]
    assert drawn == Random(7, "weights").uniform()
    assert centre == pytest.approx(AT)
    root = np.array(corners - centre).T
    assert root @ root.T @ given.information(AT) == pytest.approx(np.eye(4), abs=1e-9)
    aside = np.array([0.1, 0.2, -0.3, 0.1])
    height, slope = density(aside)
    assert height == given.log_density(AT + root @ aside)[0]
    near = np.array([1e-6, 0, 0, 0])
    assert slope[0] == pytest.approx((density(aside + near)[0] - density(aside - near)[0]) / 2e-6, abs=1e-5)


class Scripted(Random):
    """Draws the same standard normal number each time, takes three steps, and then draws ``accepts``."""

    def __init__(self, normal: float, count: int, accepts: float = 0.5) -> None:
        super().__init__(0)
        self.script = [*[1 - exp(-(normal**2) / 2)] * count, *[0.0] * count, accepts]
        self.asked = 0
        self.bounds: list[int] = []

    def uniform(self) -> float:
        self.asked += 1
        return self.script[(self.asked - 1) % len(self.script)]

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return 2


def flat(at: np.ndarray) -> tuple[float, np.ndarray]:
    return 0.0, 0 * at


def test_where_nothing_slopes_a_draw_goes_straight_on_and_steps_grow() -> None:
    """Every draw is accepted, which is a fifth more than is aimed at: steps of 1, e^0.2, e^(0.2 + 0.2 / 2^0.6)."""
    random = Scripted(0.5, 1)
    found = hamiltonian_draws(flat, np.zeros(1), random, draws=2, unused=2)
    second, last = exp(0.2), exp(0.2 + 0.2 / 2**0.6)
    first = 1.5 * (1 + second + last)
    assert found.ravel() == pytest.approx([first, first + 1.5 * last])
    assert set(random.bounds) == {50}


def test_the_first_step_is_smaller_where_there_are_more_numbers() -> None:
    """The fourth root of 16 is 2."""
    assert hamiltonian_draws(flat, np.zeros(16), Scripted(1.0, 16), 1, 0)[0] == pytest.approx([1.5] * 16)
    assert hamiltonian_draws(flat, np.zeros(0), Scripted(1.0, 0), 1, 0).shape == (1, 0)


def test_on_a_slope_a_draw_speeds_up() -> None:
    """Three steps of length 1 with speed 1 and acceleration 2: 3 + 2 * 9 / 2. Energy is kept, so it is accepted."""
    found = hamiltonian_draws(
        lambda at: (2 * float(at[0]), np.array([2.0])), np.zeros(1), Scripted(1.0, 1, 0.999), 1, 0
    )
    assert found.ravel() == pytest.approx([12])


@pytest.mark.parametrize(("fall", "taken"), [(0.69, True), (0.7, False), (-0.01, True), (-3.0, True)])
def test_a_draw_that_falls_by_log_2_is_taken_half_the_time(fall: float, taken: bool) -> None:
    """Heights without slopes, so that nothing is gained from speed."""

    def cliff(at: np.ndarray) -> tuple[float, np.ndarray]:
        return (-fall if at[0] > 0 else 0.0), np.zeros(1)

    found = hamiltonian_draws(cliff, np.zeros(1), Scripted(1.0, 1, 0.5), 1, 0)
    assert found.ravel() == pytest.approx([3.0 if taken else 0.0])


def test_a_fall_makes_steps_smaller() -> None:
    """It is accepted with probability a half, which is 0.3 less than is aimed at."""

    def cliff(at: np.ndarray) -> tuple[float, np.ndarray]:
        return (-log(2) if 0 < at[0] < 3.1 else 0.0), np.zeros(1)

    found = hamiltonian_draws(cliff, np.zeros(1), Scripted(1.0, 1, 0.4), 1, 1)
    assert found.ravel() == pytest.approx([3 + 3 * exp(-0.3)])


def test_a_rise_is_accepted_with_probability_1_and_no_more() -> None:
    """So it makes steps larger by a fifth, like a draw on the same level."""

    def stairs(at: np.ndarray) -> tuple[float, np.ndarray]:
        return (0.5 if at[0] > 0 else 0.0), np.zeros(1)

    found = hamiltonian_draws(stairs, np.zeros(1), Scripted(1.0, 1), 1, 1)
    assert found.ravel() == pytest.approx([3 + 3 * exp(0.2)])


def test_what_is_no_number_is_never_taken() -> None:
    """Not even if 0 is drawn; and steps become smaller, by the whole 0.8."""

    def edge(at: np.ndarray) -> tuple[float, np.ndarray]:
        return (0.0 if at[0] < 2.9 else float("nan")), np.zeros(1)

    assert hamiltonian_draws(edge, np.zeros(1), Scripted(1.0, 1, 0.0), 1, 0).ravel() == [0]
    found = hamiltonian_draws(edge, np.zeros(1), Scripted(1.0, 1, 0.0), 1, 1)
    assert found.ravel() == pytest.approx([3 * exp(-0.8)])


def test_normal_numbers_turn_with_the_second_half() -> None:
    """A quarter of a turn leaves nothing of a number, half a turn its negative."""
    for turn, factor in ((0.25, 0), (0.5, -1)):
        random = Scripted(1.0, 1)
        random.script[1] = turn
        assert hamiltonian_draws(flat, np.zeros(1), random, 1, 0).ravel() == pytest.approx([3 * factor], abs=1e-9)


def test_there_are_2000_draws_after_400_that_are_not_used() -> None:
    given = signature(hamiltonian_draws).parameters
    assert (given["draws"].default, given["unused"].default) == (2000, 400)


@pytest.mark.parametrize(
    ("draws", "effective"),
    [
        ([1, 1, -1, -1], 4 / 1.5),  # correlations 1, 1/4, then a pair below 0
        ([3, 3, 1, 1], 4 / 1.5),  # around its mean
        ([0.03, 0.03, 0.01, 0.01], 4 / 1.5),
        ([1, 1, 0, -1, -1], 2.5),  # correlations 1, 1/2, then a pair below 0; the last is left over
        ([1, -1], 2),  # never more than there are
        ([2, 2, 2], 3),  # a number that does not vary is known
        ([4, -1, 4, 0, -4, 1, -4, 0], 8 * 66 / 82),  # pairs of 50 and 24 of 66, then one below 0
    ],
)
def test_effective_draws_by_hand(draws: list[float], effective: float) -> None:
    assert effective_draws(np.array(draws)[:, None]) == pytest.approx([effective])


def test_effective_draws_of_two_columns() -> None:
    assert effective_draws(np.array([[1, 2], [1, 2], [-1, 2], [-1, 2]])) == pytest.approx([4 / 1.5, 4])


def test_a_pair_above_0_adds_to_the_correlation() -> None:
    """Three equal draws at each of two places: the correlations are 1, 1/2, 0, -1/2, -1/3 and -1/6. Their pairs are
    3/2, -1/2, ..., so 6 draws are worth 6 / (3 - 1)."""
    assert effective_draws(np.array([[1.0], [1], [1], [-1], [-1], [-1]])) == pytest.approx([3])


def sure(draws: Any, effects: Any = (1.0, 2.0)) -> SureWeights:
    rows = np.array(draws)
    return SureWeights(("one", "other")[: rows.shape[1]], rows, np.array(effects[: rows.shape[1]]))


def test_what_is_told_of_draws_of_one_weight() -> None:
    """0 to 0.5 in hundred steps: the middle 68% of the draws go from 0.08 to 0.42."""
    found = sure(np.linspace(0, 0.5, 101)[:, None] * -1)
    assert found.weights == pytest.approx([-0.25])
    assert found.spread == pytest.approx([0.17])
    assert found.unit == 0.25


def test_without_weights_the_unit_is_1() -> None:
    empty = SureWeights((), np.zeros((1, 0)), np.zeros(0))
    assert empty.unit == 1
    assert (empty.relative, empty.errors, empty.sure, empty.effective) == ({}, {}, {}, 1)
    assert sure([[0.0, 0.0]]).unit == 1


def test_draws_that_differ_in_size_only_are_scaled() -> None:
    """They agree about what is valued, however sharply it chooses."""
    found = sure([[0.1, 0.025], [0.2, 0.05], [0.3, 0.075], [0.2, 0.05]])
    assert found.relative == pytest.approx({"one": 1, "other": 0.25})
    assert found.errors == pytest.approx({"one": 0, "other": 0}, abs=1e-9)
    assert found._shown == pytest.approx(np.array([[0.2, 0.05]] * 4))


def test_draws_are_scaled_by_what_they_do() -> None:
    """Effects are 1 and 2, so (0.4, 0) and (0, 0.2) are of the same size, and (0, 0) has none."""
    found = sure([[0.4, 0.0], [0.0, 0.2], [0.4, 0.0], [0.0, 0.0], [0.0, 0.4], [0.8, 0.0]])
    assert found._shown == pytest.approx(np.array([[0.4, 0], [0, 0.2], [0.4, 0], [0, 0], [0, 0.2], [0.4, 0]]))


def test_draws_are_not_scaled_if_that_makes_them_less_certain() -> None:
    """The first weight is known, the second is not at all."""
    draws = [[1.0, 100.0], [1.0, 125.0], [1.0, 160.0], [1.0, 175.0], [1.0, 200.0]]
    found = sure(draws)
    assert found._shown.tolist() == draws
    assert found.relative == {"one": 0.00625, "other": 1}


def test_errors_are_in_units_of_the_largest_weight() -> None:
    draws = np.column_stack([np.linspace(-2, 2, 101), np.ones(101) * 4])
    assert sure(draws).errors == pytest.approx({"one": 0.34, "other": 0})
    assert sure(draws[:, :1]).errors["one"] == pytest.approx(1)  # of a weight of 0: of draws of size 1, above and below


def test_weights_are_sure_if_larger_than_twice_their_error() -> None:
    found = sure([[1.0, 1.0]])
    found.__dict__["relative"], found.__dict__["errors"] = {"one": -1.0, "other": 0.5}, {"one": 0.4, "other": 0.25}
    assert found.sure == {"one": -1}
    found.__dict__["errors"] = {"one": 0.5, "other": 0.25}
    assert found.sure == found.relative  # if none is, all


def test_fewer_than_100_effective_draws_are_told() -> None:
    found = sure([[1.0, 1.0]])
    for effective, told in ((100, ""), (99, "standard errors are rough: 99 effective draws")):
        found.__dict__["effective"] = effective
        assert found.caution == told
    worst = sure([[1.0, 2.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, 2.0]])
    worst.__dict__["_shown"] = worst.draws
    assert worst.effective == 2


def test_some_of_the_features() -> None:
    found = sure([[1.0, 2.0], [3.0, 4.0]]).among(["other"])
    assert (found.names, found.draws.tolist(), found.effects.tolist()) == (("other",), [[2], [4]], [2])


@pytest.mark.parametrize(("noise", "odds"), [(0.45, 0.0), (0.0, log(1 / 999)), (0.9, log(999))])
def test_from_the_decisions_to_the_posterior(monkeypatch: pytest.MonkeyPatch, noise: float, odds: float) -> None:
    """The lines deviate from their mean of 1.2 by 0.4, so a weight of 2 has an effect of 0.8."""
    asked: list[Any] = []

    def draws(self: _Posterior, around: np.ndarray, seed: int) -> np.ndarray:
        asked.append((self, around, seed))
        return np.array([[0.5, log(3), 7.0], [1.0, 0.0, 7.0]])

    monkeypatch.setattr(_Posterior, "draws", draws)
    fit = ChoiceFit(GAME, 1, {"open_lines": 2.0, "others_open_lines": 5.0}, noise, 0.0, 1)
    found = SureWeights.of(fit, [watched_in(WINS, "a3")], MOVES)
    ((given, around, seed),) = asked
    assert seed == 0
    assert around == pytest.approx([1, log(0.8), odds])
    assert given.scaled.ravel() == pytest.approx([lines / 0.4 for lines in OPEN_LINES])
    assert given.ends.tolist() == [0, 30, 0, 0, 0]
    assert given.means.tolist() == pytest.approx([1, 1.5, -3])
    assert given.spreads.tolist() == pytest.approx([sqrt(1 / 3), 2, 1.5])
    assert given.boards.made.tolist() == [2]
    assert (found.names, found.effects.tolist()) == (("open_lines",), [pytest.approx(0.4)])
    assert found.draws.tolist() == [[pytest.approx(3.75)], [pytest.approx(2.5)]]


def test_without_weights_nothing_is_drawn() -> None:
    fit = ChoiceFit(GAME, 1, {}, 0.05, 0.0, 1)
    found = SureWeights.of(fit, [watched_in(WINS, "a3")], MOVES)
    assert (found.names, found.draws.shape, found.effects.shape) == ((), (1, 0), (0,))
