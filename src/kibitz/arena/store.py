"""The results file: an SQLite file in which every finished chunk is one transaction.

If the process dies, the file holds whole chunks, and the next run plays what is missing. Every chunk and every field
has a checksum, so a file that a disk or a transfer has damaged is refused: a changed digit would be a wrong result.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.session import GameResult, Session
from kibitz.errors import KibitzError

VERSION = 2
STOPPING = 3  # the same with a stopping rule; a Kibitz that does not know the rule must not read or continue the file
READ = (1, VERSION, STOPPING)  # version 1 does not say which games a clock decided
APPLICATION = 0x4B494249  # "KIBI", in the header of every results file

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE chunks (first INTEGER PRIMARY KEY, behind INTEGER NOT NULL, seconds REAL, player_seconds REAL);
CREATE TABLE games (
    session INTEGER NOT NULL,
    game INTEGER NOT NULL,
    scores TEXT,
    winners TEXT NOT NULL,
    moves INTEGER NOT NULL,
    fault TEXT,
    record BLOB,
    clocked INTEGER,
    PRIMARY KEY (session, game)
) WITHOUT ROWID;
"""
CHECKSUMS = "CREATE TABLE IF NOT EXISTS checksums (name TEXT PRIMARY KEY, checksum INTEGER NOT NULL) WITHOUT ROWID"
"""A checksum for each field of ``about``, and for each chunk with its games. Files of earlier versions have none."""
LINES = """CREATE TABLE IF NOT EXISTS lines (
    session INTEGER NOT NULL, game INTEGER NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (session, game)
) WITHOUT ROWID"""
"""For each game that may repeat another, the hash of its moves. Files of earlier versions have none."""
DAMAGE = (ValueError, TypeError, KeyError, AttributeError, zlib.error)
"""What reading a damaged value raises."""

Range = tuple[int, int]
"""A range of sessions: the first, and one more than the last."""


class StoredGame(NamedTuple):
    """A game with its place: the session, and the place in its series."""

    session: int
    place: int
    result: GameResult


class Distinct(NamedTuple):
    """How many games differ in their moves, of how many games with known moves, in how many deals."""

    games: int
    known: int
    deals: int


class Store:
    """The results file of one experiment, or a temporary one without a path.

    >>> from kibitz.arena.session import Director
    >>> experiment = Experiment.of("tic-tac-toe", ["random", "maxn"])
    >>> store = Store.create(None, experiment)
    >>> store.commit([Director(experiment).play(number) for number in range(3, 5)])
    >>> list(store.missing(10)), sum(1 for game in store.games(10))
    ([(0, 3), (5, 10)], 2)
    """

    def __init__(self, path: Path | None, connection: sqlite3.Connection, lock: IO[bytes] | None = None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    # Opening.

    @classmethod
    def create(cls, path: str | Path | None, experiment: Experiment, records: bool = False) -> Store:
        """Open the file to write to it: a new one, or one with results of the same experiment."""
        if path is None:
            store = cls(None, sqlite3.connect("", isolation_level=None, check_same_thread=False))
            store._set_up(experiment, records)
            return store
        path = Path(path)
        lock = locked(path)
        store = cls(path, _connected(path, f"{path.absolute().as_uri()}?mode=rwc"), lock)
        try:
            if store._empty():
                store._set_up(experiment, records)
            else:
                store._require(experiment, records)
                with store._errors():
                    store._connection.execute("PRAGMA journal_mode=WAL")
                store._bring_up_to_date()
        except BaseException:
            store._connection.close()
            lock.close()
            raise
        return store

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """Open a results file to read it."""
        path = Path(path)
        if not path.is_file():
            raise KibitzError(f"there is no results file {path}; kibitz match GAME PLAYER... --out {path} makes one")
        store = cls(path, _connected(path, f"{path.absolute().as_uri()}?mode=ro"))
        store._require_version()
        return store

    def _empty(self) -> bool:
        with self._errors():
            return self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0  # type: ignore[no-any-return]

    def _set_up(self, experiment: Experiment, records: bool) -> None:
        about = {"experiment": experiment.to_json(), "described": json.dumps(experiment.described())}
        about |= {"identity": experiment.identity, "records": json.dumps(records)}
        with self._errors():
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
            with self._transaction():
                for statement in (*TABLES.split(";"), CHECKSUMS, LINES):
                    self._connection.execute(statement)
                for name, value in about.items():
                    self._note(name, value)
                self._connection.execute(f"PRAGMA application_id={APPLICATION}")
                self._connection.execute(f"PRAGMA user_version={VERSION}")

    def _bring_up_to_date(self) -> None:
        """Add columns that earlier versions did not have; stored data are not changed."""
        with self._errors():
            self._connection.execute(CHECKSUMS)
            self._connection.execute(LINES)
        if self._version() < VERSION:
            with self._errors(), self._transaction():
                self._connection.execute("ALTER TABLE games ADD COLUMN clocked INTEGER")
                self._connection.execute(f"PRAGMA user_version={VERSION}")

    def _version(self) -> int:
        with self._errors():
            return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _require_version(self) -> None:
        with self._errors():
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
        version = self._version()
        if application != APPLICATION:
            raise KibitzError(f"{self.path} is not a results file of Kibitz; nothing was changed; give another name")
        if version not in READ:
            raise KibitzError(
                f"{self.path} is a results file of version {version}, and this Kibitz reads version "
                f"{' or '.join(map(str, READ))}; "
                "nothing was changed; use the Kibitz that wrote it, or another file"
            )

    def _require(self, experiment: Experiment, records: bool) -> None:
        """Refuse to add to the results of another experiment, and say what differs."""
        self._require_version()
        if self._about("identity") != experiment.identity:
            other = "; ".join(self._differences(experiment))
            raise KibitzError(
                f"{self.path} has results of another match: {other}. Nothing was changed; give another results file"
            )
        if records and not json.loads(self._about("records")):
            raise KibitzError(
                f"{self.path} was started without records, so its games cannot be recorded now; give another file"
            )
        self._connection.execute("PRAGMA synchronous=FULL")

    def _differences(self, experiment: Experiment) -> Iterator[str]:
        """What differs between an experiment and the one in the file, in words."""
        old, new = json.loads(self._about("described")), json.loads(json.dumps(experiment.described()))
        for name in new:
            if old.get(name) == new[name]:
                continue
            if name == "loads":
                there = json.loads(self._about("experiment"))["loads"]
                yield from _changed_files(
                    dict(zip(there, old["loads"], strict=True)), dict(zip(experiment.loads, new["loads"], strict=True))
                )
            elif name == "core":
                yield "the compiled core of Kibitz has changed"
            else:
                yield f"{name} is {old.get(name)!r} in the file and {new[name]!r} now"

    def _about(self, name: str) -> str:
        value = self._noted(name)
        if value is None:
            raise _damaged(self.path, f"its field {name} is missing")
        return value

    def _noted(self, name: str) -> str | None:
        with self._errors():
            row = self._connection.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        if row is None:
            return None
        value = str(row[0])
        self._require_checksum(f"about {name}", value, f"its field {name} is not what was written")
        return value

    def _require_checksum(self, name: str, value: str, otherwise: str) -> None:
        """Refuse a value that is not the one that was written, if a checksum of it was stored."""
        with self._errors():
            if not self._has_checksums():
                return
            row = self._connection.execute("SELECT checksum FROM checksums WHERE name = ?", (name,)).fetchone()
        if row is not None and row[0] != _checksum(value):
            raise _damaged(self.path, otherwise)

    def _has_checksums(self) -> bool:
        return self._has("checksums")

    def _has(self, table: str) -> bool:
        query = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        return bool(self._connection.execute(query, (table,)).fetchone()[0])

    # What is in it.

    @property
    def experiment(self) -> Experiment:
        """The experiment of the results."""
        with self._reading("the description of the match cannot be read"):
            return Experiment.from_json(self._about("experiment"))

    @property
    def records(self) -> bool:
        """Whether the moves of every game are stored."""
        with self._reading("its field records cannot be read"):
            return bool(json.loads(self._about("records")))

    @property
    def planned_deals(self) -> int | None:
        """How many deals the last run was asked for. None: not known, because an earlier version did not store it."""
        return self._number_noted("deals")

    def plan(self, deals: int, stop: str | None = None) -> None:
        """Store the number of deals that this run is asked for, and the rule that may stop it earlier. So the file of
        an interrupted run can say what is missing.
        """
        if (self.planned_deals, self.stop) != (deals, stop):
            with self._errors(), self._transaction():
                self._note("deals", deals)
                if stop is not None:
                    self._note("stop", stop)
                    self._connection.execute(f"PRAGMA user_version={STOPPING}")

    @property
    def stop(self) -> str | None:
        """The rule by which the match may stop before all its deals are played. None: their number is fixed."""
        return self._noted("stop")

    @property
    def stopped_after(self) -> int | None:
        """After how many deals the rule stopped the match. None: the rule has not stopped it yet."""
        return self._number_noted("stopped after")

    def _number_noted(self, name: str) -> int | None:
        noted = self._noted(name)
        with self._reading(f"its field {name} cannot be read"):
            return None if noted is None else int(noted)

    def note_stop(self, deals: int) -> None:
        """Note that the rule stopped the match after this many deals. Sessions of later deals that other processes had
        played by then stay in the file and do not count."""
        if self.stopped_after != deals:
            with self._errors(), self._transaction():
                self._note("stopped after", deals)

    def _note(self, name: str, value: object) -> None:
        self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, str(value)))
        self._note_checksum(f"about {name}", str(value))

    def _note_checksum(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO checksums VALUES (?, ?)", (name, _checksum(value)))

    def sessions(self, total: int) -> int:
        """How many of the first ``total`` sessions are stored."""
        return total - sum(behind - first for first, behind in self.missing(total))

    def finished(self) -> Iterator[Range]:
        """The stored sessions, as ranges in order, with neighbours joined."""
        first, behind = 0, 0
        with self._errors():
            for start, end in self._connection.execute("SELECT first, behind FROM chunks ORDER BY first"):
                if start > behind:
                    if behind > first:
                        yield first, behind
                    first = start
                behind = end
        if behind > first:
            yield first, behind

    def missing(self, total: int) -> Iterator[Range]:
        """The sessions up to a number that are not stored yet."""
        after = 0
        for first, behind in list(self.finished()):
            if min(first, total) > after:
                yield after, min(first, total)
            after = behind
        if total > after:
            yield after, total

    def complete_sessions(self) -> int:
        """The number of stored sessions from the first, without a gap."""
        first, behind = next(self.finished(), (0, 0))
        return behind if first == 0 else 0

    def games(self, total: int, first: int = 0) -> Iterator[StoredGame]:
        """The games of the sessions up to a number, in the order of deals and seatings."""
        clocked = "clocked" if self._version() > 1 else "NULL"
        query = f"SELECT session, game, scores, winners, moves, fault, {clocked} FROM games"
        within = "WHERE session >= ? AND session < ? ORDER BY session, game"
        with self._errors():
            chunks = self._connection.execute(
                "SELECT first, behind FROM chunks WHERE behind > ? AND first < ? ORDER BY first", (first, total)
            ).fetchall()
        for start, behind in chunks:
            damage = f"the games of the sessions {start} to {behind - 1} are not what was written"
            with self._errors():
                rows = self._connection.execute(f"{query} {within}", (start, behind)).fetchall()
            self._require_checksum(f"chunk {start}", _chunk_text(start, behind, rows), damage)
            for row in rows:
                if first <= row[0] < total:
                    with self._reading(damage):
                        stored = _stored(*row)
                    yield stored

    def distinct(self, total: int) -> Distinct:
        """How many games of the sessions up to a number are distinct, by their moves."""
        with self._errors():
            if not self._has("lines"):
                return Distinct(0, 0, 0)
            chunks = self._connection.execute("SELECT first, behind FROM chunks WHERE first < ?", (total,)).fetchall()
        for first, behind in chunks:
            damage = f"the moves of the sessions {first} to {behind - 1} are not what was written"
            self._require_checksum(f"lines {first}", json.dumps(self._lines(first, behind)), damage)
        counted = "SELECT count(DISTINCT line), count(*), count(DISTINCT session / ?) FROM lines WHERE session < ?"
        with self._errors():
            row = self._connection.execute(counted, (self.experiment.sessions_a_deal, total)).fetchone()
        return Distinct(*row)

    def _lines(self, first: int, behind: int) -> list[tuple[int, int, int]]:
        query = "SELECT session, game, line FROM lines WHERE session >= ? AND session < ? ORDER BY session, game"
        with self._errors():
            return self._connection.execute(query, (first, behind)).fetchall()

    def record_lines(self, total: int) -> Iterator[str]:
        """The games that were recorded, a JSON line each, in the order of deals and seatings."""
        query = "SELECT record FROM games WHERE session < ? AND record IS NOT NULL ORDER BY session, game"
        with self._errors():
            for (record,) in self._connection.execute(query, (total,)):
                with self._reading("a recorded game cannot be read"):
                    line = zlib.decompress(record).decode()
                yield line

    def seconds(self) -> tuple[float, float]:
        """The total time of the sessions, and the time used by the players."""
        with self._errors():
            row = self._connection.execute("SELECT total(seconds), total(player_seconds) FROM chunks").fetchone()
        return float(row[0]), float(row[1])

    # Adding to it.

    def commit(self, sessions: Sequence[Session]) -> None:
        """Add a finished chunk of neighbouring sessions in one transaction."""
        rows = [_row(session.number, place, game) for session in sessions for place, game in enumerate(session.games)]
        spent = (sum(each.seconds for each in sessions), sum(each.player_seconds for each in sessions))
        with self._errors(), self._transaction():
            self._connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            first, behind = sessions[0].number, sessions[-1].number + 1
            self._connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?)", (first, behind, *spent))
            checked = [(*row[:6], row[7] if row[7] is None else int(row[7])) for row in rows]
            self._note_checksum(f"chunk {first}", _chunk_text(first, behind, checked))
            lines = [
                (session.number, place, game.line)
                for session in sessions
                for place, game in enumerate(session.games)
                if game.line is not None
            ]
            self._connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", lines)
            self._note_checksum(f"lines {first}", json.dumps(lines))

    def close(self) -> None:
        """Close the store, leaving a single file."""
        with suppress(sqlite3.Error):
            if self._lock is not None:
                self._connection.execute("PRAGMA journal_mode=DELETE")
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn SQLite's errors into errors of Kibitz."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise _explained(self.path, error) from None

    @contextmanager
    def _reading(self, damage: str) -> Iterator[None]:
        """Turn what a damaged value raises into an error of Kibitz."""
        try:
            yield
        except KibitzError:
            raise
        except DAMAGE:
            raise _damaged(self.path, damage) from None


def stored_opening(path: str | Path | None) -> int | None:
    """The opening of the match in a results file; None if there is no such file. A file with something else in it is
    refused later, when the match is about to write to it."""
    if path is None or not Path(path).is_file() or not Path(path).stat().st_size:
        return None
    try:
        store = Store.open(path)
    except KibitzError:
        return None
    try:
        return int(json.loads(store._about("experiment"))["opening"])
    except (KibitzError, *DAMAGE):
        return None
    finally:
        store.close()


def _changed_files(there: dict[str, str], here: dict[str, str]) -> Iterator[str]:
    """Say which loaded files differ; files are compared by content, not by path."""
    gone = {Path(file).name: file for file, content in there.items() if content not in here.values()}
    for file, content in here.items():
        if content in there.values():
            continue
        if Path(file).name in gone:
            del gone[Path(file).name]
            yield f"the loaded file {file} has been changed since these results were begun"
        else:
            yield f"the file {file} is loaded now, but was not loaded for the stored results"
    for file in gone.values():
        yield f"the file {file} was loaded for the stored results, but is not loaded now"
    if list(there.values()) != list(here.values()) and {*there.values()} == {*here.values()}:
        yield "files are loaded in another order"


KEPT = "everything that was finished is kept"


def _damaged(path: Path | None, what: str) -> KibitzError:
    return KibitzError(
        f"{path} is damaged: {what}; nothing was changed. Restore it from a copy, or move it away and give the same "
        "kibitz match command again: it plays the same games"
    )


def _explained(path: Path | None, error: sqlite3.Error | UnicodeDecodeError) -> KibitzError:
    text = str(error)
    where = path or "the temporary results file"
    if "full" in text or "disk I/O" in text:
        return KibitzError(
            f"no space left to write {where} ({text}); {KEPT}: free some space and give the same command again"
        )
    if "readonly" in text:
        return KibitzError(f"{where} cannot be written to ({text}); {KEPT}: make it and its folder writable")
    if "locked" in text:
        return KibitzError(f"{where} is in use by another program ({text}); {KEPT}: try again when that is done")
    if "not a database" in text or "malformed" in text:
        return KibitzError(f"{where} is not a results file of Kibitz, or damaged ({text}); nothing was changed")
    if "no such" in text or "decode" in text or "datatype mismatch" in text:
        return _damaged(path, text)
    return KibitzError(f"cannot use {where}: {text}; is its folder there, and writable?")


def _connected(path: Path, uri: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10, check_same_thread=False)
    except sqlite3.Error as error:
        raise _explained(path, error) from None


def locked(path: Path) -> IO[bytes]:
    """Lock a file for one writer until the process ends."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise KibitzError(
            f"cannot write {path}: {error.strerror}; choose a folder that is there and writable"
        ) from None
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise KibitzError(f"another run is writing to {path}; wait for it, or give another file") from None
    return file


def _checksum(value: str) -> int:
    return zlib.crc32(value.encode(errors="surrogatepass"))


def _chunk_text(first: int, behind: int, rows: Sequence[Sequence[Any]]) -> str:
    """The text of a chunk for its checksum: its sessions and their games, without records, which have their own
    checksum.
    """
    return json.dumps([first, behind, rows])


def _row(session: int, place: int, game: GameResult) -> tuple[Any, ...]:
    scores = None if game.scores is None else json.dumps(game.scores)
    fault = json.dumps(game.fault) if game.fault else None
    record = zlib.compress(game.record.encode()) if game.record is not None else None
    return session, place, scores, json.dumps(game.winners), game.moves, fault, record, game.clocked


def _stored(
    session: int, place: int, scores: str | None, winners: str, moves: int, fault: str | None, clocked: int | None
) -> StoredGame:
    return StoredGame(
        session,
        place,
        GameResult(
            _numbers(scores) if scores is not None else None,
            _numbers(winners),
            moves,
            Fault(*json.loads(fault)) if fault is not None else None,
            clocked=None if clocked is None else bool(clocked),
        ),
    )


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[Any, ...]:
    """Numbers from their text. The results are cached, because most games end with the same scores as some other
    game."""
    return tuple(json.loads(text))
