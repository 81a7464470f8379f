"""Sums over games: which game counts for whom, in which group of deals, worked out by hand."""

import pytest

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import CRASH, TIME_OUT, Fault
from kibitz.arena.session import GameResult
from kibitz.arena.store import StoredGame
from kibitz.arena.tallies import GROUPS, Tallies
from kibitz.errors import SpecError

TWO = Experiment.of("tic-tac-toe", ["random", "maxn"])  # sessions 0 and 1 are deal 0, with the seats changed
THREE = Experiment.of("spades(cards=3, bids=[1, 1, 1], open=true)", ["random", "maxn"])  # AAB ABA ABB BAA BAB BBA


def tallied(*games: tuple[int, GameResult], experiment: Experiment = TWO, **options: object) -> Tallies:
    made = Tallies(experiment, **{"deals": 4, **options})  # type: ignore[arg-type]
    made.add_all(StoredGame(session, 0, game) for session, game in games)
    return made


WON = GameResult((1.0, -1.0), (0,), 5)
DRAWN = GameResult((0.0, 0.0), (), 9)


def test_points_wins_scores_and_places_by_player_and_seat() -> None:
    """Random wins in the first seat, then maxn does, and one game is drawn with maxn in the first seat."""
    found = tallied((0, WON), (1, WON), (3, DRAWN))
    assert found.games == 3
    assert found.undecided == 1
    by_seat = {column: found.array(column).sum(axis=0).tolist() for column in ("games", "points", "decided", "wins")}
    assert by_seat == {
        "games": [[1, 2], [2, 1]],
        "points": [[1, 0.5], [1.5, 0]],
        "decided": [[1, 1], [1, 1]],
        "wins": [[1, 0], [1, 0]],
    }
    assert found.array("score").sum(axis=0).tolist() == [[1, -1], [1, -1]]
    assert found.array("scored").sum(axis=0).tolist() == [[1, 2], [2, 1]]
    assert found.array("place").sum(axis=0).tolist() == [[1, 3.5], [2.5, 2]]


def test_shared_wins_are_parts_of_a_win() -> None:
    both = GameResult((2.0, 2.0, 1.0), (0, 1), 9)
    assert tallied((0, both), experiment=THREE).array("wins").sum(axis=(0, 2)).tolist() == [2, 0]
    shared = tallied((0, both), experiment=THREE, wins="shared")
    assert shared.array("wins").sum(axis=(0, 2)).tolist() == [1, 0]
    with pytest.raises(SpecError, match="give full or shared"):
        tallied(wins="halves")


def test_faults_count_for_the_player_whose_fault_they_are() -> None:
    """In session 1 maxn has seat 0. Nobody is to blame for the last game."""
    found = tallied(
        (0, GameResult(None, (0,), 0, Fault(1, CRASH, "first"))),
        (1, GameResult(None, (1,), 0, Fault(0, CRASH, "second"))),
        (3, GameResult(None, (0,), 0, Fault(1, TIME_OUT, "slow"))),
        (6, GameResult(None, (), 0, Fault(None, CRASH, "died"))),
    )
    assert (found.crashes, found.time_outs, found.nobodys, found.failed) == ([0, 2], [1, 0], 1, 4)
    assert found.first_faults == {1: (0, "first"), 0: (1, "slow"), None: (3, "died")}
    assert found.games == 4
    assert found.array("games").sum() == 6  # two seats of three games
    assert found.array("scored").sum() == 0


def test_games_that_a_clock_decided_are_counted() -> None:
    found = tallied((0, WON._replace(clocked=True)), (1, WON), (2, WON._replace(clocked=None)))
    assert (found.clocked, found.unknown) == (1, 1)


def test_neighbouring_deals_are_put_together() -> None:
    """Ten deals in four groups: 0 to 2, 3 and 4, 5 to 7, 8 and 9."""
    found = tallied(*((2 * deal, WON) for deal in range(10)), deals=10, groups=4)
    assert found.array("games").sum(axis=(1, 2)).tolist() == [6, 4, 6, 4]
    assert Tallies(TWO, deals=10).groups == 10
    assert Tallies(TWO, deals=GROUPS + 1).groups == GROUPS == 2000


def test_the_largest_possible_number_of_games() -> None:
    """In the six seatings, the first player has 2, 2, 1, 2, 1 and 1 seats: nine, and three games in each seat. If two
    seatings are drawn, it may have two seats in both. Five deals in two groups: at most three in one of them."""
    assert Tallies(THREE, deals=1).most_games().tolist() == [9, 9]
    assert Tallies(THREE, deals=1).most_games(by_seat=True).tolist() == [3] * 6
    drawn = Experiment.of("spades(cards=3, bids=[1, 1, 1], open=true)", ["random", "maxn"], seatings="2", series=5)
    three = Experiment.of("spades(cards=3, bids=[1, 1, 1], open=true)", ["random", "maxn", "greedy"])
    assert Tallies(three, deals=1).most_games().tolist() == [6, 6, 6]  # six orders, each player once in each
    assert Tallies(drawn, deals=1).most_games().tolist() == [20, 20]
    assert Tallies(drawn, deals=5, groups=2).most_games().tolist() == [60, 60]
    assert Tallies(drawn, deals=4, groups=2).most_games(by_seat=True).tolist() == [20] * 6


def test_measures_by_player_or_by_player_and_seat() -> None:
    found = tallied((0, WON), (1, WON), (3, DRAWN), deals=2)
    points, games = found.measured("points")
    assert (points.tolist(), games.tolist()) == ([[1, 1], [0.5, 0.5]], [[2, 2], [1, 1]])
    points, games = found.measured("points", by_seat=True)
    assert (points.tolist(), games.tolist()) == ([[1, 0, 1, 0], [0, 0.5, 0.5, 0]], [[1, 1, 1, 1], [0, 1, 1, 0]])
    with pytest.raises(SpecError, match="did you mean 'points'"):
        found.measured("poinst")


def test_what_is_a_share_has_bounds() -> None:
    found = Tallies(THREE, deals=1)
    assert [found.bounds(each) for each in ("points", "wins", "place", "score")] == [(0, 1), (0, 1), (1, 3), None]
