"""The result of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.data_frames import Framed
from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.html_tables import html_lines, html_table, html_titled
from kibitz.random import Random
from kibitz.shown_figures import new_figure
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Value = Any  # a number, a vector, a set of outcomes or a distribution over outcomes, as the algorithm has it


@dataclass(frozen=True)
class Analysis(Framed):
    """The value of every legal move, the best moves, the worst case, the principal variation, and the nodes.

    Notebooks show it as a table. ``to_polars`` and ``to_pandas`` give one row for each move; ``plot`` draws one bar for
    each move.

    >>> import kibitz
    >>> analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("b2, a1"))
    >>> analysis.to_polars().filter(best=True)["move"].to_list() == list(analysis.best)
    True
    """

    columns: ClassVar[Mapping[str, type]] = {"move": str, "rank": float, "best": bool, "value": str}

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
    """The value that a best move guarantees, up to the depth of the search. If the search does not compute it, this is
    the value of a best move.
    """
    line: tuple[str, ...]
    nodes: int
    notes: tuple[str, ...] = ()
    depth: int = 0
    """The depth in plies; 0: to the end of the game, or the search does not count plies."""
    reproducible: bool = True
    """Whether the same search of the same position gives the same result again. False if the clock
    stopped the search, or another search that it uses. A search that finished within its time limit is reproducible.
    """
    slack: float = 0.0
    """Ranks that differ by at most this are equal, because averages are rounded. 0 if ties are exact."""

    def choose(self, seed: int = 0) -> str:
        """One of the best moves, chosen at random by seed and position."""
        return Random(seed, "ties", self.state.key).choice(self.best)

    def why(self) -> str:
        """A summary in a few lines."""
        lines = self.moves_told({move: _words(value) for move, value in self.values.items()}, self.ranks)
        return in_words("\n".join([*lines, *self._remarks()]))

    def _remarks(self) -> list[str]:
        """The expected line, notes and the size of the search."""
        line = [f"expected: {' '.join(self.line)}"] if self.line else []
        return [*line, *self.notes, f"{self.nodes:,} nodes"]

    @property
    def _headline(self) -> str:
        return f"{self.search} for seat {self.seat}: {', '.join(self.best)} of {len(self.values)} moves"

    @property
    def _ordered(self) -> list[str]:
        """The moves, the highest rank first."""
        return sorted(self.values, key=lambda move: -self.ranks[move])

    def framed_rows(self) -> Iterator[tuple[str, float, bool, str]]:
        """One row for each move, the best first."""
        for move in self._ordered:
            yield move, float(self.ranks[move]), move in self.best, _words(self.values[move])

    def plot(self) -> Figure:
        """The rank of every move as bars, the best moves on top and in another colour."""
        moves = self._ordered[::-1]
        figure = new_figure(6, 1.0 + 0.25 * len(moves))
        axes = figure.subplots()
        colours = ["#d95f02" if move in self.best else "#1f77b4" for move in moves]
        axes.barh(moves, [self.ranks[move] for move in moves], color=colours)
        axes.set_xlabel(f"value for seat {self.seat}")
        axes.set_title(in_words(self.search), fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
        return figure

    def _repr_html_(self) -> str:
        rows = [(move, "best" if best else "", in_words(value)) for move, _, best, value in self.framed_rows()]
        told = html_lines(map(in_words, self._remarks()))
        return html_titled(in_words(self._headline), html_table(("move", "", "value"), rows), told)

    def moves_told(self, told: Mapping[str, str], ranks: Mapping[str, float]) -> list[str]:
        """A headline, and a line for each of the five moves of the highest rank."""
        ordered = sorted(told, key=lambda move: -ranks[move])
        lines = [self._headline]
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
