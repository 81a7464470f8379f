"""Whole matches: the same results whoever plays them, in whatever order, however often they are killed."""

import os
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.commands import Command, started

import kibitz
from kibitz.arena.match import Progress
from kibitz.arena.results import MatchResult
from kibitz.arena.session import Session
from kibitz.arena.store import Store
from kibitz.errors import GameError, KibitzError, MissingCapability, PolicyError
from kibitz.games.records import read_line, read_lines
from kibitz.players.memory import Memory, Profile

ODD = str(Path(__file__).parent / "odd_players.py")
SPADES = "spades(players=3, cards=7, open=true)"
ADAPTIVE = "adaptive(own=mOT, candidates=[MT, mOT])"


def outcome(result: MatchResult) -> tuple[str, list[tuple[object, ...]]]:
    return result.summary(), list(result.rows())


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[object, ...], bytes]:
    file = tmp_path_factory.mktemp("alone") / "records.gz"
    result = kibitz.match(SPADES, [ADAPTIVE, "MT", "random"], deals=3, seed=7, series=2, records=file)
    return outcome(result), file.read_bytes()


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (2, 0), (2, 5), (8, 1)])
def test_the_number_of_processes_changes_nothing(
    jobs: int, chunk: int, alone: tuple[tuple[object, ...], bytes], tmp_path: Path
) -> None:
    file = tmp_path / "records.gz"
    players = [ADAPTIVE, "MT", "random"]
    result = kibitz.match(SPADES, players, deals=3, seed=7, series=2, jobs=jobs, chunk=chunk, records=file)
    assert outcome(result) == alone[0]
    assert file.read_bytes() == alone[1]  # move for move


def test_a_match_has_a_hundred_deals_unless_told_otherwise() -> None:
    result = kibitz.match("tic-tac-toe", ["first-move", "last-move"], seatings=1)
    assert (result.deals, result.games, result.experiment.seed) == (100, 100, 0)


def test_progress_counts_the_seconds_since_the_beginning() -> None:
    began, steps = time.perf_counter(), list[Progress]()
    kibitz.match("tic-tac-toe", ["random", "random"], deals=3, chunk=1, jobs=1, progress=steps.append)
    seconds = [step.seconds for step in steps]
    assert 0 < min(seconds) == seconds[0]
    assert seconds == sorted(seconds)
    assert seconds[-1] <= time.perf_counter() - began


def test_more_deals_go_on_from_fewer(tmp_path: Path) -> None:
    file = tmp_path / "r.kibitz"
    players = ["random", "maxn"]
    assert kibitz.match("tic-tac-toe", players, deals=5, out=file).deals == 5
    steps: list[Progress] = []
    longer = kibitz.match("tic-tac-toe", players, deals=9, out=file, chunk=2, progress=steps.append)
    assert outcome(longer) == outcome(kibitz.match("tic-tac-toe", players, deals=9))
    assert [(step.done, step.total) for step in steps] == [(12, 18), (14, 18), (16, 18), (18, 18)]
    assert outcome(kibitz.match("tic-tac-toe", players, deals=5, out=file)) == outcome(
        kibitz.match("tic-tac-toe", players, deals=5)
    )


SESSIONS = 60


class Run:
    """The match of the test below as a person starts it: on the command line, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        Memory(folder / "memory.db").save(Profile("spades", "MT", {"MT": 0.7, "mOT": 0.3}, decisions=10))

    def start(self, jobs: int, chunk: int) -> Command:
        players = ['adaptive(own=mOT, candidates=[MT, mOT], memory="memory.db")', "MT", "remembering(pause=0.001)"]
        options: dict[str, object] = {"deals": SESSIONS // 6, "seed": 3, "series": 2, "jobs": jobs, "chunk": chunk}
        options |= {"out": "r.kibitz", "records": "games.jsonl.gz"}
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        return started("--load", ODD, "match", SPADES, *players, *words, folder=self.folder, seconds=300)

    def sessions(self) -> int:
        """How many sessions are in the file, of whatever state it is in."""
        try:
            connection = sqlite3.connect(f"{(self.folder / 'r.kibitz').as_uri()}?mode=ro", uri=True)
            (count,) = connection.execute("SELECT total(behind - first) FROM chunks").fetchone()
            connection.close()
        except sqlite3.Error:
            return 0
        return int(count)

    def finish(self, jobs: int, chunk: int) -> str:
        done = self.start(jobs, chunk).finished()
        assert done.returncode == 0, done.stderr
        return done.stdout


def test_killed_twenty_times_it_comes_to_the_same(tmp_path: Path) -> None:
    """An adaptive player with a memory, other chunks every time, and two processes in place of one in the middle."""
    quiet, killed, moments = Run(tmp_path / "quiet"), Run(tmp_path / "killed"), random.Random(5)
    for kill in range(20):
        process = killed.start(jobs=1 if kill < 10 else 2, chunk=moments.choice([1, 2, 3]))
        if kill in (0, 7, 13):  # while it starts; the others somewhere on the way
            time.sleep(moments.uniform(0.0, 0.4))
        else:
            behind = SESSIONS * kill // 22
            while process.poll() is None and killed.sessions() <= behind:
                time.sleep(moments.uniform(0.0, 0.02))
            time.sleep(moments.uniform(0.0, 0.05))
        assert process.poll() is None, process.finished()
        process.kill()
        _wait_until_gone(process.pid)
    assert 0 < killed.sessions() < SESSIONS
    assert killed.finish(jobs=2, chunk=0) == quiet.finish(jobs=1, chunk=0)
    assert killed.sessions() == SESSIONS
    games = [(run.folder / "games.jsonl.gz").read_bytes() for run in (killed, quiet)]
    assert games[0] == games[1]
    rows = [list(MatchResult.open(run.folder / "r.kibitz").rows()) for run in (killed, quiet)]
    assert rows[0] == rows[1]


def _wait_until_gone(group: int) -> None:
    """Whoever was started by the killed process must end by itself."""
    for _ in range(500):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("processes were left behind")


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    """Some seeds take the process along, always: those games count for nobody, and all others are played."""
    result = kibitz.match("tic-tac-toe", ["dying", "random"], deals=10, seed=1, jobs=2, loads=[ODD])
    fatal = result.tallies.nobodys
    assert 0 < fatal < 20
    assert result.games == 20
    assert f"{fatal} games could not be finished" in result.summary()


def test_a_script_that_every_process_would_run_is_explained(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import kibitz\nkibitz.match('tic-tac-toe', ['random'], deals=3, jobs=2)\n")
    finished = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert finished.returncode == 1
    assert "put the match under if __name__ == '__main__':" in finished.stderr.splitlines()[-1]


def test_crashes_do_not_stop_a_match_unless_asked() -> None:
    result = kibitz.match("tic-tac-toe", ["crashing(one_in=8)", "random"], deals=20, seed=1, jobs=2, loads=[ODD])
    failed = {row.player: row.crashes for row in result.standings}
    assert failed["crashing(one_in=8)"] > 3
    assert failed["random"] == 0
    first = "crashing(one_in=8) forfeited .*; the first error, in deal [0-9]+: ZeroDivisionError: by design"
    assert re.search(first.replace("(", "[(]").replace(")", "[)]"), result.summary())
    assert result.games == 40
    with pytest.raises(KibitzError, match=r"crash of crashing\(one_in=8\): ZeroDivisionError: by design"):
        kibitz.match("tic-tac-toe", ["crashing(one_in=8)", "random"], deals=20, seed=1, loads=[ODD], strict=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_that_cannot_play_the_game_stops_the_match(jobs: int) -> None:
    with pytest.raises(MissingCapability, match="alpha-beta cannot play"):
        kibitz.match("spades(cards=3, bids=[1, 1, 1], open=true)", ["alpha-beta", "random"], deals=1, jobs=jobs)


WRONG = """
import sys
sys.path.insert(0, {folder!r})
import kibitz
from support.countdown import late
from kibitz.players.player import Player

kind = late("scores", (1.0,), stones=0)
kibitz.register(kind)

@kibitz.register
class Undecided(Player):
    name = "undecided"
    watches = False

    def policy(self, view):
        return {{view.moves()[0]: -1.0}} if len(view.moves()) < 6 else {{view.moves()[0]: 1.0}}
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_wrong_game_or_policy_stops_the_match_and_nobody_loses(jobs: int, tmp_path: Path) -> None:
    """Registration checks five stones, and the game goes wrong only with more of them."""
    file = tmp_path / "wrong_answers.py"
    file.write_text(WRONG.format(folder=str(Path(__file__).parent.parent)))
    options: dict[str, Any] = {"deals": 2, "jobs": jobs, "loads": [str(file)]}
    assert kibitz.match("countdown", ["random", "mcts(simulations=5)"], **options).games == 4
    with pytest.raises(GameError, match=r"countdown\(stones=9\): scores returned \(1.0,\), but there are 2 players"):
        kibitz.match("countdown(stones=9)", ["random", "mcts(simulations=5)"], **options)
    with pytest.raises(PolicyError, match=r"undecided: policy returned .* is negative"):
        kibitz.match("tic-tac-toe", ["undecided", "random"], **options)


def test_a_full_disk_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, commit = tmp_path / "r.kibitz", Store.commit

    def full(store: Store, sessions: Sequence[Session]) -> None:
        if store.complete_sessions() >= 6:
            (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
            store._connection.execute(f"PRAGMA max_page_count={pages}")
            sessions = [*sessions, *(session._replace(number=100 + n) for n, session in enumerate([sessions[0]] * 500))]
        commit(store, sessions)

    monkeypatch.setattr(Store, "commit", full)
    with pytest.raises(KibitzError, match="no space left to write"):
        kibitz.match("tic-tac-toe", ["random", "maxn"], deals=10, seed=1, out=file, chunk=2)
    monkeypatch.undo()
    assert MatchResult.open(file).deals == 3
    again = kibitz.match("tic-tac-toe", ["random", "maxn"], deals=10, seed=1, out=file)
    assert outcome(again) == outcome(kibitz.match("tic-tac-toe", ["random", "maxn"], deals=10, seed=1))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 0}, "at least one"),
        ({"jobs": 0}, "1 or more"),
        ({"backend": "slurm"}, "there is no backend 'slurm'"),
        ({"address": "host"}, "--backend ray"),
        ({"records": "/nowhere/games.gz"}, "cannot write /nowhere/games.gz"),
    ],
)
def test_mistakes_are_refused_with_a_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        kibitz.match("tic-tac-toe", ["random", "maxn"], **{"deals": 1, **options})


def test_records_can_be_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    result = kibitz.match(SPADES, ["MT", "random"], deals=2, seed=1, records=file)
    lines = list(read_lines(file))
    assert len(lines) == result.games == 12
    for line, game in zip(lines, result.store.games(result.sessions), strict=True):
        record = read_line(line)
        assert record.states()[-1].scores == game.result.scores
        assert record.players == tuple(
            result.experiment.labels[n] for n in result.experiment.address(game.session).seating
        )


def test_memory_stays_flat() -> None:
    """Fifteen times as many games must not need noticeably more memory."""
    code = (
        "import resource, sys, kibitz; from kibitz.arena import tallies; tallies.GROUPS = 50; "
        "kibitz.match('tic-tac-toe', ['random', 'random'], deals=int(sys.argv[1])).table(); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    used = [
        int(subprocess.run([sys.executable, "-c", code, deals], check=True, capture_output=True).stdout)
        for deals in ("200", "3000")
    ]
    assert used[1] < used[0] + 8 * 1024  # kilobytes
