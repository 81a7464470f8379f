"""Examples to learn a player from: positions in which it had a choice, and what it chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.errors import KibitzError
from kibitz.games.game import State
from kibitz.games.records import GameRecord
from kibitz.games.view import View
from kibitz.random import Random


@dataclass(frozen=True)
class Example:
    """A position and the move that was made there, as the game writes it.

    >>> from kibitz.games.registry import game
    >>> Example(game("tic-tac-toe").start(), " B2 ").move
    'b2'
    """

    state: State
    move: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "move", self.state.game.parse_move(self.state, self.move))

    @property
    def seen(self) -> State | View:
        """What the mover saw: the hand that was being played, without what is hidden from it.

        >>> from kibitz.games.registry import game
        >>> state = game("hearts").start(seed=1)
        >>> Example(state, state.moves()[0]).seen == state.view(state.to_move)
        True
        """
        part: State = self.state.game.part(self.state)
        return part.view(part.to_move) if part.game.hidden else part


def unforced(record: GameRecord, player: str) -> list[Example]:
    """The moves of the player with this name in positions with more than one legal move.

    >>> from kibitz.games.records import read_line
    >>> record = read_line('{"game": "checkers", "players": ["Ann", "Ben"], "moves": ["11-15", "22-18", "15x22"]}')
    >>> [example.move for example in unforced(record, "Ann")]
    ['11-15']
    """
    return [
        Example(state, move)
        for state, move in zip(record.states(), record.moves, strict=False)
        if state.to_move >= 0 and record.players[state.to_move] == player and len(state.moves()) > 1
    ]


Games = Sequence[Sequence[Example]]
"""Examples by game. Positions of one game are similar, so a split never divides a game."""

FEWEST_GAMES = 3


@dataclass(frozen=True)
class Split:
    """Games for fitting, games set aside to compare rounds and depths, and fresh games to measure the accuracy."""

    fitting: Games
    aside: Games
    fresh: Games


def split(games: Games, seed: int) -> Split:
    """Split whole games into three parts: a half, a quarter and a quarter.

    >>> from kibitz.games.registry import game
    >>> parts = split([[Example(game("checkers").start(), "11-15")]] * 8, seed=1)
    >>> len(parts.fitting), len(parts.aside), len(parts.fresh)
    (4, 2, 2)
    """
    chosen = [list(examples) for examples in games if examples]
    if len(chosen) < FEWEST_GAMES:
        raise KibitzError(
            f"{len(chosen)} games with unforced moves of this player are too few: {FEWEST_GAMES} are needed, "
            "one to fit, one to compare depths and one to measure the accuracy on"
        )
    parts = places(len(chosen), seed)
    return Split(*([chosen[place] for place in part] for part in parts))


class Places(NamedTuple):
    """The same parts as in ``Split``, as the numbers of their games."""

    fitting: Sequence[int]
    aside: Sequence[int]
    fresh: Sequence[int]


def places(count: int, seed: int) -> Places:
    """Which of this many games belong to which part of a split.

    >>> places(8, seed=1)
    Places(fitting=[...], aside=[...], fresh=[...])
    """
    order = Random(seed, "split").shuffled(range(count))
    part = max(1, count // 4)
    return Places(order[2 * part :], order[:part], order[part : 2 * part])
