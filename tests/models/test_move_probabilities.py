"""Policies that a model gives: moves that are not legal, and shares that do not sum to one."""

import pytest

from kibitz.errors import PolicyError
from kibitz.models.move_probabilities import ROUNDING, completed


@pytest.mark.parametrize(("count", "shown"), [(20, 20), (21, 20), (22, 20)])
def test_at_most_twenty_legal_moves_are_listed(count: int, shown: int) -> None:
    with pytest.raises(PolicyError) as found:
        completed("mine", {"z": 1}, list(map(str, range(count))))
    listed = [*map(str, range(shown)), *(["..."] if count > shown else [])]
    assert str(found.value).endswith(f"which is not legal here. Legal: {', '.join(listed)}")


def test_shares_that_miss_one_by_rounding_only_are_left_as_they_are() -> None:
    near = {"a": 0.5, "b": 0.5 + ROUNDING / 2}
    assert completed("mine", near, ["a", "b"]) == near
    assert completed("mine", {"a": 1.0}, ["a", "b"]) == {"a": 1.0, "b": 0.0}
    for missed in (1e-6, 0.5, 1.0):
        found = completed("mine", {"a": 0.5, "b": 0.5 + missed}, ["a", "b", "c"])
        expected = {"a": 0.5 / (1 + missed), "b": (0.5 + missed) / (1 + missed), "c": 0.0}
        assert found == pytest.approx(expected, abs=1e-12)
