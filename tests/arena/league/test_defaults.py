"""What a league takes where nothing is given: scales, opponents and players of the papers."""

import pytest

import kibitz
from kibitz.arena.league.defaults import default_opponents, left_out, named_players, scale_named
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.session import Sessions
from kibitz.specialists.baselines import published_sessions
from kibitz.specialists.populations import population


def test_a_few_opponents_are_those_that_decide_quickly_and_all_are_the_population() -> None:
    game = kibitz.game("hearts")
    groups = {member.player: member.group for member in population(game)}
    few = default_opponents(game, 5)
    assert len(few) == 5
    assert {groups[each] for each in few} <= {"choices", "habits"}
    assert list(default_opponents(game)) == [member.player for member in population(game)]
    assert default_opponents(kibitz.game("tic-tac-toe"), 10_000)


def test_quick_is_less_where_something_is_hidden_or_games_are_long() -> None:
    quick, hidden, long = (scale_named("quick", kibitz.game(name)) for name in ("checkers", "hearts", "abalone"))
    assert (hidden.sessions, hidden.games, hidden.opponents) == (long.sessions, long.games, long.opponents)
    assert hidden.opponents * hidden.sessions * hidden.games < quick.opponents * quick.sessions * quick.games


@pytest.mark.parametrize("name", ["tic-tac-toe", "guess-it", "hearts(open=true)", "checkers"])
def test_the_published_league_has_the_sessions_of_the_plan(name: str) -> None:
    game = kibitz.game(name)
    assert scale_named("published", game).sessions == published_sessions(game) > 0
    assert scale_named("published", game).opponents == 0


def test_a_game_without_a_plan_is_published_too() -> None:
    assert scale_named("published", kibitz.game("checkers(quiet=30)")).sessions >= 2


def test_papers_stand_beside_other_players_and_nobody_is_named_twice() -> None:
    game = kibitz.game("checkers")
    found = named_players(["greedy", "papers", "mcts"], game)
    assert found[0] == "greedy"
    assert found.count("mcts") == 1
    assert any("learner=strategy" in each for each in found)
    assert named_players(["greedy"], game) == ("greedy",)
    assert len(left_out(["papers"], game)) == 5
    assert left_out(["greedy"], game) == []


def test_ablations_are_the_reader_without_each_of_its_parts_and_with_the_truth() -> None:
    opponents = ["greedy", "win-stay(greedy, random)"]  # the second is no model, so the truth is no candidate there
    made = League.of("tic-tac-toe", opponents, ["ablations"], "random", games=2, simulations=9)
    assert [each.partition("learner=")[2].partition(",")[0] for each in made.players] == [
        "",
        "choice-without-depth",
        "choice-without-types",
        "choice-without-trust",
        "choice-without-learning",
        "choice-without-plain",
        "choice-without-strict",
        "choice",
    ]
    for player in made.players:
        for table in made.tables:
            assert all("fault" not in one for one in Sessions(made).play(Case(player, table, 0)))
    told = Sessions(made).play(Case(made.players[-1], ("greedy",), 0))[-1]["believed"]["opponent 1"]
    assert "greedy" in told
