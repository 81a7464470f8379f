"""A belief about an opponent in words, and the names of opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.words import in_words


@dataclass(frozen=True)
class Reading:
    """What a player believes about one opponent, and the moves that were the strongest evidence for or against it.

    ``errs`` is the estimated error rate, if it is learned.
    """

    opponent: str
    weights: dict[str, float]
    reasons: tuple[str, ...]
    errs: str = ""

    def __str__(self) -> str:
        shares = sorted(self.weights.items(), key=lambda pair: -pair[1])
        told = ", ".join(f"{in_words(name)} {share:.0%}" for name, share in shares)
        lines = [f"{self.opponent}: {told}".rstrip()]
        lines += [f"  {self.errs}"] if self.errs else []
        return "\n".join([*lines, *(f"  {reason}" for reason in self.reasons)])


def opponents_by_seat(seat: int, players: int, names: Sequence[str] = ()) -> dict[int, str]:
    """The names of all other seats; equal names are made different.

    >>> opponents_by_seat(0, 3, ["me", "Ann", "Ann"])
    {1: 'Ann, seat 1', 2: 'Ann, seat 2'}
    """
    given = list(names) or [f"seat {number}" for number in range(players)]
    named = [name if given.count(name) == 1 else f"{name}, seat {number}" for number, name in enumerate(given)]
    return {number: name for number, name in enumerate(named) if number != seat}
