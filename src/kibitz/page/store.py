"""Tables, moves and people in SQLite. Each move is one transaction, so a server that was killed continues where it
was."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from kibitz.errors import KibitzError
from kibitz.page.strings import say

VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, created REAL NOT NULL, game TEXT NOT NULL, start TEXT NOT NULL, seed TEXT NOT NULL,
  seats TEXT NOT NULL, rules TEXT NOT NULL, previous TEXT, next TEXT
);
CREATE TABLE IF NOT EXISTS moves (
  table_id TEXT NOT NULL, ply INTEGER NOT NULL, move TEXT NOT NULL, remark TEXT NOT NULL DEFAULT '', at REAL NOT NULL,
  PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reasons (
  table_id TEXT NOT NULL, ply INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (table_id, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (name TEXT PRIMARY KEY, secret TEXT NOT NULL, created REAL NOT NULL);
CREATE TABLE IF NOT EXISTS played (
  name TEXT NOT NULL, table_id TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (name, table_id, seat)
);
CREATE INDEX IF NOT EXISTS tables_created ON tables (created);
"""


def hashed(secret: str) -> str:
    """A secret as it is stored, so that the file does not open anybody's seat."""
    return sha256(secret.encode()).hexdigest()


@dataclass
class Seat:
    """Who sits at a seat: a person with a secret, or a player with a specification."""

    person: bool
    name: str
    spec: str = ""
    seconds: float = 0.0
    secret: str = ""
    """The hash of the person's secret."""
    label: str = ""
    """What the page calls a player."""

    def opened_by(self, secret: str) -> bool:
        """Whether this is the secret of the seat."""
        return self.person and compare_digest(self.secret, hashed(secret))


@dataclass(frozen=True)
class Rules:
    """What is agreed at a table: whether moves may be taken back, hints, seconds for a move, and open watching."""

    undo: bool = False
    hints: bool = False
    clock: float = 0.0
    kibitz: bool = False
    """No person plays, so everything may be shown to everybody."""
    reading: bool = False
    """Whether the panel about a person is open from the beginning."""


@dataclass
class Stored:
    """A table as it is stored."""

    id: str
    created: float
    game: str
    start: str
    seed: int
    seats: list[Seat]
    rules: Rules
    previous: str | None = None
    next: str | None = None
    moves: list[str] = field(default_factory=list)
    remarks: dict[int, str] = field(default_factory=dict)
    """By ply: why a move was made by somebody else, such as a clock."""
    reasons: dict[int, str] = field(default_factory=dict)
    """By ply: why a player made its move, at tables without people."""


class Store:
    """The file. All calls are short, so they run where they are called."""

    def __init__(self, path: str | Path) -> None:
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.execute("PRAGMA busy_timeout=2000")
            (version,) = self._file.execute("PRAGMA user_version").fetchone()
            if version not in (0, VERSION):
                raise KibitzError(say("other_version", file=path))
            self._file.executescript(_SCHEMA)
            self._file.execute(f"PRAGMA user_version={VERSION}")
        except sqlite3.Error as error:
            raise KibitzError(say("cannot_open", file=path, reason=error)) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield self._file
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    # Tables.

    def add(self, table: Stored) -> None:
        """Store a new table."""
        with self._transaction() as file:
            file.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                (
                    table.id,
                    table.created,
                    table.game,
                    table.start,
                    str(table.seed),
                    _seats(table.seats),
                    json.dumps(asdict(table.rules)),
                    table.previous,
                ),
            )
            if table.previous is not None:
                file.execute("UPDATE tables SET next = ? WHERE id = ?", (table.id, table.previous))

    def find(self, table_id: str) -> Stored | None:
        """A table with its moves."""
        row = self._file.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
        if row is None:
            return None
        found = Stored(
            row[0],
            row[1],
            row[2],
            row[3],
            int(row[4]),
            [Seat(**each) for each in json.loads(row[5])],
            Rules(**json.loads(row[6])),
            row[7],
            row[8],
        )
        moves = self._file.execute("SELECT ply, move, remark FROM moves WHERE table_id = ? ORDER BY ply", (table_id,))
        for ply, move, remark in moves:
            found.moves.append(move)
            if remark:
                found.remarks[ply] = remark
        found.reasons.update(self._file.execute("SELECT ply, reason FROM reasons WHERE table_id = ?", (table_id,)))
        return found

    def count_since(self, moment: float) -> int:
        """How many tables were made since a moment."""
        (count,) = self._file.execute("SELECT COUNT(*) FROM tables WHERE created >= ?", (moment,)).fetchone()
        return int(count)

    def move(self, table_id: str, ply: int, move: str, at: float, remark: str = "", reason: str = "") -> None:
        """Store a move; refused if there is one already at this ply, so a move is never stored twice."""
        row = table_id, ply, move, remark, at
        if not reason:
            self._file.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", row)  # a transaction of its own
            return
        with self._transaction() as file:
            file.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", row)
            file.execute("INSERT INTO reasons VALUES (?, ?, ?)", (table_id, ply, reason))

    def take_back(self, table_id: str, ply: int) -> None:
        """Remove the moves from a ply on."""
        with self._transaction() as file:
            file.execute("DELETE FROM moves WHERE table_id = ? AND ply >= ?", (table_id, ply))
            file.execute("DELETE FROM reasons WHERE table_id = ? AND ply >= ?", (table_id, ply))

    def seat_again(self, table_id: str, seats: Sequence[Seat]) -> None:
        """Store changed seats: somebody has given a name."""
        with self._transaction() as file:
            file.execute("UPDATE tables SET seats = ? WHERE id = ?", (_seats(seats), table_id))

    # People, whose names are stored only if they ask for it.

    def add_person(self, name: str, secret: str, at: float) -> bool:
        """Keep a name with its secret; false if somebody has the name."""
        with self._transaction() as file:
            done = file.execute("INSERT OR IGNORE INTO people VALUES (?, ?, ?)", (name, hashed(secret), at))
            return done.rowcount == 1

    def is_person(self, name: str, secret: str) -> bool:
        """Whether a name is kept, and this is its secret."""
        row = self._file.execute("SELECT secret FROM people WHERE name = ?", (name,)).fetchone()
        return row is not None and compare_digest(row[0], hashed(secret))

    def keep_game(self, name: str, table_id: str, seat: int) -> None:
        """Keep a game for the portrait of a person."""
        with self._transaction() as file:
            file.execute("INSERT OR IGNORE INTO played VALUES (?, ?, ?)", (name, table_id, seat))

    def games_of(self, name: str) -> list[tuple[str, int]]:
        """The tables that are kept for a person, and the seats."""
        rows = self._file.execute("SELECT table_id, seat FROM played WHERE name = ? ORDER BY rowid", (name,))
        return [(table_id, int(seat)) for table_id, seat in rows]

    def forget(self, name: str) -> None:
        """Delete a person, and remove the name from every table at which the person sat."""
        with self._transaction() as file:
            for table_id, seat in self.games_of(name):
                row = file.execute("SELECT seats FROM tables WHERE id = ?", (table_id,)).fetchone()
                if row is not None:
                    seats = json.loads(row[0])
                    seats[seat]["name"] = ""
                    file.execute("UPDATE tables SET seats = ? WHERE id = ?", (json.dumps(seats), table_id))
            file.execute("DELETE FROM played WHERE name = ?", (name,))
            file.execute("DELETE FROM people WHERE name = ?", (name,))


def _seats(seats: Sequence[Seat]) -> str:
    return json.dumps([asdict(seat) for seat in seats])
