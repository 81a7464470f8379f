"""The result of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.words import in_words

Value = Any  # a number, a vector, a set of outcomes or a distribution over outcomes, as the algorithm has it


@dataclass(frozen=True)
class Analysis:
    """The value of every legal move, the best moves, the worst case, the principal variation, and the nodes."""

    state: State | View = field(repr=False)
    search: str
    seat: int
    values: Mapping[str, Value]
    """The value of each move: a number, a vector, a set of outcomes or a distribution, depending on the search."""
    ranks: Mapping[str, float]
    """The number by which moves are compared; higher is better for the seat."""
    best: tuple[str, ...]
    """The best moves, in move order."""
    worst: float
    """The value that a best move guarantees, up to the depth of the search. If the search does not compute it, the
    value.
    """
    line: tuple[str, ...]
    nodes: int
    notes: tuple[str, ...] = ()
    depth: int = 0
    """The depth in plies; 0: to the end of the game, or the search does not count plies."""
    reproducible: bool = True
    """Whether the same search of the same position gives the same result again. It does not if the clock stopped it or
    a search inside it. A search that finished within its time limit is reproducible.
    """
    slack: float = 0.0
    """Ranks that differ by at most this are equal, because averages are rounded. 0 if ties are exact."""

    def choose(self, seed: int = 0) -> str:
        """One of the best moves, chosen at random by seed and position."""
        return Random(seed, "ties", self.state.key).choice(self.best)

    def why(self) -> str:
        """A summary in a few lines."""
        lines = self.moves_told({move: _words(value) for move, value in self.values.items()}, self.ranks)
        if self.line:
            lines.append(f"expected: {' '.join(self.line)}")
        lines += self.notes
        lines.append(f"{self.nodes:,} nodes")
        return in_words("\n".join(lines))

    def moves_told(self, told: Mapping[str, str], ranks: Mapping[str, float]) -> list[str]:
        """A headline, and a line for each of the five moves of the highest rank."""
        ordered = sorted(told, key=lambda move: -ranks[move])
        lines = [f"{self.search} for seat {self.seat}: {', '.join(self.best)} of {len(self.values)} moves"]
        lines += [f"  {move}: {told[move]}" for move in ordered[:5]]
        return lines if len(ordered) <= 5 else [*lines, f"  and {len(ordered) - 5} more"]


def tied_best(ranks: Mapping[str, float], slack: float = 0.0) -> list[str]:
    """The moves of the highest rank, in move order.

    >>> tied_best({"a": 0.1 + 0.2, "b": 0.3, "c": 0.2}, slack=1e-12)
    ['a', 'b']
    """
    least = max(ranks.values()) - slack
    return [move for move, rank in ranks.items() if rank >= least]


def _words(value: Value) -> str:
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, tuple):
        return f"({', '.join(_words(part) for part in value)})"
    if isinstance(value, frozenset):
        return f"one of {len(value)}: {' '.join(sorted(map(_words, value))[:6])}"
    if isinstance(value, Mapping):
        likely = sorted(value.items(), key=lambda pair: -pair[1])[:4]
        return ", ".join(f"{_words(outcome)} {probability:.0%}" for outcome, probability in likely)
    return str(value)
