"""A belief about an opponent in words, and the names of opponents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from kibitz.data_frames import Framed
from kibitz.games.habits import listed
from kibitz.html_tables import html_lines, html_shares, html_titled
from kibitz.shown_figures import new_figure
from kibitz.words import in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure


NOBODY = "It has no belief about anybody yet."
SAID, WORTH_SAYING = 3, 0.05
"""At most this many explanations are said to an opponent, and only those that are at least this likely."""


@dataclass(frozen=True)
class Reading:
    """What a player believes about one opponent, and the moves that were the strongest evidence for or against it.

    ``errs`` is the estimated error rate, if it is learned. ``habits`` says for each name in ``weights`` what such a
    player does, in the words of people who play the game (``kibitz.games.habits``).
    """

    opponent: str
    weights: dict[str, float]
    reasons: tuple[str, ...]
    errs: str = ""
    habits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def said_to_them(self) -> list[str]:
        """The belief in sentences for the opponent itself, without the names of models; empty if there are no words for
        the likeliest one.

        >>> weights, habits = {"ducks": 0.8, "cheap": 0.2}, {"ducks": ("avoid taking tricks",), "cheap": ("ruff",)}
        >>> Reading("Ann", weights, (), "errs in one move of ten", habits).said_to_them()
        ['You avoid taking tricks (80% likely).', 'Or you ruff (20%).', 'You err in one move of ten.']
        """
        if not self.weights or not self.habits.get(max(self.weights, key=lambda name: self.weights[name])):
            return []
        shares: dict[str, float] = {}
        for name, share in self.weights.items():
            if words := listed(self.habits.get(name, ())):
                shares[words] = shares.get(words, 0.0) + share
        likely = sorted(shares.items(), key=lambda pair: -pair[1])[:SAID]
        (first, share), *others = likely
        lines = [f"You {first} ({share:.0%} likely)."]
        lines += [f"Or you {words} ({less:.0%})." for words, less in others if less >= WORTH_SAYING]
        return [*lines, *([f"You {self.errs.replace('errs', 'err')}."] if self.errs else [])]

    @property
    def likeliest(self) -> str:
        """The likeliest model, in words; empty if nothing is known.

        >>> Reading("Ann", {"ducks": 0.25, "MT": 0.75}, ()).likeliest
        'most-tricks'
        """
        return in_words(max(self.weights, key=lambda name: self.weights[name])) if self.weights else ""

    def __str__(self) -> str:
        shares = sorted(self.weights.items(), key=lambda pair: -pair[1])
        told = ", ".join(f"{in_words(name)} {share:.0%}" for name, share in shares)
        lines = [f"{self.opponent}: {told}".rstrip()]
        lines += [f"  {self.errs}"] if self.errs else []
        return "\n".join([*lines, *(f"  {reason}" for reason in self.reasons)])

    def _repr_html_(self) -> str:
        shares = {in_words(name): share for name, share in self.weights.items()}
        told = [*([self.errs] if self.errs else []), *self.reasons]
        return html_titled(self.opponent, html_shares("believed to be", shares), html_lines(told))


class Readings(Framed, list[Reading]):
    """What a player believes about all its opponents: a list, which notebooks show as tables.

    >>> found = Readings([Reading("Ann", {"ducks": 0.25, "lowest-card": 0.75}, ())])
    >>> found.to_polars().rows()
    [('Ann', 'lowest-card', 0.75), ('Ann', 'ducks', 0.25)]
    """

    columns: ClassVar[Mapping[str, type]] = {"opponent": str, "model": str, "probability": float}

    def framed_rows(self) -> Iterator[tuple[str, str, float]]:
        """One row for each opponent and model, the likeliest first."""
        for each in self:
            for name, share in sorted(each.weights.items(), key=lambda pair: -pair[1]):
                yield each.opponent, in_words(name), share

    def plot(self) -> Figure:
        """The probability of every model as bars, a panel for each opponent."""
        figure = new_figure(3 * max(1, len(self)), 1.0 + 0.3 * max((len(each.weights) for each in self), default=1))
        panels = figure.subplots(1, max(1, len(self)), sharex=True, squeeze=False)[0]
        for axes, each in zip(panels, self, strict=False):
            rows = sorted(each.weights.items(), key=lambda pair: pair[1])
            axes.barh([in_words(name) for name, _ in rows], [share for _, share in rows], color="#1f77b4")
            axes.set_xlim(0, 1)
            axes.set_title(each.opponent, fontsize="medium")
            axes.spines[["top", "right"]].set_visible(False)
        figure.supxlabel("probability", fontsize="medium")
        return figure

    def __str__(self) -> str:
        """The beliefs one after the other, as each is printed.

        >>> print(Readings([Reading("Ann", {"ducks": 0.25, "MT": 0.75}, ()), Reading("Ben", {"random": 1.0}, ())]))
        Ann: most-tricks 75%, ducks 25%
        Ben: random 100%
        """
        return "\n".join(map(str, self)) or NOBODY

    def _repr_html_(self) -> str:
        return "".join(each._repr_html_() for each in self) or html_lines([NOBODY])


def opponents_by_seat(seat: int, players: int, names: Sequence[str] = ()) -> dict[int, str]:
    """The names of the players in all other seats. If two names are equal, the seat is added.

    >>> opponents_by_seat(0, 3, ["me", "Ann", "Ann"])
    {1: 'Ann, seat 1', 2: 'Ann, seat 2'}
    """
    given = list(names) or [f"seat {number}" for number in range(players)]
    named = [name if given.count(name) == 1 else f"{name}, seat {number}" for number, name in enumerate(given)]
    return {number: name for number, name in enumerate(named) if number != seat}
