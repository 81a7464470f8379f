"""Why a player that adapts made its last move, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.games.game import Game
from kibitz.games.habits import tends_to
from kibitz.html_tables import html_lines
from kibitz.learning.belief import Belief
from kibitz.words import in_words

LEAST = 0.005
"""Probabilities below this are not mentioned."""


@dataclass(frozen=True)
class Taken:
    """What a player believes about an opponent."""

    opponent: str
    words: str
    sure: float | None
    """The probability that the words are true; 0 if nothing is known yet, None if the words include the probability."""
    trusted: float
    """How far the player relies on the belief, from 0 to 1."""
    habits: tuple[str, ...] = ()
    """What it does, in the words of people who play the game (``kibitz.games.habits``)."""

    def __str__(self) -> str:
        if self.sure is None:
            return f"{self.opponent}: {in_words(self.words)}"
        if not self.sure:
            return f"{self.opponent}: nothing is known yet"
        if not self.habits:
            return f"{self.opponent}: {in_words(self.words)} ({self.sure:.0%} sure)"
        return f"{self.opponent} {tends_to(self.habits)} ({self.sure:.0%} sure)"


def taken_for(opponent: str, belief: Belief, game: Game) -> Taken:
    """What a belief says about an opponent in a game.

    >>> import kibitz
    >>> from kibitz.learning.elimination import elimination
    >>> str(taken_for("Ann", elimination(["MT", "mOT"]), kibitz.game("spades")))
    'Ann tends to take as many tricks as possible (50% sure)'
    """
    if belief.unreadable:
        return Taken(opponent, belief.unreadable, None, 1 - belief.opponent.itself)
    shares = belief.told().shares
    sure = max(shares.values(), default=0.0)
    habits = belief.habits_in(game) if shares else ()
    likeliest = belief.opponent.likeliest.quiet
    words = belief.description
    if likeliest.described and in_words(likeliest) == words:
        words = f"{words} ({likeliest.described})"
    return Taken(opponent, words, sure, 1 - belief.opponent.itself, habits)


@dataclass(frozen=True)
class Explanation:
    """What a player believed when it moved, what it expected, and what the models changed.

    ``expected`` is the probability of every answer of the next opponent, empty if that is unknown or would give away
    hidden cards. ``without`` is the move that it would have made without models, and ``gain`` is what the move made is
    expected to gain over it, as a share of the win. ``gain`` is None if the models were not used. ``replies`` is False
    if it never uses them in this game.
    """

    move: str
    opponents: tuple[Taken, ...]
    relied: bool
    without: str
    gain: float | None = None
    next_opponent: str = ""
    expected: Mapping[str, float] = field(default_factory=dict)
    replies: bool = True

    def _repr_html_(self) -> str:
        return html_lines(str(self).splitlines())

    def __str__(self) -> str:
        lines = [f"I played {self.move}.", *map(str, self.opponents)]
        if not self.relied:
            reason = (
                "I do not rely on what I believe about the others yet"
                if self.replies
                else "In this game, replies to what I believe about strangers have won less"
            )
            lines.append(f"{reason}, so I played what is best against anybody.")
            return "\n".join(lines)
        if self.expected:
            likely = sorted(self.expected.items(), key=lambda pair: -pair[1])[:3]
            told = ", ".join(f"{move} {share:.0%}" for move, share in likely if share >= LEAST)
            lines.append(f"I expect {self.next_opponent} to answer {told}.")
        if self.without == self.move:
            lines.append("Without models of the others I would have played the same.")
        else:
            better = self.gain is not None and self.gain >= LEAST  # a loss is an error of the estimate: nobody seeks it
            gained = f"; I expect this to raise my chance to win by {self.gain:.0%}" if better else ""
            lines.append(f"Without models of the others I would have played {self.without}{gained}.")
        return "\n".join(lines)
