"""What is played and how it is run are two values; ``match`` takes the parts of both by name, as it did in 0.1."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.experiment import Experiment, PlayedOptions
from kibitz.arena.faults import CRASH, Fault
from kibitz.arena.match import Progress, run
from kibitz.arena.missing_sessions import MissingSessions
from kibitz.arena.running import Running, RunningOptions
from kibitz.arena.session import GameResult, Session
from kibitz.arena.store import Store
from kibitz.errors import KibitzError, SpecError

GAME, PLAYERS = "spades(cards=3, bids=[1, 1, 1], open=true)", ["maxn(own=MT)", "random"]


def test_every_keyword_of_0_1_is_taken(tmp_path: Path) -> None:
    """All of them at once, each with another value than its default where that can be."""
    shown: list[Progress] = []
    result = kibitz.match(
        GAME,
        PLAYERS,
        deals=3,
        seed=7,
        seatings=2,
        series=2,
        opening=1,
        wins="shared",
        jobs=2,
        backend="processes",
        address=None,
        chunk=2,
        out=tmp_path / "r.kibitz",
        records=tmp_path / "games.jsonl",
        move_seconds=60,
        strict=True,
        loads=[str(Path(__file__).parent / "odd_players.py")],
        progress=shown.append,
    )
    assert (result.games, result.wins, len(shown)) == (12, "shared", 3)
    assert result.experiment == Experiment.of(
        GAME, PLAYERS, 7, seatings=2, series=2, opening=1, move_seconds=60, loads=result.experiment.loads
    )
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 12


def test_what_is_played_does_not_depend_on_how_it_is_run(tmp_path: Path) -> None:
    experiment = Experiment.of(GAME, PLAYERS, seed=3)
    plain = run(experiment, 4)
    for running in (Running(jobs=2, chunk=1), Running(chunk=5, out=tmp_path / "r.kibitz"), Running(recorded=True)):
        again = run(experiment, 4, running)
        assert list(again.rows()) == list(plain.rows())
        assert again.experiment.identity == kibitz.match(GAME, PLAYERS, 4, 3, jobs=1).experiment.identity


def test_match_takes_by_name_whatever_both_values_hold() -> None:
    """What it sets itself, and what only papers ask for, is left out."""
    played = {field.name for field in fields(Experiment)} - {"game", "players", "seed", "memories"}
    assert set(PlayedOptions.__annotations__) == played
    assert set(RunningOptions.__annotations__) == {field.name for field in fields(Running)} - {"director", "recorded"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"job": 2},
            r"a match has no option 'job'; did you mean 'jobs'\? known: address, backend, chunk",
        ),
        ({"memories": ()}, "a match has no option 'memories'"),
        ({"wins": "half"}, "wins='half' is not allowed; give full or shared"),
    ],
)
def test_other_names_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        kibitz.match("tic-tac-toe", ["random"], deals=1, **options)


def test_a_number_of_seconds_may_be_whole() -> None:
    """60 and 60.0 are the same limit, so what was begun with one goes on with the other."""
    whole, decimal = (Experiment.of(GAME, PLAYERS, move_seconds=limit).identity for limit in (60, 60.0))
    assert whole == decimal


def test_by_default_a_match_runs_in_this_process_and_keeps_no_games() -> None:
    usual = Running()
    assert (usual.jobs, usual.chunk, usual.strict, usual.recorded, usual.keeps_games) == (1, 0, False, False, False)
    assert Running(progress=print) == usual  # who watches changes nothing


@pytest.mark.parametrize(("seat", "who"), [(1, "maxn"), (None, "nobody in particular")])
def test_a_strict_match_says_who_failed(seat: int | None, who: str) -> None:
    experiment = Experiment.of("tic-tac-toe", ["random", "maxn"])
    failed = [Session(0, (GameResult(None, (), 0, Fault(seat, CRASH, "no idea")),))]
    MissingSessions(experiment, Store.create(None, experiment), total=2).keep([0], failed)
    strict = MissingSessions(experiment, Store.create(None, experiment), total=2, strict=True)
    with pytest.raises(KibitzError, match=rf"^deal 0, seating \(0, 1\): crash of {who}: no idea$"):
        strict.keep([0], failed)
    assert strict.missing() == [range(2)]
