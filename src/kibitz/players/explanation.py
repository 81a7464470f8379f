"""Why a player that adapts made its last move, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.learning.belief import Belief
from kibitz.words import in_words

LEAST = 0.005
"""Probabilities below this are not told."""


@dataclass(frozen=True)
class Taken:
    """What an opponent is taken for."""

    opponent: str
    words: str
    sure: float
    """The probability of what the words say; 0 if nothing is known yet."""
    trusted: float
    """How far that is relied on, from 0 to 1."""

    def __str__(self) -> str:
        if not self.sure:
            return f"{self.opponent}: nothing is known yet"
        return f"{self.opponent}: {in_words(self.words)} ({self.sure:.0%} sure)"


def taken_for(opponent: str, belief: Belief) -> Taken:
    """What a belief takes an opponent for.

    >>> from kibitz.learning.elimination import elimination
    >>> str(taken_for("Ann", elimination(["MT", "mOT"])))
    'Ann: most-tricks (50% sure)'
    """
    shares = belief.told().shares
    sure = max(shares.values(), default=0.0)
    return Taken(opponent, belief.description, sure, 1 - belief.opponent.itself)


@dataclass(frozen=True)
class Explanation:
    """What a player believed when it moved, what it expected, and what the models changed.

    ``expected`` is the probability of every answer of the next opponent, empty if that is unknown or would give away
    hidden cards. ``without`` is the move that it would have made without models, and ``gain`` what the move that it
    made is expected to gain over that one, as a share of the win; None if the models were not used.
    """

    move: str
    opponents: tuple[Taken, ...]
    relied: bool
    without: str
    gain: float | None = None
    next_opponent: str = ""
    expected: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [f"I played {self.move}.", *map(str, self.opponents)]
        if not self.relied:
            lines.append("I do not rely on that yet, so I played what is best against anybody.")
            return "\n".join(lines)
        if self.expected:
            likely = sorted(self.expected.items(), key=lambda pair: -pair[1])[:3]
            told = ", ".join(f"{move} {share:.0%}" for move, share in likely if share >= LEAST)
            lines.append(f"I expect {self.next_opponent} to answer {told}.")
        if self.without == self.move:
            lines.append("Without knowing you I would have played the same.")
        else:
            gained = "" if self.gain is None else f"; I expect to win {self.gain:+.0%} of the games more by it"
            lines.append(f"Without knowing you I would have played {self.without}{gained}.")
        return "\n".join(lines)
