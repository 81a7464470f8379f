"""Chinese Checkers as numbers: the 121 holes in reading order, and a number for every pair of holes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from kibitz.games.chinese_checkers import notation
from kibitz.games.encoding import from_seat, marked, turn


@cache
def codes() -> tuple[int, ...]:
    """The code of every move from one hole to another, then the pass."""
    holes = range(len(notation.HOLES))
    return (*(start << 7 | end for start in holes for end in holes if start != end), notation.PASS)


def parts(game: Any) -> dict[str, tuple[int, ...]]:
    """The pawns of every seat, who is to move, and how much of the game is over."""
    return {"pawns": (game.players, len(notation.HOLES)), "turn": (game.players,), "time": (1,)}


def observed(game: Any, core: Any, seat: int) -> Mapping[str, Any]:
    """The position as numbers; seats in turn order from the observing one."""
    return {
        "pawns": [marked(pawns, len(notation.HOLES)) for pawns in from_seat(core.pawns, seat)],
        "turn": turn(core.to_move, seat, game.players, core.over),
        "time": [min(1.0, core.plies / (game.players * game.options["turns"]))],
    }
