"""Draws what was learned of players: their weights as bars, and a small panel with the shares of the belief."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from kibitz.errors import KibitzError
from kibitz.html_tables import html_text
from kibitz.shown_figures import SALT, new_figure, svg_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#1f77b4", "#d95f02")
WIDEST = 2.0  # the longest error bar that fits into the picture, relative to the largest weight
LINE = 90  # characters in a line of the title
FEWEST_BARS = 4  # the small panel has room for at least this many bars
FORMATS = ("svg", "png", "pdf")


class ShownWithFigure(ABC):
    """Something learned, which notebooks show as its picture and its summary."""

    @abstractmethod
    def summary(self) -> str:
        """A summary in a few lines."""

    @abstractmethod
    def plot(self) -> Figure:
        """A bar chart of what was learned."""

    def _repr_html_(self) -> str:
        picture = svg_of(self.plot())
        return f"<div>{picture[picture.index('<svg') :]}{html_text(self.summary())}</div>"


@dataclass(frozen=True)
class Bars:
    """The bars of one player: values and standard errors by name, and shares for the small panel."""

    label: str
    values: Mapping[str, float]
    errors: Mapping[str, float] = field(default_factory=dict)
    shares: Mapping[Any, float] = field(default_factory=dict)


def drawn(title: str, players: tuple[Bars, ...], across: str, beside: str, up: str = "probability") -> Figure:
    """Bars of one or two players, the largest on top.

    ``across`` is the label of the bars, ``beside`` and ``up`` are those of the small panel.

    >>> figure = drawn("Ann", (Bars("Ann", {"men": 1.0}, {"men": 0.2}, {1: 0.9, 2: 0.1}),), "weight", "depth")
    >>> [axes.get_xlabel() for axes in figure.axes]
    ['weight', 'depth']
    """
    names = sorted(
        dict.fromkeys(name for each in players for name in each.values),
        key=lambda name: max(abs(each.values.get(name, 0.0)) for each in players),
    )
    height = max(2.4, 1.3 + 0.26 * max(1, len(names)) * (1 + 0.4 * (len(players) - 1)))
    figure = new_figure(8.4, height)
    weights, panel = figure.subplots(1, 2, width_ratios=(3, 1))
    _draw_values(weights, players, names)
    _draw_shares(panel, players)
    weights.set_xlabel(across)
    panel.set_xlabel(beside)
    panel.set_ylabel(up)
    for axes in (weights, panel):
        axes.spines[["top", "right"]].set_visible(False)
    if len(players) > 1:
        handles, labels = weights.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", frameon=False, ncols=len(players))
    figure.suptitle("\n".join(wrap(title, LINE)), fontsize="medium")
    return figure


def _draw_values(axes: Any, players: tuple[Bars, ...], names: list[str]) -> None:
    thick = 0.7 / len(players)
    for number, (colour, each) in enumerate(zip(COLOURS, players, strict=False)):
        own = [name for name in names if name in each.values]
        heights = [names.index(name) + 0.35 - thick * (number + 0.5) for name in own]
        values, errors = [each.values[name] for name in own], [each.errors.get(name, 0.0) for name in own]
        axes.barh(heights, values, thick, color=colour, alpha=0.75, label=each.label)
        axes.errorbar(values, heights, xerr=errors, fmt="none", ecolor="#333333", elinewidth=1, capsize=2)
    pairs = [(value, each.errors.get(name, 0.0)) for each in players for name, value in each.values.items()]
    low = min((value - error for value, error in pairs), default=0.0)
    high = max((value + error for value, error in pairs), default=0.0)
    axes.set_xlim(max(-WIDEST, 1.05 * min(low, 0.0)), min(WIDEST, 1.05 * max(high, 0.1)))
    axes.axvline(0, color="#333333", linewidth=0.8)
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.grid(axis="x", alpha=0.3)


def _draw_shares(axes: Any, players: tuple[Bars, ...]) -> None:
    known = list(dict.fromkeys(name for each in players for name in each.shares))
    thick = 0.7 / len(players)
    for number, (colour, each) in enumerate(zip(COLOURS, players, strict=False)):
        places = [known.index(name) - 0.35 + thick * (number + 0.5) for name in each.shares]
        axes.bar(places, list(each.shares.values()), thick, color=colour, alpha=0.75)
    axes.set_xticks(range(len(known)), list(map(str, known)))
    axes.set_xlim(-0.6, max(len(known), FEWEST_BARS) - 0.4)
    axes.set_ylim(0, 1)


def write_figure(figure: Figure, path: str | Path) -> None:
    """Write a figure to a file; the end of its name decides the format. If the same is drawn again,
    the bytes are the same."""
    import matplotlib as mpl

    require_format(path)
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(Path(path).suffix.lstrip(".").lower())
    try:
        with mpl.rc_context(SALT):
            figure.savefig(path, dpi=150, metadata=dated)
    except OSError as error:
        raise KibitzError(f"cannot write {path}: {error.strerror or error}") from None


def require_format(path: str | Path) -> None:
    """Refuse a file name that does not say a known format.

    >>> require_format("ann.gif")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: cannot draw ann.gif: the name of a picture ends in .svg, .png or .pdf
    """
    if Path(path).suffix.lstrip(".").lower() not in FORMATS:
        raise KibitzError(f"cannot draw {path}: the name of a picture ends in .svg, .png or .pdf")
