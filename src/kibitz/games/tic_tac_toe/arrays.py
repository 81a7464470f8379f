"""Tic-tac-toe as numbers: the marks of both sides, squares in the order a1, b1, .., c3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.games.encoding import marked


def parts(game: Any) -> dict[str, tuple[int, ...]]:
    """Our marks, those of the other, and whether it is our turn."""
    return {"own": (3, 3), "others": (3, 3), "turn": (1,)}


def observed(game: Any, core: Any, seat: int) -> Mapping[str, Any]:
    """The position as numbers."""
    own, others = ([place for place in range(9) if core.marks[side] >> place & 1] for side in (seat, 1 - seat))
    turn = [float(not core.over and core.to_move == seat)]
    return {"own": marked(own, 9), "others": marked(others, 9), "turn": turn}
