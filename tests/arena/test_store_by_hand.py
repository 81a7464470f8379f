"""The results file, by its bytes and its tables: versions, ranges of sessions, differences, and errors in sentences."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.session import GameResult, Session
from kibitz.arena.store import Distinct, Store, _changed_files, _explained, stored_opening
from kibitz.errors import KibitzError

EXPERIMENT = Experiment.of("tic-tac-toe", ["random", "greedy"], seed=1, opening=3)
GAME = GameResult((1.0, -1.0), (0,), 5)


def sessions(first: int, behind: int, *games: GameResult) -> list[Session]:
    return [Session(number, games or (GAME,)) for number in range(first, behind)]


def with_chunks(*ranges: tuple[int, int]) -> Store:
    store = Store.create(None, EXPERIMENT)
    for first, behind in ranges:
        store.commit(sessions(first, behind))
    return store


def written(path: Path, *games: GameResult) -> Path:
    store = Store.create(path, EXPERIMENT)
    store.commit(sessions(0, 2, *games))
    store.close()
    return path


def changed(path: Path, *statements: str) -> Path:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


# Versions: SQLite has the version of a file in the bytes 60 to 63 of its header, and its application in 68 to 71.


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "r.kibitz")
    header = path.read_bytes()[:100]
    assert header[68:72] == b"KIBI"
    assert header[60:64] == b"\0\0\0\2"
    store = Store.create(path, EXPERIMENT)
    store.plan(9, "decided")
    store.close()
    assert path.read_bytes()[60:64] == b"\0\0\0\3"  # a Kibitz that does not know the rule does not read it
    assert (Store.open(path).stop, Store.open(path).planned_deals) == ("decided", 9)


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4])
def test_versions_that_are_read(version: int, tmp_path: Path) -> None:
    path = changed(written(tmp_path / "r.kibitz"), f"PRAGMA user_version={version}")
    if version in (1, 2, 3):
        assert Store.open(path).complete_sessions() == 2
    else:
        with pytest.raises(KibitzError, match=f"of version {version}, and this Kibitz reads version 1 or 2 or 3"):
            Store.open(path)


def test_another_application_is_refused(tmp_path: Path) -> None:
    path = changed(written(tmp_path / "r.kibitz"), "PRAGMA application_id=1263092298")
    with pytest.raises(KibitzError, match="is not a results file of Kibitz"):
        Store.open(path)


def test_a_file_is_whole_after_it_is_closed(tmp_path: Path) -> None:
    """It can be copied alone: bytes 18 and 19 of the header are 1 without a write-ahead log, and 2 with one."""
    store = Store.create(tmp_path / "r.kibitz", EXPERIMENT)
    store.commit(sessions(0, 2))
    lock: Any = store._lock
    assert not lock.closed
    store.close()
    assert lock.closed
    assert (tmp_path / "r.kibitz").read_bytes()[18:20] == b"\1\1"
    assert [file.name for file in tmp_path.iterdir()] == ["r.kibitz"]
    Store.open(tmp_path / "r.kibitz").close()


def test_another_thread_may_use_it() -> None:
    """The page of ``kibitz serve`` does."""
    store, found = with_chunks((0, 3)), list[int]()
    thread = Thread(target=lambda: found.append(store.complete_sessions()))
    thread.start()
    thread.join()
    assert found == [3]


def test_records_are_kept_if_they_were_asked_for(tmp_path: Path) -> None:
    assert not Store.create(None, EXPERIMENT).records
    Store.create(tmp_path / "r.kibitz", EXPERIMENT, records=True).close()
    again = Store.create(tmp_path / "r.kibitz", EXPERIMENT, records=True)
    assert again.records
    again.close()
    Store.create(tmp_path / "r.kibitz", EXPERIMENT).close()


# Which sessions there are.


@pytest.mark.parametrize(
    ("chunks", "finished", "missing", "complete"),
    [
        ([], [], [(0, 6)], 0),
        ([(0, 2)], [(0, 2)], [(2, 6)], 2),
        ([(1, 2)], [(1, 2)], [(0, 1), (2, 6)], 0),
        ([(0, 2), (2, 4)], [(0, 4)], [(4, 6)], 4),
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)], [(2, 3), (4, 6)], 2),
        ([(0, 3), (3, 6)], [(0, 6)], [], 6),
        ([(0, 1), (4, 9)], [(0, 1), (4, 9)], [(1, 4)], 1),
        ([(7, 9)], [(7, 9)], [(0, 6)], 0),
    ],
)
def test_ranges_of_sessions(chunks: Any, finished: Any, missing: Any, complete: int) -> None:
    store = with_chunks(*chunks)
    assert list(store.finished()) == finished
    assert list(store.missing(6)) == missing
    assert store.complete_sessions() == complete
    assert store.sessions(6) == 6 - sum(behind - first for first, behind in missing)


def test_games_of_some_sessions() -> None:
    store = with_chunks((0, 3), (3, 6), (6, 9))
    assert [game.session for game in store.games(9)] == list(range(9))
    assert [game.session for game in store.games(7, 2)] == [2, 3, 4, 5, 6]
    assert [game.session for game in store.games(6, 3)] == [3, 4, 5]
    series = Store.create(None, EXPERIMENT)
    series.commit(sessions(0, 2, GAME, GAME._replace(moves=7), GAME))
    places = [(game.session, game.place) for game in series.games(2)]
    assert places == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    """Also what is not known: whether a clock decided a game."""
    games = (
        GAME._replace(clocked=None),
        GAME._replace(clocked=True),
        GAME._replace(scores=None, winners=(), fault=Fault(None, "died", "é")),
    )
    written(tmp_path / "r.kibitz", *games)
    assert [stored.result for stored in Store.open(tmp_path / "r.kibitz").games(1)] == list(games)


# Distinct games.


def test_distinct_games_by_their_lines() -> None:
    """Two sessions a deal: six sessions with four lines, of which two are the same, in three deals."""
    store = Store.create(None, EXPERIMENT)
    for number, line in enumerate((5, 6, None, None, 5, 7)):
        store.commit(sessions(number, number + 1, GAME._replace(line=line)))
    assert store.distinct(6) == Distinct(3, 4, 2)
    assert store.distinct(2) == Distinct(2, 2, 1)
    store._connection.execute("DROP TABLE lines")  # a file of an earlier version
    assert store.distinct(6) == Distinct(0, 0, 0)


def test_lines_that_were_changed_are_found(tmp_path: Path) -> None:
    path = written(tmp_path / "r.kibitz", GAME._replace(line=5))
    changed(path, "UPDATE lines SET line = 6")
    with pytest.raises(KibitzError, match="the moves of the sessions 0 to 1 are not what was written"):
        Store.open(path).distinct(2)


def test_games_that_were_changed_are_found(tmp_path: Path) -> None:
    path = changed(written(tmp_path / "r.kibitz"), "UPDATE games SET moves = 6 WHERE session = 0")
    with pytest.raises(KibitzError, match="the games of the sessions 0 to 1 are not what was written"):
        list(Store.open(path).games(2))


# Plans.


def test_a_plan_is_noted_once(tmp_path: Path) -> None:
    store = Store.create(None, EXPERIMENT)
    assert (store.planned_deals, store.stop, store.stopped_after) == (None, None, None)
    store.plan(7)
    store.note_stop(4)
    changes = store._connection.total_changes
    store.plan(7)
    store.note_stop(4)
    assert store._connection.total_changes == changes
    assert (store.planned_deals, store.stop, store.stopped_after) == (7, None, 4)
    assert store._version() == 2
    store.plan(7, "decided")
    store.note_stop(5)
    assert (store.planned_deals, store.stop, store.stopped_after) == (7, "decided", 5)


# What differs from the match in a file.


def test_other_options_and_another_core_are_named(tmp_path: Path) -> None:
    path = tmp_path / "r.kibitz"
    store = Store.create(path, EXPERIMENT)
    described = json.loads(store._about("described"))
    assert list(store._differences(EXPERIMENT)) == []
    store._note("described", json.dumps({**described, "core": "another", "seed": 5}))
    assert sorted(store._differences(EXPERIMENT)) == [
        "seed is 5 in the file and 1 now",
        "the compiled core of Kibitz has changed",
    ]
    del described["seed"]
    store._note("described", json.dumps(described))
    assert list(store._differences(EXPERIMENT)) == ["seed is None in the file and 1 now"]
    store.close()


@pytest.mark.parametrize(
    ("there", "here", "said"),
    [
        ({"a/one.py": "1"}, {"b/two.py": "1"}, []),  # moved and renamed
        (
            {"a/one.py": "1"},
            {"b/one.py": "2"},
            ["the loaded file b/one.py has been changed since these results were begun"],
        ),
        (
            {"a/one.py": "1"},
            {"b/two.py": "2"},
            [
                "the file b/two.py is loaded now, but was not loaded for the stored results",
                "the file a/one.py was loaded for the stored results, but is not loaded now",
            ],
        ),
        ({"one.py": "1"}, {}, ["the file one.py was loaded for the stored results, but is not loaded now"]),
        ({}, {"one.py": "1"}, ["the file one.py is loaded now, but was not loaded for the stored results"]),
        ({"one.py": "1", "two.py": "2"}, {"two.py": "2", "one.py": "1"}, ["files are loaded in another order"]),
    ],
)
def test_files_that_are_loaded(there: dict[str, str], here: dict[str, str], said: list[str]) -> None:
    assert list(_changed_files(there, here)) == said


# Errors.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("database or disk is full", "no space left to write r (database or disk is full); everything"),
        ("disk I/O error", "no space left to write r (disk I/O error)"),
        ("attempt to write a readonly database", "r cannot be written to (attempt"),
        ("database is locked", "r is in use by another program (database is locked)"),
        ("file is not a database", "r is not a results file of Kibitz, or damaged (file is not a database)"),
        ("database disk image is malformed", "r is not a results file of Kibitz, or damaged (database disk"),
        ("no such table: games", "r is damaged: no such table: games; nothing was changed."),
        ("Could not decode to UTF-8", "r is damaged: Could not decode to UTF-8; nothing"),
        ("datatype mismatch", "r is damaged: datatype mismatch; nothing was changed"),
        ("unable to open database file", "cannot use r: unable to open database file; is its folder there"),
    ],
)
def test_errors_of_the_database_are_sentences(text: str, said: str) -> None:
    error = sqlite3.OperationalError(text)
    assert str(_explained(Path("r"), error)).startswith(said)


def test_a_store_without_a_file_has_a_name_in_errors() -> None:
    error = sqlite3.OperationalError("database is locked")
    assert str(_explained(None, error)).startswith("the temporary results file is in use by another program")


def test_the_opening_of_a_file(tmp_path: Path) -> None:
    assert stored_opening(None) is None
    assert stored_opening(tmp_path / "nowhere") is None
    (tmp_path / "empty").touch()
    assert stored_opening(tmp_path / "empty") is None
    (tmp_path / "text").write_text("years of work" * 100)
    assert stored_opening(tmp_path / "text") is None
    path = written(tmp_path / "r.kibitz")
    assert stored_opening(path) == stored_opening(str(path)) == 3
    assert stored_opening(changed(path, "UPDATE about SET value = '{}'")) is None
