"""The baseline of every game's league: the best search that models nobody, chosen once and then fixed; and how many
sessions its published league has.

``python -m benchmarks.baselines`` chooses them on deals that no league has, and writes them to ``baselines.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.games.game import Game
from kibitz.games.registry import game as game_of
from kibitz.specs import parse

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
    replies: bool = True
    """Whether replies to models of strangers won as much as the baseline. If not, ``adaptive`` watches its opponents,
    but moves like the baseline."""


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
    return _baseline(found)


def baseline_like(game: Game) -> Baseline | None:
    """The baseline that was chosen for a game. If none was, that of the variant with most options in common, without
    its handicap. Hidden and open hands are no variants of each other. With open hands, or on a board, the number of
    players must be the same, because some searches need two players.

    >>> import kibitz
    >>> passing, more = kibitz.game("hearts(passing=left)"), kibitz.game("hearts(players=3)")
    >>> baseline_like(passing) == baseline_like(more) == baseline_of(kibitz.game("hearts"))
    True
    >>> baseline_like(kibitz.game("hearts(players=3, open=true)")) is None
    True
    """
    return baseline_of(game) or _of_likest(game)


@lru_cache(maxsize=64)
def _of_likest(game: Game) -> Baseline | None:
    likest = max(_variants(game), default=None, key=lambda row: (row[1], row[2]))
    return likest and _baseline(likest[0])._replace(handicap="")


def _baseline(row: dict[str, Any]) -> Baseline:
    return Baseline(row["baseline"], row["handicap"], row.get("positions", 0), row.get("replies", True))


def _variants(game: Game) -> Iterator[tuple[dict[str, Any], bool, int]]:
    """The rows of variants of a game: whether as many play, and how many options are the same."""
    for text, found in _read(FILE).items():
        if parse(text).name != game.name:
            continue
        other: Game = game_of(text)
        as_many = other.players == game.players
        if other.hidden == game.hidden and (as_many or game.hidden):
            same = sum(other.options[name] == value for name, value in game.options.items())
            yield found, as_many, same


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
