"""Matches without cards and chance begin with a few random moves, and repeated games are not called evidence."""

from __future__ import annotations

import sqlite3
from math import isnan
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.openings import default_opening
from kibitz.arena.results import MatchResult
from kibitz.players.loading import load

PLAYERS = ["first-move", "greedy"]


@pytest.mark.parametrize(
    ("game", "options", "opening"),
    [
        ("tic-tac-toe", {}, 1),
        ("checkers", {}, 4),
        ("checkers", {"opening": 0}, 0),
        ("checkers", {"opening": 6}, 6),
        ("hearts", {}, 0),
        ("tic-tac-toe", {"positions": [str(kibitz.game("tic-tac-toe").start())]}, 0),
    ],
)
def test_the_default_opening(game: str, options: dict[str, Any], opening: int) -> None:
    result = kibitz.match(game, ["random", "random"], deals=1, seatings=1, **options)
    assert result.experiment.opening == opening


def test_a_short_game_keeps_most_of_its_plies() -> None:
    """The random game that is tried has ten positions, and an opening at most a fifth of them; three players would
    otherwise have six."""
    load(str(Path(__file__).parents[2] / "docs" / "examples" / "nim.py"))
    assert default_opening(kibitz.game("nim")) == 2


def test_an_experiment_without_an_opening_keeps_its_identity() -> None:
    """Papers and stored results were played without one."""
    made = Experiment.of("checkers", PLAYERS, seed=1)
    assert made.opening == 0
    assert made.identity == kibitz.match("checkers", PLAYERS, deals=1, seed=1, opening=0).experiment.identity


def test_a_stored_match_continues_with_its_own_opening(tmp_path: Path) -> None:
    file = tmp_path / "match.kibitz"
    kibitz.match("tic-tac-toe", ["maxn", "random"], deals=2, seed=1, opening=0, out=file)  # the default of 0.1
    longer = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=4, seed=1, out=file)
    assert (longer.deals, longer.experiment.opening) == (4, 0)


def test_repeated_games_have_no_p_value() -> None:
    result = kibitz.match("tic-tac-toe", PLAYERS, deals=10, seed=1, opening=0)
    assert result.distinct == 6
    assert result.repeats
    [found] = result.differences()
    assert isnan(found.p)
    assert not found.significant
    assert "Only 6 distinct games of 20" in result.summary()
    assert "--opening" in result.summary()
    assert "p =" not in result.summary()
    told = result.to_dict()
    assert (told["distinct_games"], told["games"], told["differences"][0]["p"]) == (6, 20, None)


def test_games_that_differ_have_one() -> None:
    result = kibitz.match("tic-tac-toe", ["maxn", "random"], deals=10, seed=1)
    assert result.distinct is not None
    assert 10 <= result.distinct <= 20
    assert not result.repeats
    assert "p =" in result.summary()


def test_dealt_cards_are_not_counted() -> None:
    assert kibitz.match("spades(cards=2)", ["first-move", "first-move"], deals=3, seed=1).distinct is None


def test_files_of_earlier_versions_do_not_know(tmp_path: Path) -> None:
    file = tmp_path / "match.kibitz"
    kibitz.match("tic-tac-toe", PLAYERS, deals=3, seed=1, opening=0, out=file)
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE lines")
        connection.execute("DELETE FROM checksums WHERE name LIKE 'lines %'")
    connection.close()
    before = MatchResult.open(file)
    assert before.distinct is None
    assert not before.repeats
    longer = kibitz.match("tic-tac-toe", PLAYERS, deals=6, seed=1, out=file)
    assert (longer.games, longer.distinct) == (12, None)  # half of the games are known


def test_damaged_moves_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.kibitz"
    kibitz.match("tic-tac-toe", PLAYERS, deals=3, seed=1, out=file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE lines SET line = line + 1 WHERE session = 2")
    connection.close()
    with pytest.raises(kibitz.KibitzError, match="not what was written"):
        _ = MatchResult.open(file).distinct
