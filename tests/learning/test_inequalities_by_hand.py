"""Inequalities with two weights, small enough to be solved on paper. The first weight is the unit."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.learning.inequalities import Inequalities, Inequality


def system(*told: tuple[tuple[float, ...], bool]) -> Inequalities:
    return Inequalities(Inequality(difference, strict) for difference, strict in told)


ABOVE = (-5.0, 2.0), True  # the second weight is above 2.5
BELOW = (7.0, -2.0), True  # below 3.5
LOW = (1.0, -2.0), True  # below 0.5
HALVES = ((3.0, -2.0), False), ((-3.0, 2.0), False)  # exactly 1.5


def whole(told: Inequalities, *weights: float, largest: int = 1) -> list[float]:
    found: list[float] = told.whole(numpy.array(weights), 0, largest).tolist()
    return found


def test_violations_are_counted_with_their_number() -> None:
    told = system(ABOVE, ABOVE, BELOW, ((0.0, 1.0), False))
    assert told.violated((1, 3)) == 0
    assert told.violated((1, 4)) == 1
    assert told.violated((1, 2)) == 2  # the same inequality twice
    assert told.violated((1, -1)) == 3
    assert told.violated((1, 2.5)) == 2  # a strict inequality does not hold if both sides are equal
    assert system(((0.0, 1.0), False)).violated((1, 0)) == 0


def test_contradictions_are_decided_by_their_number() -> None:
    """Twice w >= 0.1 and once w <= -0.1: the slack is 2 (0.1 - w) + (w + 0.1) below 0.1, so that 0.1 is best."""
    up, down = ((0.0, 1.0), True), ((0.0, -1.0), True)
    assert system(up, up, down).solved(unit=0, margin=0.1, box=4).tolist() == pytest.approx([1, 0.1])
    assert system(up, down, down).solved(unit=0, margin=0.1, box=4).tolist() == pytest.approx([1, -0.1])


@pytest.mark.parametrize(("needed", "found"), [(3.5, 3.6), (9.0, 4.0)])
def test_weights_stay_in_their_box(needed: float, found: float) -> None:
    """w > needed, with a margin of 0.1, and at most 4; the same for -w."""
    assert system(((-needed, 1.0), True)).solved(0, 0.1, 4).tolist() == pytest.approx([1, found])
    assert system(((-needed, -1.0), True)).solved(0, 0.1, 4).tolist() == pytest.approx([1, -found])


def test_weights_that_nothing_determines_are_zero() -> None:
    assert system(((1.0, 0.0, 0.0), True), ((-1.0, 0.0, 2.0), False)).solved(0, 0.1, 4).tolist() == pytest.approx(
        [1, 0, 0.5]
    )


def test_the_unit_may_be_another_weight() -> None:
    assert system(((1.0, -2.0), True)).solved(unit=1, margin=0.5, box=4).tolist() == pytest.approx([2.5, 1])


def test_multiples_of_the_weights_are_tried_up_to_the_largest() -> None:
    """Only 2 and 3 have the ratio 1.5. With 1 as the unit, no whole number fits, and 0 is the smallest."""
    assert whole(system(*HALVES), 1, 1.5, largest=2) == [2, 3]
    assert whole(system(*HALVES), 1, 1.5, largest=1) == [1, 0]
    assert whole(system(*HALVES), 0.5, 0.75, largest=2) == [2, 3]


def test_a_common_divisor_is_taken_out() -> None:
    """The best weights that are found here are 2, -4 and 0."""
    rows = [(-3, -2, 3), (-3, -2, -2), (-3, 0, -2), (-1, -2, 1), (3, 1, 1)]
    told = system(*((tuple(map(float, row)), True) for row in rows))
    assert told.whole(numpy.array([1, -2.8, -1.1]), 0, 4).tolist() == [1, -2, 0]


def test_one_weight_at_a_time_is_changed_by_one() -> None:
    assert whole(system(ABOVE, BELOW), 1, 4) == [1, 3]
    assert whole(system(ABOVE, BELOW), 1, 2) == [1, 3]


def test_weights_are_changed_as_long_as_that_helps() -> None:
    """Above 1.5, the smallest whole number is 2, two steps from 4."""
    assert whole(system(((-3.0, 2.0), True)), 1, 4) == [1, 2]


def test_a_weight_may_become_zero_at_once() -> None:
    """At 3 one inequality is violated, at 2 and 1 both are, and at 0 only one of them."""
    assert whole(system(ABOVE, LOW), 1, 3) == [1, 0]


def test_weights_may_be_negative_but_the_unit_is_at_least_one() -> None:
    negative = system(((0.0, -1.0), True), ((-5.0, -2.0), True))  # below -2.5
    assert whole(negative, 1, -2) == [1, -3]
    assert whole(system(((-1.0, 0.0), True)), 1, 0) == [1, 0]  # nothing helps


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(*[st.integers(-3, 3)] * 3).filter(any), min_size=1, max_size=12),
    st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
)
def test_whole_numbers_have_no_common_divisor_and_violate_no_more(
    differences: list[tuple[int, ...]], tenths: tuple[int, int]
) -> None:
    told = system(*((tuple(map(float, each)), True) for each in differences))
    weights = numpy.array([1.0, *(each / 10 for each in tenths)])
    found = told.whole(weights, 0, 4)
    assert numpy.gcd.reduce(found.astype(int)) == 1
    assert found.tolist() == numpy.round(found).tolist()
    assert found[0] >= 1
    assert told.violated(found) <= min(told.violated(numpy.round(weights * multiple)) for multiple in range(1, 5))


def test_the_unit_may_become_smaller() -> None:
    """Both other weights together must exceed 1.5 units. From 1, 0, 0 no single step helps; from 2, 1, 1 the unit is
    reduced to 1."""
    assert whole(system(((-3.0, 2.0, 2.0), True)), 1, 0.5, 0.5, largest=2) == [1, 1, 1]
