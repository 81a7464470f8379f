"""Matches on the command line, as a person would run them."""

import json
from pathlib import Path

import polars
import pytest
from support.commands import answer
from support.commands import command as kibitz

ODD = str(Path(__file__).parent / "odd_players.py")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("match")
    files = ("--out", str(made / "r.kibitz"), "--records", str(made / "games.jsonl.gz"))
    (made / "printed").write_text(
        answer("match", "tic-tac-toe", "maxn", "random", "--deals", "8", "--jobs", "2", *files)
    )
    return made


def test_match_prints_a_table_and_results_prints_it_again(folder: Path) -> None:
    printed = (folder / "printed").read_text()
    assert "tic-tac-toe: 8 deals, 2 seatings each, 16 games" in printed
    assert "maxn has" in printed
    assert answer("results", str(folder / "r.kibitz")) == printed


def test_a_learned_model_plays_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "ann.json"
    file.write_text('{"game": "checkers", "model": "strategy(men=2, kings=3, depth=2)"}')
    players = ("checkers", str(file), "random", "--deals", "2", "--jobs", "1")
    found = json.loads(answer("match", *players, "--json"))
    assert found["standings"][0]["player"] == "strategy(men=2, kings=3, depth=2)"
    assert "a model of a player of checkers, not of tic-tac-toe" in kibitz("match", "tic-tac-toe", *players[1:]).stderr
    assert "cannot read" in kibitz("match", "checkers", str(tmp_path / "nobody.json"), "random").stderr


def test_results_as_json_and_files(folder: Path) -> None:
    exports = ("--csv", str(folder / "g.csv"), "--parquet", str(folder / "g.parquet"), "--plot", str(folder / "g.svg"))
    found = json.loads(answer("results", str(folder / "r.kibitz"), "--json", *exports))
    assert found["games"] == 16
    assert found["standings"][0]["player"] == "maxn"
    assert found["standings"][0]["points"]["low"] > 0.5
    assert polars.read_parquet(folder / "g.parquet").height == 32
    assert len((folder / "g.csv").read_text().splitlines()) == 33
    assert "<svg" in (folder / "g.svg").read_text()


def test_a_match_with_a_clock_says_so(folder: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "r.kibitz")
    players = ("match", "tic-tac-toe", "mcts(seconds=0.002)", "random", "--deals", "2", "--jobs", "2", "--out", file)
    assert "Not reproducible: a clock decided moves in 4 of 4 games." in answer(*players)
    found = json.loads(answer("results", file, "--json"))
    assert (found["reproducible"], found["clocked"]) == (False, 4)
    assert json.loads(answer("results", str(folder / "r.kibitz"), "--json"))["reproducible"] is True


def test_replay_lists_shows_and_draws(folder: Path) -> None:
    games = str(folder / "games.jsonl.gz")
    assert len(answer("replay", games).splitlines()) == 16
    shown = answer("replay", games, "--game", "3", "--svg", str(folder / "svg"))
    assert "maxn: " in shown
    assert "over, scores" in shown
    record = json.loads(answer("replay", games, "--game", "3", "--json"))
    assert len(record["states"]) == len(record["moves"]) + 1 == len(list((folder / "svg").iterdir()))


def test_records_can_be_learned_from_and_written_again(folder: Path) -> None:
    again = folder / "again.jsonl"
    answer("results", str(folder / "r.kibitz"), "--records", str(again))
    assert answer("replay", str(again)) == answer("replay", str(folder / "games.jsonl.gz"))


def test_players_of_ones_own_play_in_other_processes() -> None:
    words = ("--load", ODD, "match", "tic-tac-toe", "remembering", "random", "--deals", "4", "--jobs", "2", "--json")
    assert json.loads(answer(*words))["games"] == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match", "tic-tac-toe", "maxm", "random"], "did you mean 'maxn'?"),
        (["match", "tic-tac-toe", "random", "--seatings", "some"], "all, round-robin"),
        (["match", "tic-tac-toe", "random", "--out", "/no/such/folder/r"], "cannot write /no/such/folder/r"),
        (["match", "tic-tac-toe", "random", "--wins", "most", "--deals", "1"], "full or shared"),
        (["results", "missing.kibitz"], "there is no results file missing.kibitz"),
        (["replay", "missing.jsonl"], "cannot read missing.jsonl"),
        (
            ["match", "hearts(players=3)", "alpha-beta", "random", "--deals", "1", "--jobs", "1"],
            "alpha-beta is for two players",
        ),
    ],
)
def test_mistakes_are_one_sentence(words: list[str], message: str) -> None:
    finished = kibitz(*words)
    assert finished.returncode == 2
    assert message in finished.stderr
    assert "Traceback" not in finished.stderr


def test_a_game_that_is_not_recorded(folder: Path) -> None:
    finished = kibitz("replay", str(folder / "games.jsonl.gz"), "--game", "99")
    assert finished.returncode == 2
    assert "has no game 99" in finished.stderr
