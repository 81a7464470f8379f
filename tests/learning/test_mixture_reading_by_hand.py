"""The posterior over mixtures against closed forms: the polynomial, its integrals, and the grid."""

from __future__ import annotations

from math import exp, inf, lgamma, log, sqrt
from typing import Any

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.learning import mixture_reading
from kibitz.learning.mixture_reading import MixtureReading, _only

START = kibitz.game("tic-tac-toe").start()


def read(*rows: tuple[float, ...], prior: str = "dirichlet", parts: int = 0) -> MixtureReading:
    reading = MixtureReading([f"part-{place}" for place in range(parts or len(rows[0]))], prior)
    for row in rows:
        reading = reading.weigh(row)
    return reading


def test_one_move_of_either_of_two_parts() -> None:
    """The likelihood is (1 + w) / 2 for w between 0 and 1: its integral is 3/4, and the means are 5/9 and 4/9."""
    reading = read((0.2, 0.1))
    assert reading.counts == (((1.0, 0.5), 1),)
    assert exp(reading._moments[2]) == pytest.approx(3 / 4)
    assert reading.mean == pytest.approx((5 / 9, 4 / 9))
    assert reading.deviation == pytest.approx((sqrt(13 / 162), sqrt(13 / 162)))
    assert reading.density([0.5, 0.5]) == pytest.approx(1)
    assert reading.density([1.0, 0.0]) == pytest.approx(4 / 3)


def test_one_move_of_either_of_three_parts() -> None:
    """The mean of (w1 + w2 / 2) times a weight, of which squares have the mean 1/6 and products 1/12."""
    reading = read((1.0, 0.5, 0.0))
    assert exp(reading._moments[2]) == pytest.approx(1 / 2)
    assert reading.mean == pytest.approx((5 / 12, 4 / 12, 3 / 12))


def polynomial(reading: MixtureReading) -> dict[tuple[int, ...], float]:
    powers, logs = reading._polynomial()
    assert len(powers) == len(logs)
    return {tuple(map(int, row)): exp(each) for row, each in zip(powers, logs, strict=True)}


def test_polynomials_by_hand() -> None:
    assert polynomial(read((1.0, 0.5), (1.0, 0.5), (1.0, 0.5))) == pytest.approx(
        {(3, 0): 1, (2, 1): 1.5, (1, 2): 0.75, (0, 3): 0.125}
    )
    assert polynomial(read((1.0, 0.5, 0.0), (0.0, 1.0, 1.0))) == pytest.approx(
        {(1, 1, 0): 1, (1, 0, 1): 1, (0, 2, 0): 0.5, (0, 1, 1): 0.5}
    )
    assert polynomial(read((1.0, 0.5, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.3), (0.0, 0.0, 0.2))) == pytest.approx(
        {(2, 0, 2): 1, (1, 1, 2): 0.5}
    )
    assert polynomial(MixtureReading(["a", "b"])) == {(0, 0): 1}


def test_the_uniforms_by_hand() -> None:
    """The density of a weight is 1 / (2 max(w, 1 - w)^2), and the integral of w^2 times it is 1 - log 2."""
    reading = read((1.0, 0.0), prior="uniforms")
    assert reading._moments[2] == pytest.approx(log(1 / 2), rel=1e-13)
    assert reading.mean == pytest.approx((2 - 2 * log(2), 2 * log(2) - 1), rel=1e-12)
    assert reading.density([0.25, 0.75]) == pytest.approx(0.25 / (2 * 0.75**2) * 2)


@pytest.mark.parametrize("parts", [2, 3, 5, 8, 12])
def test_the_integral_is_exact_where_symmetry_gives_the_answer(parts: int) -> None:
    """After no move, one move, and one move of each part."""
    none = MixtureReading(["a"] * parts)
    assert none._moments[2] == 0
    assert none.mean == pytest.approx([1 / parts] * parts, rel=1e-12)
    rows = [tuple(float(place == other) for other in range(parts)) for place in range(parts)]
    assert read(rows[0], prior="uniforms")._moments[2] == pytest.approx(-log(parts), rel=1e-12)
    assert read(*rows, prior="uniforms").mean == pytest.approx([1 / parts] * parts, rel=1e-10)


@pytest.mark.parametrize("prior", ["uniforms", "dirichlet"])
def test_many_moves_of_two_parts_under_both_priors(prior: str) -> None:
    """With a hundred moves of each, the prior of the uniforms is nearly that of the middle, 2."""
    reading = read(*[(1.0, 0.0), (0.0, 1.0)] * 100, prior=prior)
    assert reading.mean == pytest.approx((0.5, 0.5), rel=1e-12)
    near = 2 * lgamma(101) - lgamma(202) + (log(2) if prior == "uniforms" else 0)
    assert reading._moments[2] == pytest.approx(near, abs=0.15 if prior == "uniforms" else 1e-9)


def test_terms_are_summed_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(1.0, 0.5, 0.2), (0.3, 1.0, 0.0), (0.1, 0.2, 1.0)]
    whole = read(*rows, prior="uniforms")._moments
    monkeypatch.setattr(mixture_reading, "CHUNK", 4)
    parts = read(*rows, prior="uniforms")._moments
    assert parts[0] == pytest.approx(whole[0], rel=1e-12)
    assert parts[2] == pytest.approx(whole[2], rel=1e-12)


def test_polynomials_have_at_most_50000_terms() -> None:
    """n moves of either of two parts give n + 1 terms; of three parts (n + 2)(n + 1) / 2. Moves of one part give
    none."""
    either, one = (1.0, 0.5), (1.0, 0.0)
    assert MixtureReading(["a", "b"], counts=((either, 49_999), (one, 10**6))).exact
    assert not MixtureReading(["a", "b"], counts=((either, 50_000),)).exact
    three = (1.0, 0.5, 0.0)
    assert MixtureReading(["a", "b", "c"], counts=((three, 314),)).exact
    assert not MixtureReading(["a", "b", "c"], counts=((three, 315),)).exact


def test_a_grid_is_used_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MixtureReading, "_from_grid", lambda self: ((9.0,), (8.0,), 7.0))
    assert MixtureReading(["a", "b"], counts=(((1.0, 0.5), 50_000),)).mean == (9,)
    assert MixtureReading(["a", "b"], counts=(((1.0, 0.5), 50_000),)).deviation == (8,)


# The grid.


def test_the_grid_of_two_parts_has_2000_points() -> None:
    """The variance of that many midpoints is a twelfth, less one part in n^2."""
    mean, deviation, evidence = MixtureReading(["a", "b"], "dirichlet")._from_grid()
    assert mean == pytest.approx((0.5, 0.5))
    assert deviation == pytest.approx([sqrt((1 - 1 / 2000**2) / 12)] * 2, rel=1e-12)
    assert evidence == pytest.approx(0, abs=1e-9)


def test_the_coarsest_grid_has_4_points_in_each_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 1/8, 3/8, 5/8 and 7/8."""
    monkeypatch.setattr(mixture_reading, "MOST_POINTS", 1)
    mean, deviation, _ = MixtureReading(["a", "b"], "dirichlet")._from_grid()
    assert mean == pytest.approx((0.5, 0.5))
    assert deviation == pytest.approx([sqrt(5) / 8] * 2)


def test_a_grid_of_three_parts_is_a_triangle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen points, of which six are inside: three in the first row, two in the second, one in the third. Points on
    the edge do not count."""
    monkeypatch.setattr(mixture_reading, "MOST_POINTS", 16)
    mean, deviation, evidence = MixtureReading(["a", "b", "c"], "dirichlet")._from_grid()
    assert mean == pytest.approx((7 / 24, 7 / 24, 10 / 24))
    assert deviation[0] == pytest.approx(sqrt(1 - (2 / 3) ** 2) / 4)
    assert evidence == pytest.approx(log(2 * 6 / 16))


def test_a_coarse_grid_closes_in_on_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """3000 and 1000 moves: a beta distribution, whose deviation is a quarter of the width of the first grid."""
    monkeypatch.setattr(mixture_reading, "MOST_POINTS", 40)
    reading = MixtureReading(["a", "b"], "dirichlet", counts=(((1.0, 0.0), 3000), ((0.0, 1.0), 1000)))
    mean, deviation, evidence = reading._from_grid()
    assert mean == pytest.approx((3001 / 4002, 1001 / 4002), rel=1e-6)
    assert deviation == pytest.approx([sqrt(3001 * 1001 / 4003) / 4002] * 2, rel=1e-4)
    assert evidence == pytest.approx(lgamma(3001) + lgamma(1001) - lgamma(4002), abs=1e-4)


def test_a_coarse_grid_closes_in_from_a_single_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many moves that all weight of the first grid is on one of its points."""
    monkeypatch.setattr(mixture_reading, "MOST_POINTS", 40)
    reading = MixtureReading(["a", "b"], "dirichlet", counts=(((1.0, 0.0), 295_000), ((0.0, 1.0), 105_000)))
    mean, deviation, _ = reading._from_grid()
    assert mean == pytest.approx((295_001 / 400_002, 105_001 / 400_002), rel=1e-6)
    assert deviation == pytest.approx([sqrt(295_001 * 105_001 / 400_003) / 400_002] * 2, rel=1e-3)


def test_a_grid_of_moves_of_several_parts() -> None:
    mean, deviation, evidence = read((1.0, 0.5))._from_grid()
    assert mean == pytest.approx((5 / 9, 4 / 9), abs=1e-6)
    assert deviation == pytest.approx([sqrt(13 / 162)] * 2, abs=1e-6)
    assert evidence == pytest.approx(log(3 / 4), abs=1e-6)


def test_a_grid_under_the_uniforms() -> None:
    mean, _, evidence = read((1.0, 0.0), prior="uniforms")._from_grid()
    assert mean == pytest.approx((2 - 2 * log(2), 2 * log(2) - 1), abs=1e-6)
    assert evidence == pytest.approx(log(1 / 2), abs=1e-6)


# Moves.


def test_moves_are_seen_as_the_parts_predict_them() -> None:
    """A random player opens with b2 in one of nine games, one that looks for lines always."""
    reading = MixtureReading(["random", "choice(open_lines=1)"])
    seen = reading.see(START, "b2").see(START, " B2 ")
    assert seen.counts == (((0.111111111111, 1.0), 2),)
    noisy = MixtureReading(["random", "choice(open_lines=1)"], noise=0.9).see(START, "b2")
    assert noisy.counts == (((float(f"{1 / 9 / 0.2:.12g}"), 1.0), 1),)
    assert [str(part) for _, part in seen.mixture.parts] == ["random", "choice(open_lines=1.0)"]
    assert [weight for weight, _ in seen.mixture.parts] == pytest.approx(seen.mean)


def test_likelihoods_that_are_refused() -> None:
    reading = MixtureReading(["a", "b"])
    for wrong in ([1.0], [1.0, 1.0, 1.0], [-0.1, 1.0], [inf, 1.0]):
        with pytest.raises(SpecError, match="give one likelihood, 0 or more, for each of the 2 parts"):
            reading.weigh(wrong)
    with pytest.raises(SpecError, match="none of the parts makes this move"):
        reading.weigh([0.0, 0.0])
    assert reading.weigh([0.0, 0.001]).counts == (((0.0, 1.0), 1),)
    assert reading.weigh([0.4, 0.4]) is reading


def test_options_that_are_refused() -> None:
    assert MixtureReading(["a", "b"]) == MixtureReading(["a", "b"], "uniforms", 0.0)
    given: Any
    for given, says in (
        ({"parts": ["a"]}, "at least two parts"),
        ({"parts": ["a", "b"], "prior": "flat"}, "give uniforms or dirichlet"),
        ({"parts": ["a", "b"], "noise": -0.1}, "0 or more and below 1"),
        ({"parts": ["a", "b"], "noise": 1.0}, "0 or more and below 1"),
    ):
        with pytest.raises(SpecError, match=says):
            MixtureReading(**given)


def test_the_likelihood_of_weights() -> None:
    reading = read((1.0, 0.0), (1.0, 0.0), (0.5, 1.0))
    assert reading.log_likelihood([0.5, 0.5]) == pytest.approx(2 * log(0.5) + log(0.75))
    assert reading.log_likelihood([0.0, 1.0]) == -inf
    assert reading.density([0.0, 1.0]) == 0


def test_moves_of_one_part_only() -> None:
    assert [_only(row) for row in ((0.0, 0.5, 0.0), (1.0, 0.0, 0.0), (0.0, 0.5, 0.5), (1.0, 1.0, 1.0))] == [
        1,
        0,
        None,
        None,
    ]
