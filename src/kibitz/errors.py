"""The errors that Kibitz raises. Every message says what to do."""

import sys
import warnings
from collections.abc import Iterable, Sequence
from typing import ClassVar

REMOVED_IN = "0.3"
"""The version in which old names, which now give a warning, will be removed."""


class KibitzError(ValueError):
    """The parent of every error that Kibitz raises on purpose."""

    page: ClassVar[str] = ""
    """The page of the documentation that explains errors of this kind; empty if the message says all."""


class SpecError(KibitzError):
    """A specification such as ``spades(players=3)`` that names something unknown or out of range."""

    page = "docs/specifications.md"


class IllegalMove(KibitzError):
    """A move that the rules do not allow in this state."""

    page = "docs/games.md"


class AmbiguousMove(IllegalMove):
    """The text of a move that fits several legal moves, which are ``moves``."""

    def __init__(self, message: str, moves: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.moves = tuple(moves)


class NotationError(KibitzError):
    """Text or JSON that is not a state, a move or a game record; the message says which line or field."""

    page = "docs/records.md"


class MissingCapability(KibitzError, AttributeError):
    """A game does not have a capability that was needed. Also an ``AttributeError``, so that ``hasattr`` is false."""

    page = "docs/searches.md"


class GameError(KibitzError):
    """A game written in Python gave an answer that breaks the rules of ``kibitz.Game``; no player is to blame."""

    page = "docs/writing-a-game.md"


class PolicyError(KibitzError):
    """A policy that is not a probability distribution over moves, so no move can be drawn from it."""

    page = "docs/models.md"


def warn_of_old_name(message: str) -> None:
    """Warn about an old name, at the line that called Kibitz, and say when the name will be removed."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "kibitz":
        frame, level = frame.f_back, level + 1
    warnings.warn(f"{message}; the old name will be removed in {REMOVED_IN}", DeprecationWarning, stacklevel=level)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Say which known word was probably meant, or nothing."""
    import difflib  # slow to load, and needed only for errors

    by_lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.5)
    return f"did you mean '{by_lower[close[0]]}'?" if close else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Say which known word was probably meant, then list all of them.

    >>> nearest("checkrs", ["abalone", "checkers"])
    "did you mean 'checkers'? known: abalone, checkers"
    """
    known = sorted(known)
    return f"{suggestion(word, known)} known: {', '.join(known) or 'none'}".lstrip()
