"""A real Ray cluster of three nodes on this machine: a worker and a node are killed in the middle, the same results."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.arena.league.experiment import League
from kibitz.arena.league.running import Running, run
from kibitz.arena.match import Progress
from kibitz.cli.app import app
from kibitz.games.records import GameRecord
from kibitz.pool import on_ray
from kibitz.specialists.guess_it.evolution.breeding import Breeding
from kibitz.specialists.guess_it.evolution.run import Run, evolve, evolve_here
from kibitz.specialists.guess_it.evolution.tasks import table_1

if find_spec("ray") is None:  # it is imported by the first test: whoever only collects the tests does without
    pytest.skip("Ray is not installed: pip install 'kibitz[ray]'", allow_module_level=True)

ODD = str(Path(__file__).parent / "odd_players.py")
SPADES = "spades(players=3, cards=5, open=true, bids=[1, 2, 1])"
PLAYERS = ["remembering(pause=0.005)", "random", "MT"]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Three nodes with one worker each; the first one has the head."""
    ray: Any = import_module("ray")
    clusters: Any = import_module("ray.cluster_utils")
    os.environ.setdefault("RAY_DISABLE_IMPORT_WARNING", "1")
    made = clusters.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(2):
        made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="error")
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def cluster(nodes: Any) -> str:
    return str(nodes.address)


def test_a_killed_worker_changes_nothing(cluster: str) -> None:
    alone = kibitz.match(SPADES, PLAYERS, deals=6, seed=2, series=2, loads=[ODD])
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.done >= progress.total // 3 and not killed:
            for worker in _workers()[:1]:  # none where both are between two chunks: then after the next
                killed.append(worker)
                os.kill(worker, signal.SIGKILL)

    result = kibitz.match(
        SPADES, PLAYERS, deals=6, seed=2, series=2, loads=[ODD], backend="ray", chunk=2, progress=kill_one
    )
    assert killed, "no worker was found to kill"
    assert result.summary() == alone.summary()
    assert list(result.rows()) == list(alone.rows())


def _workers() -> list[int]:
    """Processes that play chunks now."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if line.startswith(b"ray::") and b"_work_on_ray" in line:
            found.append(int(entry.name))
    return found


def test_mistakes_come_back_from_the_cluster(cluster: str) -> None:
    with pytest.raises(kibitz.MissingCapability, match="alpha-beta cannot play"):
        kibitz.match(SPADES, ["alpha-beta", "random"], deals=1, backend="ray")


def test_a_cluster_by_its_address(cluster: str) -> None:
    code = "from kibitz.cli import main; main()"
    words = ["match", "tic-tac-toe", "random", "maxn", "--deals", "5", "--backend", "ray", "--address", cluster]
    finished = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert finished.stdout == kibitz.match("tic-tac-toe", ["random", "maxn"], deals=5).summary() + "\n"


def test_a_session_that_always_takes_its_worker_along(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray alone would try it for ever."""
    monkeypatch.setattr(on_ray, "RETRIES", 0)
    players = ["dying(one_in=12)", "random"]
    alone = kibitz.match("tic-tac-toe", players, deals=2, seed=2, jobs=2, loads=[ODD], opening=0)
    assert alone.tallies.nobodys == 1
    result = kibitz.match("tic-tac-toe", players, deals=2, seed=2, loads=[ODD], opening=0, backend="ray", chunk=2)
    assert list(result.rows()) == list(alone.rows())


def test_a_run_of_evolution_goes_on_here_or_on_the_cluster(cluster: str, tmp_path: Path) -> None:
    pytest.importorskip("neat")
    file, run = tmp_path / "run.checkpoint", Run(table_1("ID Only"), 5, 6, fresh=1, breeding=Breeding(population=20))
    evolve(replace(run, generations=4), file, backend=on_ray.on_ray())
    generations: list[int] = []
    assert evolve_here(run, file, lambda generation: generations.append(generation.number)) == evolve_here(run)
    assert generations == [4, 5]
    file.unlink()
    evolve_here(replace(run, generations=2), file)
    assert evolve(run, file, backend=on_ray.on_ray()) == evolve_here(run)


@pytest.mark.parametrize(
    "words",
    [
        ["reproduce", "lockett2007", "predictor", "--scale", "quick"],
        ["evolve", "ids-moves", "--population", "8", "--generations", "3"],
    ],
)
def test_commands_that_take_a_cluster(
    words: list[str], cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("neat")
    monkeypatch.chdir(tmp_path)
    local, remote = (
        CliRunner().invoke(app, [*words, "--json", *more])
        for more in (["--jobs", "1"] if words[0] == "reproduce" else [], ["--backend", "ray"])
    )
    assert local.exit_code == 0, local.output
    assert remote.stdout == local.stdout


def test_the_signature_is_the_same_on_a_cluster(cluster: str) -> None:
    shown = CliRunner().invoke(app, ["bench", "--signature", "--backend", "ray"])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout == (Path(__file__).parent.parent / "node_counts.txt").read_text()


@pytest.mark.parametrize(
    ("game", "learner", "more"),
    [
        ("checkers", "strategy", []),
        ("tic-tac-toe", "choice", ["--versus", "Ben", "--limit-depth", "1"]),
        ("spades(players=3, cards=5, bids=[1, 2, 1])", "preference", []),
    ],
)
def test_what_is_learned_on_a_cluster(
    game: str, learner: str, more: list[str], cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["Ann", "Ben", "Cid"]
    with Path("games.jsonl").open("w") as file:
        for number in range(3):
            played = kibitz.game(game)
            seated = [kibitz.player("random") for _ in range(played.players)]
            record = kibitz.play_game(played, seated, number, names[: played.players])
            file.write(GameRecord(record.start, record.players, record.moves[:40]).to_json() + "\n")
    words = ["learn", game, "--from", "games.jsonl", "--player", "Ann", "--learner", learner, "--limit-depth", "2"]
    local, remote = (CliRunner().invoke(app, [*words, *more, "--json", *where]) for where in ([], ["--backend", "ray"]))
    assert local.exit_code == 0, local.output
    assert remote.stdout == local.stdout


@pytest.mark.parametrize(
    "words",
    [["match", "tic-tac-toe", "random"], ["reproduce", "lockett2007", "predictor"], ["evolve", "control"], ["bench"]],
)
def test_a_cluster_that_is_not_there(words: list[str], tmp_path: Path) -> None:
    code = "from kibitz.cli import main; main()"
    words = [*words, "--backend", "ray", "--address", "127.0.0.1:1"]
    finished = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert finished.returncode == 2
    assert "there is no Ray cluster at 127.0.0.1:1" in finished.stderr


def test_a_league_is_the_same_on_a_cluster(cluster: str) -> None:
    made = League.of("tic-tac-toe", ["remembering", "greedy"], ["mcts"], "random", games=2, simulations=20, loads=[ODD])
    alone, there = run(made, 3), run(made, 3, Running(backend="ray"))
    for case, session in there.found.items():
        shares = [game["share"] for game in session]
        assert shares == [game["share"] for game in alone.found[case]]


def test_a_killed_node_changes_nothing(nodes: Any) -> None:
    """The last test here: the cluster has two nodes afterwards."""
    alone = kibitz.match(SPADES, PLAYERS, deals=6, seed=5, series=2, loads=[ODD])

    def kill_one(progress: Progress) -> None:
        if progress.done >= progress.total // 3 and len(nodes.worker_nodes) > 1:
            nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)

    result = kibitz.match(
        SPADES, PLAYERS, deals=6, seed=5, series=2, loads=[ODD], backend="ray", chunk=2, progress=kill_one
    )
    assert len(nodes.worker_nodes) == 1
    assert result.summary() == alone.summary()
    assert list(result.rows()) == list(alone.rows())
