"""Work on a Ray cluster. Run ``pip install 'kibitz[ray]'`` on the cluster and on this machine."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any

from kibitz.errors import KibitzError
from kibitz.pool.work import Address, Backend, Chunks, Finished, Found, Work, Workers, done, sendable

RETRIES = 3
"""How often Ray itself gives a task to another worker before the chunk counts as lost, because clusters lose
machines."""
LOST = ("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError", "ObjectLostError")
"""The errors of Ray that mean that a task was not finished."""
ASK_SECONDS = 1.0
"""After this many seconds, the cluster is asked again how many workers it has."""


def on_ray(address: str | None = None) -> Backend:
    """Work on the cluster at an address, or on a local one; if a worker is lost, its work is done again."""

    @contextmanager
    def prepared(work: Work[Address, Found]) -> Iterator[Workers[Address, Found]]:
        with connected(address):
            ray = _ray()
            task = ray.remote(max_retries=RETRIES, num_cpus=1)(_work_on_ray)
            lost = tuple(getattr(ray.exceptions, name) for name in LOST)
            sent = ray.put(work)

            def run(chunks: Chunks[Address, Found]) -> Finished[Address, Found]:
                running: dict[Any, Sequence[Address]] = {}
                wanted = _wanted(ray)
                try:
                    while True:
                        while len(running) < wanted():
                            if (chunk := chunks.next()) is None:
                                break
                            running[task.remote(sent.hex(), sent, chunk)] = chunk
                        if not running:
                            return
                        for finished in _finished(ray, list(running)):
                            chunk = running.pop(finished)
                            try:
                                found = _found(ray.get(finished), chunk, chunks)
                            except lost:
                                found = chunks.lost(chunk)
                            if found:
                                yield chunk, found
                finally:
                    for left in running:
                        ray.cancel(left)

            yield run

    return prepared


def _wanted(ray: Any) -> Callable[[], int]:
    """How many tasks to hand out at a time: two for each worker, so that no worker waits for the next one. The cluster
    is asked once a second, since it may grow or shrink, and asking takes as long as handing out several chunks.
    """
    asked, found = -inf, 0

    def wanted() -> int:
        nonlocal asked, found
        if monotonic() - asked > ASK_SECONDS:
            asked, found = monotonic(), 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        return found

    return wanted


def _finished(ray: Any, tasks: list[Any]) -> list[Any]:
    """All tasks that are finished, at least one. Waiting takes time for every running task, so one call collects all
    tasks that have finished in the meantime.
    """
    found: list[Any] = ray.wait(tasks, num_returns=len(tasks), timeout=0)[0]
    return found or list(ray.wait(tasks, num_returns=1)[0])


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """Connect to a cluster, unless this process is already connected."""
    ray = _ray()
    if ray.is_initialized():
        yield
        return
    _require_listening(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except ConnectionError as error:
        raise KibitzError(f"there is no Ray cluster at {address}: {error}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise KibitzError("the ray backend needs Ray: pip install 'kibitz[ray]'") from None


def _require_listening(address: str | None) -> None:
    """Refuse an address where nobody listens: Ray itself would try for minutes."""
    import socket

    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except OSError as error:
        raise KibitzError(f"there is no Ray cluster at {address}: {error}; ray start --head starts one") from None


def _found(answer: Any, chunk: Sequence[Address], chunks: Chunks[Address, Found]) -> list[Found]:
    if isinstance(answer, Exception):
        raise answer
    found, seconds = answer
    chunks.took(chunk, seconds)
    return list(found)


_prepared: dict[str, Callable[[Any], Any]] = {}


def _work_on_ray(name: str, work: Work[Any, Any], chunk: Sequence[Any]) -> tuple[list[Any], float] | Exception:
    """Work on a chunk in a worker of the cluster. It keeps the prepared function, by the name of the work."""
    try:
        if name not in _prepared:
            _prepared.clear()
            _prepared[name] = work.begin()
        return done(_prepared[name], chunk)
    except Exception as error:
        return sendable(error)
