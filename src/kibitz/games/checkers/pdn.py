"""Portable Draughts Notation: whole games as text, with tags, results, set-up positions and several games a file.

What the format leaves open: in English draughts Black moves first, and the first number of a result is the score of
the player who moves first, so ``1-0`` is a win for Black. The Tinsley games that come with CheckerBoard are written so:
in all eight decided games we looked at, a search of the last position favours that side. Other descriptions of PDN
follow chess and read ``1-0`` as White's win, so look before you trust a file. ``2-0``, ``1-1`` and ``0-2`` say the same
as ``1-0``, ``1/2-1/2`` and ``0-1``.

>>> game, = read('[Event "Example"] 1. 11-15 23-19 2. 8-11 {a comment} 22-17 *')
>>> game.moves
('11-15', '23-19', '8-11', '22-17')
>>> print(write(game))
[Event "Example"]
[Result "*"]
[GameType "21"]
<BLANKLINE>
1. 11-15 23-19 2. 8-11 22-17 *
<BLANKLINE>
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.errors import IllegalMove, NotationError
from kibitz.games.checkers.pdn_tokens import Token, tokens
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native import NativeState

RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "*": "*",
}
"""The results that are understood, and how each is written."""

_SCORES = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
_FIELD_TAGS = ("Result", "SetUp", "FEN", "GameType")  # what a record keeps in fields of its own, or never differs
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_WIDTH = 80


@dataclass(frozen=True)
class Record:
    """One game. ``tags`` holds what describes it; result and first position have fields of their own, not tags."""

    tags: Mapping[str, str]
    start: NativeState
    moves: tuple[str, ...] = ()
    result: str = "*"

    def states(self) -> list[NativeState]:
        """List the positions of the game, the first and the last included."""
        states = [self.start]
        for move in self.moves:
            states.append(states[-1].play(move))
        return states

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The result by seat, Black first; ``None`` if there is none."""
        return _SCORES.get(self.result)


class Records(list[Record]):
    """The games of a file, and what was wrong with those that had to be left out."""

    def __init__(self, records: Iterable[Record] = (), problems: Iterable[str] = ()) -> None:
        super().__init__(records)
        self.problems = list(problems)


def read(text: str, strict: bool = True, game: Checkers | None = None) -> Records:
    """Read all games of a PDN text.

    A game that cannot be read raises ``NotationError`` with its line; with ``strict=False`` it is left out and
    ``problems`` of the result says why. The draw rules are those of ``game``: where players went on although
    a rule of checkers had ended the game, read it with ``game=kibitz.game("checkers(quiet=0, repetitions=0)")``.
    """
    records = Records()
    for entry in _entries(text):
        try:
            records.append(_record(entry, game or Checkers()))
        except NotationError as error:
            if strict:
                raise
            records.problems.append(str(error))
    return records


def write(record: Record) -> str:
    """Write a game; ``read`` gives the same record back."""
    result = _result(record.result, "field 'result'")
    tags = {name: value for name, value in record.tags.items() if name not in _FIELD_TAGS}
    tags |= {"Result": result, "GameType": "21"}
    if record.start != record.start.game.start():
        tags |= {"SetUp": "1", "FEN": str(record.start)}
    lines = [_tag_line(name, value) for name, value in tags.items()]
    movetext = " ".join([*_numbered(record), result])
    wrapped = textwrap.wrap(movetext, _WIDTH, break_on_hyphens=False, break_long_words=False)
    return "\n".join([*lines, "", *wrapped, ""])


def _tag_line(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise NotationError(f"PDN: {name!r} cannot name a tag; it takes letters, digits and _")
    if not isinstance(value, str) or value.splitlines() not in ([], [value]):
        raise NotationError(f"PDN: the value of tag {name} must be text on one line, not {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _numbered(record: Record) -> Iterator[str]:
    """Moves with their numbers: one number for a move of Black and the answer."""
    second = record.start.to_move
    if second and record.moves:
        yield "1..."
    for ply, move in enumerate(record.moves, second):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield move


# Reading.


@dataclass
class _Entry:
    """The tokens of one game."""

    tags: list[Token] = field(default_factory=list)
    movetext: list[Token] = field(default_factory=list)
    end: Token | None = None

    def __bool__(self) -> bool:
        return bool(self.tags or self.movetext or self.end)


def _entries(text: str) -> Iterator[_Entry]:
    """Split a text into games: one ends with its result, or where the tags of the next begin."""
    entry = _Entry()
    depth = 0
    for token in tokens(text):
        if token.kind == "tag":
            if entry.movetext:
                yield entry
                entry = _Entry()
            depth = 0
            entry.tags.append(token)
        elif token.kind == "result" and depth == 0:
            entry.end = token
            yield entry
            entry = _Entry()
        else:
            depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
            entry.movetext.append(token)
    if entry:
        yield entry


def _record(entry: _Entry, game: Checkers) -> Record:
    tags: dict[str, tuple[str, int]] = {}
    for token in entry.tags:
        if token.name in tags:
            raise _complaint(token.line, f"tag {token.name} is given twice in one game")
        tags[token.name] = token.value, token.line
    _check_game_type(tags)
    start = _start(tags, game)
    return Record(
        {name: value for name, (value, _) in tags.items() if name not in _FIELD_TAGS},
        start,
        _moves(entry.movetext, start),
        _agreed_result(tags, entry.end),
    )


def _check_game_type(tags: Mapping[str, tuple[str, int]]) -> None:
    value, line = tags.get("GameType", ("21", 0))
    number = value.split(",")[0].strip()
    if number != "21":
        raise _complaint(line, f"GameType {number!r} is another game; this reads English draughts, which is 21")


def _start(tags: Mapping[str, tuple[str, int]], game: Checkers) -> NativeState:
    fen, line = tags.get("FEN", ("", 0))
    if not fen or fen == "?":
        if tags.get("SetUp", ("0", 0))[0] == "1":
            raise _complaint(tags["SetUp"][1], "SetUp is 1, so a FEN tag with the position is expected")
        return game.start()
    try:
        return game.parse(fen)
    except NotationError as error:
        raise _complaint(line, str(error).removeprefix("checkers: ")) from None


def _moves(movetext: Iterable[Token], start: NativeState) -> tuple[str, ...]:
    state = start
    moves: list[str] = []
    opened: list[Token] = []
    for token in movetext:
        if token.kind == "bad":
            raise _complaint(token.line, token.value)
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close":
            if not opened:
                raise _complaint(token.line, "a variation ends with ')' that never began with '('")
            opened.pop()
        elif token.kind == "move" and not opened:
            move = _legal(state, token)
            moves.append(move)
            state = state.play(move)
    if opened:
        raise _complaint(opened[-1].line, "a variation begins with '(' that never ends; ')' is expected")
    return tuple(moves)


def _legal(state: NativeState, token: Token) -> str:
    if state.over:
        advice = "" if any(state.scores) else "; checkers(quiet=0, repetitions=0) has no draws by rule"
        raise _complaint(token.line, f"{token.value!r} cannot be played, the game is over{advice}")
    try:
        return state.game.parse_move(state, token.value)
    except IllegalMove as error:
        raise _complaint(token.line, str(error).removeprefix("checkers: ")) from None


def _agreed_result(tags: Mapping[str, tuple[str, int]], end: Token | None) -> str:
    """The result that the tag and the end of the moves give; ``*`` on one side says nothing."""
    given = []
    if "Result" in tags and tags["Result"][0] not in ("", "?"):
        given.append(_result(tags["Result"][0], f"line {tags['Result'][1]}"))
    if end is not None:
        given.append(_result(end.value, f"line {end.line}"))
    decided = {result for result in given if result != "*"}
    if len(decided) > 1:
        line = end.line if end else 0
        raise _complaint(line, f"the moves end with {given[1]} but the Result tag says {given[0]}")
    return decided.pop() if decided else "*"


def _result(text: str, where: str) -> str:
    written = RESULTS.get("".join(text.split()))
    if written is None:
        raise NotationError(f"PDN, {where}: {text!r} is not a result; results are {', '.join(RESULTS)}")
    return written


def _complaint(line: int, message: str) -> NotationError:
    return NotationError(f"PDN, line {line}: {message}")
