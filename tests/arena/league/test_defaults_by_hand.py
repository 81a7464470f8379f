"""How much a league plays, and against whom, where nothing is given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.arena.league import defaults
from kibitz.arena.league.defaults import Scale, default_baseline, default_opponents, scale_named
from kibitz.errors import SpecError
from kibitz.specialists.baselines import Baseline

GAME = kibitz.game("checkers(quiet=30)")  # nobody chose a baseline for it, so simulations are not left to the players


@pytest.mark.parametrize(
    ("name", "quick_game", "slow_game"),
    [
        ("full", Scale(10, 10, 500, 0), Scale(10, 10, 500, 0)),
        ("published", Scale(4, 6, 200, 0), Scale(4, 6, 50, 0)),
        ("pilot", Scale(1, 6, 60, 12), Scale(1, 6, 20, 12)),
        ("quick", Scale(2, 3, 60, 4), Scale(1, 2, 20, 3)),
    ],
)
def test_scales_of_games_that_are_quick_and_slow(
    name: str, quick_game: Scale, slow_game: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/commands.md and the published leagues name these numbers. A game is slow from 200 plies on."""
    monkeypatch.setattr(defaults, "baseline_of", lambda game: None)
    monkeypatch.setattr(defaults, "published_sessions", lambda game: 0)
    for plies, expected in ((199, quick_game), (200, slow_game)):
        monkeypatch.setattr(defaults, "random_plies", lambda game, plies=plies: plies)
        assert scale_named(name, GAME) == expected
    assert scale_named(name, kibitz.game("hearts")) == slow_game  # hidden
    monkeypatch.setattr(defaults, "random_plies", lambda game: 10)
    assert scale_named(name, kibitz.game("hearts")) == slow_game


def test_a_game_with_a_baseline_leaves_the_simulations_to_its_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defaults, "published_sessions", lambda game: 7)
    assert scale_named("quick", kibitz.game("checkers")) == Scale(2, 3, 0, 4)
    assert scale_named("published", kibitz.game("checkers")) == Scale(7, 6, 0, 0)
    assert scale_named("full", kibitz.game("checkers")).sessions == 10
    with pytest.raises(SpecError, match="did you mean 'quick'"):
        scale_named("quikc", GAME)


def test_a_few_opponents_are_taken_evenly_from_those_that_decide_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third member searches. Of the other eight, four are at places 0, 2, 4 and 6, and three at 0, 2 and 5."""
    groups = ["choices", "searches", "habits"] * 4
    members = [SimpleNamespace(player=f"p{place}", group=group) for place, group in enumerate(groups)]
    population: Any = lambda game: members  # noqa: E731
    monkeypatch.setattr(defaults, "load_row", lambda row: population)
    assert default_opponents(GAME) == tuple(f"p{place}" for place in range(12))
    assert default_opponents(GAME, 4) == ("p0", "p3", "p6", "p9")
    assert default_opponents(GAME, 3) == ("p0", "p3", "p8")
    assert len(default_opponents(GAME, 99)) == 8


def test_a_game_for_which_nobody_chose_a_baseline_has_a_tree_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defaults, "baseline_of", lambda game: None)
    assert default_baseline(kibitz.game("hearts")) == Baseline("hidden-mcts", "")
    assert default_baseline(kibitz.game("guess-it")) == Baseline("is-mcts", "")
    assert default_baseline(kibitz.game("hearts(open=true)")) == Baseline("mcts", "")


def test_no_opponents_means_the_whole_population() -> None:
    assert Scale(1, 2, 3).opponents == 0
