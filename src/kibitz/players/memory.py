"""Memory: stores what was learned about opponents between runs."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, nearest
from kibitz.finite_numbers import is_finite
from kibitz.games.game import Game
from kibitz.learning.noise_levels import described, spread

VERSION = 1
MOST = 2**53  # decisions or games of a profile: a file holds no more
PATIENCE = 10.0  # seconds to wait for another process that is writing

TABLES = """
CREATE TABLE IF NOT EXISTS profiles (
    game TEXT NOT NULL,
    opponent TEXT NOT NULL,
    weights TEXT NOT NULL,
    decisions INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (game, opponent)
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
                raise KibitzError(f"the profile of {self.opponent} counts {str(counted)[:20]} decisions or games")
        if not any(weight > 0 for weight in self.weights.values()):
            raise KibitzError(f"the profile of {self.opponent} has no candidate with a weight above 0")


Together = Callable[[Profile, Profile], Profile]


class Memory:
    """One profile for every opponent and game, both by name, in an SQLite file that several processes may use at once.

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
                self._is_new(connection)
        elif not os.access(self.path.parent, os.W_OK | os.X_OK):
            raise KibitzError(f"cannot open the memory {self.path}: is its folder there and writable?")

    def _is_new(self, connection: sqlite3.Connection) -> bool:
        """Whether nothing was ever written; another database, or another version, is refused."""
        version, tables = connection.execute(  # one statement: what another process does meanwhile is seen whole
            "SELECT user_version, (SELECT group_concat(name) FROM sqlite_master WHERE type = 'table') "
            "FROM pragma_user_version"
        ).fetchone()
        if version == 0 and tables is None:
            return True
        if "profiles" not in (tables or "").split(",") or version == 0:
            raise KibitzError(
                f"{self.path} is a database, but not a memory of Kibitz; it was left as it is, use another file"
            )
        if version != VERSION:
            raise KibitzError(
                f"{self.path} is a memory of version {version} and this Kibitz reads version {VERSION}; use "
                "another file, or the Kibitz that wrote it"
            )
        return False

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
                    f"the memory {self.path} was locked for more than {PATIENCE:g} seconds; nothing was changed, try "
                    "again when the other process is done"
                ) from None
            raise KibitzError(f"cannot use the memory {self.path}: {error}; nothing was changed") from None
        except sqlite3.DatabaseError as error:
            raise KibitzError(
                f"{self.path} is not a memory of Kibitz or is damaged ({error}); it was left as it is, use another file"
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
        with self._open() as connection:
            empty = self._is_new(connection)
            connection.execute("BEGIN IMMEDIATE")  # from here on nobody else writes
            try:
                if empty:
                    connection.execute(TABLES)
                    connection.execute(f"PRAGMA user_version={VERSION}")
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
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            with suppress(sqlite3.OperationalError):  # another uses the file just now: the next write asks again
                connection.execute("PRAGMA journal_mode=WAL")  # readers do not wait for whoever writes
        return written

    def _rows(self, query: str, *values: str) -> list[Any]:
        """The result of a query; empty if nothing was ever written."""
        if not self.path.exists():
            return []
        with self._open() as connection:
            return [] if self._is_new(connection) else connection.execute(query, values).fetchall()

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
        """Delete the profile of an opponent in a game."""
        self._rows("DELETE FROM profiles WHERE game = ? AND opponent = ?", game.name, opponent)

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
    if total == 0:  # they rule out everything together: nothing is known
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

    def load(self, game: Game, opponent: str) -> Profile | None:
        """The profile of an opponent, including what could not be written yet."""
        known = self.memory.load(game, opponent)
        waiting = [each for each in self._waiting if (each.game, each.opponent) == (game.name, opponent)]
        found = [known, *waiting] if known else waiting
        return reduce(self.together, found) if found else None

    def add(self, *profiles: Profile) -> None:
        """Write what was learned. If that fails, it is written after the next game, and the result of this game is
        kept.
        """
        self._waiting += profiles
        try:
            self.memory.add(*self._waiting, together=self.together)
        except KibitzError as error:
            warnings.warn(f"{error} (what was learned will be written after the next game)", stacklevel=3)
        else:
            self._waiting = []
