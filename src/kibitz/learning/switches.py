"""Players that play in one of two ways in turn: after a loss they shift to the other, or they change in every game.

A belief about such a player has two memories. What it learns while the player plays in one way is put aside while the
player plays in the other, and used again when the player returns (the win-stay, lose-shift players of Nowak & Sigmund
1993, and players that open by a rule). Which switch a player has is not known. Each switch is a hypothesis with a
weight, like each rate of forgetting, and it is judged by the moves that it predicted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from kibitz.learning.decisions import When


class Switch(NamedTuple):
    """When a player may change: between games, after a game that it lost (``lost``), or in every game after this many
    of its own moves (``moves``).

    >>> Switch("after a loss", lost=True).phase(When(game=3, losses=1)), Switch("opens", moves=4).phase(When(moves=4))
    (1, 1)
    """

    name: str
    lost: bool = False
    moves: int = 0
    forgets: float = 0.0
    """The share of the belief that is forgotten when a game begins."""

    @property
    def words(self) -> str:
        """What such a player does, for people."""
        if self.lost:
            return "plays differently after a lost game"
        return f"plays differently after its first {self.moves} move{'s'[: self.moves > 1]}" if self.moves else ""

    def phase(self, when: When) -> int:
        """Which of its two ways the player plays in at this moment: 0 or 1."""
        if self.moves:
            return int(when.moves >= self.moves)
        return when.losses % 2 if self.lost else 0


LOSS = "after a loss"
MOST_MOVES = 8
SWITCHES: Mapping[Switch, float] = {
    Switch("between games", forgets=0.25): 0.08,
    Switch(LOSS, lost=True): 0.06,
    **{Switch(f"after {count} moves", moves=count): 0.06 / MOST_MOVES for count in range(1, MOST_MOVES + 1)},
}
"""The switches that a player may have, with their prior weights. The rest of the prior is for the rates of
forgetting."""
COPIED = 0.5
"""How much of the first memory the second one begins with, because two ways of playing are often alike. The rest is the
prior."""


def switched(
    logs: np.ndarray, aside: np.ndarray, prior: np.ndarray, switches: list[Switch], before: When, now: When
) -> tuple[np.ndarray, np.ndarray]:
    """The log weights of each switch and expert in the memory that is in use now, and those of the memory put aside.

    ``logs`` begins with rows that have no switch. A row of ``aside`` sums to one; it is NaN if the other way of playing
    was not seen yet.

    >>> prior = np.array([0.5, 0.5])
    >>> logs, aside = np.log([[0.9, 0.1]]), np.full((1, 2), np.nan)
    >>> used, kept = switched(logs, aside, prior, [Switch(LOSS, lost=True)], When(), When(losses=1))
    >>> np.exp(used).round(2).tolist(), np.exp(kept).round(2).tolist()
    ([[0.7, 0.3]], [[0.9, 0.1]])
    """
    logs, aside = logs.copy(), aside.copy()
    first = len(logs) - len(switches)
    for place, switch in enumerate(switches, start=first):
        total = _log_total(logs[place])
        inside = logs[place] - total
        if switch.forgets and now.game != before.game:
            logs[place] = total + np.log((1 - switch.forgets) * np.exp(inside) + switch.forgets * prior)
        if switch.phase(now) != switch.phase(before):
            known = aside[place]
            if np.isnan(known).any():
                known = np.log(COPIED * np.exp(inside) + (1 - COPIED) * prior)
            logs[place], aside[place] = total + known, inside
    return logs, aside


def _log_total(logs: np.ndarray) -> float:
    top = float(logs.max())
    return top + float(np.log(np.exp(logs - top).sum()))
