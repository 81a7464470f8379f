"""Checks numbers from files, specifications and other programs."""

from __future__ import annotations

import sys
from typing import TypeGuard


def is_finite(value: object) -> TypeGuard[int | float]:
    """Whether this is a finite number: not a bool, not infinite, not NaN, not too large for a float.

    >>> [is_finite(value) for value in (1, 0.5, True, "1", float("nan"), 10**400)]
    [True, True, False, False, False, False]
    """
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
