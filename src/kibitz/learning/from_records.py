"""Learns a player from recorded games, with the learner for the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from kibitz.errors import KibitzError, MissingCapability, nearest
from kibitz.games.game import Game
from kibitz.games.records import Recorded, read_line
from kibitz.games.registry import game as game_named
from kibitz.learning.examples import split, unforced
from kibitz.pool.work import Backend, Chunks, Work

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kibitz.learning.choice_player import LearnedChoice
    from kibitz.learning.choice_versus import Versus

AUTO = "auto"

Report = Callable[[int, int], None]
"""Called with the number of finished steps and of all steps."""


class Learned(Protocol):
    """The result of a learner: a model, as text, as JSON and as a picture."""

    @property
    def words(self) -> str:
        """What kind of player it most likely is, in a few words."""

    def summary(self) -> str:
        """A summary in a few lines."""

    def to_json(self) -> str:
        """The model for a file."""

    def plot(self) -> Figure:
        """A bar chart of what was learned."""


@dataclass(frozen=True)
class Effort:
    """What a learner may use: threads of this process or, if one is given, a backend (``kibitz.pool``)."""

    workers: int = 1
    backend: Backend | None = None


@dataclass(frozen=True)
class Learner:
    """A learner, its name, and the games that it can learn from: as text, and as a condition."""

    name: str
    needs: str
    suits: Callable[[Game], bool]
    learn: Callable[[Recorded, str, int, int, Effort, Report], Learned]
    spreads: bool = False
    """Whether it divides its work among several workers. If not, one worker does all of it: every update of the belief
    needs the one before."""
    compares: bool = False
    """Whether what it learns of two players can be compared (``compare_players``)."""


def learn_player(
    recorded: Recorded,
    player: str,
    game: Game,
    farthest: int = 9,
    seed: int = 0,
    workers: int = 1,
    report: Report = lambda done, steps: None,
    learner: str = AUTO,
    backend: Backend | None = None,
) -> Learned:
    """Learn a model of a player from recorded games, with a learner by name or the first one for the game.

    ``farthest`` is the greatest depth to try, ``seed`` determines which games are held back to measure the accuracy. A
    game that is recorded several times counts once (``distinct``). Learners: ``preference`` for games with bids,
    ``strategy`` for games for two with an evaluation, ``choice`` for all games. ``auto`` is the first that suits. They
    use ``workers`` threads, or a ``backend`` of the pool; what is learned is the same.

    >>> from kibitz.games.records import Recorded
    >>> from kibitz.games.registry import game
    >>> learn_player(Recorded(()), "Ann", game("checkers"))
    Traceback (most recent call last):
    kibitz.errors.KibitzError: nobody called 'Ann' plays in these games; known: none
    """
    recorded.require_player(player)
    found = learner_named(learner, game)
    if backend is not None and not found.spreads:
        learned: Learned = _learned_by(backend, distinct(recorded), game, [player], farthest, seed, found.name)[0]
        return learned
    return found.learn(distinct(recorded), player, farthest, seed, Effort(workers, backend), report)


def learner_named(name: str, game: Game, compares: bool = False) -> Learner:
    """The learner of this name, or the first one for the game; with ``compares``, one that compares two players.

    >>> from kibitz.games.registry import game
    >>> [learner_named("auto", game(each)).name for each in ("spades", "checkers", "hearts")]
    ['preference', 'strategy', 'choice']
    >>> learner_named("strategy", game("hearts"))
    Traceback (most recent call last):
    kibitz.errors.MissingCapability: learner 'strategy' takes a game with two players and an evaluation, not hearts; ...
    """
    if name == AUTO:
        return next(each for each in LEARNERS if each.suits(game) and each.compares >= compares)
    known = {each.name: each for each in LEARNERS}
    if name not in known:
        raise KibitzError(f"there is no learner '{name}'; {nearest(name, [AUTO, *known])}")
    found = known[name]
    if not found.suits(game):
        raise MissingCapability(f"learner '{name}' takes {found.needs}, not {game}; learner 'choice' takes every game")
    if compares > found.compares:
        able = next(each.name for each in LEARNERS if each.compares)
        raise MissingCapability(f"learner '{name}' cannot compare two players; learner '{able}' can")
    return found


def compare_players(
    recorded: Recorded,
    first: str,
    second: str,
    game: Game,
    farthest: int = 9,
    seed: int = 0,
    report: Report = lambda done, steps: None,
    backend: Backend | None = None,
) -> Versus:
    """Learn two players from the same records with the learner ``choice``, and compare them. A backend learns both at
    once.

    >>> from kibitz.games.records import read_text
    >>> from kibitz.games.registry import game
    >>> line = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "a1", "c1"]}'
    >>> compare_players(read_text(line), "Ann", "Ben", game("tic-tac-toe")).choices.positions
    3
    """
    from kibitz.learning.choice_versus import Versus

    for player in (first, second):
        recorded.require_player(player)
    if first == second:
        raise KibitzError(f"'{first}' cannot be compared with itself; name another player; known: {recorded.players}")
    recorded = distinct(recorded)
    if backend is not None:
        return Versus(*_learned_by(backend, recorded, game, [first, second], farthest, seed, "choice"))
    return Versus(
        _choice(recorded, first, farthest, seed, Effort(), lambda done, steps: report(done, 2 * steps)),
        _choice(recorded, second, farthest, seed, Effort(), lambda done, steps: report(steps + done, 2 * steps)),
    )


def _learned_by(
    backend: Backend, recorded: Recorded, game: Game, players: Sequence[str], farthest: int, seed: int, learner: str
) -> list[Any]:
    """Learn several players, each by a worker of a backend."""
    lines = tuple(record.to_json() for record in recorded.records)
    with backend(Work(_learning, (str(game), lines, farthest, seed, learner), "learning")) as workers:
        found = {chunk[0]: learned for chunk, [learned] in workers(Chunks([players], size=1))}
    return [found[player] for player in players]


def _learning(game: str, lines: Sequence[str], farthest: int, seed: int, learner: str) -> Callable[[str], Learned]:
    """The function that learns a player, in another process."""
    recorded, known = Recorded(tuple(map(read_line, lines))), learner_named(learner, game_named(game))
    return lambda player: known.learn(recorded, player, farthest, seed, Effort(), lambda done, steps: None)


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


def _strategy(recorded: Recorded, player: str, farthest: int, seed: int, effort: Effort, report: Report) -> Learned:
    from kibitz.learning.strategy import LearnStrategy

    parts = split([unforced(record, player) for record in recorded.records], seed)
    learner = LearnStrategy(farthest=farthest, workers=effort.workers, backend=effort.backend)
    report(0, farthest)
    return learner(parts.fitting, parts.aside, parts.fresh, lambda fit: report(fit.depth, farthest))


def _is_evaluated_for_two(game: Game) -> bool:
    return game.players == 2 and "evaluated" in game.capabilities


def _preference(recorded: Recorded, player: str, farthest: int, seed: int, effort: Effort, report: Report) -> Learned:
    from kibitz.learning.preferences import learn_preference

    parts = split([unforced(record, player) for record in recorded.records], seed)
    return learn_preference([*parts.fitting, *parts.aside], parts.fresh, report)


def _has_bids(game: Game) -> bool:
    from kibitz.learning.preferences import has_bids

    return has_bids(game)


def _choice(recorded: Recorded, player: str, farthest: int, seed: int, effort: Effort, report: Report) -> LearnedChoice:
    from kibitz.learning.choice_player import learn_choice

    return learn_choice([unforced(record, player) for record in recorded.records], player, farthest, seed, report)


LEARNERS = (
    Learner("preference", "a game with bids", _has_bids, _preference),
    Learner("strategy", "a game with two players and an evaluation", _is_evaluated_for_two, _strategy, spreads=True),
    Learner("choice", "any game", lambda game: True, _choice, compares=True),
)
"""The learners in the order in which they are tried; the last takes every game."""
