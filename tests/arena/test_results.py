"""Numbers out of games, against numbers worked out by hand or by others."""

import csv
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import kibitz
from kibitz.arena.comparisons import differences
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.intervals import Estimate, estimate, resampled
from kibitz.arena.points import ranked
from kibitz.arena.results import FIELDS, MatchResult
from kibitz.arena.session import GameResult, Session
from kibitz.arena.store import Store
from kibitz.arena.tallies import GROUPS, Tallies
from kibitz.errors import KibitzError, SpecError
from kibitz.holm import holm

THREE = Experiment.of("spades(cards=3, bids=[1, 1, 1], open=true)", ["random", "maxn"], seed=1)


def result_of(experiment: Experiment, games: list[GameResult], wins: str = "full") -> MatchResult:
    store = Store.create(None, experiment)
    store.commit([Session(number, (game,)) for number, game in enumerate(games)])
    return MatchResult(store, wins=wins)


def by_hand() -> list[GameResult]:
    """One deal in its six seatings: AAB ABA ABB BAA BAB BBA."""
    return [
        GameResult((3.0, 2.0, 1.0), (0,), 9),  # A first and second, B third
        GameResult((2.0, 2.0, 1.0), (0, 1), 9),  # A and B share, A third
        GameResult((1.0, 1.0, 1.0), (), 9),  # nobody wins
        GameResult(None, (0, 2), 0, Fault(1, "crash", "")),  # B and A win, A crashed
        GameResult(None, (), 0, Fault(None, "died", "")),  # counts for nobody
        GameResult((0.0, 5.0, 0.0), (1,), 9),  # B first; B and A share the rest
    ]


@pytest.mark.parametrize(("wins", "shares"), [("full", (3 / 7, 3 / 5)), ("shared", (2 / 7, 2 / 5))])
def test_points_wins_scores_and_places_by_hand(wins: str, shares: tuple[float, float]) -> None:
    result = result_of(THREE, by_hand(), wins)
    found = {row.player: row for row in result.standings}
    a, b = found["random"], found["maxn"]
    assert (a.games, b.games) == (8, 7)
    assert a.points.mean == pytest.approx((1 + 0 + 0.5 + 0 + 1 / 3 + 0 + 0.5 + 0) / 8)
    assert b.points.mean == pytest.approx((0 + 0.5 + 2 / 3 + 0.5 + 1 + 0) / 7)
    assert (a.wins.mean, b.wins.mean) == pytest.approx(shares)
    assert a.score.mean == pytest.approx((3 + 2 + 2 + 1 + 1 + 0) / 6)
    assert b.score.mean == pytest.approx((1 + 2 + 1 + 1 + 0 + 5) / 6)
    assert a.place.mean == pytest.approx((1 + 2 + 1.5 + 3 + 2 + 3 + 1.5 + 2.5) / 8)
    assert (a.crashes, b.crashes) == (1, 0)
    assert result.tallies.undecided == 1
    assert result.tallies.nobodys == 1
    assert "1 game could not be finished and counts for nobody" in result.summary()
    assert "1 game had no winner" in result.summary()
    assert "3 games had no winner" in result_of(THREE, by_hand()[2:3] * 2 + by_hand()[2:]).summary()


def test_seats_are_told_apart() -> None:
    found = result_of(THREE, by_hand()).by_seat("score")
    assert found["random"][0].mean == pytest.approx((3 + 2 + 1) / 3)
    assert found["maxn"][1].mean == pytest.approx((2 + 1 + 5) / 3)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=5))
def test_places_share_what_they_take_up(scores: list[int]) -> None:
    assert ranked(tuple(scores)) == pytest.approx(stats.rankdata([-score for score in scores]).tolist())


def test_holm_by_the_book() -> None:
    """The example of Holm (1979) as statsmodels 0.14 has it: multipletests(p, method='holm')."""
    assert holm([0.01, 0.02, 0.03, 0.005]) == pytest.approx([0.03, 0.04, 0.04, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_differences_are_paired_by_deal() -> None:
    """Deals that differ much and players that differ little: only pairs show it."""
    random = np.random.default_rng(1)
    luck = random.normal(0, 10, size=60)
    sums = np.stack([luck + random.normal(1, 0.5, size=60), luck], axis=1)
    [found] = differences(["Ann", "Ben"], sums, np.ones_like(sums), seed=1)
    assert found.p == pytest.approx(stats.ttest_rel(sums[:, 0], sums[:, 1]).pvalue)
    assert found.significant
    assert stats.ttest_ind(sums[:, 0], sums[:, 1]).pvalue > 0.5
    assert 0.8 < found.difference.low < found.difference.high < 1.2


def test_intervals_hold_what_they_promise() -> None:
    """Of 300 matches whose truth is known, about 95% have it within their interval, though games of a deal agree."""
    random = np.random.default_rng(2)
    hits = 0
    for trial in range(300):
        luck = random.random((60, 1)) < 0.5
        games = np.where(random.random((60, 6)) < 0.8, luck, random.random((60, 6)) < 0.5)
        [found] = resampled(games.sum(axis=1, keepdims=True).astype(float), np.full((60, 1), 6.0), seed=trial)
        hits += found.low <= 0.5 <= found.high
    assert 270 <= hits <= 297


@pytest.mark.parametrize("measure", [estimate, lambda values, seed: resampled(*_columns(values), seed)[0]])
def test_ten_deals_are_as_few_as_they_are(measure: Callable[[list[float], int], Estimate]) -> None:
    """The plain percentile interval of ten normal deals holds the mean in 90 of 100 series."""
    random, series = np.random.default_rng(1), 1000
    found = [measure(list(random.normal(size=10)), number) for number in range(series)]
    assert 0.925 < sum(each.low <= 0 <= each.high for each in found) / series < 0.965


def _columns(values: list[float]) -> tuple[Any, Any]:
    return np.asarray(values)[:, None], np.ones((len(values), 1))


def test_one_deal_has_no_interval() -> None:
    result = result_of(THREE, by_hand())
    assert not math.isfinite(result.standings[0].points.low)
    assert "no interval" in result.table()
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["standings"][0]["points"]["low"] is None


def test_very_many_deals_take_no_more_room() -> None:
    experiment = Experiment.of("tic-tac-toe", ["random", "maxn"])
    few, many = Tallies(experiment, GROUPS), Tallies(experiment, 50 * GROUPS)
    assert len(few._sums) == len(many._sums)
    for deal in range(0, 50 * GROUPS, 7):
        many.add(2 * deal, GameResult((1.0, -1.0), (0,), 5))
    counts = many.array("games").sum(axis=(1, 2))
    assert counts.sum() == 2 * many.games
    assert counts.min() > 0


def test_only_whole_deals_count() -> None:
    store = Store.create(None, THREE)
    store.commit([Session(number, (game,)) for number, game in enumerate([*by_hand(), by_hand()[0]])])
    assert (MatchResult(store).deals, MatchResult(store).games) == (1, 6)
    with pytest.raises(KibitzError, match="no finished deal"):
        MatchResult(Store.create(None, THREE))


def test_a_file_that_is_not_finished_says_how_much_of_how_much() -> None:
    store = Store.create(None, THREE)
    store.plan(4)
    with pytest.raises(KibitzError, match=r"no finished deal yet: 0 of 4 deals are complete \(0 of 24 sessions\)"):
        MatchResult(store)
    store.commit([Session(number, (game,)) for number, game in enumerate([*by_hand(), by_hand()[0]])])
    result = MatchResult(store)
    assert result.summary().splitlines()[1] == (
        "Not finished: 1 of 4 deals are complete (7 of 24 sessions); the same kibitz match command continues it."
    )
    assert result.to_dict()["missing_deals"] == 3
    store.plan(1)
    assert "Not finished" not in MatchResult(store).summary()
    assert "Not finished" not in result_of(THREE, by_hand()).summary()  # stored by an earlier version


def test_forfeited_games_say_why() -> None:
    games = [
        GameResult(None, (0, 2), 0, Fault(1, "time-out", "no move within 1 seconds")),  # AAB: A
        GameResult(None, (0, 2), 0, Fault(1, "crash", "KeyError: 'x'")),  # ABA: B
        GameResult(None, (), 0, Fault(None, "died", "the process died")),
        GameResult(None, (0, 2), 0, Fault(1, "crash", "ValueError: later")),  # BAA: A
        *by_hand()[:2],
    ]
    result = result_of(THREE, games)
    said = result.summary()
    assert "random forfeited 2 games, 1 of them by a time-out; the first error, in deal 0: no move within" in said
    assert "maxn forfeited 1 game; the first error, in deal 0: KeyError: 'x'" in said
    assert "1 game could not be finished and counts for nobody; the first, in deal 0: the process died" in said
    assert [each["first_error"] for each in result.to_dict()["forfeits"]] == [
        "no move within 1 seconds",
        "KeyError: 'x'",
    ]
    reasons = [row[FIELDS.index("reason")] for row in result.rows()]
    assert reasons[:6] == [None, "no move within 1 seconds", None, None, "KeyError: 'x'", None]
    assert reasons[6:9] == ["the process died"] * 3
    assert result.to_polars()["reason"].to_list() == reasons


def test_what_a_clock_decided_is_said_in_summary_and_json() -> None:
    games = [GameResult((1.0, 0.0, 0.0), (0,), 9)] * 6
    result = result_of(THREE, games)
    assert (result.reproducible, result.to_dict()["reproducible"], result.to_dict()["clocked"]) == (True, True, 0)
    assert "eproducible" not in result.summary()
    result = result_of(THREE, [*games[:4], *[game._replace(clocked=True) for game in games[4:]]])
    assert (result.reproducible, result.to_dict()["reproducible"], result.to_dict()["clocked"]) == (False, False, 2)
    assert "Not reproducible: a clock decided moves in 2 of 6 games." in result.summary()


def test_crashes_and_time_outs_cannot_be_reproduced_either() -> None:
    result = result_of(THREE, by_hand())
    assert (result.reproducible, result.to_dict()["reproducible"], result.to_dict()["clocked"]) == (False, False, 0)
    assert "Not reproducible: 2 of 6 games ended in a crash or a time-out." in result.summary()


def test_results_that_do_not_say_are_not_called_reproducible() -> None:
    games = [GameResult((1.0, 0.0, 0.0), (0,), 9, clocked=None)] * 6
    result = result_of(THREE, games)
    assert (result.reproducible, result.to_dict()["reproducible"]) == (None, None)
    assert "6 games were stored by an earlier version" in result.summary()


@pytest.fixture(scope="module")
def played() -> MatchResult:
    return kibitz.match("tic-tac-toe", ["random", "maxn", "greedy"], deals=12, seed=4)


def test_data_frame_and_files_say_what_the_table_says(played: MatchResult, tmp_path: Path) -> None:
    frame = played.to_polars()
    assert tuple(frame.columns) == FIELDS
    means = dict(frame.group_by("player").agg(polars.col("points").mean()).iter_rows())
    assert means == pytest.approx({row.player: row.points.mean for row in played.standings})
    played.write_parquet(tmp_path / "games.parquet")
    assert polars.read_parquet(tmp_path / "games.parquet").equals(frame)
    played.write_csv(tmp_path / "games.csv")
    rows = list(csv.DictReader((tmp_path / "games.csv").open()))
    assert len(rows) == frame.height
    assert float(rows[0]["points"]) == frame["points"][0]
    with pytest.raises(KibitzError, match="cannot write"):
        played.write_csv(tmp_path / "nowhere" / "games.csv")


def test_ratings_order_players_as_points_do(played: MatchResult) -> None:
    ratings = played.ratings()
    assert ratings[0].player == "maxn"
    assert ratings[-1].player == "random"
    assert ratings == played.ratings()


def test_the_figure_shows_every_player(played: MatchResult, tmp_path: Path) -> None:
    played.write_plot(tmp_path / "points.svg")
    assert all(name in (tmp_path / "points.svg").read_text() for name in ("random", "maxn", "greedy"))
    with pytest.raises(KibitzError, match="cannot draw"):
        played.write_plot(tmp_path / "points.docx")


def test_what_is_not_measured_is_refused(played: MatchResult) -> None:
    with pytest.raises(SpecError, match="did you mean 'points'"):
        played.by_seat("point")
    with pytest.raises(SpecError, match="full or shared"):
        _ = MatchResult(played.store, wins="some").tallies


def test_ratings_say_what_they_use() -> None:
    three = kibitz.match("tic-tac-toe", ["random", "maxn", "greedy"], deals=3, seed=4).summary()
    assert "use the places of all seats, game after game, and not the points" in three


def test_one_deal_is_not_several() -> None:
    one = kibitz.match("tic-tac-toe", ["maxn"], deals=1).summary()
    assert one.startswith("tic-tac-toe: 1 deal, 1 seating, 1 game\n")
