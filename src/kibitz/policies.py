"""Checks policies of players and models before a move is drawn from them."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, isfinite
from typing import Any

from kibitz.errors import PolicyError

_SHOWN = 200  # characters of a policy that an error message quotes


def checked_policy(owner: object, policy: Any) -> Mapping[str, float]:
    """Return a policy that a move can be drawn from, or say what is wrong with it.

    The numbers need not sum to one. ``owner`` is named in the error.

    >>> checked_policy("my-player", {"a1": 1.0, "b2": 3})
    {'a1': 1.0, 'b2': 3}
    >>> checked_policy("my-player", {"a1": -1.0, "b2": 2.0})
    Traceback (most recent call last):
    kibitz.errors.PolicyError: my-player: policy returned {'a1': -1.0, 'b2': 2.0}: the probability of 'a1' is negative.
    Return {move: probability}, with finite numbers of 0 or more and at least one above 0
    """
    try:  # the usual case, kept fast because this runs at every move
        shares = policy.values()
        total = fsum(shares)
        if total > 0 and isfinite(total) and min(shares) >= 0:
            return policy  # type: ignore[no-any-return]
    except (AttributeError, TypeError, ValueError, OverflowError):
        pass
    shown = repr(policy)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
    raise PolicyError(
        f"{owner}: policy returned {shown}: {_complaint(policy)}. "
        "Return {move: probability}, with finite numbers of 0 or more and at least one above 0"
    )


def _complaint(policy: Any) -> str:
    """What is wrong with a policy."""
    if not isinstance(policy, Mapping):
        return f"it is {'None' if policy is None else f'a {type(policy).__name__}'}, not a mapping"
    if not policy:
        return "it is empty"
    for move, share in policy.items():
        try:
            finite = isfinite(share)
        except (TypeError, OverflowError):
            return f"the probability of {move!r} is not a number"
        if not finite:
            return f"the probability of {move!r} is not finite"
        if share < 0:
            return f"the probability of {move!r} is negative"
    return "no move has a probability above 0" if not any(policy.values()) else "its sum is not finite"
