"""Matches: everything from a specification to a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Unpack

from kibitz.arena.experiment import Experiment, Given, PlayedOptions
from kibitz.arena.missing_sessions import MissingSessions, sessions_of
from kibitz.arena.openings import match_opening
from kibitz.arena.progress import Progress, RunningStanding
from kibitz.arena.rebuilt import all_written
from kibitz.arena.results import MatchResult
from kibitz.arena.running import Running, RunningOptions
from kibitz.arena.session import Session, died
from kibitz.arena.stopping import begin, require_rule
from kibitz.arena.store import Store, stored_opening
from kibitz.arena.tallies import WINS
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.games.records import check_name, write_lines
from kibitz.games.registry import game as game_named
from kibitz.players.loading import load
from kibitz.pool.backends import backend_named
from kibitz.pool.resuming import finish

__all__ = ["MatchOptions", "Progress", "match", "run"]


class MatchOptions(PlayedOptions, RunningOptions, total=False):
    """The options that ``match`` takes by name: what is played, and how it is run."""


OPTIONS = (*MatchOptions.__annotations__, "deals", "seed", "wins", "stop")
"""Everything that ``match`` takes by name."""


def match(
    game: str | Game,
    players: Sequence[Given],
    deals: int = 100,
    seed: int = 0,
    *,
    wins: str = "full",
    stop: str | None = None,
    **options: Unpack[MatchOptions],
) -> MatchResult:
    """Play a game many times with players in changing seats, and say who is better.

    What is played (``Experiment``): every deal is played by every seating (``seatings``: ``all``, ``round-robin``, or a
    number drawn for each deal). A session is ``series`` games in a row, and players may remember the earlier ones. A
    game starts after ``opening`` random moves; by default a few if games would begin alike, because nothing is dealt
    and no chance is in the game (``arena.openings``). A player that raises an error or needs more than ``move_seconds``
    for a move forfeits that game. A wrong answer of a game written in Python, or a policy that no move can be drawn
    from, stops every match. ``loads`` are Python files with games and players of your own.

    How it is run (``Running``) changes no game. The games are played by ``jobs`` processes, or with ``backend="ray"``
    by the Ray cluster at ``address``; ``chunk`` sessions are handed out together. ``out`` is a file for the results; if
    it holds an unfinished match, the match continues. ``records`` is a file for the games, one JSON line each, or PDN
    if its name ends in ``.pdn``. ``strict`` stops the match at the first forfeited game, and ``progress`` is called
    after every chunk.

    How long it is: ``deals`` is the number of deals, or the maximum with ``stop="decided"``. Such a match stops after
    the first deal that makes the difference of every two neighbours in the standings significant. Its intervals are
    correct although the results decide when it stops (``arena.sequential``).

    What is counted: ``wins="shared"`` gives co-winners a part of a win instead of a full one.

    For every session, players are created from their specifications. So a player object that has learned something, or
    whose class is not registered, is refused; ``play_game`` uses the object itself.

    >>> result = match("tic-tac-toe", ["maxn", "random", "greedy"], deals=10, seed=1)
    >>> [standing.player for standing in result.standings][0]
    'maxn'
    >>> result = match("tic-tac-toe", ["maxn", "random"], deals=1000, seed=1, stop="decided")
    >>> result.deals, result.stopped
    (9, True)
    """
    for name in options:
        if name not in MatchOptions.__annotations__:
            raise SpecError(f"a match has no option '{name}'; {nearest(name, OPTIONS)}")
    named = all_written(players, "players")
    given: dict[str, Any] = {**options}
    if given.get("opening") is None:
        given["opening"] = _opening(game, given)
    run_so = {name: given.pop(name) for name in RunningOptions.__annotations__ if name in given}
    return run(Experiment.of(game, named, seed, **given), deals, Running(**run_so), wins, stop)


def _opening(game: str | Game, options: Mapping[str, Any]) -> int:
    """The opening of a match for which none was given: as in its results file if there is one, since earlier versions
    had other defaults. Otherwise a few random moves, if games would begin alike."""
    stored = stored_opening(options.get("out"))
    if stored is not None:
        return stored
    for file in options.get("loads", ()):
        load(file)  # it may have the game
    return 0 if options.get("positions") else match_opening(game_named(game))


def run(
    experiment: Experiment, deals: int, running: Running | None = None, wins: str = "full", stop: str | None = None
) -> MatchResult:
    """Play this many deals of an experiment, or those that a results file does not have yet. ``stop`` is as in
    ``match``.

    >>> run(Experiment.of("tic-tac-toe", ["maxn", "random"], seed=1), 10).games
    20
    """
    running = running or Running()
    if not isinstance(deals, int) or deals < 1:
        raise SpecError(f"deals={deals} is not allowed; a match has at least one")
    if wins not in WINS:
        raise SpecError(f"wins={wins!r} is not allowed; give {' or '.join(WINS)}")
    require_rule(stop, experiment, deals)
    backend = backend_named(running.backend, running.jobs, running.address)
    if running.records is not None:
        check_name(running.records, experiment.played)
    store = Store.create(running.out, experiment, running.keeps_games)
    work = sessions_of(experiment, store.records, running.director)
    missing = MissingSessions(experiment, store, deals * experiment.sessions_a_deal, running.strict)
    began, standing = perf_counter(), RunningStanding(experiment, store.sessions(missing.total))

    def watch(_: Sequence[int], sessions: Sequence[Session]) -> None:
        if running.progress is not None:
            running.progress(standing.add(sessions, missing.total, perf_counter() - began))

    def enough() -> bool:
        return decision is not None and decision.stops_after() is not None

    try:
        decision = begin(store, stop)
        store.plan(deals, stop)
        if not enough():
            finish(work, missing, backend, running.chunk, died=died, watch=watch, enough=enough)
        if decision is not None and (stopped := decision.stops_after()) is not None:
            store.note_stop(stopped)
        if running.records is not None:
            counted = min(deals, store.stopped_after or deals) * experiment.sessions_a_deal
            write_lines(store.record_lines(counted), running.records)
    except BaseException:
        store.close()
        raise
    if running.out is None:
        return MatchResult(store, deals, wins)
    store.close()
    return MatchResult(Store.open(running.out), deals, wins)
