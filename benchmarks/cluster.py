"""What work on a cluster costs: ``python -m benchmarks.cluster``. docs/cluster.md has the numbers.

    python -m benchmarks.cluster chunk    what handing out a chunk costs, here, in processes and on Ray
    python -m benchmarks.cluster nodes    efficiency with 1, 2 and 4 Ray nodes on this machine
    python -m benchmarks.cluster head     how many chunks a second the head can take, replayed for 1,000 workers

With ``nodes``, a chunk waits half a second instead of computing. So you can try more nodes than cores, and the result
is the overhead of the pool and of Ray alone. With ``head``, no worker runs: the answers of real workers are replayed as
fast as the head accepts them, and written to a real results file.
"""

from __future__ import annotations

import argparse
import pickle
import statistics
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

from kibitz.arena.experiment import Experiment
from kibitz.arena.session import Director, Session
from kibitz.arena.store import Store
from kibitz.pool.backends import backend_named, held_open, here
from kibitz.pool.lines import Lines, applied
from kibitz.pool.resuming import finish
from kibitz.pool.work import SECONDS, Chunks, Work

GAMES = {
    "tic-tac-toe": ["mcts(simulations=100)", "random"],
    "hearts": ["hidden-mcts(simulations=50)", "random", "greedy"],
}


def same(number: int) -> int:
    """No work at all."""
    return number


def waiting(number: int) -> int:
    """Half a second of work that needs no core."""
    sleep(SECONDS)
    return number


def blocked(seconds: float) -> None:
    """A task that does not end. Ray does not take ``sleep`` itself, because it is not written in Python."""
    sleep(seconds)


def timed(function: Callable[[int], int], count: int, backend: Any) -> tuple[float, float]:
    """Seconds for this many chunks of one case, without the start of the workers: by the clock, and of this process's
    CPU."""
    work: Work[Any, int] = Work(applied, (function,))
    with backend(work) as workers:
        list(workers(Chunks([[(number,) for number in range(8)]], size=1)))
        began, processor = perf_counter(), process_time()
        done = sum(1 for _ in workers(Chunks([[(number,) for number in range(count)]], size=1)))
        assert done == count
        return perf_counter() - began, process_time() - processor


def chunk(count: int) -> None:
    """The overhead of a chunk with one case, on each backend; the median of five runs."""
    with held_open("ray"):
        for name, backend in (
            ("this process", here),
            ("2 processes", backend_named(jobs=2)),
            ("Ray, one node", backend_named("ray")),
        ):
            runs = [timed(same, count, backend) for _ in range(5)]
            clock, processor = (1000 * statistics.median(each) / count for each in zip(*runs, strict=True))
            print(
                f"{name}: {clock:.2f} ms a chunk, {processor:.2f} ms of CPU here ({count} chunks, 5 runs)", flush=True
            )


def nodes(count: int) -> None:
    """Efficiency on 1, 2 and 4 nodes with one worker each: the time without any overhead, divided by the time taken."""
    ray: Any = import_module("ray")
    clusters: Any = import_module("ray.cluster_utils")
    for number in (1, 2, 4):
        cluster = clusters.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        for _ in range(number - 1):
            cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
        try:
            took, _ = timed(waiting, count * number, backend_named("ray"))
        finally:
            ray.shutdown()
            cluster.shutdown()
        print(f"{number} nodes: {count * number} chunks of {SECONDS} s in {took:.1f} s, ", end="")
        print(f"efficiency {count * SECONDS / took:.0%}", flush=True)


def replayed(first: int, played: Sequence[Session]) -> bytes:
    """The answer of a worker for a chunk that begins at a session."""
    return pickle.dumps([session._replace(number=first + place) for place, session in enumerate(played)])


def written(experiment: Experiment, played: Sequence[Session], size: int, count: int) -> float:
    """CPU seconds of the head for a chunk of this many sessions: it unpickles the answer and writes it to the file."""
    chunk_played = [played[number % len(played)] for number in range(size)]
    with tempfile.TemporaryDirectory() as folder:
        store = Store.create(Path(folder) / "replayed.kibitz", experiment)
        answers = [replayed(number * size, chunk_played) for number in range(count)]
        began = process_time()
        for answer in answers:
            store.commit(pickle.loads(answer))
        took = process_time() - began
        store.close()
    return took / count


def head(count: int, workers: int) -> None:
    """What a chunk and a session cost the head, in CPU time, and how many workers it can keep busy alone."""
    for game, players in GAMES.items():
        experiment = Experiment.of(game, players, seed=1)
        director = Director(experiment)
        director.play(0)
        began = process_time()
        played = [director.play(number) for number in range(8)]
        playing = (process_time() - began) / len(played)
        size = max(1, round(SECONDS / playing))
        small, large = (written(experiment, played, each, count) for each in (size, 4 * size))
        session = (large - small) / (3 * size)
        print(f"{game}: a session takes {1000 * playing:.2f} ms to play; ", end="")
        print(f"the head needs {1e6 * session:.0f} us for it and ", end="")
        print(f"{1e6 * (small - size * session):.0f} us for a chunk; ", end="")
        for seconds, cost in ((SECONDS, small), (4 * SECONDS, large)):
            print(f"chunks of {seconds} s: at most {seconds / cost:,.0f} workers; ", end="")
        print(f"{workers:,} workers would use {workers * small / SECONDS:.1f} heads", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        lines = Lines(Path(folder) / "league.jsonl", [(number,) for number in range(count)])
        began = process_time()
        finish(Work(applied, (same,)), lines, here, size=1)
        cost = (process_time() - began) / count
    print(f"a line of a league or paper: {1e6 * cost:.0f} us; ", end="")
    print(f"{workers:,} workers would use {workers * cost / SECONDS:.2f} heads")


def traffic(workers: int) -> None:
    """What Ray costs the head while the tasks of this many workers run: two tasks for each worker."""
    ray: Any = import_module("ray")
    with held_open("ray"):
        done, task = ray.put(0), ray.remote(num_cpus=1)(blocked)
        waiting_for = [task.remote(3600) for _ in range(2 * workers)]
        runs = []
        for _ in range(20):
            began = perf_counter()
            ray.wait([*waiting_for, done], num_returns=1)
            runs.append(perf_counter() - began)
        print(f"ray.wait for one of {2 * workers:,} tasks: {1000 * statistics.median(runs):.2f} ms")
        runs = []
        for _ in range(20):
            began = perf_counter()
            ray.cluster_resources()
            runs.append(perf_counter() - began)
        print(f"ray.cluster_resources: {1000 * statistics.median(runs):.2f} ms", flush=True)


def main() -> None:
    """Measure one of them, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["chunk", "nodes", "head", "traffic"], nargs="?")
    parser.add_argument("--chunks", type=int, default=0, help="default: 400; for nodes 20 for each node")
    parser.add_argument("--workers", type=int, default=1000)
    given = parser.parse_args()
    if given.what in (None, "chunk"):
        chunk(given.chunks or 400)
    if given.what in (None, "nodes"):
        nodes(given.chunks or 20)
    if given.what in (None, "head"):
        head(given.chunks or 2000, given.workers)
    if given.what in (None, "traffic"):
        traffic(given.workers)


if __name__ == "__main__":
    main()
