"""What notebooks show of results, beliefs, analyses and models, and their data frames."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

import kibitz
from kibitz.arena.league.running import league
from kibitz.arena.results import FIELDS, MatchResult
from kibitz.data_frames import BATCH, Framed
from kibitz.players.belief_report import Reading, Readings


class Cells(HTMLParser):
    """The texts of a piece of HTML, and whether every tag is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return kibitz.match("tic-tac-toe", ["maxn", "random"], deals=3, seed=1)


def test_a_match_shows_standings_and_what_is_significant(match: MatchResult) -> None:
    texts = Cells(match._repr_html_()).texts
    assert texts[0] == "tic-tac-toe: 3 deals, 2 seatings each, 6 games"
    assert {"player", "points", "maxn", "random"} <= set(texts)
    assert any("more of the points than random" in text for text in texts)


def test_a_match_as_data_frames(match: MatchResult) -> None:
    polars, pandas = match.to_polars(), match.to_pandas()
    assert tuple(polars.columns) == tuple(pandas.columns) == FIELDS
    assert polars.rows() == list(match.rows())
    assert [str(pandas[name].dtype) for name in ("session", "score", "win")] == ["Int64", "float64", "boolean"]
    assert pandas["points"].sum() == polars["points"].sum() == match.games
    assert pandas["fault"].isna().all()


def test_more_rows_than_one_batch_arrive_in_order() -> None:
    class Many(Framed):
        columns = {"number": int}  # noqa: RUF012

        def framed_rows(self) -> list[tuple[int]]:
            return [(number,) for number in range(BATCH + 5)]

    assert Many().to_polars()["number"].to_list() == list(range(BATCH + 5))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_named_with_what_installs_it(
    library: str, match: MatchResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    convert: Callable[[], Any] = getattr(match, f"to_{library}")
    with pytest.raises(kibitz.KibitzError, match=rf"needs {library}.*pip install 'kibitz\[notebook\]'"):
        convert()


def test_a_league_shows_gains_and_has_a_row_for_each_game() -> None:
    found = league("tic-tac-toe", ["greedy"], ["maxn"], "random", sessions=2, games=2, clairvoyant="none")
    texts = Cells(found._repr_html_()).texts
    assert {"gain over the baseline", "player: maxn", "baseline: random"} <= set(texts)
    games = found.to_polars()
    assert games.height == 2 * 2 * 2  # players, sessions, games
    of_maxn = games.filter(player="maxn")["share"].mean()
    assert of_maxn == pytest.approx(found.pooled.shares["maxn"].mean)
    assert found.to_pandas().shape == (8, len(found.columns))
    (axes,) = found.plot().axes
    assert axes.get_xlabel() == "games seen before"
    heights: Any = axes.lines[0].get_ydata()
    assert list(heights) == pytest.approx([100 * each.gains["maxn"].gain.mean for each in found.by_game])


def test_beliefs_show_bars_of_the_likely_models_and_the_reasons() -> None:
    readings = Readings([Reading("Ann <b>", {"MT": 0.75, "mOT": 0.249, "ML": 0.001}, ("for MT: bid 3",), "errs")])
    texts = Cells(readings._repr_html_()).texts
    assert texts == [
        "Ann <b>",
        "believed to be",
        "most-tricks",
        "75%",
        "fewest-overtricks",
        "25%",
        "errs",
        "for MT: bid 3",
    ]
    assert readings.to_pandas().values.tolist()[0] == ["Ann <b>", "most-tricks", 0.75]
    (axes,) = readings.plot().axes
    assert [label.get_text() for label in axes.get_yticklabels()][-1] == "most-tricks"


def test_players_that_adapt_give_beliefs_that_show_themselves() -> None:
    reader = kibitz.player("adaptive(candidates=[greedy, random])")
    kibitz.play_game("tic-tac-toe", [reader, "random"], seed=1, names=["me", "Ann"])
    believed = reader.beliefs()
    assert isinstance(believed, Readings)
    assert Cells(believed._repr_html_()).texts[0] == "Ann"
    assert Cells(Readings()._repr_html_()).texts == ["It has no belief about anybody yet."]
    assert str(believed) == "\n".join(map(str, believed))
    assert str(believed).startswith("Ann: ")
    assert str(Readings()) == "It has no belief about anybody yet."
    assert "random" in Cells(reader.belief("Ann")._repr_html_()).texts  # type: ignore[attr-defined]
    assert Cells(reader.explain()._repr_html_()).texts[0].startswith("I played")  # type: ignore[attr-defined]


def test_an_analysis_shows_every_move_the_best_first() -> None:
    state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, a2, b2")
    analysis = kibitz.search("maxn").analyse(state)
    assert analysis.best == ("a3",)
    texts = Cells(analysis._repr_html_()).texts
    assert texts[texts.index("a3") + 1] == "best"
    frame = analysis.to_polars()
    assert frame["move"].to_list()[0] == "a3"
    assert frame.height == len(state.moves())
    (axes,) = analysis.plot().axes
    assert len(axes.patches) == len(state.moves())


def test_a_data_frame_of_an_analysis_has_numbers_and_says_what_ranks_are() -> None:
    state = kibitz.game("tic-tac-toe").start()
    simulated = kibitz.search("mcts(simulations=60)").analyse(state)
    frame = simulated.to_polars()
    assert frame.columns == ["move", "visits", "best", "value_seat_0", "value_seat_1"]
    assert frame["visits"].sum() == 60
    assert frame["value_seat_0"].to_list() == [simulated.values[move][0] for move in frame["move"]]
    assert list(simulated.to_pandas().dtypes.astype(str)[3:]) == ["float64", "float64"]
    assert simulated.plot().axes[0].get_xlabel() == "simulated games"
    checkers = kibitz.search("alpha-beta(depth=2)").analyse(kibitz.game("checkers").start())
    assert checkers.to_polars().columns == ["move", "value_for_mover", "best", "value"]
    sets = kibitz.search("soft-maxn(own=mOT, others=generic)").analyse(
        kibitz.game("spades(cards=2, bids=[1, 1, 0], open=true)").start(1)
    )
    assert isinstance(sets.to_polars()["value"][0], str)  # a set of outcomes has no numbers


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("MT_mOT", "most-tricks_fewest-overtricks"),
        ("choice(takes=-10, lead_rank=-1, temperature=0.5)", "weight of takes"),
        ("noisy(greedy, 0.2)", "20.0%"),
        ("mixture(lowest-card=0.25, highest-card=0.75)", "part, 75%"),
        ("strategy(men=1, depth=3)", "depth in plies"),
    ],
)
def test_models_show_what_they_are(spec: str, told: str) -> None:
    texts = Cells(kibitz.model(spec)._repr_html_()).texts
    assert told in texts
    assert "specification" in texts


def test_what_was_learned_shows_a_picture_and_the_summary() -> None:
    from kibitz.games.records import read_text
    from kibitz.learning.from_records import learn_player

    line = '{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": ["b2", "a1", "c1"]}'
    html = learn_player(read_text(line), "Ann", kibitz.game("tic-tac-toe"), learner="choice")._repr_html_()  # type: ignore[attr-defined]
    assert html.startswith("<div><svg")
    assert "tic-tac-toe: " in html


def test_figures_show_themselves_without_pyplot(match: MatchResult, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_pyplot(name: str, *rest: Any) -> Any:
        assert name != "matplotlib.pyplot"
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pyplot)
    picture = match.plot()._repr_svg_()  # type: ignore[attr-defined]
    assert "<svg" in picture
    assert picture == match.plot()._repr_svg_()  # type: ignore[attr-defined]
