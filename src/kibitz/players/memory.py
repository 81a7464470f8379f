"""Memory: stores what was learned about opponents between runs.

Version 2 keeps two things: profiles, the weights of named candidates (version 1 has only these), and watched decisions,
from which a learner without candidates builds its belief again. A file of version 1 is read as it is; the first write
makes it one of version 2.

The decisions of an opponent in a game are numbered. All decisions of the current hundred and of the hundred before it
are kept. Of all older ones, the 200 that were most telling (most informative) are kept, so there are at most 400
together. When a new hundred begins, one more hundred belongs to the older ones, and the least telling of the older ones
are dropped. The number of a decision, and how telling it is, are fixed when it is watched, and are stored with it. For
this reason it makes no difference in which order processes write: the file keeps the same decisions, and they are read
in the same order.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, nearest
from kibitz.finite_numbers import is_finite
from kibitz.games.game import Game
from kibitz.learning.decisions import Decision
from kibitz.learning.noise_levels import described, spread

VERSION = 2
READ = (1, VERSION)
HUNDRED = 100  # the number of decisions between two times at which some are dropped
TELLING = 200  # older decisions that are kept
MOST = 2**53  # the largest count of decisions or games in a profile
PATIENCE = 10.0  # seconds to wait for another process that is writing

TABLES = """
CREATE TABLE IF NOT EXISTS profiles (
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    weights TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, opponent)
);
CREATE TABLE IF NOT EXISTS decisions (
    game TEXT NOT NULL,
    specification TEXT NOT NULL,
    opponent TEXT NOT NULL,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    position TEXT NOT NULL,
    move TEXT NOT NULL,
    telling REAL NOT NULL,
    PRIMARY KEY (specification, opponent, key)
)
"""


@dataclass(frozen=True)
class Profile:
    """The knowledge about one opponent in one game: the weight of every candidate, and the number of decisions and
    games.

    If noise is learned, every candidate has a weight for each noise level (``pair``). A weight is the ratio of
    posterior to prior, so the weights of different games multiply. Some players store counts of observations instead;
    ``counted`` combines such profiles.
    """

    game: str
    opponent: str
    weights: Mapping[str, float]
    decisions: int = 0
    games: int = 1

    def __post_init__(self) -> None:
        for candidate, weight in self.weights.items():
            if not is_finite(weight) or weight < 0:
                raise KibitzError(
                    f"the weight of {candidate} for {self.opponent} is {str(weight)[:20]}: weights are finite and not "
                    "below 0"
                )
        for counted in (self.decisions, self.games):
            if not 0 <= counted <= MOST:
                raise KibitzError(
                    f"the profile of {self.opponent} counts {str(counted)[:20]} decisions or games; a count is from 0 "
                    f"to {MOST:,}"
                )
        if not any(weight > 0 for weight in self.weights.values()):
            raise KibitzError(f"the profile of {self.opponent} has no candidate with a weight above 0")


Together = Callable[[Profile, Profile], Profile]


@dataclass(frozen=True)
class Kept:
    """A watched decision in a memory.

    ``number`` counts the decisions of this opponent that the watcher knew before. ``key`` identifies the decision. So a
    decision counts once, even if it is added again because the first write may have failed.
    """

    game: str
    specification: str
    opponent: str
    number: int
    key: str
    decision: Decision

    def __post_init__(self) -> None:
        if not (type(self.number) is int and 0 <= self.number <= MOST):
            raise KibitzError(
                f"a decision of {self.opponent} has the number {str(self.number)[:20]}; a number is from 0 to {MOST:,}"
            )
        if not is_finite(self.decision.telling) or self.decision.telling < 0:
            raise KibitzError(
                f"a decision of {self.opponent} is stored with the information {str(self.decision.telling)[:20]}; it "
                "must be a finite number of 0 or more"
            )

    @property
    def order(self) -> tuple[int, str]:
        """Its place in time; decisions that were watched at the same time are ordered by key."""
        return self.number, self.key


def kept_decisions(
    game: Game, opponent: str, decisions: Sequence[Decision], first: int, ending: str
) -> tuple[Kept, ...]:
    """The decisions of an opponent in one game, in order, ready for a memory.

    ``first`` is the number of the first one, and ``ending`` is how the game ended: it makes keys of different games
    different. Two processes that watch the same whole game after the same decisions count it once.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start()
    >>> kept = kept_decisions(state.game, "Ann", [Decision.of(state, "b2")], first=7, ending="")
    >>> [(each.number, each.decision.move) for each in kept]
    [(7, 'b2')]
    """
    spec = str(game)
    found = []
    for number, each in enumerate(decisions, start=first):
        written = json.dumps([spec, opponent, number, each.position, each.move, ending])
        key = hashlib.blake2b(written.encode(), digest_size=16).hexdigest()
        found.append(Kept(game.name, spec, opponent, number, key, each))
    return tuple(found)


def most_telling(decisions: Iterable[Kept], hundred: int = HUNDRED, telling: int = TELLING) -> list[Kept]:
    """The decisions that a memory keeps, in order: all of the current hundred and of the hundred before it, and of the
    older ones the most telling. If several processes watched at the same time, several decisions have the same number;
    still at most two hundred count as the newest.

    The result is the same whether decisions are dropped now or after more were added, because older decisions stay
    older.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start()
    >>> told = [Decision.of(state, "b2", telling) for telling in (0.1, 0.5, 0.2, 0.3, 0.0, 0.0, 0.0)]
    >>> kept = kept_decisions(state.game, "Ann", told, 0, "")
    >>> [each.number for each in most_telling(kept, hundred=2, telling=2)]
    [1, 3, 4, 5, 6]
    """
    by_key = {each.key: each for each in decisions}
    ordered = sorted(by_key.values(), key=lambda each: each.order)
    if not ordered:
        return []
    since = (ordered[-1].number // hundred - 1) * hundred
    newest = [each for each in ordered[-2 * hundred :] if each.number >= since]
    older = ordered[: len(ordered) - len(newest)]
    kept = sorted(older, key=lambda each: (-each.decision.telling, each.key))[:telling]
    return [*sorted(kept, key=lambda each: each.order), *newest]


class Memory:
    """One profile for every opponent and game, both by name, and the decisions that were watched of each, in an SQLite
    file that several processes may use at once.

    The first write creates the file. Every write is one transaction. A file that cannot be read, or that is another
    database, is refused and not changed.

    >>> import kibitz, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> memory = Memory(f"{folder.name}/opponents.db")
    >>> game = kibitz.game("spades")
    >>> memory.save(Profile("spades", "Ann", {"MT": 0.9, "mOT": 0.1}, decisions=40))
    >>> memory.load(game, "Ann").weights
    {'MT': 0.9, 'mOT': 0.1}
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.exists():
            with self._open() as connection:
                self._version(connection)
        elif not os.access(self.path.parent, os.W_OK | os.X_OK):
            raise KibitzError(f"cannot open the memory {self.path}: is its folder there and writable?")

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the file, 0 if nothing was ever written; another database, or a later version, is refused."""
        # One statement, so that a change by another process is seen completely or not at all.
        version, tables = connection.execute(
            "SELECT user_version, (SELECT group_concat(name) FROM sqlite_master WHERE type = 'table') "
            "FROM pragma_user_version"
        ).fetchone()
        if version == 0 and tables is None:
            return 0
        if "profiles" not in (tables or "").split(",") or version == 0:
            raise KibitzError(
                f"{self.path} is a database, but not a memory of Kibitz; it was left as it is; use another file"
            )
        if version not in READ:
            raise KibitzError(
                f"{self.path} is a memory of version {version} and this Kibitz reads versions "
                f"{' and '.join(map(str, READ))}; use another file, or the Kibitz that wrote it"
            )
        return int(version)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A new connection for every use, so that threads can share a memory and it survives a fork."""
        try:
            connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        except sqlite3.Error as error:
            raise KibitzError(
                f"cannot open the memory {self.path}: {error}; is its folder there and writable?"
            ) from None
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise KibitzError(
                    f"the memory {self.path} was locked for more than {PATIENCE:g} seconds; nothing was changed; try "
                    "again when the other process is done"
                ) from None
            raise KibitzError(f"cannot use the memory {self.path}: {error}; nothing was changed") from None
        except sqlite3.DatabaseError as error:
            raise KibitzError(
                f"{self.path} is not a memory of Kibitz or is damaged ({error}); it was left as it is; use another file"
            ) from None
        finally:
            connection.close()

    def save(self, profile: Profile) -> None:
        """Replace the profile of this opponent in this game."""
        self._write([profile], lambda known, given: given)

    def add(self, *profiles: Profile, together: Together | None = None) -> list[Profile]:
        """Combine new evidence with the stored profiles, and return the combined profiles.

        All given profiles are written in one transaction, and several processes may add at the same time. The given
        weights must contain only the new evidence and not what was loaded, or the same moves would count twice.
        ``together`` combines two profiles; the default is ``combined``.
        """
        both = together or combined
        return self._write(profiles, lambda known, given: both(known, given) if known else given)

    def _write(
        self, profiles: Sequence[Profile], change: Callable[[Profile | None, Profile], Profile]
    ) -> list[Profile]:
        written = []
        with self._changing() as connection:
            for given in profiles:
                key = given.game, given.opponent
                row = connection.execute(
                    "SELECT weights, decisions, games FROM profiles WHERE game = ? AND opponent = ?", key
                ).fetchone()
                new = change(self._profile(*key, row) if row else None, given)
                connection.execute(
                    "INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?, ?)",
                    (*key, json.dumps(dict(new.weights)), new.decisions, new.games),
                )
                written.append(new)
        return written

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, in a file that has the tables of this version."""
        with self._open() as connection:
            self._version(connection)
            connection.execute("BEGIN IMMEDIATE")  # no other process can write from now on
            try:
                if self._version(connection) != VERSION:
                    for table in TABLES.split(";"):
                        connection.execute(table)
                    connection.execute(f"PRAGMA user_version={VERSION}")
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            with suppress(sqlite3.OperationalError):  # another process is using the file; the next write tries again
                connection.execute("PRAGMA journal_mode=WAL")  # readers do not wait for writers

    # Watched decisions.

    def watch(self, *decisions: Kept) -> None:
        """Add watched decisions. One that is there already counts once, and surplus decisions are dropped
        (``most_telling``).

        All are written in one transaction, and it makes no difference in which order processes write.

        >>> import kibitz, tempfile
        >>> folder, state = tempfile.TemporaryDirectory(), kibitz.game("tic-tac-toe").start()
        >>> memory = Memory(f"{folder.name}/opponents.db")
        >>> memory.watch(*kept_decisions(state.game, "Ann", [Decision.of(state, "b2")], 0, ""))
        >>> [each.decision.move for each in memory.decisions(state.game, "Ann")]
        ['b2']
        """
        if not decisions:
            return
        with self._changing() as connection:
            rows = [
                (each.game, each.specification, each.opponent, each.number, each.key, *each.decision)
                for each in decisions
            ]
            connection.executemany("INSERT OR IGNORE INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            for specification, opponent in dict.fromkeys((each.specification, each.opponent) for each in decisions):
                of_one = "specification = ? AND opponent = ?"
                found = connection.execute(f"SELECT * FROM decisions WHERE {of_one}", (specification, opponent))
                known = [self._kept(row) for row in found.fetchall()]
                kept = {each.key for each in most_telling(known)}
                dropped = [(specification, opponent, each.key) for each in known if each.key not in kept]
                connection.executemany(f"DELETE FROM decisions WHERE {of_one} AND key = ?", dropped)

    def decisions(self, game: Game, opponent: str) -> list[Kept]:
        """The watched decisions of an opponent in a game with these options, in the order in which they are learned
        from.
        """
        query = "SELECT * FROM decisions WHERE specification = ? AND opponent = ?"
        return most_telling(map(self._kept, self._rows(query, str(game), opponent, since=VERSION)))

    def all_decisions(self) -> list[Kept]:
        """The watched decisions of all opponents, by game and name."""
        found = map(self._kept, self._rows("SELECT * FROM decisions", since=VERSION))
        return sorted(found, key=lambda each: (each.specification, each.opponent, each.order))

    def watched(self) -> dict[tuple[str, str], int]:
        """How many decisions are kept of every opponent, by the specification of the game and the name."""
        query = "SELECT specification, opponent, COUNT(*) FROM decisions GROUP BY 1, 2 ORDER BY 1, 2"
        return {(game, opponent): count for game, opponent, count in self._rows(query, since=VERSION)}

    def _kept(self, row: Any) -> Kept:
        game, specification, opponent, number, key, position, move, telling = row
        try:
            if not all(isinstance(text, str) for text in (key, position, move)):
                raise TypeError("a text is missing")
            return Kept(game, specification, opponent, number, key, Decision(position, move, float(telling)))
        except (ValueError, TypeError, OverflowError) as error:
            raise KibitzError(
                f"{self.path}: a decision of {opponent} at {specification} cannot be read: {error}"
            ) from None

    # Profiles.

    def _rows(self, query: str, *values: str, since: int = 1) -> list[Any]:
        """The result of a query; empty if nothing was ever written, or if an earlier version wrote the file without
        this table."""
        if not self.path.exists():
            return []
        with self._open() as connection:
            return [] if self._version(connection) < since else connection.execute(query, values).fetchall()

    def load(self, game: Game, opponent: str) -> Profile | None:
        """The profile of an opponent in a game, or None if there is none."""
        query = "SELECT weights, decisions, games FROM profiles WHERE game = ? AND opponent = ?"
        for row in self._rows(query, game.name, opponent):
            return self._profile(game.name, opponent, row)
        return None

    def require(self, game: Game, opponent: str) -> Profile:
        """The profile of an opponent in a game. If there is none, the error lists the known games or opponents."""
        found = self.load(game, opponent)
        if found is not None:
            return found
        profiles = self.profiles()
        elsewhere = [profile.game for profile in profiles if profile.opponent == opponent]
        if elsewhere:
            raise KibitzError(f"the profile of {opponent} is for {' and '.join(elsewhere)}, not for {game.name}")
        known = nearest(opponent, {profile.opponent for profile in profiles})
        raise KibitzError(f"{self.path} knows nobody called '{opponent}'; {known}")

    def profiles(self) -> list[Profile]:
        """All profiles, by game and name."""
        rows = self._rows("SELECT game, opponent, weights, decisions, games FROM profiles ORDER BY game, opponent")
        return [self._profile(game, opponent, row) for game, opponent, *row in rows]

    def forget(self, game: Game, opponent: str) -> None:
        """Delete the profile of an opponent in a game, and its decisions in this game with any options."""
        self._rows("DELETE FROM profiles WHERE game = ? AND opponent = ?", game.name, opponent)
        self._rows("DELETE FROM decisions WHERE game = ? AND opponent = ?", game.name, opponent, since=VERSION)

    def _profile(self, game: str, opponent: str, row: Any) -> Profile:
        weights, decisions, games = row
        try:
            return Profile(game, opponent, dict(json.loads(weights)), int(decisions), int(games))
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise KibitzError(f"{self.path}: the profile of {opponent} at {game} cannot be read: {error}") from None


def combined(first: Profile, second: Profile) -> Profile:
    """Combine two profiles from different moves of the same opponent: their weights are multiplied.

    If only one of them has noise levels, the weights of the other are used for every level.

    >>> profile = Profile("spades", "Ann", {"MT": 2, "ML": 1})
    >>> combined(profile, profile).weights
    {'MT': 0.8, 'ML': 0.2}
    """
    first = replace(first, weights=spread(first.weights, list(second.weights)))
    second = replace(second, weights=spread(second.weights, list(first.weights)))
    _check_same(first, second)
    tops = [max(profile.weights.values()) for profile in (first, second)]
    products = {name: (weight / tops[0]) * (second.weights[name] / tops[1]) for name, weight in first.weights.items()}
    total = math.fsum(products.values())
    if total == 0:  # together they rule out every candidate, so nothing is known
        products, total = dict.fromkeys(products, 1.0), float(len(products))
    weights = {name: weight / total for name, weight in products.items()}
    return Profile(first.game, first.opponent, weights, first.decisions + second.decisions, first.games + second.games)


def counted(first: Profile, second: Profile) -> Profile:
    """Combine two profiles with counts of the same opponent from different games: the counts are added.

    >>> profile = Profile("guess-it", "Ann", {"bluffed": 2, "asked": 1}, decisions=3)
    >>> counted(profile, profile).weights
    {'bluffed': 4, 'asked': 2}
    """
    _check_same(first, second)
    counts = {name: count + second.weights[name] for name, count in first.weights.items()}
    return Profile(first.game, first.opponent, counts, first.decisions + second.decisions, first.games + second.games)


def _check_same(first: Profile, second: Profile) -> None:
    if first.weights.keys() != second.weights.keys():
        raise KibitzError(
            f"what is remembered of {first.opponent} is about {described(first.weights)} and what was learned is about "
            f"{described(second.weights)}; use the same candidates and noise levels, or another memory"
        )


class Notes:
    """A player's use of a memory. What could not be written is written after the next game.

    >>> import kibitz, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> notes = Notes(f"{folder.name}/opponents.db")
    >>> notes.add(Profile("spades", "Ann", {"MT": 0.9, "mOT": 0.1}))
    >>> notes.load(kibitz.game("spades"), "Ann").weights
    {'MT': 0.9, 'mOT': 0.1}
    """

    def __init__(self, path: str | Path, together: Together = combined) -> None:
        self.memory = Memory(path)
        self.together = together
        self._waiting: list[Profile] = []
        self._watched: list[Kept] = []

    def load(self, game: Game, opponent: str) -> Profile | None:
        """The profile of an opponent, including what could not be written yet."""
        known = self.memory.load(game, opponent)
        waiting = [each for each in self._waiting if (each.game, each.opponent) == (game.name, opponent)]
        found = [known, *waiting] if known else waiting
        return reduce(self.together, found) if found else None

    def decisions(self, game: Game, opponent: str) -> list[Kept]:
        """The watched decisions of an opponent, including what could not be written yet."""
        known = self.memory.decisions(game, opponent)
        waiting = [each for each in self._watched if (each.specification, each.opponent) == (str(game), opponent)]
        return most_telling([*known, *waiting])

    def add(self, *profiles: Profile) -> None:
        """Write what was learned. If that fails, it is written after the next game, and the result of this game is
        kept.
        """
        self._waiting += profiles
        if self._written(lambda: self.memory.add(*self._waiting, together=self.together)):
            self._waiting = []

    def watch(self, *decisions: Kept) -> None:
        """Write watched decisions in the same way."""
        self._watched += decisions
        if self._written(lambda: self.memory.watch(*self._watched)):
            self._watched = []

    def warn_of_skipped(self, game: Game, opponent: str, errors: Sequence[KibitzError]) -> None:
        """Warn of decisions that do not fit the rules any more, for example after a field was added to the state."""
        warnings.warn(
            f"{len(errors)} decisions of {opponent} at {game} in the memory {self.memory.path} cannot be read and are "
            f"skipped; the first: {errors[0]}. If the rules of the game have changed, forget them with "
            f"Memory({str(self.memory.path)!r}).forget(kibitz.game({str(game)!r}), {opponent!r}), or use another file",
            stacklevel=4,
        )

    def _written(self, write: Callable[[], object]) -> bool:
        try:
            write()
        except KibitzError as error:
            warnings.warn(f"{error} (what was learned will be written after the next game)", stacklevel=4)
            return False
        return True
