"""What a game counts for each seat, in games that are really played; and that everybody who counts games agrees."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import Fault
from kibitz.arena.match import Progress
from kibitz.arena.points import Counted, counted
from kibitz.arena.results import FIELDS, MatchResult
from kibitz.arena.session import Director, GameResult

ODD = str(Path(__file__).parent / "odd_players.py")
KUHN = str(Path(__file__).parent.parent.parent / "docs" / "examples" / "kuhn.py")


def played(game: str, *players: str, deals: int = 1, **options: Any) -> Iterator[tuple[GameResult, Counted | None]]:
    """Every game of a match, and what it counts."""
    director = Director(Experiment.of(game, players, seed=1, **options))
    for number in range(deals * director.experiment.sessions_a_deal):
        for result in director.play(number).games:
            yield result, counted(result, director.game.players)


def test_who_wins_has_the_point() -> None:
    games = list(played("tic-tac-toe", "maxn", "random", deals=5))
    won = [(result, counts) for result, counts in games if result.winners]
    assert len(won) >= 5
    for result, counts in won:
        (winner,) = result.winners
        assert counts == Counted(*(((1.0, 0.0), (1.0, 2.0)) if winner == 0 else ((0.0, 1.0), (2.0, 1.0))))


def test_a_draw_is_shared_by_all() -> None:
    assert [counts for _, counts in played("tic-tac-toe", "maxn", "maxn")] == 2 * [Counted((0.5, 0.5), (1.5, 1.5))]


def test_co_winners_share_the_point() -> None:
    games = list(played("spades(cards=2, bids=[1, 1, 1], open=true)", "maxn", "random", deals=5))
    shared = [(result, counts) for result, counts in games if len(result.winners) == 2]
    assert shared
    for result, counts in shared:
        assert counts is not None
        assert [counts.points[seat] for seat in range(3)] == [0.5 if s in result.winners else 0.0 for s in range(3)]
        assert sorted(counts.places) == [1.5, 1.5, 3.0]


def test_a_game_that_a_limit_of_turns_ends_is_shared_by_all() -> None:
    for result, counts in played("chinese-checkers(players=3, turns=2)", "random", "greedy", deals=2):
        assert not result.winners
        assert result.fault is None
        assert counts is not None
        assert counts.points == (1 / 3, 1 / 3, 1 / 3)


@pytest.mark.parametrize(
    ("player", "limit"), [("crashing(one_in=1)", 0.0), ("illegal", 0.0), ("slow(seconds=2)", 0.05)]
)
def test_whoever_fails_forfeits_to_all_others(player: str, limit: float) -> None:
    game = "spades(cards=3, bids=[1, 1, 1], open=true)"
    for result, counts in played(game, "random", player, loads=(ODD,), move_seconds=limit, seatings="1", deals=2):
        assert result.fault is not None
        failed = result.fault.seat
        assert counts == Counted(
            tuple(0.0 if seat == failed else 0.5 for seat in range(3)),
            tuple(3.0 if seat == failed else 1.5 for seat in range(3)),
        )


def test_chance_has_no_part_in_a_point() -> None:
    """At Kuhn poker chance deals: it is no seat, and a game has one point for two."""
    games = list(played("kuhn", "random", "greedy", loads=(KUHN,), deals=5))
    assert len(games) == 10
    for result, counts in games:
        assert counts is not None
        assert len(result.winners) == 1
        assert sum(counts.points) == 1
        assert len(counts.points) == 2


def test_a_game_that_nobody_is_to_blame_for_counts_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without an end: with a limit of 7 moves, some games of tic-tac-toe are such."""
    monkeypatch.setattr("kibitz.players.play_game.LONGEST", 7)
    games = list(played("tic-tac-toe", "random", "greedy", deals=10))
    failed = [(result, counts) for result, counts in games if result.fault]
    assert 0 < len(failed) < len(games)
    for result, counts in failed:
        assert result.fault == Fault(None, "crash", "tic-tac-toe did not end within 7 moves")
        assert counts is None


def test_all_who_count_games_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The running standing, the result and the exported games: won, drawn, forfeited, and nobody's fault."""
    monkeypatch.setattr("kibitz.players.play_game.LONGEST", 8)
    shown: list[Progress] = []
    players = ["crashing(one_in=9)", "random", "maxn"]
    result = kibitz.match("tic-tac-toe", players, deals=10, seed=1, loads=[ODD], progress=shown.append)
    assert result.tallies.nobodys > 0
    assert sum(result.tallies.crashes) > 0
    assert shown[-1].done == result.games == 60
    for row in result.standings:
        assert shown[-1].standing[row.player] == pytest.approx(row.points.mean)
        assert _mean(result, "points", row.player) == pytest.approx(row.points.mean)
        assert _mean(result, "place", row.player) == pytest.approx(row.place.mean)
    assert result.to_polars()["win"].sum() == result.tallies.array("wins").sum()


def _mean(result: MatchResult, column: str, player: str) -> float:
    place, who = FIELDS.index(column), FIELDS.index("player")
    values = [row[place] for row in result.rows() if row[who] == player and row[place] is not None]
    return float(sum(values) / len(values))


def test_a_fault_counts_before_scores_and_a_game_without_either_is_not_counted() -> None:
    failed = GameResult((9.0, 5.0, 1.0), (1, 2), 4, Fault(0, "crash", "out of cards"))
    assert counted(failed, seats=3) == ((0.0, 0.5, 0.5), (3.0, 1.5, 1.5))
    assert counted(GameResult(None, (), 4), seats=3) is None
