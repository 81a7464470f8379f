"""All sentences of the page, from one file that can be translated: ``static/strings.json``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"


@cache
def sentences() -> dict[str, str]:
    """The sentences by key."""
    found: dict[str, str] = json.loads((STATIC / "strings.json").read_text(encoding="utf-8"))
    return found


def say(key: str, **values: object) -> str:
    """A sentence, with values in it.

    >>> say("wrong_seats", game="checkers", seats=2, given=3)
    'checkers has 2 seats, and 3 were given.'
    """
    return sentences()[key].format(**values)
