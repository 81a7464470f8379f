"""Matches: everything from a specification to a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from kibitz.arena.progress import Progress, RunningStanding
from kibitz.errors import KibitzError, SpecError, nearest
from kibitz.games.game import Game
from kibitz.players.player import Player
from kibitz.specs import Spec

if TYPE_CHECKING:
    from kibitz.arena.backends import Backend, Work
    from kibitz.arena.experiment import Experiment
    from kibitz.arena.results import MatchResult
    from kibitz.arena.session import Director, Session
    from kibitz.arena.store import Store

__all__ = ["BACKENDS", "Progress", "backend_named", "match", "run"]

BACKENDS = ("processes", "ray")


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

    >>> from kibitz.arena.backends import here
    >>> from kibitz.arena.experiment import Experiment
    >>> run(Experiment.of("tic-tac-toe", ["maxn", "random"], seed=1), 10, here).games
    20
    """
    from kibitz.arena.backends import Work
    from kibitz.arena.results import MatchResult
    from kibitz.arena.session import Director
    from kibitz.arena.store import Store
    from kibitz.games.records import check_name, write_lines
    from kibitz.games.registry import game as game_named

    if records is not None:
        check_name(records, game_named(experiment.game))
    store = Store.create(out, experiment, recorded or records is not None)
    work = Work(experiment.to_json(), store.records, director or Director)
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


def backend_named(name: str, jobs: int, address: str | None = None) -> Backend:
    """The backend with a name: so many processes, this one alone, or the Ray cluster at an address."""
    from kibitz.arena import backends

    if name not in BACKENDS:
        raise SpecError(f"there is no backend '{name}'; {nearest(name, BACKENDS)}")
    if jobs < 1:
        raise SpecError(f"jobs={jobs} is not allowed, it takes a number of processes from 1")
    if name == "ray":
        return backends.on_ray(address)
    if address is not None:
        raise SpecError("an address is that of a Ray cluster: add --backend ray")
    return backends.here if jobs == 1 else backends.processes(jobs)


def _play(
    experiment: Experiment,
    store: Store,
    total: int,
    backend: Backend,
    work: Work,
    chunk: int,
    strict: bool,
    progress: Callable[[Progress], None] | None,
) -> None:
    """Play what the store does not have yet, and commit every chunk as it comes in."""
    from kibitz.arena.backends import Chunks

    missing = list(store.missing(total))
    left = sum(behind - first for first, behind in missing)
    if not left:
        return
    began, standing = perf_counter(), RunningStanding(experiment, total - left)
    finished = backend(work, Chunks(missing, chunk))
    try:
        for sessions in finished:
            if strict:
                _refuse_faults(experiment, sessions)
            store.commit(sessions)
            if progress is not None:
                progress(standing.add(sessions, total, perf_counter() - began))
    finally:
        finished.close()  # type: ignore[attr-defined]


def _refuse_faults(experiment: Experiment, sessions: Sequence[Session]) -> None:
    for session in sessions:
        for game in session.games:
            if game.fault is not None:
                deal, seating = experiment.address(session.number)
                seat = game.fault.seat
                who = "nobody in particular" if seat is None else experiment.labels[seating[seat]]
                raise KibitzError(f"deal {deal}, seating {seating}: {game.fault.kind} of {who}: {game.fault.text}")
