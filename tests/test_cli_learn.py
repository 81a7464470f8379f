"""``kibitz learn``, run as a person would."""

import json
import subprocess
from pathlib import Path

import pytest
from support.commands import command
from support.recorded_games import recorded

import kibitz
from kibitz.games import records
from kibitz.models.stored import read_model

WHIST = Path(__file__).parent.parent / "docs" / "examples" / "whist.py"


def learn(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return command("learn", *words, folder=folder, seconds=240)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    file = tmp_path / "games.jsonl"
    records.write(recorded(2, 12).records, file)
    return file


def test_learns_says_and_saves(games: Path) -> None:
    done = learn("checkers", "--from", str(games), "--player", "Ann", "--limit-depth", "3", folder=games.parent)
    assert done.returncode == 0, done.stderr
    assert "checkers: strategy(men=" in done.stdout
    assert "that were not used to learn" in done.stdout
    assert "saved to Ann-checkers.json" in done.stdout
    assert "games: 12 found, 12 read, 12 used, 0 skipped" in done.stdout
    assert not done.stderr
    model = read_model(games.parent / "Ann-checkers.json", kibitz.game("checkers"))
    assert model.strategy[1] <= 3
    assert kibitz.predict(model, kibitz.game("checkers").start())


def test_a_game_that_is_recorded_twice_counts_once(games: Path) -> None:
    words = ["checkers", "--from", str(games), "--player", "Ann", "--limit-depth", "2", "--out", "ann.json"]
    assert learn(*words, folder=games.parent).returncode == 0
    once = (games.parent / "ann.json").read_text()
    games.write_text(games.read_text() * 2)
    done = learn(*words, folder=games.parent)
    assert "games: 24 found, 24 read, 12 repeated, 12 used, 0 skipped" in done.stdout
    assert (games.parent / "ann.json").read_text() == once


def test_json_and_what_was_skipped(games: Path) -> None:
    broken = (
        games.read_text()
        + '{"game": "chess"}\n'
        + recorded(2, 1).records[0].to_json().replace('"moves": ["', '"moves": ["1-9 ')
    )
    games.write_text(broken)
    words = ["checkers", "--from", str(games), "--player", "Ann", "--limit-depth", "2", "--json", "--out", "ann.json"]
    done = learn(*words, folder=games.parent)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found["skipped"]) == 2
    reasons = {"another game": 1, "illegal move": 1}
    assert found["games"] == {"found": 14, "read": 12, "repeated": 0, "used": 12, "skipped": 2, "reasons": reasons}
    assert "1 skipped: another game, first line 13" in done.stderr
    assert "line 13: there is no game 'chess'" in done.stderr
    assert "line 14: move 1: checkers:" in done.stderr
    assert "2 skipped, 12 games read" in done.stderr
    assert found["saved"] == "ann.json"
    assert {"depth", "weights", "likely_depths", "fresh", "by_depth"} <= found.keys()
    assert json.loads((games.parent / "ann.json").read_text())["model"] == found["model"]


def test_pdn_of_others_is_counted(games: Path) -> None:
    """Only what does not depend on learning: nobody of that name, so nothing is learned."""
    file = games.parent / "games.pdn"
    bad = '[Black "Ann"] 1. 11-15 11-15 *\n' * 3 + '[GameType "20"] 1. 32-28 *\n'
    file.write_bytes(b'[Black "M\xfcller"] 1. 11-15 {so} 23-19 *\n' + bad.encode())
    done = learn("checkers", "--from", "games.pdn", "--player", "Muller", folder=games.parent)
    assert done.returncode == 2
    assert "3 skipped: illegal move, first PDN, line 2: '11-15' is not legal here" in done.stderr
    assert "1 skipped: another game, first PDN, line 5: GameType '20'" in done.stderr
    assert "4 skipped, 1 games read" in done.stderr
    assert "did you mean 'Müller'?" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["checkers", "--from", "nowhere", "--player", "Ann"], "cannot read nowhere: No such file"),
        (["checkers", "--from", "empty", "--player", "Ann"], "empty is empty: one recorded game a line is expected"),
        (["checkers", "--from", "broken", "--player", "Ann"], "broken: none of the 1 games could be read"),
        (["checkers", "--from", "games.jsonl", "--player", "Anna"], "did you mean 'Ann'?"),
        (["checkers", "--from", "few", "--player", "Ann"], "1 games with unforced moves of this player are too few"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--out", "no/a.json"], "there is no folder no"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--out", "."], "cannot write .: it is a folder"),
        (["spades", "--from", "games.jsonl", "--player", "Ann"], "none of the 12 games could be read"),
        (["chekers", "--from", "games.jsonl", "--player", "Ann"], "did you mean 'checkers'"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--versus", "Bne"], "did you mean 'Ben'"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--learner", "choise"], "did you mean 'choice'"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--learner", "preference"], "takes a game with bids"),
        (["checkers", "--from", "games.jsonl", "--player", "Ann", "--plot", "a.gif"], "ends in .svg, .png or .pdf"),
        (
            ["checkers", "--from", "games.jsonl", "--player", "Ann", "--learner", "strategy", "--versus", "Ben"],
            "learner 'strategy' cannot compare two players; learner 'choice' can",
        ),
    ],
)
def test_mistakes_are_one_sentence(games: Path, words: list[str], message: str) -> None:
    (games.parent / "empty").write_text("")
    (games.parent / "broken").write_text("{\n")
    (games.parent / "few").write_text(games.read_text().splitlines()[0])
    done = learn(*words, folder=games.parent)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_what_was_learned_is_printed_also_when_it_cannot_be_saved(games: Path, words: list[str]) -> None:
    full = ["--out", "/dev/full", "--limit-depth", "1", *words]
    done = learn("checkers", "--from", str(games), "--player", "Ann", *full, folder=games.parent)
    assert done.returncode == 2
    assert "cannot write /dev/full: No space left on device" in done.stderr
    assert "strategy(men=" in done.stdout
    assert not words or json.loads(done.stdout)["saved"] is None


def written(spec: str, players: tuple[str, ...], names: tuple[str, ...], file: Path) -> None:
    game, found = kibitz.game(spec), []
    for number in range(4):
        played = kibitz.play_game(game, [kibitz.player(each) for each in players], number, names)
        found.append(records.GameRecord(played.start, names, played.moves, played.scores))
    records.write(found, file)


def test_two_players_are_compared_and_drawn(tmp_path: Path) -> None:
    written("tic-tac-toe", ("greedy", "random"), ("Ann", "Ben"), tmp_path / "games.jsonl")
    words = ["tic-tac-toe", "--from", "games.jsonl", "--player", "Ann", "--versus", "Ben", "--limit-depth", "2"]
    done = learn(*words, "--plot", "both.svg", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["learner"] == "choice"
    assert {"belief", "stored model", "greedy", "uniform"} == found["fresh"].keys()
    assert found["versus"]["players"] == ["Ann", "Ben"]
    assert found["versus"]["second"]["model"]
    assert len(found["versus"]["predictions"]) == 4
    assert "<svg" in (tmp_path / "both.svg").read_text()
    assert str(kibitz.model(str(tmp_path / found["saved"]))) == found["model"]
    done = learn(*words, folder=tmp_path)
    assert "the belief about Ben on Ann" in done.stdout


def test_a_game_written_in_python_is_learned(tmp_path: Path) -> None:
    import whist  # noqa: F401  # registers the game

    written("whist", ("greedy", "random", "random"), ("Ann", "Ben", "Cy"), tmp_path / "games.jsonl")
    words = ["--from", "games.jsonl", "--player", "Ann", "--limit-depth", "1", "--out", "ann.json"]
    done = command("--load", str(WHIST), "learn", "whist", *words, folder=tmp_path, seconds=240)
    assert done.returncode == 0, done.stderr
    assert "were held back:" in done.stdout
    assert kibitz.model(str(tmp_path / "ann.json"))


@pytest.mark.parametrize("learner", ["strategy", "choice"])
def test_every_learner_draws(games: Path, learner: str) -> None:
    words = ["checkers", "--from", str(games), "--player", "Ann", "--limit-depth", "1", "--learner", learner]
    done = learn(*words, "--plot", "ann.png", folder=games.parent)
    assert done.returncode == 0, done.stderr
    assert "drawn in ann.png" in done.stdout
    assert (games.parent / "ann.png").read_bytes().startswith(b"\x89PNG")
