"""Leagues on the command line, as a person would run them."""

import json
from pathlib import Path

import pytest
from support.commands import answer
from support.commands import command as kibitz

from kibitz.cli.league import repeated

OWN = str(Path(__file__).parent / "own_opponents.py")


def test_a_league_prints_and_writes_its_report(tmp_path: Path) -> None:
    given = "league tic-tac-toe --opponents greedy random --sessions 4 --games 2 --simulations 50 --jobs 1"
    printed = answer(*given.split(), "--report", str(tmp_path))
    assert "tic-tac-toe: 2 tables, 4 sessions each, 2 games in a session" in printed
    assert "clairvoyant(simulations=50)" in printed
    assert "Beliefs at the end of a session" in printed
    written = {file.name for file in tmp_path.iterdir()}
    assert {"league.md", "league.html", "league.json", "league-1.svg", "league-2.svg"} <= written
    assert "![Gain over the baseline by games seen](league-1.svg)" in (tmp_path / "league.md").read_text()
    assert "kibitz league tic-tac-toe" in json.loads((tmp_path / "league.json").read_text())["command"]
    assert (tmp_path / "league.html").read_text().count("<svg") == 4


def test_quick_needs_nothing_but_a_game_and_own_opponents_are_asked() -> None:
    quick = ("league", "tic-tac-toe", "--scale", "quick", "--sessions", "2", "--jobs", "1", "--json")
    found = json.loads(answer(*quick))
    assert found["tables"] == 4
    assert found["games"] == 3
    assert found["reproducible"] is True
    own = json.loads(answer(*quick, "--load", OWN, "--opponents", "turning", "first-listed", "--opening", "0"))
    assert [row["opponents"] for row in own["rows"][:2]] == [["turning"], ["first-listed"]]
    assert own["clairvoyant"]["mean"] == 1.0  # the first seat wins against both, and so does the second
    again = json.loads(answer("--load", OWN, *quick, "--opponents", "turning", "first-listed", "--opening", "0"))
    del own["cost"], again["cost"]
    assert again == own


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tic-tac-toe", "--opponents", "gredy"], "did you mean 'greedy'"),
        (["tic-tac-toe", "--scale", "huge"], "full, pilot, published, quick"),
        (["tic-tac-toe", "--simulations", "5", "--seconds", "1"], "not both"),
        (["tic-tac-toe", "--load", "missing.py"], "there is no file missing.py"),
        (["tic-tac-toe", "--out", "/no/such/folder/l"], "there is no folder /no/such/folder"),
        (["tic-tac-toe", "--handicap", "men=2"], "handicap"),
        (["tic-tac-toe", "--address", "here"], "add --backend ray"),
    ],
)
def test_mistakes_are_one_sentence(words: list[str], message: str) -> None:
    finished = kibitz("league", *words)
    assert finished.returncode == 2
    assert message in finished.stderr
    assert "Traceback" not in finished.stderr


def test_options_that_take_several_values_may_be_repeated_as_well() -> None:
    listed = ["g", "--players", "a", "b", "--opponents", "x", "--jobs", "2"]
    written_out = ["g", "--players", "a", "--players", "b", "--opponents", "x", "--jobs", "2"]
    assert repeated(listed) == repeated(written_out) == written_out
