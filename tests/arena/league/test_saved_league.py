"""A saved league can be read without its command."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.commands import answer
from support.commands import command as run_command

import kibitz
from kibitz.arena.league.running import Running, is_league, read_league

GIVEN: dict[str, Any] = {"sessions": 2, "games": 2, "simulations": 20, "seed": 1}


def without_costs(result: kibitz.LeagueResult) -> dict[str, Any]:
    return {name: value for name, value in result.to_dict().items() if name != "cost"}


def test_a_league_takes_the_keywords_of_a_match(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    done: list[tuple[int, int]] = []
    found = kibitz.league(
        "tic-tac-toe", ["greedy", "random"], ["maxn"], "random", out=file, jobs=1, chunk=2,
        progress=lambda *told: done.append(told), **GIVEN,
    )  # fmt: skip
    assert done[-1] == (12, 12)
    assert is_league(file)
    assert without_costs(read_league(file)) == without_costs(found)
    with pytest.raises(kibitz.SpecError, match="not both"):
        kibitz.league("tic-tac-toe", ["greedy"], ["maxn"], "random", running=Running(), jobs=1)


def test_the_command_results_reads_it(tmp_path: Path) -> None:
    file, table = tmp_path / "league.jsonl", tmp_path / "games.csv"
    found = kibitz.league("tic-tac-toe", ["greedy"], ["maxn"], "random", out=file, **GIVEN)
    told = json.loads(answer("results", str(file), "--csv", str(table), "--json"))
    assert told["gain"] == json.loads(json.dumps(found.to_dict()))["gain"]
    assert len(table.read_text().splitlines()) == 1 + 3 * 2 * 2  # a line for each game
    refused = run_command("results", str(file), "--records", "games.jsonl")
    assert "stores no games" in refused.stderr


def test_an_unfinished_league_says_how_much_is_there(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    kibitz.league("tic-tac-toe", ["greedy"], ["maxn"], "random", out=file, **GIVEN)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:-1]) + "\n")
    read = read_league(file)
    assert read.sessions == 1
    assert "5 of 6 sessions are there" in read.summary().split("\n\n")[0]
    file.write_text("\n".join(lines[:3]) + "\n")
    with pytest.raises(kibitz.KibitzError, match="1 of 6 sessions are there; the same kibitz league command"):
        read_league(file)


def test_a_file_of_an_earlier_version_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    kibitz.league("tic-tac-toe", ["greedy"], ["maxn"], "random", out=file, **GIVEN)
    kept = [line for line in file.read_text().splitlines() if not line.startswith('[["last"]')]
    file.write_text("\n".join(kept) + "\n")
    with pytest.raises(kibitz.KibitzError, match="is a league of tic-tac-toe with seed 1 by an earlier version"):
        read_league(file)
    again = kibitz.league("tic-tac-toe", ["greedy"], ["maxn"], "random", out=file, **GIVEN)  # and it continues
    assert without_costs(read_league(file)) == without_costs(again)


def test_a_league_that_stopped_early_is_read_as_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    options = {**GIVEN, "sessions": 40}
    found = kibitz.league("tic-tac-toe", ["first-move"], ["maxn"], "random", out=file, until_decided=True, **options)
    assert found.sessions < 40
    assert without_costs(read_league(file)) == without_costs(found)
