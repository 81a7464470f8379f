"""How a league is run where little is given, and which files are not its results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kibitz.arena.league.experiment import League
from kibitz.arena.league.running import Running, is_league, league, read_league, run
from kibitz.errors import KibitzError, SpecError

GIVEN: dict[str, Any] = {"games": 1, "clairvoyant": "none"}


def small() -> League:
    return League.of("tic-tac-toe", ["random"], ["first-move"], "random", **GIVEN)


def test_ten_sessions_in_one_process_unless_given() -> None:
    found = league("tic-tac-toe", ["random"], ["first-move"], "random", **GIVEN)
    assert (found.sessions, list(found.looks)) == (10, [])
    usual = Running()
    assert (usual.jobs, usual.backend, usual.chunk) == (1, "processes", 0)


def test_who_watches_the_progress_makes_no_other_run() -> None:
    assert Running(progress=lambda done, total: None) == Running()
    assert Running(jobs=2) != Running()


def test_a_league_has_at_least_one_session() -> None:
    assert run(small(), 1).sessions == 1
    for sessions in (0, -1, 1.0, 2.5):
        with pytest.raises(SpecError, match=f"sessions={sessions} is not allowed"):
            run(small(), sessions)  # type: ignore[arg-type]


def test_a_file_that_is_missing_or_torn_or_begins_with_something_else_is_no_league(tmp_path: Path) -> None:
    file = tmp_path / "league.jsonl"
    assert not is_league(file)
    run(small(), 1, Running(out=file))
    assert is_league(file)
    text = file.read_text()
    first, rest = text.split("\n", 1)
    for damaged, begins_so in ((rest + first + "\n", False), (first[:40], True)):
        file.write_text(damaged)
        assert is_league(file) is begins_so
        with pytest.raises(KibitzError, match=r"league\.jsonl is not a results file of a league"):
            read_league(file)
