"""PDN cut into tokens: tags, moves, results, variations; comments, move numbers and annotations are dropped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple


class Token(NamedTuple):
    """A piece of PDN: a ``tag`` (it has a name), ``move``, ``result``, ``open``, ``close``, or ``bad`` and why."""

    kind: str
    value: str
    line: int
    name: str = ""


_TOKEN = re.compile(
    r"""
      (?P<skip> \s+ | ;[^\n]* | ^%[^\n]* | \{[^}]*\} | \$[0-9]+ | [!?]+ )
    | (?P<tag> \[ \s* (?P<name>[A-Za-z][A-Za-z0-9_]*) \s* "(?P<value>(?:\\.|[^"\\\n])*)" \s* \] )
    | (?P<result> (?:1/2\s*-\s*1/2 | [01]-[01] | 2-0 | 0-2) (?![0-9/x:-]) | \* )
    | (?P<move> [0-9]{1,2} (?: \s*[-x:]\s* [0-9]{1,2} )+ (?![0-9]) ) [!?*]*
    | (?P<number> [0-9]+ \s* \.+ )
    | (?P<open> \( ) | (?P<close> \) )
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII | re.IGNORECASE,
)
_BROKEN = re.compile(r"\[[^\n]*|\{[^\n]*|[^\s()\[\]{};]+|.")


def tokens(text: str) -> Iterator[Token]:
    """Cut a PDN text into tokens. Never fails: what makes no sense is a ``bad`` token that says so."""
    breaks = [place for place, letter in enumerate(text) if letter == "\n"]
    place = 1 if text.startswith("\ufeff") else 0
    while place < len(text):
        line = 1 + bisect_right(breaks, place - 1)
        found = _TOKEN.match(text, place)
        if found is None and text[place] == "{":  # no other comment after it can end either
            yield Token("bad", _explained(text[place : place + 40].split("\n")[0]), line)
            return
        if found is None:
            broken = _BROKEN.match(text, place)
            assert broken is not None  # its last alternative takes any one letter but a line break, which is skipped
            yield Token("bad", _explained(broken[0]), line)
            place = broken.end()
            continue
        place = found.end()
        kind = found.lastgroup  # of nested groups, the outermost
        if kind == "tag":
            yield Token("tag", re.sub(r"\\(.)", r"\1", found["value"]), line, found["name"])
        elif kind in ("move", "result", "open", "close"):
            yield Token(kind, found[kind], line)


def _explained(broken: str) -> str:
    shown = broken if len(broken) <= 20 else broken[:20] + "..."
    if broken.startswith("["):
        return f'expected a tag such as [Event "Name"], found {shown!r}'
    if broken.startswith("{"):
        return f"a comment begins with '{{' that never ends; '}}' is expected after {shown!r}"
    return f"expected a move such as 11-15 or 15x22, a comment or a result, found {shown!r}"
