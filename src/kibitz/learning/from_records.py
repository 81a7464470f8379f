"""Learn a player from recorded games: which learner suits a game, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from kibitz.errors import MissingCapability
from kibitz.games.game import Game
from kibitz.games.records import Recorded
from kibitz.learning.examples import split, unforced

Report = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""


class Learned(Protocol):
    """What every learner gives: a model, in words and for a file."""

    def summary(self) -> str:
        """A few lines that a person can read."""

    def to_json(self) -> str:
        """The model for a file."""


@dataclass(frozen=True)
class Learner:
    """A way to learn, and the games it is for: in words, and as a question."""

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
    """Learn how somebody plays from recorded games, with the first learner that suits the game.

    ``farthest`` is the greatest depth to try, ``seed`` decides which games are held back to measure the accuracy on. A
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
    raise MissingCapability(f"nothing is known that learns a player of {game}: it takes a game with {needed}")


def games_used(recorded: Recorded, player: str) -> int:
    """How many games tell something of a player: those in which it had a choice, each counted once.

    >>> from kibitz.games.records import read_text
    >>> line = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2"]}'
    >>> games_used(read_text(line), "Ann"), games_used(read_text(line), "Ben")
    (1, 0)
    """
    return sum(bool(unforced(record, player)) for record in distinct(recorded).records)


def distinct(recorded: Recorded) -> Recorded:
    """Every game once: one with the same start, players, moves and result is the same game, recorded again.

    Counted twice it would seem to be twice the evidence, and it could be fitted and held back at the same time.

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
"""In the order in which they are asked; a learner for other games is one more row."""
