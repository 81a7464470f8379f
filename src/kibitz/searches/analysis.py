"""The result of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.data_frames import Framed
from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.html_tables import html_lines, html_table, html_titled
from kibitz.random import Random
from kibitz.shown_figures import new_figure
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VISITS = "visits"
Value = Any  # a number, a vector, a set of outcomes or a distribution over outcomes, as the algorithm has it


@dataclass(frozen=True)
class Analysis(Framed):
    """The value of every legal move, the best moves, the worst case, the principal variation, and the nodes.

    Notebooks show it as a table. ``to_polars`` and ``to_pandas`` give one row for each move; ``plot`` draws one bar for
    each move.

    >>> import kibitz
    >>> analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("b2, a1"))
    >>> analysis.to_polars().columns
    ['move', 'value_for_mover', 'best', 'value_seat_0', 'value_seat_1']
    >>> analysis.to_polars().filter(best=True)["move"].to_list() == list(analysis.best)
    True
    """

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
    ranked_by: str = "value_for_mover"
    """What ranks are, and their column in a data frame: ``visits`` if moves are compared by the number of simulated
    games."""

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

    @property
    def columns(self) -> Mapping[str, type]:  # type: ignore[override]
        """The columns of the data frame: the move, the number by which moves are compared (``ranked_by``), whether it
        is among the best, and its value. A value for each seat has a column for each seat (``value_seat_0``, ...). A
        set or a distribution is text.
        """
        shape = self._value_shape
        values = {f"value_seat_{seat}": float for seat in range(shape)} if shape > 1 else {"value": float}
        return {"move": str, self.ranked_by: float, "best": bool, **(values if shape else {"value": str})}

    @property
    def _value_shape(self) -> int:
        """How many numbers a value has; 0 if values are not numbers."""
        found = {len(each) if isinstance(each, tuple) else 1 for each in self.values.values()}
        parts = [part for each in self.values.values() for part in (each if isinstance(each, tuple) else (each,))]
        return found.pop() if len(found) == 1 and all(isinstance(part, (int, float)) for part in parts) else 0

    def framed_rows(self) -> Iterator[tuple[Any, ...]]:
        """One row for each move, the best first."""
        shape = self._value_shape
        for move in self._ordered:
            value = self.values[move]
            numbers = value if isinstance(value, tuple) else (value,)
            cells = tuple(map(float, numbers)) if shape else (_words(value),)
            yield move, float(self.ranks[move]), move in self.best, *cells

    def plot(self) -> Figure:
        """The rank of every move as bars, the best moves on top and in another colour."""
        moves = self._ordered[::-1]
        figure = new_figure(6, 1.0 + 0.25 * len(moves))
        axes = figure.subplots()
        colours = ["#d95f02" if move in self.best else "#1f77b4" for move in moves]
        axes.barh(moves, [self.ranks[move] for move in moves], color=colours)
        axes.set_xlabel(f"value for seat {self.seat}" if self.ranked_by != VISITS else "simulated games")
        axes.set_title(in_words(self.search), fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
        return figure

    def _repr_html_(self) -> str:
        rows = [
            (move, "best" if move in self.best else "", in_words(_words(self.values[move]))) for move in self._ordered
        ]
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
