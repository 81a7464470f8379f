"""A real local Ray cluster: two workers, one of them killed in the middle, the same results."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.match import Progress

ray: Any = pytest.importorskip("ray", reason="Ray is not installed: pip install 'kibitz[ray]'")

ODD = str(Path(__file__).parent / "odd_players.py")
SPADES = "spades(players=3, cards=5, open=true, bids=[1, 2, 1])"
PLAYERS = ["remembering(pause=0.005)", "random", "MT"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    os.environ.setdefault("RAY_DISABLE_IMPORT_WARNING", "1")
    context = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    address = context.address_info["gcs_address"]
    yield address
    ray.shutdown()


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


def test_a_cluster_that_is_not_there() -> None:
    code = "from kibitz.cli import main; main()"
    words = ["match", "tic-tac-toe", "random", "--backend", "ray", "--address", "127.0.0.1:1"]
    finished = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert finished.returncode == 2
    assert "there is no Ray cluster at 127.0.0.1:1" in finished.stderr
