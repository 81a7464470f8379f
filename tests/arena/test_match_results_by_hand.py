"""What a match's result makes of stored games: what counts, what is said of it, and files, worked out by hand.

Intervals and tests have their own tests. Here an interval goes 1/8 to both sides of the mean.
"""

from __future__ import annotations

from math import inf, nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from openskill.models import PlackettLuce

from kibitz.arena import results
from kibitz.arena.comparisons import Difference, by_test
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.intervals import Estimate
from kibitz.arena.results import FIELDS, RATED, SEQUENCE, SEVERAL, Forfeit, MatchResult, Rating, Standing, aligned
from kibitz.arena.sequential import by_sequence
from kibitz.arena.session import GameResult, Session
from kibitz.arena.store import Store
from kibitz.arena.tallies import Tallies
from kibitz.errors import KibitzError

ONE = Experiment.of("tic-tac-toe", ["random"])
TWO = Experiment.of("tic-tac-toe", ["random", "greedy"], seed=7)
THREE = Experiment.of("tic-tac-toe", ["random", "greedy", "maxn"])
DEALT = Experiment.of("spades(cards=3, bids=[1, 1, 1], open=true)", ["random", "maxn"])
ROUNDS = Experiment.of("tic-tac-toe", ["random", "greedy"], positions=(".../.x./...", "x../.../..."))
WON = GameResult((1.0, -1.0), (0,), 5)  # by the first seat
LOST = GameResult((-1.0, 1.0), (1,), 6)
DRAWN = GameResult((0.0, 0.0), (), 9)
NOBODYS = GameResult(None, (), 0, Fault(None, "died", "no memory"))


def store_of(
    games: list[GameResult], experiment: Experiment = TWO, planned: int | None = None, stop: str | None = None
) -> Store:
    store = Store.create(None, experiment)
    if games:
        store.commit([Session(number, (game,)) for number, game in enumerate(games)])
    if planned is not None:
        store.plan(planned, stop)
    return store


def result_of(games: list[GameResult], experiment: Experiment = TWO, **more: Any) -> MatchResult:
    return MatchResult(store_of(games, experiment, **more))


@pytest.fixture(autouse=True)
def _simple(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simple intervals, and matches that do not stop."""

    def resampled(sums: Any, counts: Any, seed: int, bounds: Any) -> list[Estimate]:
        with np.errstate(invalid="ignore"):
            means = (sums.sum(axis=0) / counts.sum(axis=0)).tolist()
        return [Estimate(mean, mean - 0.125, mean + 0.125, len(sums)) for mean in means]

    monkeypatch.setattr(results, "resampled", resampled)
    monkeypatch.setattr(results, "Decision", lambda store: SimpleNamespace(stops_after=lambda: None))


# What counts.


def test_only_whole_deals_count() -> None:
    """Two seatings a deal: five sessions are two deals."""
    result = result_of([WON] * 5, planned=4)
    assert (result.deals, result.sessions, result.games, result.missing, result.stopped) == (2, 4, 4, 2, False)
    first = MatchResult(result.store, deals=1)
    assert (first.deals, first.sessions, first.games, first.missing) == (1, 2, 2, 0)
    many = MatchResult(result.store, deals=9)
    assert (many.deals, many.missing) == (2, 0)


@pytest.mark.parametrize(("planned", "missing"), [(None, 0), (1, 0), (2, 0), (3, 1)])
def test_deals_that_are_missing(planned: int | None, missing: int) -> None:
    assert result_of([WON] * 4, planned=planned).missing == missing


def test_nothing_counts_yet() -> None:
    with pytest.raises(KibitzError, match=r"^the match has no finished deal yet: 0 of 3 deals .*\(1 of 6 sessions\)"):
        result_of([WON], planned=3)
    with pytest.raises(KibitzError, match=r"^the match has no finished deal yet; the same"):
        result_of([WON])


def test_a_file_is_named_if_nothing_counts_yet(tmp_path: Path) -> None:
    Store.create(tmp_path / "r.kibitz", TWO).close()
    with pytest.raises(KibitzError, match=r"r\.kibitz has no finished deal yet"):
        MatchResult.open(tmp_path / "r.kibitz")


def test_of_a_match_that_may_stop_whole_rounds_count() -> None:
    """Two positions and two seatings: seven sessions are three deals, and one round of two deals."""
    result = result_of([WON] * 7, ROUNDS, planned=8, stop="decided")
    assert (result.deals, result.missing, result.stopped) == (2, 6, False)
    assert result_of([WON] * 7, ROUNDS, planned=8).deals == 3  # it cannot stop


def test_a_match_that_was_stopped_has_no_more_deals() -> None:
    store = store_of([WON] * 12, ROUNDS, planned=20, stop="decided")
    store.note_stop(4)
    result = MatchResult(store)
    assert (result.deals, result.missing, result.stopped) == (4, 0, True)
    earlier = MatchResult(store, deals=2)
    assert (earlier.deals, earlier.missing, earlier.stopped) == (2, 0, False)


def test_a_match_that_was_killed_asks_the_rule_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_of([WON] * 12, TWO, planned=20, stop="decided")
    monkeypatch.setattr(results, "Decision", lambda store: SimpleNamespace(stops_after=lambda: 3))
    assert (MatchResult(store).deals, MatchResult(store).stopped) == (3, True)
    store.note_stop(5)
    assert MatchResult(store).deals == 5
    assert MatchResult(store_of([WON] * 12)).deals == 6  # no rule


def test_groups_of_deals() -> None:
    """A whole round is one observation if the match may stop; a part of a round is one too."""
    assert result_of([WON] * 6).tallies.groups == 3
    store = store_of([WON] * 8, ROUNDS, planned=8, stop="decided")
    assert MatchResult(store, deals=4).tallies.groups == 2
    assert MatchResult(store, deals=3).tallies.groups == 2
    assert MatchResult(store, deals=2).tallies.groups == 1


# Games that repeat each other.


def lined(*lines: int | None) -> list[GameResult]:
    return [WON._replace(line=line) for line in lines]


def test_distinct_games_are_known_if_all_lines_are() -> None:
    failed = GameResult(None, (1,), 3, Fault(0, "crash", "by design"))
    assert result_of(lined(1, 1, 2, 2)).distinct == 2
    assert result_of([*lined(1, 1, 2), failed]).distinct == 2
    assert result_of(lined(1, 1, 2, None)).distinct is None
    dealt = [GameResult((1.0, 0.0, 0.0), (0,), 9, line=number) for number in range(6)]
    assert result_of(dealt, DEALT).distinct is None  # is not counted


def test_games_repeat_if_there_are_fewer_than_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert result_of(lined(1, 1, 1, 1)).repeats
    assert not result_of(lined(1, 2, 1, 2)).repeats
    assert not result_of(lined(1, 1, 1, None)).repeats
    monkeypatch.setattr(results, "default_opening", lambda game: 0)  # too short for an opening
    assert not result_of(lined(1, 1, 1, 1)).repeats


def test_games_that_repeat_have_no_p_value(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Difference("random", "greedy", Estimate(0.5, 0.25, 0.75, 2), 0.25, 0.5)
    monkeypatch.setattr(results, "differences", lambda *given: [found])
    [repeated] = result_of(lined(1, 1, 1, 1)).differences()
    assert np.isnan([repeated.p, repeated.corrected]).all()
    assert repeated.difference == found.difference
    assert result_of(lined(1, 2, 1, 2)).differences() == [found]


@pytest.mark.parametrize(("opening", "more"), [(0, "--opening"), (2, "a larger --opening")])
def test_games_that_repeat_are_told(opening: int, more: str) -> None:
    experiment = Experiment.of("tic-tac-toe", ["random", "greedy"], opening=opening)
    result = result_of(lined(1, 1, 1, 1), experiment, planned=3)
    first, second, third, blank, *_ = result.summary().splitlines()
    assert first == "tic-tac-toe: 2 deals, 2 seatings each, 4 games"
    assert second.startswith("Only 1 distinct games of 4: the players repeat their moves")
    assert f"Use {more}, so that" in second
    assert third.startswith("Not finished: 2 of 3 deals are complete (4 of 6 sessions)")
    assert blank == ""
    assert "Only 1 distinct games" in result._repr_html_()
    assert "distinct" not in result_of(lined(1, 2, 1, 2))._repr_html_()


# Whether another run gives the same.


@pytest.mark.parametrize(
    ("games", "reproducible"),
    [
        ([WON, WON], True),
        ([WON, WON._replace(clocked=True)], False),
        ([WON, GameResult(None, (1,), 3, Fault(0, "crash", ""))], False),
        ([WON, WON._replace(clocked=None)], None),
    ],
)
def test_whether_it_is_reproducible(games: list[GameResult], reproducible: bool | None) -> None:
    result = result_of(games)
    assert result.reproducible is reproducible
    assert result.to_dict()["reproducible"] is reproducible
    assert ("Not reproducible" in result.summary()) == (reproducible is False)


# Numbers.


def test_standings_begin_with_the_most_points() -> None:
    """Seatings AB and BA: B wins as second and draws as first."""
    b, a = result_of([LOST, DRAWN]).standings
    assert (b.player, a.player) == ("greedy", "random")
    assert (b.games, a.games) == (2, 2)
    assert (b.points.mean, a.points.mean, b.wins.mean, b.score.mean) == (0.75, 0.25, 1.0, 0.5)
    three = result_of([WON] * 6 + [DRAWN] * 6, THREE)
    assert [row.games for row in three.standings] == [8, 8, 8]


def test_results_by_seat() -> None:
    found = result_of([LOST, DRAWN]).by_seat()
    assert {name: [each.mean for each in row] for name, row in found.items()} == {
        "random": [0.0, 0.5],
        "greedy": [0.5, 1.0],
    }
    scores = result_of([LOST, DRAWN]).by_seat("score")
    assert [each.mean for each in scores["greedy"]] == [0.0, 1.0]


def test_which_statistics_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[Any] = []

    def followed(sums: Any, counts: Any, most: Any, bounds: Any) -> list[str]:
        noted.append((most.tolist(), bounds))
        return ["followed"]

    monkeypatch.setattr(results, "followed", followed)
    monkeypatch.setattr(results, "differences", lambda *given: [given])
    fixed, stopping = result_of([WON] * 4), result_of([WON] * 4, planned=4, stop="decided")
    assert cast(Any, stopping._estimates("points")) == ["followed"]
    stopping._estimates("place", by_seat=True)
    assert noted == [([2, 2], (0.0, 1.0)), ([1, 1, 1, 1], (1.0, 2.0))]
    assert [each.mean for each in fixed._estimates("points")] == [0.5, 0.5]
    for result, compare in ((fixed, by_test), (stopping, by_sequence)):
        [given] = cast(Any, result.differences("wins"))
        labels, sums, counts, seed, bounds, by = given
        assert (labels, seed, bounds, by) == (("random", "greedy"), 7, (0.0, 1.0), compare)
        assert sums.tolist() == [[1.0, 1.0], [1.0, 1.0]]
        assert counts.tolist() == [[2.0, 2.0], [2.0, 2.0]]


def test_ratings_after_one_game() -> None:
    """Games AB, BA: the first is won by B, and the second counts for nobody."""
    model = PlackettLuce()
    [[winner], [loser]] = model.rate([[model.rating()], [model.rating()]])
    assert result_of([LOST, NOBODYS]).ratings() == [
        Rating("greedy", winner.mu, winner.sigma),
        Rating("random", loser.mu, loser.sigma),
    ]


def test_a_player_in_two_seats_gets_the_mean_of_both() -> None:
    """Of six seatings AAB counts: A is first and third, and B second. The others count for nobody."""
    model = PlackettLuce()
    first, second, third = (each for [each] in model.rate([[model.rating()] for _ in range(3)]))
    nobodys = GameResult(None, (), 0, Fault(None, "died", ""))
    ratings = result_of([GameResult((3.0, 1.0, 2.0), (0,), 9), *[nobodys] * 5], DEALT).ratings()
    expected = {
        "random": ((first.mu + third.mu) / 2, (first.sigma + third.sigma) / 2),
        "maxn": (second.mu, second.sigma),
    }
    assert {row.player: (row.mu, row.sigma) for row in ratings} == {
        name: pytest.approx(pair) for name, pair in expected.items()
    }
    assert [row.mu for row in ratings] == sorted((row.mu for row in ratings), reverse=True)


def test_forfeits() -> None:
    crash, late = Fault(0, "crash", "by design"), Fault(0, "time-out", "too late")
    games = [WON, GameResult(None, (1,), 3, late), WON, GameResult(None, (1,), 3, crash)]
    result = result_of(games)
    assert result.forfeits == (Forfeit("greedy", 1, 1, 0, "too late"),)
    said = "greedy forfeited 2 games, 1 of them by a time-out; the first error, in deal 0: too late"
    assert said in result.summary()
    assert [row[-1] for row in result._standing_rows()[1:]] == ["0", "2"]


# In words.


def test_tables() -> None:
    result = result_of([LOST, DRAWN])
    headings, first, second = (line.split() for line in result.table().splitlines())
    assert headings == ["player", "games", "points", "wins", "score", "place", "failed"]
    assert " ".join(first) == (
        "greedy 2 75.0% (62.5 to 87.5) 100.0% (87.5 to 112.5) 0.50 (0.38 to 0.62) 1.25 (1.12 to 1.38) 0"
    )
    assert second[:3] == ["random", "2", "25.0%"]
    points, places = result.seat_table().splitlines(), result.seat_table("place").splitlines()
    assert points[0].split() == ["points", "in", "seat", "0", "seat", "1"]
    assert points[2].split()[:2] == ["greedy", "50.0%"]
    assert places[2].split()[:2] == ["greedy", "1.50"]
    assert result.seat_table("wins").splitlines()[1].split()[1] == "0.0%"


def test_aligned_columns() -> None:
    assert aligned([("a", "b")]) == "a  b"
    rows = [("who", "points", "x"), ("Ann", "7", "1.25")]
    assert aligned(rows) == "who  points     x\nAnn       7  1.25"


def lines_of(result: MatchResult) -> list[str]:
    return result.summary().splitlines()


def test_the_summary_of_one_player() -> None:
    first, second, blank, headings, row, *rest = lines_of(result_of([WON] * 2, ONE))
    assert first == "tic-tac-toe: 2 deals, 1 seating each, 2 games"
    assert second == "Only random was named, so it plays against itself in all seats."
    assert (blank, headings.split()[0], row.split()[0]) == ("", "player", "random")
    assert not any(line.startswith(("points in", "rating")) for line in rest)
    assert lines_of(result_of([WON], ONE))[0] == "tic-tac-toe: 1 deal, 1 seating, 1 game"


def test_a_game_for_one_player_is_not_against_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    result = result_of([WON], ONE)
    for name in ("table", "_size"):
        monkeypatch.setattr(MatchResult, name, lambda self: "text")
    monkeypatch.setattr(MatchResult, "_remarks", lambda self: [])
    result.tallies, result.repeats = cast(Tallies, SimpleNamespace(seats=1)), False
    assert result.summary() == "text\n\ntext"


def test_the_summary_of_two_and_three_players() -> None:
    two, three = lines_of(result_of([WON] * 4)), lines_of(result_of([WON] * 6, THREE))
    assert two[:2] == ["tic-tac-toe: 2 deals, 2 seatings each, 4 games", ""]
    assert sum(line.startswith("points in") for line in two) == 1
    assert not any(line.startswith("rating") for line in two)
    assert sum("more of the points than" in line for line in two) == 1
    assert sum(line.startswith("rating") for line in three) == 1
    assert sum("more of the points than" in line for line in three) == 3
    assert RATED in three
    assert not two[-1].endswith(SEVERAL)
    assert three[-1].endswith(SEVERAL)
    assert two[-1].startswith("Intervals: 95%, clustered by deal. Differences: paired by deal; p is")


def test_the_summary_of_a_match_that_may_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_of([WON] * 4, planned=2, stop="decided")
    two = lines_of(MatchResult(store))
    assert two[1:3] == ["Not decided after 2 deals, the maximum that was given.", ""]
    assert two[-1] == SEQUENCE
    store.plan(9, "decided")
    assert lines_of(MatchResult(store))[1].startswith("Not finished: 2 of 9 deals")
    store.note_stop(2)
    assert lines_of(MatchResult(store))[1] == "Stopped after 2 of at most 9 deals, because it was decided."
    three = lines_of(result_of([WON] * 6, THREE, planned=1, stop="decided"))
    assert three[-1] == SEQUENCE + SEVERAL


def test_a_match_that_stopped_without_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    result = result_of([WON] * 4, planned=2, stop="decided")
    result.stopped = True
    monkeypatch.setattr(Store, "planned_deals", None)
    assert result._decision() == "Stopped after 2 of at most 2 deals, because it was decided."
    result.deals = 0
    assert result._decision() == "Stopped after 0 of at most 0 deals, because it was decided."


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 game could not be finished and counts"), (2, "2 games could not be")]
)
def test_games_that_count_for_nobody(count: int, said: str) -> None:
    told = lines_of(result_of([NOBODYS] * count + [WON] * (4 - count)))
    [line] = [line for line in told if "for nobody" in line]
    assert line.startswith(said)
    assert line.endswith(f"{'count' if count > 1 else 'counts'} for nobody; the first, in deal 0: no memory")


def test_scores_that_are_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores without an interval, of one deal and of two; and no scores at all."""

    def said(games: list[GameResult], low: float, high: float) -> bool:
        result = result_of(games)
        score = Estimate(nan if games[0].scores is None else 1.0, low, high, 2)
        some = Estimate(0.5, 0.25, 0.75, 2)
        result.standings = (Standing("random", 2, some, some, score, some, 0, 0),)
        return "No interval: the score was the same in all deals, so its spread is unknown." in result._remarks()

    lost = [GameResult(None, (1,), 3, Fault(0, "crash", ""))] * 4
    assert said([WON] * 4, -inf, inf)
    assert not said([WON] * 2, -inf, inf)
    assert not said([WON] * 4, 0.5, 1.5)
    assert not said(lost, -inf, inf)


def test_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    for games, experiment, count in (([WON] * 2, ONE, 0), ([WON] * 4, TWO, 1), ([WON] * 6, THREE, 3)):
        page = result_of(games, experiment)._repr_html_()
        assert page.count("more of the points than") == count
        assert "Intervals: 95%" in page
    assert repr(result_of([WON] * 4)) == "<MatchResult: tic-tac-toe, 2 deals, 2 players>"


@pytest.mark.parametrize(
    ("mean", "p", "said"),
    [
        (0.25, 0.01, "A has 25.0% (12.5 to 50.0) more of the points than B, p = 0.01"),
        (-0.25, 0.01, "B has 25.0% (-50.0 to -12.5) more of the points than A, p = 0.01"),
        (0.0, 0.5, "A has 0.0% (12.5 to 50.0) more of the points than B, not significant (p = 0.5)"),
        (0.25, nan, "A has 25.0% (12.5 to 50.0) more of the points than B"),
    ],
)
def test_differences_in_a_sentence(mean: float, p: float, said: str) -> None:
    assert results._sentence(Difference("A", "B", Estimate(mean, 0.125, 0.5, 9), p, p)) == said


def test_numbers_in_words() -> None:
    assert results.plain(Estimate(1.5, -inf, inf, 9)) == "1.50 (no interval)"
    assert results.percent(Estimate(nan, -inf, inf, 9)) == "-"
    assert (results._games(1), results._games(2), results._games(1200)) == ("1 game", "2 games", "1,200 games")
    assert (results.several(1, "deal"), results.several(2, "deal")) == ("1 deal", "2 deals")
    forfeit = Forfeit("random", 3, 0, 4, "by design")
    assert results._forfeit_sentence(forfeit) == "random forfeited 3 games; the first error, in deal 4: by design"


# As values, and in files.


def test_everything_as_plain_values() -> None:
    result = result_of([LOST, DRAWN, NOBODYS], planned=4)
    values = result.to_dict()
    assert values["standings"][0]["points"] == {"mean": 0.75, "low": 0.625, "high": 0.875, "clusters": 1}
    assert [each["mean"] for each in values["by_seat"]["greedy"]] == [0.5, 1.0]
    assert (values["ratings"], values["stop"], values["stopped"]) == ([], None, False)
    assert (values["deals"], values["missing_deals"], values["undecided"]) == (1, 3, 1)
    three = result_of([WON] * 6, THREE).to_dict()
    assert [set(each) for each in three["ratings"]] == [{"player", "mu", "sigma"}] * 3
    plain = results._plain(Estimate(nan, -inf, 2.0, 3))
    assert plain == {"mean": None, "low": None, "high": 2.0, "clusters": 3}


def test_rows_of_games() -> None:
    """Seatings AB and BA: A wins, then A crashes in the second seat, then nobody is to blame, then a draw."""
    crash = GameResult(None, (0,), 3, Fault(1, "crash", "by design"))
    rows = list(result_of([WON, crash, NOBODYS, DRAWN]).rows())
    assert len(FIELDS) == len(rows[0])
    assert rows == [
        (0, 0, 0, 0, "random", 1.0, 1.0, True, 1.0, 5, None, None),
        (0, 0, 0, 1, "greedy", -1.0, 0.0, False, 2.0, 5, None, None),
        (1, 0, 0, 0, "greedy", None, 1.0, True, 1.0, 3, None, None),
        (1, 0, 0, 1, "random", None, 0.0, False, 2.0, 3, "crash", "by design"),
        (2, 1, 0, 0, "random", None, None, None, None, 0, "died", "no memory"),
        (2, 1, 0, 1, "greedy", None, None, None, None, 0, "died", "no memory"),
        (3, 1, 0, 0, "greedy", 0.0, 0.5, False, 1.5, 9, None, None),
        (3, 1, 0, 1, "random", 0.0, 0.5, False, 1.5, 9, None, None),
    ]


def test_records_that_were_not_kept(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"^this match has no records: play it with --records"):
        result_of([WON] * 2).write_records(tmp_path / "r")
    store = Store.create(tmp_path / "r.kibitz", TWO)
    store.commit([Session(number, (WON,)) for number in range(2)])
    with pytest.raises(KibitzError, match=r"r\.kibitz has no records"):
        MatchResult(store).write_records(tmp_path / "r")
    store.close()
    kept = Store.create(None, TWO, records=True)
    kept.commit([Session(number, (WON._replace(record=f'{{"number": {number}}}'),)) for number in range(2)])
    MatchResult(kept).write_records(tmp_path / "r")
    assert (tmp_path / "r").read_text() == '{"number": 0}\n{"number": 1}\n'


def test_errors_of_the_file_system_are_sentences() -> None:
    with pytest.raises(KibitzError, match=r"^cannot write here: No space left on device$"), results._writing("here"):
        raise OSError(28, "No space left on device")
    with pytest.raises(KibitzError, match=r"^cannot write here: unknown$"), results._writing("here"):
        raise OSError("unknown")


@pytest.mark.parametrize(("measure", "names"), [("points", ["random", "greedy"]), ("place", ["random", "greedy"])])
def test_the_picture(measure: str, names: list[str], tmp_path: Path) -> None:
    """The best is on top, where the height is largest; a low place is better. Every player needs as much room."""
    figure = result_of([LOST, DRAWN]).plot(measure)
    [axes] = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == names
    lines: list[Any] = list(axes.get_lines())
    means = [line.get_xdata()[0] for line in lines if len(line.get_xdata()) == 1]
    assert means == ([0.25, 0.75] if measure == "points" else [1.75, 1.25])
    spans = [(list(line.get_xdata()), list(line.get_ydata())) for line in lines[::2]]
    assert spans == [([mean - 0.125, mean + 0.125], [place, place]) for place, mean in enumerate(means)]
    assert axes.get_ylim() == (-0.6, 1.6)
    assert tuple(figure.get_size_inches()) == (7, 2)
    assert axes.get_xlabel() == f"{measure}, with 95% intervals over 1 deals"
    figure.savefig(tmp_path / "picture.svg")
