"""Leagues: everything from a specification to a result, in any number of processes, and continued after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.arena.experiment import Given
from kibitz.arena.league.experiment import League
from kibitz.arena.league.results import LeagueResult
from kibitz.arena.league.session import Played, Sessions, died
from kibitz.arena.league.stopping import looks
from kibitz.arena.store import locked
from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import Game
from kibitz.pool.backends import PROCESSES, backend_named
from kibitz.pool.lines import Lines
from kibitz.pool.resuming import finish
from kibitz.pool.work import Backend, Work

ABOUT = ("league",)
"""The first line of a results file says what all its sessions have in common."""
LAST = ("last",)
"""A line that says what the last run played, so that the file can be read without its command."""
BEGINNING = b'[["league"], '
CONTINUE = "the same kibitz league command, with --out, continues it"


@dataclass(frozen=True)
class Running:
    """How a league is run. Nothing here changes a game. For matches, see ``kibitz.arena.running.Running``.

    ``progress`` is called after every chunk, with the number of finished sessions and the number of all sessions.
    """

    jobs: int = 1
    backend: str = PROCESSES
    address: str | None = None
    chunk: int = 0
    out: str | Path | None = None
    progress: Callable[[int, int], None] | None = field(default=None, compare=False)


def league(
    game: str | Game,
    opponents: Iterable[Given] = (),
    players: Iterable[Given] = (),
    baseline: Given = "",
    sessions: int = 10,
    running: Running | None = None,
    until_decided: bool = False,
    **options: Any,
) -> LeagueResult:
    """Play a league: how much do players gain against opponents that they have never met?

    Without ``opponents``, the game's population is used. ``options`` are those of ``League``, and how it is run, as in
    ``match``: ``jobs``, ``backend``, ``address``, ``chunk``, ``out`` and ``progress``, or ``running`` instead. With
    ``until_decided``, the league stops as soon as it is decided for each player whether it gains or loses, and after
    ``sessions`` at the latest (``stopping``).

    >>> found = league("tic-tac-toe", ["random"], ["maxn"], baseline="random", sessions=4, games=2, clairvoyant="none")
    >>> [row.player for row in found.rows]
    ['random', 'maxn']
    """
    run_so = {name: options.pop(name) for name in Running.__dataclass_fields__ if name in options}
    if run_so and running is not None:
        raise SpecError(f"give running or {', '.join(run_so)}, not both")
    made = League.of(game, opponents, players, baseline, **options)
    return run(made, sessions, running or Running(**run_so), until_decided)


def run(league: League, sessions: int, running: Running | None = None, until_decided: bool = False) -> LeagueResult:
    """Play this many sessions at every table, or those that a results file does not have yet.

    With ``until_decided``, the league stops earlier if it is decided. This is checked after numbers of sessions that
    are fixed beforehand, and only finished sessions count. So the league ends after the same session with any number of
    processes, and also if it was killed and continued.
    """
    running = running or Running()
    if not isinstance(sessions, int) or sessions < 1:
        raise SpecError(f"sessions={sessions} is not allowed, a league has at least one at every table")
    backend = backend_named(running.backend, running.jobs, running.address)
    fixed = looks(league, sessions) if until_decided else ()
    with results_file(running.out, league, fixed) as path:
        if path is not None:
            _note_run(path, {"league": league.to_json(), "sessions": sessions, "looks": list(fixed)})
        for number in fixed or (sessions,):
            result = _played(league, number, fixed, sessions, path, backend, running)
            if result.looks and result.decided:
                break
    return result


def _played(
    league: League,
    sessions: int,
    fixed: Sequence[int],
    most: int,
    path: Path | None,
    backend: Backend,
    running: Running,
) -> LeagueResult:
    """Play this many sessions at every table. The whole league has at most ``most`` at every table."""
    cases = league.cases(sessions)
    total = len(league.cases(most))
    store = Lines(path, cases)
    work: Work[Any, list[Played]] = Work(seated, (league.to_json(),), "league")
    done = len(cases) - sum(map(len, store.missing()))

    def watch(chunk: Sequence[Any], _: Sequence[Any]) -> None:
        nonlocal done
        done += len(chunk)
        if running.progress is not None:
            running.progress(done, total)

    finish(work, store, backend, running.chunk, died=died, watch=watch)
    return LeagueResult(league, sessions, dict(zip(cases, store.results(), strict=True)), fixed)


def _note_run(path: Path, told: dict[str, Any]) -> None:
    store = Lines(path, [LAST])
    if store.missing() or store.results() != [told]:
        store.keep([LAST], [told])


def is_league(path: str | Path) -> bool:
    """Whether a file holds the results of a league."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except OSError:
        return False


def read_league(path: str | Path) -> LeagueResult:
    """Read the results file of a league, finished or not: sessions that are complete for everybody are counted."""
    path = Path(path)
    store = Lines(path, [ABOUT])
    if not is_league(path) or store.missing():
        raise KibitzError(f"{path} is not a results file of a league")
    [about] = store.results()
    last = Lines(path, [LAST])
    if last.missing():
        raise KibitzError(
            f"{path} is a league of {about['game']} with seed {about['seed']} by an earlier version, which did not "
            f"store who plays; {CONTINUE}, and shows its results"
        )
    [told] = last.results()
    league, most, fixed = League.from_json(told["league"]), told["sessions"], told["looks"]
    for number in fixed or [most]:
        cases = league.cases(number)
        store = Lines(path, cases)
        missing = {tuple(case) for each in store.missing() for case in each}
        left = [case for case in cases if case in missing]
        if left:
            break
        result = LeagueResult(league, number, dict(zip(cases, store.results(), strict=True)), fixed)
        if fixed and result.decided:
            break
    if not left:
        return result
    there = f"{len(cases) - len(left):,} of {len(league.cases(most)):,} sessions are there; {CONTINUE}"
    complete = min(case.session for case in left)
    if not complete:
        raise KibitzError(f"{path} is an unfinished league of {league.game}: {there}")
    counted = league.cases(complete)
    found = dict(zip(counted, Lines(path, counted).results(), strict=True))
    return LeagueResult(league, complete, found, fixed, there)


def seated(league: str) -> Callable[[Sequence[Any]], list[Played]]:
    """Read a league (given as JSON), and return the function that plays a session by its address.

    >>> made = League.of("tic-tac-toe", ["greedy"], ["maxn"], baseline="random", games=1)
    >>> from kibitz.arena.league.experiment import Case
    >>> seated(made.to_json())(Case("maxn", ("greedy",), 0))[0]["share"]
    1.0
    """
    return Sessions(League.from_json(league)).play


@contextmanager
def results_file(out: str | Path | None, league: League, fixed: Sequence[int] = ()) -> Iterator[Path | None]:
    """Hold a results file: a new one, or one with sessions of the same league.

    If the league stops when it is decided, the file stores its looks. With other looks, its intervals would be wrong.
    """
    if out is None:
        yield None
        return
    path = Path(out)
    with locked(path):
        about = {**league.described(), **({"looks": list(fixed)} if fixed else {})}
        _require(path, json.loads(json.dumps(about)))
        yield path


def _require(path: Path, described: dict[str, Any]) -> None:
    """Refuse a file with something else in it, and say what differs."""
    try:
        about = Lines(path, [ABOUT])
    except UnicodeDecodeError:
        raise KibitzError(f"{path} is not a results file of a league; nothing was changed, give another name") from None
    if path.stat().st_size == 0:
        about.keep([ABOUT], [described])
        return
    if about.missing():
        raise KibitzError(f"{path} is not a results file of a league; nothing was changed, give another name")
    [there] = about.results()
    differing = [name for name in {**there, **described} if there.get(name) != described.get(name)]
    if differing:
        said = "; ".join(_difference(name, there.get(name), described.get(name)) for name in differing)
        raise KibitzError(f"{path} has results of another league: {said}. Nothing was changed; give another file")


def _difference(name: str, there: object, here: object) -> str:
    if name == "looks":
        return _looks_differ(there, here)
    told = {
        "core": "the compiled core of Kibitz has changed",
        "loads": "a loaded file differs",
        "memories": "a memory differs",
    }
    return told.get(name, f"{name} is {there!r} in the file and {here!r} now")


def _looks_differ(there: object, here: object) -> str:
    """Why a league that stops when it is decided needs the same command again."""
    if not here:
        return "it stops when it is decided (add --until-decided, or its intervals would be too narrow)"
    if not there:
        return "it does not stop when it is decided (leave out --until-decided)"
    return f"it stops when it is decided, after {there} sessions and not after {here} (give the same --sessions)"
