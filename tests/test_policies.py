"""Policies that no move can be drawn from are refused, by name and with what to return."""

from math import inf, nan
from typing import Any

import pytest

import kibitz
from kibitz.errors import PolicyError
from kibitz.players.player import Policy, Position
from kibitz.policies import checked_policy

WRONG: list[tuple[Any, str]] = [
    ({}, "it is empty"),
    (None, "it is None, not a mapping"),
    (["a1"], "it is a list, not a mapping"),
    ("a1", "it is a str, not a mapping"),
    ({"a1": -0.5, "b2": 1.5}, "the probability of 'a1' is negative"),
    ({"a1": 0.5, "b2": nan}, "the probability of 'b2' is not finite"),
    ({"a1": inf, "b2": -inf}, "the probability of 'a1' is not finite"),
    ({"a1": "often"}, "the probability of 'a1' is not a number"),
    ({"a1": 10**400}, "the probability of 'a1' is not a number|not finite"),
    ({"a1": 1e308, "b2": 1e308}, "its sum is not finite"),
    ({"a1": 0.0, "b2": 0}, "no move has a probability above 0"),
]


@pytest.mark.parametrize(("policy", "complaint"), WRONG)
def test_a_policy_that_no_move_can_be_drawn_from(policy: Any, complaint: str) -> None:
    class Odd(kibitz.Player):
        name = "odd"

        def policy(self, view: Position) -> Policy:
            return policy  # type: ignore[no-any-return]

    with pytest.raises(PolicyError, match=f"^odd: policy returned .*({complaint}).* Return {{move: probability}}"):
        Odd().act(kibitz.game("tic-tac-toe").start())


def test_weights_need_not_sum_to_one() -> None:
    assert checked_policy("who", {"a1": 2, "b2": 0.0}) == {"a1": 2, "b2": 0.0}
