"""Learns a player from recorded games, with the learner for the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from kibitz.errors import MissingCapability
from kibitz.games.game import Game
from kibitz.games.records import Recorded
from kibitz.learning.examples import split, unforced

Report = Callable[[int, int], None]
"""Called with the number of finished steps and of all steps."""


class Learned(Protocol):
    """The result of a learner: a model, as text and as JSON."""

    def summary(self) -> str:
        """A summary in a few lines."""

    def to_json(self) -> str:
        """The model for a file."""


@dataclass(frozen=True)
class Learner:
    """A learner, and the games that it can learn from: as text, and as a condition."""

    needs: str
    suits: Callable[[Game], bool]
    learn: Callable[[Recorded, str, int, int, int, Report], Learned]


def learn_player(
    recorded: Recorded,
    player: str,
    game: Game,
    farthest: int = 9,
    seed: int = 0,
    workers: int = 1,
    report: Report = lambda done, steps: None,
) -> Learned:
    """Learn a model of a player from recorded games, with the first learner for the game.

    ``farthest`` is the greatest depth to try, ``seed`` determines which games are held back to measure the accuracy. A
    game that is recorded several times counts once (``distinct``).

    >>> from kibitz.games.records import Recorded
    >>> from kibitz.games.registry import game
    >>> learn_player(Recorded(()), "Ann", game("checkers"))
    Traceback (most recent call last):
    kibitz.errors.KibitzError: nobody called 'Ann' plays in these games; known: none
    """
    recorded.require_player(player)
    recorded = distinct(recorded)
    for learner in LEARNERS:
        if learner.suits(game):
            return learner.learn(recorded, player, farthest, seed, workers, report)
    needed = " or ".join(learner.needs for learner in LEARNERS)
    raise MissingCapability(f"Kibitz cannot learn a player of {game}: this needs a game with {needed}")


def games_used(recorded: Recorded, player: str) -> int:
    """The number of different games in which the player had a choice.

    >>> from kibitz.games.records import read_text
    >>> line = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2"]}'
    >>> games_used(read_text(line), "Ann"), games_used(read_text(line), "Ben")
    (1, 0)
    """
    return sum(bool(unforced(record, player)) for record in distinct(recorded).records)


def distinct(recorded: Recorded) -> Recorded:
    """Every game once. Games with the same start, players, moves and result are one game that was recorded several
    times.

    A repeated game would count as twice the evidence, and could be fitted and held back at the same time.

    >>> from kibitz.games.records import read_text
    >>> line = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2"]}'
    >>> len(distinct(read_text(f"{line}\\n{line}")).records)
    1
    """
    once = {record.to_json(): record for record in reversed(recorded.records)}
    return replace(recorded, records=tuple(reversed(once.values())))


def _strategy(recorded: Recorded, player: str, farthest: int, seed: int, workers: int, report: Report) -> Learned:
    from kibitz.learning.strategy import LearnStrategy

    parts = split([unforced(record, player) for record in recorded.records], seed)
    learner = LearnStrategy(farthest=farthest, workers=workers)
    report(0, farthest)
    return learner(parts.fitting, parts.aside, parts.fresh, lambda fit: report(fit.depth, farthest))


def _is_evaluated_for_two(game: Game) -> bool:
    return game.players == 2 and "evaluated" in game.capabilities


def _preference(recorded: Recorded, player: str, farthest: int, seed: int, workers: int, report: Report) -> Learned:
    from kibitz.learning.preferences import learn_preference

    parts = split([unforced(record, player) for record in recorded.records], seed)
    return learn_preference([*parts.fitting, *parts.aside], parts.fresh, report)


def _has_bids(game: Game) -> bool:
    from kibitz.learning.preferences import has_bids

    return has_bids(game)


LEARNERS = (
    Learner("bids", _has_bids, _preference),
    Learner("two players and an evaluation", _is_evaluated_for_two, _strategy),
)
"""The learners in the order in which they are tried; a learner for other games is one more row."""
