"""What the pictures and pages of a league's report are made of, for results that are made up."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from kibitz.arena.figures import COLOURS
from kibitz.arena.intervals import Estimate
from kibitz.arena.league import report
from kibitz.arena.league.experiment import League
from kibitz.arena.league.report import LeagueReport, several_games
from kibitz.arena.league.results import AXIS, Belief, Cost, Gain, LeagueResult, Pooled, Row, Section

BASE, FIRST, SECOND, SEER = "first-move", "maxn", "greedy", "clairvoyant"
Call = tuple[tuple[Any, ...], dict[str, Any]]


def found(mean: float) -> Estimate:
    """A mean with an interval of a quarter to both sides."""
    return Estimate(mean, mean - 0.25, mean + 0.25, 4)


def in_percent(mean: float) -> Estimate:
    return Estimate(100 * mean, 100 * mean - 25, 100 * mean + 25, 4)


def made_up(games: int = 3, opponents: tuple[str, ...] = ("random", "greedy"), **more: Any) -> LeagueResult:
    """A result without games: the first player gains 50 points at the first table, and 25 less at each further one."""
    league = League("tic-tac-toe", opponents, (FIRST, SECOND), BASE, games=games, **more)
    result = LeagueResult(league, 4, {})
    rows = []
    for place, table in enumerate(league.tables):
        for arm in league.arms:
            mean = {FIRST: 0.5 - 0.25 * place, SECOND: 0.25 * place}.get(arm, 1.0)
            gain = None if arm == BASE else Gain(found(mean), 0.5, 0.5, None)
            rows.append(Row(table, arm, 12, found(0.5), None, gain))
    result.rows = tuple(rows)
    result.by_game = tuple(Pooled({}, {}, {FIRST: None, SECOND: None}) for _ in range(games))
    result.beliefs, result.costs, result.forfeits = (), (), {}
    return result


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> dict[str, Call]:
    """What was drawn last, by the name of the function, which returns its name instead of a picture."""
    calls: dict[str, Call] = {}

    def instead(name: str) -> Callable[..., str]:
        def draw(*given: Any, **options: Any) -> str:
            calls[name] = (given, options)
            return name

        return draw

    for name in ("bars", "columns_compared", "curves"):
        monkeypatch.setattr(report, name, instead(name))
    monkeypatch.setattr(LeagueReport, "_gains", lambda self: "gains")
    return calls


def test_pictures_by_game_need_two_games(drawn: dict[str, Call]) -> None:
    one, two = made_up(games=1), made_up(games=2)
    for result in (one, two):
        result.by_game = tuple(Pooled({}, {}, {FIRST: found(0.5), SECOND: None}) for _ in result.by_game)
    always = ["columns_compared", "bars"]
    assert list(LeagueReport(one, "").figures().values()) == always
    assert list(LeagueReport(two, "").figures().values()) == ["gains", "curves", *always]
    two.by_game = tuple(Pooled({}, {}, {FIRST: None, SECOND: None}) for _ in two.by_game)
    assert list(LeagueReport(two, "").figures().values()) == ["gains", *always]
    two.beliefs = (Belief(FIRST, "random", "greedy", 0.75, 0.25),)
    assert [title[:6] for title in LeagueReport(two, "").figures()] == ["Gain o", "Gain a", "Weight", "Proces"]


def test_the_table_with_the_least_gain_is_on_top(drawn: dict[str, Call]) -> None:
    assert LeagueReport(made_up(), "")._tables() == "columns_compared"
    (rows, across), _ = drawn["columns_compared"]
    assert across == AXIS
    assert list(rows.items()) == [
        (
            "greedy",
            {
                "player 1": (None, in_percent(0.25)),
                "player 2": (None, in_percent(0.25)),
                "clairvoyant": (None, in_percent(1.0)),
            },
        ),
        (
            "random",
            {
                "player 1": (None, in_percent(0.5)),
                "player 2": (None, in_percent(0.0)),
                "clairvoyant": (None, in_percent(1.0)),
            },
        ),
    ]


def test_long_opponents_are_cut_and_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"random": "a" * 60, "greedy": "b" * 61}
    monkeypatch.setattr(LeagueResult, "called", lambda self, opponent: names[opponent])
    made = LeagueReport(made_up(), "")
    assert made._short(("random",)) == "a" * 60
    assert made._short(("greedy",)) == "b" * 57 + "... (1)"


def test_weights_of_the_truth_where_it_is_a_candidate(drawn: dict[str, Call]) -> None:
    result = made_up()
    shown = LeagueReport(result, "")
    assert shown._believed() is None
    result.beliefs = (
        Belief(FIRST, "random", "greedy", 0.75, 0.25),
        Belief(FIRST, "greedy", "random", 1.0, 0.0),
        Belief(SECOND, "random", "greedy", 0.75, None),
    )
    assert shown._believed() == "bars"
    assert drawn["bars"] == (({"random, player 1": 25.0, "greedy, player 1": 0.0}, "weight, %"), {})
    result.beliefs = result.beliefs[2:]
    assert shown._believed() is None


def test_costs_of_those_who_moved(drawn: dict[str, Call]) -> None:
    result = made_up()
    result.costs = (Cost(BASE, 4, 0.5, 9.0), Cost(FIRST, 0, None, 9.0), Cost(SEER, 4, 8.0, 9.0))
    assert LeagueReport(result, "")._costs() == "bars"
    assert drawn["bars"] == (({"baseline": 0.5, "clairvoyant": 8.0}, "ms a move"), {"logarithmic": True})


def test_what_is_kept_is_a_line_where_two_games_are_known(drawn: dict[str, Call]) -> None:
    result = made_up()
    result.by_game = tuple(
        Pooled({}, {}, {FIRST: first, SECOND: second})
        for first, second in ((None, None), (found(0.25), None), (found(0.75), found(1.0)))
    )
    assert LeagueReport(result, "")._kept() == "curves"
    assert drawn["curves"] == (
        (
            {"player 1": ((1, 2), (in_percent(0.25), in_percent(0.75)))},
            "games seen before",
            "kept, %",
        ),
        {"level": 100, "names": ["0", "1", "2"], "bars": True},
    )
    result.by_game = result.by_game[:2]
    assert LeagueReport(result, "")._kept() is None  # one point is no line


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> LeagueReport:
    """A report with one section, one warning and one remark; MT is written in words."""
    sections = [Section("A & B", ("who", "what", "how"), [("MT", "1", "x|y"), ("two", "2", "<")])]
    monkeypatch.setattr(LeagueResult, "sections", lambda self: sections)
    monkeypatch.setattr(LeagueResult, "warnings", lambda self: ["MT failed"])
    monkeypatch.setattr(LeagueResult, "remarks", lambda self: ["MT < 1"])
    monkeypatch.setattr(LeagueReport, "figures", lambda self: {"One": "<?xml?><svg>1</svg>", "Two": "<svg>2</svg>"})
    return LeagueReport(made_up(), "kibitz <league>")


def test_the_page_in_markdown(told: LeagueReport) -> None:
    above = "# A league of tic-tac-toe\n\nmost-tricks failed\n\n"
    below = (
        "## A & B\n\n"
        "| who | what | how |\n|---|---|---|\n| most-tricks | 1 | x\\|y |\n| two | 2 | < |\n\n"
        "most-tricks < 1\n\nAgain: `kibitz <league>`\n"
    )
    assert told.markdown() == above + below
    assert told.markdown(["a.svg", "b.svg"]) == f"{above}![One](a.svg)\n\n![Two](b.svg)\n\n{below}"


def test_the_page_in_html(told: LeagueReport) -> None:
    page = told.html()
    parts = [
        "<h1>A league of tic-tac-toe</h1>",
        "<p><b>most-tricks failed</b></p>",
        "<figure><svg>1</svg><figcaption>One</figcaption></figure>",
        "<figure><svg>2</svg><figcaption>Two</figcaption></figure>",
        "<h2>A &amp; B</h2>",
        "<td>most-tricks</td><td>1</td><td>x|y</td>",
        "<p>most-tricks &lt; 1</p>",
        "<p>Again: <code>kibitz &lt;league&gt;</code></p>",
    ]
    places = [page.index(part) for part in parts]
    assert places == sorted(places)


def test_files_and_their_pictures(told: LeagueReport, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(LeagueResult, "to_dict", lambda self: {"game": "tic-tac-toe"})
    files = told.write(tmp_path)
    names = ["league.md", "league.html", "league.json", "league-1.svg", "league-2.svg"]
    assert files == [tmp_path / name for name in names]
    assert (tmp_path / "league.md").read_text() == told.markdown(["league-1.svg", "league-2.svg"])
    assert (tmp_path / "league.html").read_text() == told.html()
    text = (tmp_path / "league.json").read_text()
    assert text == '{\n "command": "kibitz <league>",\n "game": "tic-tac-toe"\n}\n'
    assert json.loads(text)["command"] == "kibitz <league>"
    assert (tmp_path / "league-2.svg").read_text() == "<svg>2</svg>"


def values(clairvoyant: bool, interval: bool = True) -> dict[str, Any]:
    """As in league.json: the second player gains 25 and 50 points, with an interval of 12.5 to both sides."""

    def gain(mean: float) -> dict[str, Any]:
        return {"mean": mean, "interval": [mean - 0.125, mean + 0.125] if interval else [None, None]}

    parts = [
        {
            "gain": {FIRST: gain(0.0), SECOND: gain(mean)},
            "clairvoyant": {"gain": {"mean": 2 * mean}} if clairvoyant else None,
        }
        for mean in (0.25, 0.5)
    ]
    return {"players": [FIRST, SECOND], "by_game": parts, "clairvoyant": {"gain": {}} if clairvoyant else None}


def panels_of(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], *player: int
) -> tuple[list[Any], tuple[Any, ...]]:
    """The axes that were filled, one for each game, and the other arguments."""
    more: list[tuple[Any, ...]] = []
    axes: list[Any] = []

    def instead(names: list[str], draw: Callable[[Any, str], None], *rest: Any) -> str:
        for name in names:
            axes.append(Figure().subplots())
            draw(axes[-1], name)
        more.append((names, *rest))
        return "panels"

    monkeypatch.setattr(report, "panels", instead)
    assert several_games(given, *player) == "panels"
    return axes, more[0]


def lines_of(axes: Any) -> list[tuple[list[float], list[float], str, str]]:
    """The places, heights, colours and styles of all lines."""
    return [
        (list(line.get_xdata()), list(line.get_ydata()), to_hex(line.get_color()), line.get_linestyle())
        for line in axes.get_lines()
    ]


GREY = to_hex("grey")
ZERO = ([0, 1], [0, 0], GREY, "--")


def test_panels_of_several_games(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"one": values(clairvoyant=True), "two": values(clairvoyant=False, interval=False)}
    (one, two), more = panels_of(monkeypatch, given, 1)
    ours = ([0, 1], [25, 50], COLOURS[0], "-")
    assert lines_of(one) == [ours, ([0, 1], [50, 100], COLOURS[1], ":"), ZERO]
    assert lines_of(two) == [ours, ZERO]
    [band] = one.collections
    assert {tuple(corner) for corner in band.get_paths()[0].vertices.tolist()} == {
        (0.0, 12.5),
        (0.0, 37.5),
        (1.0, 37.5),
        (1.0, 62.5),
    }
    assert to_hex(band.get_facecolor()[0]) == COLOURS[0]
    assert not two.collections
    for axes in (one, two):
        assert axes.get_lines()[0].get_marker() == "o"
        axes.set_xlim(0, 1)
        assert all(float(tick).is_integer() for tick in axes.get_xticks())
    assert more == (
        ["one", "two"],
        "games seen before",
        AXIS,
        {"the player": (COLOURS[0], "-"), "the clairvoyant": (COLOURS[1], ":"), "the baseline": ("grey", "--")},
    )


def test_panels_without_a_clairvoyant_or_with_one_unknown_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    half = values(clairvoyant=False)
    half["by_game"][1]["gain"][FIRST]["interval"] = [-inf, None]
    half["by_game"][0]["gain"][FIRST]["interval"] = [None, None]
    [axes], (_, _, _, lines) = panels_of(monkeypatch, {"one": half})
    assert list(lines) == ["the player", "the baseline"]
    assert lines_of(axes) == [([0, 1], [0, 0], COLOURS[0], "-"), ZERO]  # the first player, who gains nothing
    assert not axes.collections
