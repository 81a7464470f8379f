"""What is wrong with a recorded game: a message, and a short reason that can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.errors import KibitzError, NotationError

ILLEGAL = "illegal move"
OTHER_GAME = "another game"
SET_UP = "bad set-up"
UNREADABLE = "unreadable text"


class BrokenGame(NotationError):
    """A recorded game that cannot be read."""

    def __init__(self, sentence: str, reason: str = UNREADABLE) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass(frozen=True)
class Problem:
    """Why a game was skipped: the message says where and what; the reason is one of a fixed list.

    >>> print(Problem.of(BrokenGame("line 3: '22-19' is not legal here", ILLEGAL)))
    line 3: '22-19' is not legal here
    """

    reason: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence

    @classmethod
    def of(cls, error: KibitzError, place: str = "") -> Problem:
        """The problem that an error describes."""
        return cls(error.reason if isinstance(error, BrokenGame) else UNREADABLE, f"{place}{error}")


def reasons(problems: Iterable[Problem]) -> dict[str, int]:
    """How often each reason occurred, the most frequent first.

    >>> reasons([Problem("illegal move", "line 1: ..."), Problem("illegal move", "line 9: ...")])
    {'illegal move': 2}
    """
    return dict(Counter(problem.reason for problem in problems).most_common())
