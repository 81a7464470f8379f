"""Pictures of measurements: where every point, bar, line and label is, read off the figure."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.figure import Figure

from kibitz.arena import figures
from kibitz.arena.figures import bars, columns_compared, compared, curves, curves_figure, panels
from kibitz.arena.intervals import Estimate

ANN = [Estimate(0.4, 0.3, 0.5, 9), Estimate(0.6, 0.5, 0.8, 9)]
BEN = [Estimate(0.2, 0.1, 0.3, 9), Estimate(0.1, float("nan"), float("nan"), 1)]  # the second has no interval


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures instead of their pictures."""
    found: list[Figure] = []

    def svg_of(figure: Figure) -> str:
        found.append(figure)
        return ""

    monkeypatch.setattr(figures, "svg_of", svg_of)
    return found


def points(axes: Any, marker: str) -> list[tuple[list[float], list[float]]]:
    """Places and heights of each line with this marker; without one for lines that are only drawn."""
    return [
        ([round(float(x), 6) for x in line.get_xdata()], [round(float(y), 6) for y in line.get_ydata()])
        for line in axes.lines
        if line.get_marker() == marker
    ]


def only(figure: Figure) -> Any:
    """The only axes of a figure."""
    [axes] = figure.axes
    return axes


def labels(found: Any) -> list[str]:
    return [each.get_text() for each in found]


def test_curves_with_bands() -> None:
    figure = curves_figure({"Ann": ([1, 2], ANN), "Ben": ([1, 2], BEN)}, "hand", "weight", level=0.5)
    axes = only(figure)
    assert points(axes, "o") == [([1, 2], [0.4, 0.6]), ([1, 2], [0.2, 0.1])]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("hand", "weight")
    ann, ben = (sorted({(x, round(y, 6)) for x, y in band.get_paths()[0].vertices}) for band in axes.collections)
    assert [tuple(map(float, each)) for each in ann] == [(1, 0.3), (1, 0.5), (2, 0.5), (2, 0.8)]
    assert [tuple(map(float, each)) for each in ben] == [(1, 0.1), (1, 0.3), (2, 0.1)]  # no width without an interval
    assert [line.get_ydata()[0] for line in axes.lines if line.get_linestyle() == "--"] == [0.5]
    [legend] = figure.legends
    assert labels(legend.get_texts()) == ["Ann", "Ben"]
    assert not legend.get_frame_on()
    assert len({line.get_color() for line in axes.lines}) == 3
    assert tuple(figure.get_size_inches()) == pytest.approx((7.2, 3.8))
    seen = {side: spine.get_visible() for side, spine in axes.spines.items()}
    assert seen == {"left": True, "bottom": True, "top": False, "right": False}


def test_curves_with_bars_are_a_tenth_apart() -> None:
    lines = {"Ann": ([0, 1], ANN), "Ben": ([0, 1], BEN), "Cleo": ([0, 1], ANN)}
    axes = only(curves_figure(lines, "hand", "weight", bars=True, names=["first", "second"]))
    assert [xs for xs, _ in points(axes, "o")] == [[-0.1, 0.9], [0, 1], [0.1, 1.1]]
    ends = [[[round(float(y), 6) for _, y in each] for each in bar.get_segments()] for bar in axes.collections]
    assert ends == [[[0.3, 0.5], [0.5, 0.8]], [[0.1, 0.3], [0.1, 0.1]], [[0.3, 0.5], [0.5, 0.8]]]
    assert labels(axes.get_xticklabels()) == ["first", "second"]
    assert list(axes.get_xticks()) == [0, 1]


def test_a_figure_without_labels_has_no_legend(shown: list[Figure]) -> None:
    bars({"mcts": 10.0}, "ms")
    assert shown[0].legends == []


def test_our_values_beside_those_of_a_paper(shown: list[Figure]) -> None:
    """The first row is on top. Only the lowest row is in the legend, so that each kind is there once."""
    compared([("(a)", 74.7, Estimate(70, 66, 75, 9)), ("(b)", None, ANN[0]), ("(c)", 0.7, ANN[1])], "won, %", level=50)
    axes = only(shown[0])
    assert points(axes, "o") == [([70], [2]), ([0.4], [1]), ([0.6], [0])]
    assert points(axes, "x") == [([74.7], [2]), ([0.7], [0])]
    drawn = [each for each in points(axes, "None") if each[1][0] == each[1][-1]]
    assert drawn == [([66, 75], [2, 2]), ([0.3, 0.5], [1, 1]), ([0.5, 0.8], [0, 0])]
    [ours] = {
        line.get_color() for line in axes.lines if line.get_marker() in ("o", "None") and line.get_linestyle() != "--"
    }
    [papers] = {line.get_color() for line in axes.lines if line.get_marker() == "x"}
    assert ours != papers
    assert list(axes.get_yticks()) == [2, 1, 0]
    assert labels(axes.get_yticklabels()) == ["(a)", "(b)", "(c)"]
    assert labels(shown[0].legends[0].get_texts()) == ["ours, 95%", "the paper"]
    assert [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"] == [50]
    assert tuple(shown[0].get_size_inches()) == pytest.approx((7.2, 2.25))  # 1.2 and 0.35 for each row


def test_columns_of_a_table_lie_beside_each_other(shown: list[Figure]) -> None:
    """Two columns share 0.8 of a row: 0.2 above and below its middle. The paper has one value for both in the first
    and in the last row, and a value for each in the second one."""
    ours, other = Estimate(28, 26, 30, 9), Estimate(40, 35, 45, 9)
    rows: dict[str, dict[str, tuple[float | None, Estimate]]] = {
        "Hearts": {"A": (31.0, ours), "B": (31.0, other)},
        "Spades": {"A": (20.0, other), "B": (None, ours)},
        "Abalone": {"A": (50.0, ours), "B": (50.0, ours)},
    }
    columns_compared(rows, "points, %")
    axes = only(shown[0])
    assert [each for each in points(axes, "o") if each[0]] == [
        ([28], [0.2]),
        ([40], [-0.2]),
        ([40], [-0.8]),
        ([28], [-1.2]),
        ([28], [-1.8]),
        ([28], [-2.2]),
    ]
    assert [each for each in points(axes, "x") if each[0]] == [([20], [-0.8])]
    assert points(axes, "None")[0] == ([26, 30], [0.2, 0.2])
    drawn = [each.get_segments()[0] for each in axes.collections]
    assert [[tuple(map(float, end)) for end in each] for each in drawn] == [
        [(31, -0.4), (31, 0.4)],
        [(50, -2.4), (50, -1.6)],
    ]
    assert labels(axes.get_yticklabels()) == ["Hearts", "Spades", "Abalone"]
    assert list(axes.get_yticks()) == [0, -1, -2]
    assert labels(shown[0].legends[0].get_texts()) == ["A", "B", "the paper"]
    assert _last_marker(shown[0]) == "|"  # as in the last row
    assert tuple(shown[0].get_size_inches()) == pytest.approx((7.2, 2.85))


def test_a_table_without_a_paper_does_not_name_one(shown: list[Figure]) -> None:
    columns_compared({"Hearts": {"A": (None, ANN[0]), "B": (None, ANN[1])}}, "points")
    assert labels(shown[0].legends[0].get_texts()) == ["A", "B"]
    assert len(shown[0].axes[0].collections) == 0
    columns_compared({"Hearts": {"A": (31.0, ANN[0])}}, "points")  # one column: a cross, not a line
    axes = only(shown[1])
    assert [each for each in points(axes, "x") if each[0]] == [([31], [0])]
    assert len(axes.collections) == 0
    assert _last_marker(shown[1]) == "x"


def test_bars_have_their_values_beside_them(shown: list[Figure]) -> None:
    bars({"mcts": 10.0, "maxn": 0.51234}, "ms a move")
    axes = only(shown[0])
    found = [tuple(round(float(each), 6) for each in patch.get_bbox().bounds) for patch in axes.patches]
    assert found == [(0, 0.7, 10, 0.6), (0, -0.3, 0.51234, 0.6)]  # the first on top, 0.6 thick
    assert [(note.get_text(), note.xy) for note in axes.texts] == [("10", (10.0, 1)), ("0.512", (0.51234, 0))]
    assert labels(axes.get_yticklabels()) == ["mcts", "maxn"]
    assert axes.get_xscale() == "linear"
    assert axes.get_xlim() == pytest.approx((0, 11.5))  # room for the longest value
    assert tuple(shown[0].get_size_inches()) == pytest.approx((7.2, 1.5))
    bars({"mcts": 10.0, "maxn": 0.5}, "ms", logarithmic=True)
    bars({"mcts": 10.0, "maxn": 0.0}, "ms", logarithmic=True)  # zero has no logarithm
    assert [each.axes[0].get_xscale() for each in shown[1:]] == ["log", "linear"]


@pytest.mark.parametrize(
    ("count", "rows", "columns", "size"),
    [(1, 1, 1, (4.2, 3.0)), (4, 1, 4, (10, 3.0)), (6, 2, 4, (10, 5.1)), (8, 2, 4, (10, 5.1))],
)
def test_panels(count: int, rows: int, columns: int, size: tuple[float, float], shown: list[Figure]) -> None:
    names = [f"panel {number}" for number in range(count)]
    asked: list[str] = []

    def draw(axes: Any, name: str) -> None:
        asked.append(name)
        axes.plot([0, 1], [0, len(asked)])

    panels(names, draw, "games", "gain", {"Kibitz": ("blue", "-"), "the clairvoyant": ("grey", "--")})
    [figure] = shown
    assert asked == names
    assert len(figure.axes) == rows * columns
    assert [axes.get_title() for axes in figure.axes if axes.axison] == names
    below = [axes.xaxis.get_tick_params()["labelbottom"] for axes in figure.axes if axes.axison]
    assert below == [place + columns >= count for place in range(count)]  # only where no panel is below
    assert (figure.get_supxlabel(), figure.get_supylabel()) == ("games", "gain")
    [legend] = figure.legends
    assert labels(legend.get_texts()) == ["Kibitz", "the clairvoyant"]
    assert [line.get_linestyle() for line in legend.get_lines()] == ["-", "--"]
    assert tuple(figure.get_size_inches()) == pytest.approx(size)
    assert len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1
    assert not legend.get_frame_on()
    for axes in figure.axes[:count]:
        assert not axes.spines["top"].get_visible()
        assert not axes.spines["right"].get_visible()


def test_the_same_picture_has_the_same_bytes() -> None:
    lines = {"Ann": ([1, 2], ANN)}
    assert curves(lines, "hand", "weight") == curves(lines, "hand", "weight")


def _last_marker(figure: Figure) -> str:
    """The marker of the last line of the legend."""
    handle: Any = figure.legends[0].legend_handles[-1]
    return str(handle.get_marker())
