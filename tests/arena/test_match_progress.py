"""The progress of a match, counted by hand."""

import pytest

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import CRASH, Fault
from kibitz.arena.progress import Progress, RunningStanding, described
from kibitz.arena.session import GameResult, Session

WON, LOST, DRAWN = (
    GameResult(scores, winners, 5) for scores, winners in (((1, -1), (0,)), ((-1, 1), (1,)), ((0, 0), ()))
)
NOBODYS = GameResult(None, (), 0, Fault(None, CRASH, "no end"))


def test_rate_and_time_left() -> None:
    progress = Progress(done=15, total=20, played=10, seconds=2.0, standing={})
    assert (progress.rate, progress.seconds_left) == (5.0, 1.0)
    assert Progress(1, 20, 1, 0.25, {}).rate == 4.0
    assert Progress(15, 20, 10, 0.0, {}).rate == 0.0
    assert Progress(15, 20, 0, 2.0, {}).seconds_left is None


def test_points_are_added_up_by_player_and_games_by_series() -> None:
    """Seatings alternate: in the second session, player 1 sits in seat 0."""
    standing = RunningStanding(Experiment.of("tic-tac-toe", ["random", "greedy"], series=2), done=4)
    first = standing.add([Session(0, (WON, DRAWN))], total=10, seconds=3.0)
    assert (first.done, first.total, first.played, first.seconds) == (10, 20, 2, 3.0)
    assert first.standing == {"random": 0.75, "greedy": 0.25}
    second = standing.add([Session(1, (WON, LOST)), Session(2, (NOBODYS, LOST))], total=10, seconds=4.0)
    assert (second.done, second.played) == (14, 6)
    assert second.standing == pytest.approx({"random": 2.5 / 5, "greedy": 2.5 / 5})


def test_nobody_stands_anywhere_before_a_game_counts() -> None:
    standing = RunningStanding(Experiment.of("tic-tac-toe", ["random", "greedy"]), done=0)
    assert standing.add([Session(0, (NOBODYS,))], total=2, seconds=1.0).standing == {}


def test_the_line_shows_the_four_best() -> None:
    players = {"a": 0.1, "b": 0.3, "c": 0.2, "d": 0.25, "e": 0.15}
    assert (
        described(Progress(100, 1350, 100, 10.0, players))
        == "10.0 games/s, 2:05 left; b 30.0%, d 25.0%, c 20.0%, e 15.0%"
    )
    assert described(Progress(0, 10, 0, 1.0, {"a": 1.0})) == "0.0 games/s; a 100.0%"
