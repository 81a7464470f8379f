"""Figures of measurements: made by matplotlib, the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.arena.intervals import Estimate
from kibitz.shown_figures import new_figure, svg_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#1f77b4", "#d95f02", "#2ca02c", "#7b3294", "#8c564b", "#555555", "#e7298a", "#17becf")
BESIDE = 0.1
"""The distance between bars at the same place."""
WIDE = 4
"""How many panels stand beside each other."""


def drawn(height: float, draw: Callable[[Any], None], across: str) -> str:
    """Let ``draw`` fill the axes of a figure of this height, in inches, and return it as SVG."""
    return svg_of(_filled(height, draw, across))


def _filled(height: float, draw: Callable[[Any], None], across: str) -> Figure:
    import matplotlib as mpl

    with mpl.rc_context({"font.size": 10}):
        figure = new_figure(7.2, height)
        axes = figure.subplots()
        draw(axes)
        axes.set_xlabel(across)
        if axes.get_legend_handles_labels()[0]:
            figure.legend(loc="outside right upper", frameon=False)  # beside the axes: nothing is covered
        axes.spines[["top", "right"]].set_visible(False)
    return figure


Lines = Mapping[str, tuple[Sequence[float], Sequence[Estimate]]]


def curves(lines: Lines, across: str, up: str, **more: Any) -> str:
    """Means with their intervals as an SVG picture, as ``curves_figure`` draws them.

    >>> picture = curves({"Ann": ([1, 2], [Estimate(0.4, 0.3, 0.5, 9), Estimate(0.6, 0.5, 0.7, 9)])}, "hand", "weight")
    >>> picture.startswith("<?xml"), picture.count("<svg")
    (True, 1)
    """
    return svg_of(curves_figure(lines, across, up, **more))


def curves_figure(lines: Lines, across: str, up: str, **more: Any) -> Figure:
    """Means with their intervals as a figure; ``level`` is a dashed line, ``names`` are the labels of the axis.

    Intervals are bands or, with ``bars``, lines next to each other.

    >>> figure = curves_figure({"Ann": ([1], [Estimate(0.4, 0.3, 0.5, 9)])}, "hand", "weight", level=0.5)
    >>> figure.axes[0].get_ylabel()
    'weight'
    """

    def draw(axes: Any) -> None:
        for number, (colour, (name, (places, found))) in enumerate(zip(COLOURS, lines.items(), strict=False)):
            means = [each.mean for each in found]
            ends = [(each.low, each.high) if each.has_interval else (each.mean, each.mean) for each in found]
            lows, highs = zip(*ends, strict=True)
            aside = BESIDE * (number - (len(lines) - 1) / 2) if more.get("bars") else 0.0
            moved = [place + aside for place in places]
            axes.plot(moved, means, color=colour, label=name, marker="o", markersize=3)
            if more.get("bars"):
                axes.vlines(moved, lows, highs, color=colour, linewidth=1, alpha=0.6)
            else:
                axes.fill_between(moved, lows, highs, color=colour, alpha=0.15)
        if "level" in more:
            axes.axhline(more["level"], color="grey", linestyle="--", linewidth=1)
        if "names" in more:
            axes.set_xticks(range(len(more["names"])), more["names"])
        axes.set_ylabel(up)

    return _filled(3.8, draw, across)


def compared(rows: Sequence[tuple[str, float | None, Estimate]], across: str, level: float | None = None) -> str:
    """The paper's values (crosses) beside ours with their intervals (dots), a row each, as an SVG picture.

    >>> compared([("(a)", 74.7, Estimate(70.0, 66.0, 74.0, 100))], "games won, %", level=50).count("<svg")
    1
    """

    def draw(axes: Any) -> None:
        heights = range(len(rows) - 1, -1, -1)
        for height, (_, paper, ours) in zip(heights, rows, strict=True):
            axes.plot([ours.low, ours.high], [height, height], color=COLOURS[0], linewidth=2)
            axes.plot([ours.mean], [height], "o", color=COLOURS[0], label="" if height else "ours, 95%")
            if paper is not None:
                axes.plot([paper], [height], "x", color=COLOURS[1], label="" if height else "the paper")
        if level is not None:
            axes.axvline(level, color="grey", linestyle="--", linewidth=1)
        axes.set_yticks(heights, [label for label, _, _ in rows])

    return drawn(1.2 + 0.35 * len(rows), draw, across)


def columns_compared(rows: Mapping[str, Mapping[str, tuple[float | None, Estimate]]], across: str) -> str:
    """A table with several columns: for each row and column a dot with its interval, and a cross for the paper.

    If the paper has the same value for all columns of a row, this value is drawn as one line.

    >>> columns_compared({"Hearts": {"Max-Prob": (31.0, Estimate(28.0, 26.0, 30.0, 100))}}, "points, %").count("<svg")
    1
    """
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    colours = dict(zip(columns, COLOURS, strict=False))

    def draw(axes: Any) -> None:
        labelled = set[str]()
        for place, row in enumerate(rows.values()):
            values = {paper for paper, _ in row.values()}
            shared = len(row) > 1 and len(values) == 1 and None not in values
            if shared:
                axes.vlines([*values], -place - 0.4, -place + 0.4, color="grey", linewidth=1.5)
            for offset, (column, (paper, ours)) in enumerate(row.items()):
                height = -place - 0.8 * (offset + 0.5) / len(row) + 0.4
                colour, label = colours[column], "" if column in labelled else column
                labelled.add(column)
                axes.plot([ours.low, ours.high], [height, height], color=colour, linewidth=2)
                axes.plot([ours.mean], [height], "o", color=colour, markersize=4, label=label)
                if paper is not None and not shared:
                    axes.plot([paper], [height], "x", color=colour)
        if any(paper is not None for row in rows.values() for paper, _ in row.values()):
            axes.plot([], [], "|" if shared else "x", color="grey", label="the paper")
        axes.set_yticks([-place for place in range(len(rows))], list(rows))

    return drawn(1.2 + 0.55 * len(rows), draw, across)


def bars(values: Mapping[str, float], across: str, *, logarithmic: bool = False) -> str:
    """One bar for each value, with the value beside it, as an SVG picture.

    >>> bars({"mcts": 10.0, "maxn": 0.5}, "ms a move", logarithmic=True).count("<svg")
    1
    """

    def draw(axes: Any) -> None:
        heights = range(len(values) - 1, -1, -1)
        axes.barh(heights, list(values.values()), color=COLOURS[0], height=0.6)
        for height, value in zip(heights, values.values(), strict=True):
            axes.annotate(f"{value:.3g}", (value, height), xytext=(4, 0), textcoords="offset points", va="center")
        axes.set_yticks(heights, list(values))
        if logarithmic and all(value > 0 for value in values.values()):
            axes.set_xscale("log")
        axes.margins(x=0.15)

    return drawn(0.9 + 0.3 * len(values), draw, across)


def panels(
    names: Sequence[str],
    draw: Callable[[Any, str], None],
    across: str,
    up: str,
    lines: Mapping[str, tuple[str, str]],
) -> str:
    """Several axes with the same scales in one SVG picture, each with a name above it.

    ``draw`` fills the axes of a name; ``lines`` are the colours and styles of the legend.

    >>> drawn = panels(["a", "b"], lambda axes, name: axes.plot([0, 1], [0, 1]), "x", "y", {"line": ("grey", "-")})
    >>> drawn.count("<svg")
    1
    """
    import matplotlib as mpl
    from matplotlib.lines import Line2D

    wide = min(len(names), WIDE)
    high = -(-len(names) // wide)
    with mpl.rc_context({"font.size": 10}):
        figure = new_figure(max(4.2, 2.5 * wide), 0.9 + 2.1 * high)
        axes = figure.subplots(high, wide, sharex=True, sharey=True, squeeze=False)
        for place, each in enumerate(axes.flat):
            if place >= len(names):
                each.set_axis_off()
                continue
            draw(each, names[place])
            each.set_title(names[place], fontsize=10)
            each.spines[["top", "right"]].set_visible(False)
            each.tick_params(labelbottom=place + wide >= len(names))
        figure.supxlabel(across, fontsize=10)
        figure.supylabel(up, fontsize=10)
        shown: list[Any] = []
        for colour, style in lines.values():
            given: dict[str, Any] = {"color": colour, "linestyle": style}
            shown.append(Line2D([], [], **given))
        figure.legend(shown, list(lines), loc="outside upper center", ncols=len(lines), frameon=False)
    return svg_of(figure)
