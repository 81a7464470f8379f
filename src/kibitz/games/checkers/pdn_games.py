"""The games of a PDN text, one by one: where each begins and ends, how its squares are numbered, what was played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.errors import AmbiguousMove, IllegalMove, NotationError
from kibitz.games.broken_records import ILLEGAL, OTHER_GAME, SET_UP, UNREADABLE, BrokenGame
from kibitz.games.checkers import notation
from kibitz.games.checkers.notation import BLACK, WHITE, Diagram, Path
from kibitz.games.checkers.numbering import Numbering, candidates
from kibitz.games.checkers.pdn_tokens import BRACKETS, SET_UP_LATER, Token, tokens
from kibitz.games.checkers.rules import Checkers
from kibitz.games.native_game import NativeState

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

AMBIGUOUS, OVER = "ambiguous move", "moves after the end"
REASONS = (ILLEGAL, AMBIGUOUS, OTHER_GAME, SET_UP, SET_UP_LATER, OVER, BRACKETS, UNREADABLE)
"""Why a game may be left out."""

ENOUGH = 10
"""An unusual numbering that no tag declares is accepted only for games with at least this many legal moves."""

FIELD_TAGS = ("result", "setup", "fen", "gametype")
"""Tags that are not stored in ``tags``, because a record has a field for them or because they are always the same; in
small letters."""

_TURNED = {"1-0": "0-1", "0-1": "1-0"}
_NAMED_SQUARE = re.compile(r"[a-h][1-8](?![0-9])", re.ASCII)
_WHITE_BEGINS = "W:W21-32:B1-12"
_MOST_JUMPS = 12
_LONGEST = 400


@dataclass
class Entry:
    """The tokens of one game: its tags by name in small letters, what comes after them, and the results at the end."""

    tags: dict[str, Token] = field(default_factory=dict)
    movetext: list[Token] = field(default_factory=list)
    ends: list[Token] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.tags or self.movetext)

    def ends_before(self, token: Token) -> bool:
        """Whether a token is part of the next game: a tag after moves, or a repeated tag after an empty line."""
        if token.kind == "tag":
            return bool(self.movetext or self.ends) or (token.apart and token.name.lower() in self.tags)
        return bool(self.ends) and token.kind != "result"


def entries(text: str) -> Iterator[Entry]:
    """Split a text into games: a game ends with its result, or where the tags of the next game begin.

    >>> len(list(entries('[Event "a"] 1. 11-15 * 1-0 [Event "b"] 1. 11-16 22-18')))
    2
    """
    entry, depth = Entry(), 0
    for token in tokens(text):
        if entry.ends_before(token):
            if entry:
                yield entry
            entry, depth = Entry(), 0
        if token.kind == "tag":
            entry.tags.setdefault(token.name.lower(), token)  # if a tag is given twice, the first counts
        elif token.kind == "result" and depth == 0:
            entry.ends.append(token)
        else:
            depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
            entry.movetext.append(token)
    if entry:
        yield entry


class Parts(NamedTuple):
    """What a game consists of: other tags, its first position, the moves, and the result with Black's number first."""

    tags: Mapping[str, str]
    start: NativeState
    moves: tuple[str, ...]
    result: str


def read_entry(entry: Entry, game: Checkers) -> Parts:
    """Read a game in the first numbering in which it is legal."""
    tags = entry.tags
    game_type = _game_type(tags)
    line = _main_line(entry.movetext)
    moves = [token.value for token in line if token.kind == "move"]
    _check_board(line)
    numberings = candidates(game_type, "A" if moves and moves[0][0].isalpha() else "N")
    refusal: BrokenGame | None = None
    for numbering in numberings:
        try:
            start = _start(tags, game, numbering)
            played = _moves(line, start, numbering)
        except BrokenGame as error:
            refusal = refusal or error
            if error.reason not in (ILLEGAL, AMBIGUOUS, SET_UP, OTHER_GAME):
                break
            continue
        if numbering == numberings[0] or len(played) >= ENOUGH:
            kept = {token.name: token.value for name, token in tags.items() if name not in FIELD_TAGS}
            result = _result(tags, entry.ends)
            turned = _TURNED.get(result, result) if numbering.beginner == WHITE else result
            return Parts(kept, start, played, turned)
    assert refusal is not None  # the first numbering was refused, or the game would have been read
    raise refusal


def _game_type(tags: Mapping[str, Token]) -> str:
    """The declared game type, if there is one. It begins with the number of the game; English draughts is 21."""
    tag = tags.get("gametype")
    number = re.match(r"\s*([0-9]+)", tag.value, re.ASCII) if tag else None
    if tag is None or number is None:
        return ""
    if number[1] != "21":
        sentence = f"GameType {number[1][:9]!r} is another game; Kibitz reads English draughts, GameType 21"
        raise _complaint(tag.line, sentence, OTHER_GAME)
    return tag.value


def _start(tags: Mapping[str, Token], game: Checkers, numbering: Numbering) -> NativeState:
    fen, set_up = tags.get("fen"), tags.get("setup")
    if fen is None or fen.value.strip() in ("", "?"):
        if set_up is not None and set_up.value.strip() == "1":
            raise _complaint(set_up.line, "SetUp is 1, so a FEN tag with the position is expected", SET_UP)
        return game.start() if numbering.beginner == BLACK else game.parse(_WHITE_BEGINS)
    try:
        return game.parse(fen.value if numbering.is_usual else _usual_position(fen.value, numbering))
    except NotationError as error:
        raise _complaint(fen.line, str(error).removeprefix("checkers: "), SET_UP) from None


def _usual_position(fen: str, numbering: Numbering) -> str:
    """A position in the usual numbers."""
    if numbering.kind == "A":
        return _NAMED_SQUARE.sub(lambda square: str(numbering.square(square[0]) or 0), fen)
    position = notation.read_position(fen)

    def usual(squares: Iterable[int]) -> Path:
        return tuple(numbering.square(str(square)) or 0 for square in squares)

    men, kings = ((usual(side[BLACK]), usual(side[WHITE])) for side in (position.men, position.kings))
    return notation.position_text(Diagram(men, kings, position.seat, position.clock, ()))


def _main_line(movetext: Iterable[Token]) -> list[Token]:
    """Moves and numbers outside of variations; errors inside a variation are ignored."""
    line: list[Token] = []
    opened: list[Token] = []
    for token in movetext:
        if token.kind == "bad" and (not opened or token.name == BRACKETS):
            raise _complaint(token.line, token.value, token.name)
        if token.kind == "open":
            opened.append(token)
        elif token.kind == "close":
            if not opened:
                raise _complaint(token.line, "a variation ends with ')' that never began with '('", BRACKETS)
            opened.pop()
        elif not opened:
            line.append(token)
    if opened:
        raise _complaint(opened[-1].line, "a variation begins with '(' that never ends; ')' is expected", BRACKETS)
    return line


def _moves(
    line: Sequence[Token], state: NativeState, numbering: Numbering, place: int = 0, plies: int = 0
) -> tuple[str, ...]:
    """The legal moves that the tokens from ``place`` on stand for; ``plies`` moves were made before them."""
    moves: list[str] = []
    while place < len(line):
        if line[place].kind == "number":
            _check_number(line[place], plies + len(moves))
            place += 1
            continue
        meant, place = _meant(line, place, state, numbering)
        if len(meant) > 1:
            tried = [_rest(line, state.play(move), numbering, place, plies + len(moves) + 1) for move in meant]
            legal = [(move, *rest) for move, rest in zip(meant, tried, strict=True) if rest is not None]
            if len(legal) != 1:
                sentence = f"{line[place - 1].value!r} may mean {' or '.join(meant)}, and the following moves fit both"
                raise _complaint(line[place - 1].line, sentence, AMBIGUOUS)
            return (*moves, *legal[0])
        moves.append(meant[0])
        state = state.play(meant[0])
    return tuple(moves)


def _rest(
    line: Sequence[Token], state: NativeState, numbering: Numbering, place: int, plies: int
) -> tuple[str, ...] | None:
    try:
        return _moves(line, state, numbering, place, plies)
    except BrokenGame:
        return None


def _meant(line: Sequence[Token], place: int, state: NativeState, numbering: Numbering) -> tuple[Sequence[str], int]:
    """The legal moves that a token may mean, and the place after it. A long jump may be written jump by jump."""
    token, path = line[place], _path(line[place], numbering)
    if state.over:
        advice = "" if any(state.scores) else "; checkers(quiet=0, repetitions=0) has no draws by rule"
        raise _complaint(token.line, f"{token.value!r} cannot be played, because the game is over{advice}", OVER)
    while True:
        place += 1
        text = "-".join(map(str, path))
        try:
            return [state.game.parse_move(state, text)], place
        except AmbiguousMove as error:
            return error.moves, place
        except IllegalMove as error:
            goes_on = place < len(line) and line[place].kind == "move" and len(path) <= _MOST_JUMPS
            further = _path(line[place], numbering) if goes_on else ()
            if not further or further[0] != path[-1]:
                shown = str(error).removeprefix("checkers: ").replace(repr(text), repr(token.value), 1)
                raise _complaint(token.line, shown, ILLEGAL) from None
            path += further[1:]


def _check_board(line: Iterable[Token]) -> None:
    """Refuse a game on a larger board, before checking moves, if it names a square that English draughts does not
    have."""
    for token in line:
        if token.kind == "move" and any(int(number) > 32 for number in re.findall("[0-9]+", token.value)):
            raise _complaint(token.line, f"{token.value!r} is on a larger board than that of 32 squares", OTHER_GAME)


def _path(token: Token, numbering: Numbering) -> Path:
    path = numbering.path(token.value)
    if path is None:
        raise _complaint(token.line, f"{token.value!r} names a square that English draughts does not have", OTHER_GAME)
    return path


def _check_number(token: Token, plies: int) -> None:
    """Accept a number without a dot only if it is the right move number, whether Black or White began."""
    if int(token.value) not in (plies // 2 + 1, (plies + 1) // 2 + 1):
        raise _complaint(token.line, f"expected a move such as 11-15, found {token.value!r}", UNREADABLE)


def _result(tags: Mapping[str, Token], ends: Iterable[Token]) -> str:
    """The result that the tag and the end of the moves give; text that is not a result is ignored."""
    texts = [tags["result"].value] if "result" in tags else []
    texts += [token.value for token in ends]
    given = {RESULTS.get("".join(text.split()).replace("½", "1/2"), "*") for text in texts} - {"*"}
    return given.pop() if len(given) == 1 else "*"


def _complaint(line: int, message: str, reason: str) -> BrokenGame:
    shown = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."  # some tags contain whole files
    return BrokenGame(f"PDN, line {line}: {shown}", reason)
