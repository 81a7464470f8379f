"""The baseline of every game's league: the best search that models nobody, chosen once and then fixed; and how many
sessions its published league has.

``python -m benchmarks.baselines`` chooses them on deals that no league has, and writes them to ``baselines.json``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.games.game import Game

FILE = Path(__file__).parent / "baselines.json"
"""The chosen baselines, by game."""
SESSIONS = FILE.with_name("published_sessions.json")
"""Sessions of the published league, by game; ``python -m benchmarks.league_plan`` computes them."""


class Baseline(NamedTuple):
    """A player that models nobody. ``handicap`` is the handicap of the game (such as men=5) that our player had while
    the baseline was chosen; empty if it had none."""

    player: str
    handicap: str
    positions: int = 0
    """The number of positions that a reader (a player that replies to models) can visit in the time that the baseline
    takes; 0 if not measured."""


def key(game: Game) -> str:
    """The key of a game in the file: its specification with every option that is not at its default.

    >>> import kibitz
    >>> key(kibitz.game("hearts(players=4, open=true)"))
    'hearts(open=true)'
    """
    return str(game)


def baseline_of(game: Game) -> Baseline | None:
    """The baseline that was chosen for a game, or None.

    >>> import kibitz
    >>> baseline_of(kibitz.game("tic-tac-toe")) is None, baseline_of(kibitz.game("checkers(quiet=30)")) is None
    (False, True)
    """
    found = _read(FILE).get(key(game))
    if found is None:
        return None
    return Baseline(found["baseline"], found["handicap"], found.get("positions", 0))


def published_sessions(game: Game) -> int:
    """The sessions at each table that the published league needs for an interval of five points either way, or 0 if
    this number was not measured for the game.

    >>> import kibitz
    >>> published_sessions(kibitz.game("checkers(quiet=30)"))
    0
    """
    return int(_read(SESSIONS).get(key(game), 0))


@lru_cache(maxsize=2)
def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
