"""Figures that notebooks show by themselves."""

from __future__ import annotations

from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SALT: Any = {"svg.hashsalt": "kibitz"}


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of this size in inches. Notebooks show it as SVG, without pyplot.

    >>> new_figure(4, 3)._repr_svg_().startswith("<?xml")
    True
    """
    made: Figure = _kind()(figsize=(width, height), layout="constrained")
    return made


def svg_of(figure: Figure) -> str:
    """A figure as SVG: the same figure gives the same text."""
    import matplotlib as mpl

    text = StringIO()
    with mpl.rc_context(SALT):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


@cache
def _kind() -> Any:
    """The class of our figures, made when one is asked for: matplotlib takes long to load."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        """A figure that notebooks draw. Without this, they do so only after pyplot is imported."""

        def _repr_svg_(self) -> str:
            return svg_of(self)

    return ShownFigure
