"""Figures of measurements: made by matplotlib, the same bytes every time."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.intervals import Estimate

COLOURS = ("#1f77b4", "#d95f02", "#2ca02c", "#7b3294")


def curves(
    path: Path, lines: Mapping[str, tuple[Sequence[float], Sequence[Estimate]]], across: str, up: str, **more: Any
) -> None:
    """Draw means with their intervals; ``level`` is a dashed line, ``names`` are what stands under the places."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "kibitz", "font.size": 10})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.8), layout="constrained")
    for colour, (name, (places, found)) in zip(COLOURS, lines.items(), strict=False):
        axes.plot(places, [each.mean for each in found], color=colour, label=name, marker="o", markersize=3)
        axes.fill_between(places, [each.low for each in found], [each.high for each in found], color=colour, alpha=0.15)
    if "level" in more:
        axes.axhline(more["level"], color="grey", linestyle="--", linewidth=1)
    if "names" in more:
        axes.set_xticks(range(len(more["names"])), more["names"])
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
