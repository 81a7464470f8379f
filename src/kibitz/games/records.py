"""Recorded games of every kind as JSON lines: one object in each line, one line for each game.

``{"game": "checkers", "players": ["Ann", "Ben"], "moves": ["11-15", "23-19"], "scores": [0, 0]}``, one name for each
seat. ``start`` (a position as text) or ``seed`` (a deal) may say where the game began. ``scores`` may be left out if a
game was not finished.

Games of checkers can also be read from PDN, and are written as PDN if the file name ends in ``.pdn``. A game that
cannot be read is skipped. Its problem has a message, which names the line, and a short reason from a fixed list, so
that reasons can be counted. So every game of a file is either a record or a problem.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar, cast

from kibitz.errors import KibitzError, NotationError, nearest, suggestion
from kibitz.finite_numbers import is_finite
from kibitz.games.broken_records import ILLEGAL, OTHER_GAME, SET_UP, BrokenGame, Problem
from kibitz.games.game import Game, State
from kibitz.games.registry import game as game_named
from kibitz.registry import load_row

Read = TypeVar("Read")
_MOST_LISTED = 20

FIELDS = ("game", "players", "start", "seed", "moves", "scores")


@dataclass(frozen=True)
class GameRecord:
    """One game: its start, its players by seat, its moves and, if it was finished, its scores.

    >>> import kibitz
    >>> start = kibitz.game("tic-tac-toe").start()
    >>> record = GameRecord(start, ("Ann", "Ben"), ("b2", "a1"))
    >>> record.to_json()
    '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "a1"]}'
    >>> read_line(record.to_json()) == record
    True
    """

    start: State
    players: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...] | None = None

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    def states(self) -> list[State]:
        """List the positions of the game, the first and the last included."""
        states = [self.start]
        for move in self.moves:
            states.append(states[-1].play(move))
        return states

    def to_json(self) -> str:
        """The record as one line; ``read_line`` reads it."""
        fields: dict[str, Any] = {"game": str(self.game), "players": list(self.players)}
        if self.start != self.game.start():
            fields["start"] = str(self.start)
        fields["moves"] = list(self.moves)
        if self.scores is not None:
            fields["scores"] = list(self.scores)
        return json.dumps(fields)


@dataclass(frozen=True)
class Recorded:
    """The games of a file, and one problem for each game that was skipped."""

    records: tuple[GameRecord, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def found(self) -> int:
        """The number of games, read or skipped."""
        return len(self.records) + len(self.problems)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players."""
        return tuple(sorted({name for record in self.records for name in record.players}))

    def require_player(self, name: str) -> None:
        """Refuse a name that no player has, and suggest a similar one."""
        if name in self.players:
            return
        near = nearest(name, self.players)
        if len(self.players) > _MOST_LISTED:
            near = f"{suggestion(name, self.players)} {len(self.players)} players are named in them".lstrip()
        raise KibitzError(f"nobody called '{name}' plays in these games; {near}")


def write(records: Iterable[GameRecord], path: str | Path) -> None:
    """Write games as JSON lines, or as PDN if the name ends in ``.pdn``; compressed if it ends in ``.gz``."""
    write_lines((record.to_json() for record in records), path)


def write_lines(lines: Iterable[str], path: str | Path) -> None:
    """Write records, one line of JSON each, as ``write`` does; the same lines give the same bytes."""
    path = Path(path)
    notation = _notation_named(path)
    texts = lines if notation is None else (notation.write(read_line(line)) for line in lines)
    try:
        with path.open("wb") as file:
            if path.suffix != ".gz":
                file.writelines(f"{text}\n".encode() for text in texts)
                return
            import gzip

            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                for text in texts:
                    packed.write(f"{text}\n".encode())
    except OSError as error:
        raise KibitzError(f"cannot write {path}: {error.strerror}") from None


def check_name(path: str | Path, game: Game) -> None:
    """Refuse a file name for the notation of another game, before any game is played.

    >>> check_name("games.pdn", game_named("spades"))
    Traceback (most recent call last):
    kibitz.errors.KibitzError: games.pdn: PDN is for checkers; name the file games.jsonl to write spades as JSON
    """
    notation = _notation_named(path)
    if notation is not None and notation.game != game.name:
        stem = Path(path).name.removesuffix(".gz").removesuffix(notation.ending)
        raise KibitzError(
            f"{path}: {notation.name} is for {notation.game}; name the file {stem}.jsonl to write {game.name} as JSON"
        )


def read_lines(path: str | Path) -> Iterator[str]:
    """Read the lines of a text file one by one, compressed or not."""
    try:
        with _unpacked(path) as file:
            yield from io.TextIOWrapper(file, encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not text in UTF-8; records are JSON lines or PDN") from None


@contextmanager
def _unpacked(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to read from, decompressed if necessary; errors are raised as ``KibitzError``."""
    import gzip
    import zlib

    try:
        with Path(path).open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            yield cast(IO[bytes], gzip.GzipFile(fileobj=file)) if packed else file
    except EOFError:
        raise NotationError(f"{path} is incomplete: it ends in the middle") from None
    except zlib.error:
        raise NotationError(f"{path} is damaged and cannot be decompressed; create it again") from None
    except OSError as error:
        raise KibitzError(f"cannot read {path}: {error.strerror or error}") from None


def read(path: str | Path, game: Game | None = None) -> Recorded:
    """Read the games of a file, all of them or those of one game."""
    with _unpacked(path) as file:
        data = file.read()
    found = read_bytes(data, game, str(path))
    if not found.found:
        what = "holds no game" if data.strip() else "is empty"
        others = "".join(f", or {each.name} for {each.game}" for each in _NOTATIONS.values())
        raise NotationError(f"{path} {what}: one recorded game a line is expected{others}")
    return found


def read_bytes(data: bytes, game: Game | None = None, name: str = "this") -> Recorded:
    """Read recorded games from the bytes of a file.

    >>> text = '[Black "Lefèvre"] [White "Ben"] 1. 11-15 23-19 1-0'
    >>> {read_bytes(text.encode(code), game_named("checkers")).players for code in ("utf-8-sig", "latin-1", "utf-16")}
    {('Ben', 'Lefèvre')}
    """
    return read_text(text_of(data, game is not None and game.name in _NOTATIONS, name), game)


def text_of(data: bytes, any_code: bool = False, name: str = "this") -> str:
    """The text of a file in UTF-8. With ``any_code`` also UTF-16 or Latin-1, as in old PDN files; then decoding never
    fails.

    >>> text_of("Lefèvre".encode("latin-1"), any_code=True)
    'Lefèvre'
    """
    if any_code and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        if not any_code:
            raise NotationError(f"{name} is not text in UTF-8; records are JSON lines or PDN") from None
        return data.decode("latin-1")


def read_text(text: str, game: Game | None = None) -> Recorded:
    """Read recorded games from text: JSON lines, or the game's own notation where it has one.

    >>> found = read_text('{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "b2"]}')
    >>> found.problems[0].reason, found.problems[0].sentence
    ('illegal move', "line 1: move 2: tic-tac-toe: 'b2' is not legal here. Legal: a1, b1, c1, a2, c2, a3, b3, c3")
    """
    own = _NOTATIONS.get(game.name) if game is not None else None
    if own is not None and game is not None and not has_json_lines(text):
        return own.read(text, game)
    records: list[GameRecord] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            records.append(read_line(line, game))
        except KibitzError as error:
            problems.append(Problem.of(error, f"line {number}: "))
    return Recorded(tuple(records), tuple(problems))


def has_json_lines(text: str) -> bool:
    """Whether the text has JSON lines, and not a game's own notation. One JSON line is enough."""
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if any(map(_is_object, lines)):
        return True
    return bool(lines) and lines[0].startswith("{") and not any(line.startswith("[") for line in lines)  # PDN has tags


def _is_object(line: str) -> bool:
    try:
        return line.startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_line(line: str, game: Game | None = None) -> GameRecord:
    """Read one game; every move is checked."""
    fields = _fields(line)
    played = _reading(lambda: game_named(_text(fields, "game")), OTHER_GAME)
    if game is not None and played != game:
        raise BrokenGame(f"field 'game': this is a game of {played}, not of {game}", OTHER_GAME)
    players = _texts(fields, "players")
    if len(players) != played.players:
        raise _wrong(f"field 'players': {played} has {played.players} seats, and there are {len(players)} names")
    start = _start(fields, played)
    moves, end = [], start
    for number, given in enumerate(_texts(fields, "moves"), start=1):
        try:
            moves.append(given if given in end.moves() else played.parse_move(end, given))
        except KibitzError as error:
            raise BrokenGame(f"move {number}: {error}", ILLEGAL) from None
        end = end.play(moves[-1])
    return GameRecord(start, players, tuple(moves), _scores(fields, end))


def _fields(line: str) -> Mapping[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenGame(f"not JSON: {error}", "not JSON") from None
    if not isinstance(fields, dict):
        raise _wrong(f"a record is a JSON object, not {type(fields).__name__}")
    for name in fields:
        if name not in FIELDS:
            raise _wrong(f"a record has no field '{name}'; {nearest(name, FIELDS)}")
    return fields


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise _wrong(f"field '{name}' must be text, not {json.dumps(value)}")
    return value


def _texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = fields.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _wrong(f"field '{name}' must be a list of texts, not {json.dumps(values)[:40]}")
    return tuple(values)


def _start(fields: Mapping[str, Any], game: Game) -> State:
    if "start" in fields and "seed" in fields:
        raise _wrong("give 'start' or 'seed', not both")
    if "start" in fields:
        return _reading(lambda: game.parse(_text(fields, "start")), SET_UP)
    seed = fields.get("seed", 0)
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise _wrong(f"field 'seed' must be a whole number from 0 to 2**64 - 1, not {json.dumps(seed)}")
    return game.start(seed)


def _scores(fields: Mapping[str, Any], end: State) -> tuple[float, ...] | None:
    """The scores in the record. If the game is over, they must be those of the rules."""
    values = fields.get("scores")
    if values is None:
        return end.scores if end.over else None
    if not (isinstance(values, list) and len(values) == end.game.players and all(map(is_finite, values))):
        raise _wrong(
            f"field 'scores' must be a list of {end.game.players} finite numbers, not {json.dumps(values)[:60]}"
        )
    scores = tuple(map(float, values))
    if end.over and scores != end.scores:
        raise _wrong(f"field 'scores': by the rules the game ends {list(end.scores)}, not {list(scores)}")
    return scores


def _wrong(sentence: str) -> BrokenGame:
    return BrokenGame(sentence, "a wrong field")


def _reading(read: Callable[[], Read], reason: str) -> Read:
    """The record, or why the game cannot be read."""
    try:
        return read()
    except BrokenGame:
        raise
    except KibitzError as error:
        raise BrokenGame(str(error), reason) from None


class _Notation(NamedTuple):
    """A game's own way to write games: the game, the suffix of file names, and the module that reads and writes it."""

    game: str
    ending: str
    module: str

    @property
    def name(self) -> str:
        """What the notation is called."""
        return self.ending[1:].upper()

    def read(self, text: str, game: Game) -> Recorded:
        """Read the games of a text."""
        found: Recorded = load_row(f"{self.module}:read")(text, game)
        return found

    def write(self, record: GameRecord) -> str:
        """Write a game."""
        return str(load_row(f"{self.module}:write")(record))


def _notation_named(path: str | Path) -> _Notation | None:
    name = Path(path).name.lower().removesuffix(".gz")
    return next((each for each in _NOTATIONS.values() if name.endswith(each.ending)), None)


_NOTATIONS = {each.game: each for each in (_Notation("checkers", ".pdn", "kibitz.games.checkers.pdn_records"),)}
