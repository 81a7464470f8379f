"""The limits and the defaults of the specification of a league."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.arena.league.defaults import default_opponents
from kibitz.arena.league.experiment import League
from kibitz.errors import SpecError


def made(**options: Any) -> League:
    given = {"opponents": ("random",), "players": ("greedy",), **options}
    return League("tic-tac-toe", baseline="first-move", **given)


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [
        ("seed", 0, 18_446_744_073_709_551_615),
        ("games", 1, 1_000_000),
        ("opening", 0, 10_000),
        ("simulations", 0, 10_000_000),
    ],
)
def test_whole_numbers_have_limits(name: str, lowest: int, highest: int) -> None:
    for value in (lowest, highest):
        assert getattr(made(**{name: value}), name) == value
    for refused in (lowest - 1, highest + 1, float(lowest + 1), True):
        with pytest.raises(SpecError, match=f"{name}={refused} is not allowed.* from {lowest} to {highest}$"):
            made(**{name: refused})


def test_a_move_takes_less_than_a_day() -> None:
    for seconds in (0.0, 0.5, 86_399.0, 86_399.5):
        assert made(seconds=seconds).seconds == seconds
    for refused in (-0.5, 86_400, 86_400.5):
        with pytest.raises(SpecError, match=f"seconds={refused} is not allowed"):
            made(seconds=refused)


def test_a_league_needs_an_opponent_and_a_player() -> None:
    for nobody in ("opponents", "players"):
        with pytest.raises(SpecError, match="at least one opponent and one player"):
            made(**{nobody: ()})


def test_what_is_played_if_nothing_is_given() -> None:
    usual = made()
    assert (usual.games, usual.seed, usual.simulations, usual.seconds, usual.opening) == (10, 0, 0, 0.0, 0)
    assert (usual.clairvoyant, usual.handicap, usual.loads, usual.memories) == ("auto", "", (), ())


def test_the_whole_population_unless_a_few_are_asked_for() -> None:
    game = kibitz.game("tic-tac-toe")
    everybody = League.of(game, players=["maxn"], baseline="first-move").opponents
    assert len(everybody) > 3
    assert everybody == tuple(str(kibitz.player(each)) for each in default_opponents(game, 0))
    assert len(League.of(game, players=["maxn"], baseline="first-move", at_most=3).opponents) == 3


def test_a_mistyped_option_is_answered_with_one_that_a_league_has() -> None:
    """A league stores no games, so it has neither records nor strict."""
    for typed, meant in (("progres", "progress"), ("chunks", "chunk"), ("session", "sessions"), ("at_mos", "at_most")):
        options: Any = {typed: 1}
        with pytest.raises(SpecError, match=f"no option '{typed}'; did you mean '{meant}'"):
            League.of("tic-tac-toe", ["random"], ["greedy"], "first-move", **options)
    for typed in ("record", "stric"):
        options = {typed: 1}
        with pytest.raises(SpecError, match=f"no option '{typed}'; (?!did you mean '{typed}.)"):
            League.of("tic-tac-toe", ["random"], ["greedy"], "first-move", **options)
