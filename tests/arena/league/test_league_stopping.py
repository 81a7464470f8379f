"""Leagues that stop when they are decided: how often they are wrong, and the same end however they are run."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.arena.intervals import OUTSIDE, estimate
from kibitz.arena.league.experiment import League
from kibitz.arena.league.results import LeagueResult
from kibitz.arena.league.running import Running, run
from kibitz.arena.league.stopping import decided, looks
from kibitz.errors import KibitzError

TABLES = np.array([0.3, 0.1, 0.0, -0.05, -0.05, -0.1, -0.1, -0.1])
"""Gains at eight tables, 0 on average: some opponents are exploited, others exploit."""
MOST = 16


def sessions(random: np.random.Generator, gain: float, games: int = 3) -> Any:
    """The gains of one league: a row for every session, a column for every table."""
    rates = np.clip(0.5 + gain + TABLES, 0, 1)
    ours, base = (random.binomial(games, each, (MOST, len(TABLES))) / games for each in (rates, np.full(8, 0.5)))
    return ours - base


def stopped(gains: Any, fixed: tuple[int, ...], looked: int) -> tuple[int, bool]:
    """After how many sessions, and whether it was decided."""
    for number in fixed:
        if decided([gains[:number].ravel().tolist()], looked):
            return number, True
    return fixed[-1], False


@pytest.fixture(scope="module")
def fixed() -> tuple[int, ...]:
    return looks(League.of("tic-tac-toe", ["random"], ["maxn"], "greedy", games=2), MOST)


def test_a_player_that_gains_nothing_is_decided_on_in_five_percent_at_most(fixed: tuple[int, ...]) -> None:
    random = np.random.default_rng(1)
    leagues = [sessions(random, 0.0) for _ in range(400)]
    wrong = np.mean([stopped(each, fixed, len(fixed))[1] for each in leagues])
    careless = np.mean([stopped(each, fixed, 1)[1] for each in leagues])  # 5% at every look
    assert wrong <= 0.05
    assert careless > 0.07


def test_the_interval_holds_the_truth_wherever_it_stops(fixed: tuple[int, ...]) -> None:
    random, held, saved = np.random.default_rng(2), 0, 0
    for _ in range(300):
        gains = sessions(random, 0.2)
        number, early = stopped(gains, fixed, len(fixed))
        found = estimate(gains[:number].ravel().tolist(), 1, (-1.0, 1.0), OUTSIDE / len(fixed))
        held += found.low <= 0.2 <= found.high
        saved += early and number < MOST
    assert held / 300 >= 0.95
    assert saved / 300 >= 0.5  # and what is clear takes fewer sessions


def test_looks_take_whole_turns_through_the_seats() -> None:
    three = League.of("spades(players=3, cards=4)", ["random"], ["greedy"], "first-move", games=2)
    assert looks(three, 20) == (3, 6, 12, 20)
    assert looks(three, 2) == (2,)


# The same however it is run.


def small() -> League:
    return League.of(
        "tic-tac-toe",
        ["greedy", "noisy(greedy, 0.3)", "random"],
        ["maxn"],
        "noisy(maxn, 0.4)",
        clairvoyant="none",
        games=2,
    )


def numbers(result: LeagueResult) -> dict[str, Any]:
    return {name: value for name, value in result.to_dict().items() if name != "cost"}


@pytest.fixture(scope="module")
def alone() -> LeagueResult:
    return run(small(), 40, until_decided=True)


def test_it_stops_when_it_is_decided_and_says_so(alone: LeagueResult) -> None:
    assert alone.decided
    assert alone.sessions < 40
    assert f"Stopped after {alone.sessions} sessions: it is decided" in alone.summary()
    assert numbers(alone)["looks"] == [2, 4, 8, 16, 32, 40]
    usual = run(small(), alone.sessions)
    wide, narrow = (each.pooled.gains["maxn"].gain for each in (alone, usual))
    assert wide.mean == narrow.mean
    assert wide.high - wide.low > narrow.high - narrow.low
    assert alone.pooled.gains["maxn"].p == pytest.approx(6 * usual.pooled.gains["maxn"].p)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, 0), (2, 5)])
def test_processes_change_nothing(jobs: int, chunk: int, alone: LeagueResult) -> None:
    assert numbers(run(small(), 40, Running(jobs=jobs, chunk=chunk), until_decided=True)) == numbers(alone)


@pytest.mark.parametrize("kept", [1, 5, 20])
def test_a_file_that_lost_its_end_comes_to_the_same(kept: int, tmp_path: Path, alone: LeagueResult) -> None:
    file = tmp_path / "l.jsonl"
    run(small(), 40, Running(out=file), until_decided=True)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:kept]) + lines[kept][:9])
    assert numbers(run(small(), 40, Running(out=file, jobs=2), until_decided=True)) == numbers(alone)
    assert len(file.read_text().splitlines()) == len(lines) + 1  # and the torn line


def test_a_league_that_cannot_be_decided_ends_at_the_last_session() -> None:
    made = League.of("tic-tac-toe", ["greedy"], ["noisy(random, 0.5)"], "random", clairvoyant="none", games=1)
    result = run(made, 5, until_decided=True)
    assert (result.sessions, result.decided) == (5, False)
    assert "it is not decided, and no more sessions were allowed" in result.summary()


def test_the_rule_belongs_to_the_file(tmp_path: Path) -> None:
    file, other = tmp_path / "l.jsonl", tmp_path / "other.jsonl"
    run(small(), 4, Running(out=file), until_decided=True)
    with pytest.raises(KibitzError, match="add --until-decided"):
        run(small(), 4, Running(out=file))
    with pytest.raises(KibitzError, match=r"after \[2, 4\] sessions and not after \[2, 4, 8\]"):
        run(small(), 8, Running(out=file), until_decided=True)
    run(small(), 2, Running(out=other))
    with pytest.raises(KibitzError, match="leave out --until-decided"):
        run(small(), 4, Running(out=other), until_decided=True)
