"""Pictures of what was learned: where each bar is, how long it is, and what the axes show."""

from pathlib import Path
from typing import Any

import pytest

from kibitz.errors import KibitzError
from kibitz.learning.learned_figure import Bars, ShownWithFigure, drawn, write_figure

ANN = Bars("Ann", {"men": 1.0, "back_row": -0.5, "kings": 0.25}, {"men": 0.2, "back_row": 0.1}, {1: 0.9, 2: 0.1})
BEN = Bars("Ben", {"men": 0.1, "kings": 0.75}, {}, {2: 0.6, 3: 0.4})


def axes_of(figure: Any) -> tuple[Any, Any]:
    """The axes of the weights, and the small panel."""
    weights, panel = figure.axes
    return weights, panel


def bars(axes: Any) -> list[tuple[float, float, float, float]]:
    """Left, bottom, width and height of each bar."""
    return [tuple(round(each, 6) for each in patch.get_bbox().bounds) for patch in axes.patches]


def test_the_bars_of_one_player_by_hand() -> None:
    """The largest weight is on top, and a bar is 0.7 thick around the place of its name."""
    weights, panel = axes_of(drawn("Ann", (ANN,), "weight", "depth"))
    assert [label.get_text() for label in weights.get_yticklabels()] == ["kings", "back row", "men"]
    assert list(weights.get_yticks()) == [0, 1, 2]
    assert bars(weights) == [(0, -0.35, 0.25, 0.7), (0, 0.65, -0.5, 0.7), (0, 1.65, 1, 0.7)]
    assert weights.get_xlim() == pytest.approx((-0.63, 1.26))  # -0.6 and 1.2, with a twentieth more
    assert bars(panel) == [(-0.35, 0, 0.7, 0.9), (0.65, 0, 0.7, 0.1)]
    assert [label.get_text() for label in panel.get_xticklabels()] == ["1", "2"]
    assert panel.get_xlim() == pytest.approx((-0.6, 3.6))  # room for four bars
    assert panel.get_ylim() == (0, 1)
    assert (weights.get_xlabel(), panel.get_xlabel(), panel.get_ylabel()) == ("weight", "depth", "probability")


def test_error_bars_reach_as_far_as_the_standard_errors() -> None:
    weights = axes_of(drawn("Ann", (ANN,), "weight", "depth"))[0]
    [reach] = [lines.get_segments() for lines in weights.collections]
    ends = {round(float(each[0][1])): (round(float(each[0][0]), 6), round(float(each[1][0]), 6)) for each in reach}
    assert ends == {0: (0.25, 0.25), 1: (-0.6, -0.4), 2: (0.8, 1.2)}


def test_the_bars_of_two_players_are_side_by_side() -> None:
    """The largest of both decides the order. Each bar is 0.35 thick, that of the first player is the upper one."""
    figure = drawn("both", (ANN, BEN), "weight", "depth")
    weights, panel = axes_of(figure)
    assert [label.get_text() for label in weights.get_yticklabels()] == ["back row", "kings", "men"]
    assert bars(weights)[:3] == [(0, 0, -0.5, 0.35), (0, 1, 0.25, 0.35), (0, 2, 1, 0.35)]
    assert bars(weights)[3:] == [(0, 0.65, 0.75, 0.35), (0, 1.65, 0.1, 0.35)]
    assert bars(panel) == [(-0.35, 0, 0.35, 0.9), (0.65, 0, 0.35, 0.1), (1, 0, 0.35, 0.6), (2, 0, 0.35, 0.4)]
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["Ann", "Ben"]
    assert not legend.get_frame_on()
    assert len({patch.get_facecolor() for patch in weights.patches}) == 2
    assert drawn("Ann", (ANN,), "weight", "depth").legends == []


def test_bars_are_cut_where_errors_are_huge() -> None:
    wide = Bars("Ann", {"men": 1.0}, {"men": 9.0}, dict.fromkeys(range(1, 7), 1 / 6))
    weights, panel = axes_of(drawn("Ann", (wide,), "weight", "depth"))
    assert weights.get_xlim() == (-2, 2)
    assert panel.get_xlim() == pytest.approx((-0.6, 5.6))


def test_the_picture_has_an_edge_at_zero_and_room_to_its_right() -> None:
    weights = axes_of(drawn("Ann", (Bars("Ann", {"men": 0.04}),), "weight", "depth"))[0]
    assert weights.get_xlim() == pytest.approx((0, 0.105))
    weights = axes_of(drawn("nothing", (Bars("Ann", {}),), "weight", "depth"))[0]
    assert weights.get_xlim() == pytest.approx((0, 0.105))
    assert [float(line.get_xdata()[0]) for line in weights.lines if len(set(line.get_xdata())) == 1] == [0]


@pytest.mark.parametrize(("names", "players", "height"), [(4, 1, 2.4), (10, 1, 3.9), (10, 2, 4.94), (0, 1, 2.4)])
def test_more_features_make_a_higher_picture(names: int, players: int, height: float) -> None:
    """1.3 inches around the bars, and 0.26 for each; two fifths more for a second player; at least 2.4."""
    each = Bars("x", {f"f{number}": 1.0 for number in range(names)})
    assert drawn("x", (each,) * players, "weight", "depth").get_size_inches() == pytest.approx((8.4, height))


def test_the_weights_take_three_quarters_of_the_width_and_no_frame() -> None:
    weights, panel = axes_of(drawn("Ann", (ANN,), "weight", "depth"))
    assert weights.get_gridspec().get_width_ratios() == (3, 1)
    for axes in (weights, panel):
        seen = {side: spine.get_visible() for side, spine in axes.spines.items()}
        assert seen == {"left": True, "bottom": True, "top": False, "right": False}


def test_a_long_title_is_broken() -> None:
    title = drawn("a " * 60, (ANN,), "weight", "depth").get_suptitle()
    assert [len(line) for line in title.split("\n")] == [89, 29]  # 45 letters and 44 blanks; two more exceed 90


def test_files_are_written_by_their_ending_and_always_the_same(tmp_path: Path) -> None:
    for ending in ("svg", "PNG", "pdf"):
        first, second = (tmp_path / f"{name}.{ending}" for name in "ab")
        write_figure(drawn("Ann", (ANN,), "weight", "depth"), first)
        write_figure(drawn("Ann", (ANN,), "weight", "depth"), second)
        assert first.read_bytes() == second.read_bytes()
        assert b"CreationDate" not in first.read_bytes()
        assert b"dc:date" not in first.read_bytes()
    png = (tmp_path / "a.PNG").read_bytes()
    assert int.from_bytes(png[16:20], "big") == 1260  # 8.4 inches with 150 dots each
    figure = drawn("Ann", (ANN,), "weight", "depth")
    with pytest.raises(KibitzError, match=r"ends in \.svg, \.png or \.pdf"):
        write_figure(figure, tmp_path / "a.gif")
    with pytest.raises(KibitzError, match=r"cannot write .*: No such file or directory"):
        write_figure(figure, tmp_path / "missing" / "a.svg")


def test_notebooks_show_the_picture_and_the_summary() -> None:
    class Ann(ShownWithFigure):
        def summary(self) -> str:
            return "a < b"

        def plot(self) -> Any:
            return drawn("Ann", (ANN,), "weight", "depth")

    shown = Ann()._repr_html_()
    assert shown.startswith("<div><svg")
    assert shown.endswith("<pre>a &lt; b</pre></div>")
