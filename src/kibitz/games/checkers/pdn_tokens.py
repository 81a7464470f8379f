"""PDN cut into tokens: tags, moves, results, variations. Comments, annotations and words between moves are dropped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.games.broken_records import UNREADABLE

BRACKETS = "brackets that do not match"
SET_UP_LATER = "set-up in the middle of a game"


class Token(NamedTuple):
    """A piece of PDN: a ``tag``, ``move``, ``number`` without a dot, ``result``, ``open``, ``close``, or ``bad``.

    ``name`` is the name of a tag. For a bad token, ``name`` is the reason and ``value`` explains it in a sentence. A
    token is ``apart`` if an empty line comes before it.
    """

    kind: str
    value: str
    line: int
    name: str = ""
    apart: bool = False


_BETWEEN = r"\s*[-xX:–—−×]\s*"  # separators that people write between squares
_TOKEN = re.compile(
    rf"""
      (?P<skip> \s+ | ;[^\n]* | ^%[^\n]* | ^>+ | \$[0-9]+ | \([!?]+\) | [!?+=#]+ | \.{{2,}} )
    | (?P<tag> \[ \s* (?P<name>[A-Za-z][A-Za-z0-9_]*) \s* "(?P<value>(?:\\.|[^"\\\n])*)" \s* \] )
    | (?P<result>
        (?: (?:1/2|½)\s*-\s*(?:1/2|½) | [01]\s*-\s*[01] | 2\s*-\s*0 | 0\s*-\s*2 ) (?![0-9/xX:-]) | \* )
    | (?P<move>
        [0-9]{{1,2}} (?: {_BETWEEN} [0-9]{{1,2}} )+ (?![0-9])
        | [a-hA-H][1-8] (?: (?:{_BETWEEN}|) [a-hA-H][1-8] )+ (?![0-9]) ) [!?*]*
    | (?P<together> [0-9]{{4}} (?![0-9]|\s*\.) ) [!?*]*
    | (?P<dotted> [0-9]+ \s* \.+ )
    | (?P<number> [0-9]{{1,3}} (?![0-9\w]) )
    | (?P<open> \( ) | (?P<close> \) )
    | (?P<setup> / \s* [Ff][Ee][Nn]\b [^/\n]* / )
    | (?P<word> [^\W\d_]+ (?!\w) | [.,'"’“”&]+ )
    """,
    re.VERBOSE | re.MULTILINE,
)
_LOOSE_TAG = re.compile(r"\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]*)\b[ \t]*(?P<value>[^\n]*)")
_HEADER = re.compile(r'^[> \t]*\[[A-Za-z][A-Za-z0-9_]*[ \t]*"', re.MULTILINE)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_BROKEN = re.compile(r"\[[^\n]*|[^\s()\[\]{};]+|.", re.DOTALL)


def tokens(text: str) -> Iterator[Token]:
    """Cut a PDN text into tokens. Never fails: text that cannot be read becomes a ``bad`` token with a message.

    >>> [token.value for token in tokens("1. 11-15! {good} 23x18 ; and so on")]
    ['11-15', '23x18']
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    breaks = [place for place, letter in enumerate(text) if letter == "\n"]
    place = seen = 0
    closing = -1  # where the comment that was found last ends
    while place < len(text):
        line = 1 + bisect_right(breaks, place - 1)
        if text[place] == "{":
            if closing < place:
                closing = text.find("}", place) % (len(text) + 1)  # nowhere: the end of the text
            header = _HEADER.search(text, place, closing)
            if header is None and closing < len(text):
                place = closing + 1
                continue
            yield Token("bad", _explained(text[place : place + 40].split("\n")[0]), line, BRACKETS)
            place = header.start() if header else len(text)  # the next game is not part of the comment
            continue
        found = _TOKEN.match(text, place)
        token, end = _token(found, line) if found else _broken(text, place, line)
        if token is not None:
            yield token._replace(apart=_EMPTY_LINE.search(text, seen, place) is not None)
            seen = end
        place = end


def _token(found: re.Match[str], line: int) -> tuple[Token | None, int]:
    kind = found.lastgroup  # the outermost of nested groups
    if kind == "tag":
        return _tag(found["name"], re.sub(r"\\(.)", r"\1", found["value"]), line), found.end()
    if kind == "setup":
        sentence = f"a new position is set up in the middle of the game, {_shortened(found[0])}"
        return Token("bad", sentence, line, SET_UP_LATER), found.end()
    if kind == "together":
        return Token("move", f"{found[kind][:2]}-{found[kind][2:]}", line), found.end()
    if kind in ("move", "number", "result", "open", "close"):
        return Token(kind, found[kind], line), found.end()
    return None, found.end()


def _broken(text: str, place: int, line: int) -> tuple[Token, int]:
    """Text that is not a token: an incomplete tag is read to the end of its line, and anything else is bad."""
    loose = _LOOSE_TAG.match(text, place)
    if loose and not text[text.rfind("\n", 0, place) + 1 : place].strip("> \t"):
        value = loose["value"].strip().removesuffix("]").rstrip().removeprefix('"').removesuffix('"')
        return _tag(loose["name"], value, line), loose.end()
    broken = _BROKEN.match(text, place)
    assert broken is not None  # its last alternative matches any character
    return Token("bad", _explained(broken[0]), line, BRACKETS if broken[0] == "}" else UNREADABLE), broken.end()


def _tag(name: str, value: str, line: int) -> Token:
    return Token("tag", " ".join(value.splitlines()), line, name)  # there are more line breaks than "\n"


def _explained(broken: str) -> str:
    shown = _shortened(broken)
    if broken.startswith("["):
        return f'expected a tag such as [Event "Name"], found {shown}'
    if broken.startswith("{"):
        return f"a comment begins with '{{' that never ends; '}}' is expected after {shown}"
    if broken == "}":
        return "a comment ends with '}' that never began with '{'"
    return f"expected a move such as 11-15 or 15x22, a comment or a result, found {shown}"


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "...")
