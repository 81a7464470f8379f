"""Recorded games of every kind as JSON lines: one object a game, one game a line.

``{"game": "checkers", "players": ["Ann", "Ben"], "moves": ["11-15", "23-19"], "scores": [0, 0]}``, one name a seat.
The first position is that of the game unless ``start`` gives another as text, or ``seed`` the deal. ``scores`` may be
left out where a game was not finished.

A game that has a notation of its own (PDN for checkers) is read from that as well. What cannot be read is left out, and
a sentence says which line and why.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, NotationError, nearest
from kibitz.finite import is_finite
from kibitz.games.game import Game, State
from kibitz.games.registry import game as game_named

FIELDS = ("game", "players", "start", "seed", "moves", "scores")


@dataclass(frozen=True)
class GameRecord:
    """One game: where it began, who sat where, what was played and how it ended, if it did.

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
    """The games of a file, and one sentence for each that had to be left out."""

    records: tuple[GameRecord, ...]
    problems: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played, by name."""
        return tuple(sorted({name for record in self.records for name in record.players}))

    def require_player(self, name: str) -> None:
        """Refuse a name that nobody has, and say which is near."""
        if name not in self.players:
            raise KibitzError(f"nobody called '{name}' plays in these games; {nearest(name, self.players)}")


def write(records: Iterable[GameRecord], path: str | Path) -> None:
    """Write games as JSON lines, compressed where the name ends in ``.gz``."""
    write_lines((record.to_json() for record in records), path)


def write_lines(lines: Iterable[str], path: str | Path) -> None:
    """Write lines one by one, compressed where the name ends in ``.gz``; the same lines give the same bytes."""
    path = Path(path)
    try:
        with path.open("wb") as file:
            if path.suffix != ".gz":
                file.writelines(f"{line}\n".encode() for line in lines)
                return
            import gzip

            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                for line in lines:
                    packed.write(f"{line}\n".encode())
    except OSError as error:
        raise KibitzError(f"cannot write {path}: {error.strerror}") from None


def read_lines(path: str | Path) -> Iterator[str]:
    """Read the lines of a text file one by one, compressed or not."""
    import gzip

    path = Path(path)
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8") as text:
            yield from text
    except UnicodeDecodeError:
        raise NotationError(f"{path} is not text in UTF-8; records are JSON lines or PDN") from None
    except EOFError:
        raise NotationError(f"{path} ends in the middle: it was not written to its end") from None
    except OSError as error:
        raise KibitzError(f"cannot read {path}: {error.strerror or error}") from None


def read(path: str | Path, game: Game | None = None) -> Recorded:
    """Read the games of a file, all of them or those of one game."""
    found = read_text("".join(read_lines(path)), game)
    if not found.records and not found.problems:
        raise NotationError(f"{path} is empty: one recorded game a line is expected, or PDN for checkers")
    return found


def read_text(text: str, game: Game | None = None) -> Recorded:
    """Read recorded games from text: JSON lines, or the game's own notation where it has one.

    >>> found = read_text('{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "b2"]}')
    >>> found.problems
    ("line 1: move 2: tic-tac-toe: 'b2' is not legal here. Legal: a1, b1, c1, a2, c2, a3, b3, c3",)
    """
    own = _NOTATIONS.get(game.name) if game is not None else None
    if own is not None and game is not None and not _has_json_lines(text):
        return own(text, game)
    records: list[GameRecord] = []
    problems: list[str] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            records.append(read_line(line, game))
        except KibitzError as error:
            problems.append(f"line {number}: {error}")
    return Recorded(tuple(records), tuple(problems))


def _has_json_lines(text: str) -> bool:
    """Whether these are JSON lines and not a game's own notation: a line that is one decides, however others look."""
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
    played = game_named(_text(fields, "game"))
    if game is not None and played != game:
        raise NotationError(f"field 'game': this is a game of {played}, not of {game}")
    players = _texts(fields, "players")
    if len(players) != played.players:
        raise NotationError(f"field 'players': {played} has {played.players} seats, and there are {len(players)} names")
    start = _start(fields, played)
    moves, end = [], start
    for number, given in enumerate(_texts(fields, "moves"), start=1):
        try:
            moves.append(given if given in end.moves() else played.parse_move(end, given))
        except KibitzError as error:
            raise NotationError(f"move {number}: {error}") from None
        end = end.play(moves[-1])
    return GameRecord(start, players, tuple(moves), _scores(fields, end))


def _fields(line: str) -> Mapping[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise NotationError(f"a record is a JSON object, not {type(fields).__name__}")
    for name in fields:
        if name not in FIELDS:
            raise NotationError(f"a record has no field '{name}'; {nearest(name, FIELDS)}")
    return fields


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise NotationError(f"field '{name}' must be text, not {json.dumps(value)}")
    return value


def _texts(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = fields.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise NotationError(f"field '{name}' must be a list of texts, not {json.dumps(values)[:40]}")
    return tuple(values)


def _start(fields: Mapping[str, Any], game: Game) -> State:
    if "start" in fields and "seed" in fields:
        raise NotationError("give 'start' or 'seed', not both")
    if "start" in fields:
        return game.parse(_text(fields, "start"))
    seed = fields.get("seed", 0)
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise NotationError(f"field 'seed' must be a whole number from 0 to 2**64 - 1, not {json.dumps(seed)}")
    return game.start(seed)


def _scores(fields: Mapping[str, Any], end: State) -> tuple[float, ...] | None:
    """The scores that are written, which must be those of the rules where the game is over."""
    values = fields.get("scores")
    if values is None:
        return end.scores if end.over else None
    if not (isinstance(values, list) and len(values) == end.game.players and all(map(is_finite, values))):
        raise NotationError(
            f"field 'scores' must be a list of {end.game.players} finite numbers, not {json.dumps(values)[:60]}"
        )
    scores = tuple(map(float, values))
    if end.over and scores != end.scores:
        raise NotationError(f"field 'scores': by the rules the game ends {list(end.scores)}, not {list(scores)}")
    return scores


def _from_pdn(text: str, game: Game) -> Recorded:
    from kibitz.games.checkers import pdn
    from kibitz.games.checkers.rules import Checkers

    assert isinstance(game, Checkers)
    found = pdn.read(text, strict=False, game=game)
    records = [
        GameRecord(each.start, (each.tags.get("Black", "?"), each.tags.get("White", "?")), each.moves, each.scores)
        for each in found
    ]
    return Recorded(tuple(records), tuple(found.problems))


_NOTATIONS = {"checkers": _from_pdn}
