"""What goes wrong, by name. Every message says what to do about it."""

import difflib
from collections.abc import Iterable


class KibitzError(ValueError):
    """The parent of every error that Kibitz raises on purpose."""


class SpecError(KibitzError):
    """A specification such as ``spades(players=3)`` that names something unknown or out of range."""


class IllegalMove(KibitzError):
    """A move that the rules do not allow in this state."""


class NotationError(KibitzError):
    """Text or JSON that is not a state, a move or a game record; the message says which line or field."""


class MissingCapability(KibitzError):
    """Something was asked of a game that it does not offer."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Say which known word was probably meant, then list all of them.

    >>> nearest("checkrs", ["abalone", "checkers"])
    "did you mean 'checkers'? Known: abalone, checkers"
    """
    known = sorted(known)
    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    hint = f"did you mean '{close[0]}'? " if close else ""
    return f"{hint}Known: {', '.join(known) or 'none'}"
