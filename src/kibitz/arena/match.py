"""Matches: everything from a specification to a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from kibitz.errors import SpecError
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.specs import Spec

if TYPE_CHECKING:
    from kibitz.arena.experiment import Experiment
    from kibitz.arena.results import MatchResult
    from kibitz.arena.session import Director, Session
    from kibitz.arena.store import Store
    from kibitz.pool.work import Backend, Work


@dataclass(frozen=True)
class Progress:
    """How far a match is: games done and in all, how long this run has taken, and everybody's share of the points.

    ``played`` is what this run did itself; the rest was there before.
    """

    done: int
    total: int
    played: int
    seconds: float
    standing: dict[str, float]

    @property
    def rate(self) -> float:
        """Games a second in this run."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this rate."""
        return (self.total - self.done) * self.seconds / self.played if self.played else None


def match(
    game: str | Game,
    players: Sequence[str | Spec | Player],
    deals: int = 100,
    seed: int = 0,
    *,
    seatings: str | int = "all",
    series: int = 1,
    opening: int = 0,
    wins: str = "full",
    jobs: int = 1,
    backend: str = "processes",
    address: str | None = None,
    chunk: int = 0,
    out: str | Path | None = None,
    records: str | Path | None = None,
    move_seconds: float = 0.0,
    strict: bool = False,
    loads: Sequence[str] = (),
    progress: Callable[[Progress], None] | None = None,
) -> MatchResult:
    """Seat players at a game many times and say who is better.

    Every deal is played by every seating (``seatings``: ``all``, ``round-robin``, or so many drawn for each deal), in
    ``series`` games of which the players remember what they like, after ``opening`` random moves. What is played
    depends on ``seed`` and these alone: not on ``jobs`` (processes, or the Ray cluster at ``address``), ``chunk``
    (sessions that are handed out together) or what was interrupted. ``out`` keeps the results in a file, and a match
    that finds it there goes on; ``records`` gets every game as a JSON line, or as PDN if it is a
    ``.pdn``. A player that raises an error or needs more than ``move_seconds`` for a move forfeits that game, or stops
    the match if it is ``strict``. A wrong answer of a game written in Python, or a policy that no move can be drawn
    from, stops every match. ``loads`` are Python files with games and players of your own.

    Players are made anew from their specifications for every session, so an object that has learned something, or whose
    class is not registered, is refused; ``play_game`` plays it as it is.

    >>> result = match("tic-tac-toe", ["maxn", "random", "greedy"], deals=10, seed=1)
    >>> [standing.player for standing in result.standings][0]
    'maxn'
    """
    from kibitz.arena.experiment import Experiment
    from kibitz.arena.tallies import WINS
    from kibitz.pool.backends import backend_named

    if not isinstance(deals, int) or deals < 1:
        raise SpecError(f"deals={deals} is not allowed, a match has at least one")
    if wins not in WINS:
        raise SpecError(f"wins={wins!r} is not allowed, it takes {' or '.join(WINS)}")
    experiment = Experiment.of(
        game,
        players,
        seed=seed,
        seatings=str(seatings),
        series=series,
        opening=opening,
        move_seconds=float(move_seconds),
        loads=tuple(loads),
    )
    played_by = backend_named(backend, jobs, address)
    return run(
        experiment, deals, played_by, wins=wins, chunk=chunk, out=out, records=records, strict=strict, progress=progress
    )


def run(
    experiment: Experiment,
    deals: int,
    backend: Backend,
    *,
    director: type[Director] | None = None,
    recorded: bool = False,
    wins: str = "full",
    chunk: int = 0,
    out: str | Path | None = None,
    records: str | Path | None = None,
    strict: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> MatchResult:
    """Play so many deals of an experiment, or what a results file lacks of them.

    ``director`` is another kind of director that plays the same sessions sooner; ``recorded`` keeps the games
    themselves in the results, as ``records`` does, which writes them to a file besides.

    >>> from kibitz.arena.experiment import Experiment
    >>> from kibitz.pool.backends import here
    >>> run(Experiment.of("tic-tac-toe", ["maxn", "random"], seed=1), 10, here).games
    20
    """
    from kibitz.arena.missing_sessions import sessions_of
    from kibitz.arena.results import MatchResult
    from kibitz.arena.session import Director
    from kibitz.arena.store import Store
    from kibitz.games.records import check_name, write_lines
    from kibitz.games.registry import game as game_named

    if records is not None:
        check_name(records, game_named(experiment.game))
    store = Store.create(out, experiment, recorded or records is not None)
    work = sessions_of(experiment, store.records, director or Director)
    try:
        store.plan(deals)
        _play(experiment, store, deals * experiment.sessions_a_deal, backend, work, chunk, strict, progress)
        if records is not None:
            write_lines(store.record_lines(deals * experiment.sessions_a_deal), records)
    except BaseException:
        store.close()
        raise
    if out is None:
        return MatchResult(store, deals, wins)
    store.close()
    return MatchResult(Store.open(out), deals, wins)


def _play(
    experiment: Experiment,
    store: Store,
    total: int,
    backend: Backend,
    work: Work[int, Session],
    chunk: int,
    strict: bool,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Play what the store does not have yet, and commit every chunk as it comes in."""
    from kibitz.arena.missing_sessions import MissingSessions
    from kibitz.arena.session import died
    from kibitz.pool.resuming import finish

    began, counted = perf_counter(), _Counted(experiment, store.sessions(total))

    def watch(_: Sequence[int], sessions: Sequence[Session]) -> None:
        if progress is not None:
            progress(counted.add(sessions, total, perf_counter() - began))

    finish(work, MissingSessions(experiment, store, total, strict), backend, chunk, died=died, watch=watch)


class _Counted:
    """The running standing, as chunks come in: for people to look at while they wait, not the result."""

    def __init__(self, experiment: Experiment, done: int) -> None:
        self.experiment, self.done, self.played = experiment, done, 0
        self._points = [0.0] * len(experiment.players)
        self._games = [0] * len(experiment.players)

    def add(self, sessions: Sequence[Session], total: int, seconds: float) -> Progress:
        for session in sessions:
            seating = self.experiment.address(session.number).seating
            for game in session.games:
                winners = game.winners or range(len(seating))
                for seat, number in enumerate(seating):
                    self._games[number] += 1
                    self._points[number] += (seat in winners) / len(winners)
        self.done += len(sessions)
        self.played += len(sessions)
        counted = zip(self.experiment.labels, self._points, self._games, strict=True)
        standing = {label: points / games for label, points, games in counted if games}
        done, total, played = (count * self.experiment.series for count in (self.done, total, self.played))
        return Progress(done, total, played, seconds, standing)
