"""The errors that Kibitz raises. Every message says what to do."""

import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
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


class ArgumentError(SpecError):
    """An argument that is not allowed and is no part of a specification, such as the name of a paper or a scale."""

    page = "docs/commands.md"


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
    known = sorted(known, key=str.lower)
    return f"{suggestion(word, known)} known: {', '.join(known) or 'none'}".lstrip()


def nearest_in_groups(word: str, groups: Mapping[str, Iterable[str]], listed: str) -> str:
    """Say which known word was probably meant, and how to list all of them. Without a guess, list them by group.

    This is for names of which there are too many for one list. ``listed`` is the command that lists them.

    >>> searches, habits = ["maxn", "mcts"], ["ducks", "cheap"]
    >>> nearest_in_groups("mtcs", {"searches": searches, "habits": habits}, "kibitz players")
    "did you mean 'mcts'? 'kibitz players' lists all"
    >>> nearest_in_groups("xyz", {"searches": searches, "habits": habits}, "kibitz players")
    "searches: maxn, mcts; habits: cheap, ducks; 'kibitz players' describes them"
    """
    known = {name: sorted(each, key=str.lower) for name, each in groups.items()}
    guess = suggestion(word, (name for each in known.values() for name in each))
    if guess:
        return f"{guess} '{listed}' lists all"
    told = "; ".join(f"{name}: {', '.join(each)}" for name, each in known.items() if each)
    return f"{told}; '{listed}' describes them"
