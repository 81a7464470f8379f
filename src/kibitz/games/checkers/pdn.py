"""Portable Draughts Notation: whole games as text, with tags, results, set-up positions and several games a file.

Reading is lenient, as PDN 3.0 recommends, because files differ. The reader accepts any separator between squares, and
numbers from any corner (``numbering``). A chain of jumps may name both ends, every square, or one jump after the other.
The reader also accepts results in every spelling, annotations, variations and words. If a move is illegal, the whole
game is skipped: the record is wrong, but nobody can tell where the mistake is.

The first number of a result belongs to the player who moves first. In English draughts this is Black, so ``1-0`` is a
win for Black. PDN 3.0 says so, and collections agree: read this way, a collection of a hundred problems that comes with
the standard has 49 decided problems, and the side to move wins 48 of them. Some texts, including Wikipedia, follow
chess and read ``1-0`` as White's win, so check which convention a file uses. ``2-0``, ``1-1`` and ``0-2`` mean the same
as ``1-0``, ``1/2-1/2`` and ``0-1``. A game has no result (``*``) if the result is ``0-0`` (lost for both) or unknown,
or if the tag contradicts the result after the moves.

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
from dataclasses import dataclass

from kibitz.errors import NotationError
from kibitz.games.broken_records import BrokenGame, Problem
from kibitz.games.checkers.pdn_games import FIELD_TAGS, RESULTS, entries, read_entry
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native_game import NativeState

SCORES = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
"""The scores for each result, Black first."""

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_WIDTH = 80


@dataclass(frozen=True)
class Record:
    """One game. ``tags`` describes the game; the result and the first position are separate fields."""

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
        return SCORES.get(self.result)

    @property
    def players(self) -> tuple[str, str]:
        """Who played, Black first; ``?`` where nobody is named. Some files call Black Red."""
        named = {name.lower(): value for name, value in self.tags.items()}
        return named.get("black") or named.get("red") or "?", named.get("white") or "?"


class Records(list[Record]):
    """The games of a file, and what was wrong with those that had to be left out."""

    def __init__(self, records: Iterable[Record] = (), problems: Iterable[Problem] = ()) -> None:
        super().__init__(records)
        self.problems = list(problems)


def read(text: str, strict: bool = True, game: Checkers | None = None) -> Records:
    """Read all games of a PDN text.

    A game that cannot be read raises ``NotationError`` with its line; with ``strict=False`` it is left out and
    ``problems`` of the result says why. The draw rules are those of ``game``: if players continued after a draw by
    rule, read the file with ``game=kibitz.game("checkers(quiet=0, repetitions=0)")``.
    """
    records = Records()
    for entry in entries(text):
        try:
            records.append(Record(*read_entry(entry, game or Checkers())))
        except BrokenGame as error:
            if strict:
                raise
            records.problems.append(Problem.of(error))
    return records


def write(record: Record) -> str:
    """Write a game; ``read`` gives the same record back."""
    result = RESULTS.get(record.result)
    if result is None:
        raise NotationError(f"PDN, field 'result': {record.result!r} is not a result; results are {', '.join(RESULTS)}")
    tags = {name: value for name, value in record.tags.items() if name.lower() not in FIELD_TAGS}
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
    """Moves with their numbers: one number for a move of Black and White's answer."""
    second = record.start.to_move
    if second and record.moves:
        yield "1..."
    for ply, move in enumerate(record.moves, second):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield move
