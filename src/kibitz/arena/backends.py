"""Where chunks of sessions are played: here, in processes on this machine, or on a Ray cluster.

A backend is given ranges of sessions and gives finished ones back in whatever order they come. Nothing that it does can
change a result: a session depends on its address alone.
"""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.arena.experiment import Experiment
from kibitz.arena.faults import MISTAKES
from kibitz.arena.session import Director, Session, died
from kibitz.arena.store import Range
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

SECONDS = 0.5  # what a chunk should take: long against handing it out, short against losing it
LARGEST = 5000
TRIES = 2
READY = "ready"


@dataclass(frozen=True)
class Work:
    """What a worker has to know to play any session."""

    experiment: str
    records: bool = False
    seats: type[Director] = Director
    """Who plays the sessions: any other kind has to come to the same results, sooner."""

    def director(self) -> Director:
        """Seat the players."""
        return self.seats(Experiment.from_json(self.experiment), self.records)


@dataclass
class Chunks:
    """Cuts the sessions that are missing into chunks, of a fixed size or as many as take about half a second.

    >>> chunks = Chunks([(0, 5), (8, 9)], size=3)
    >>> chunks.next(), chunks.next(), chunks.next(), chunks.next()
    ((0, 3), (3, 5), (8, 9), None)
    """

    missing: Iterable[Range]
    size: int = 0
    again: deque[Range] = field(default_factory=deque)
    """Chunks that were lost with whoever played them."""
    tries: dict[int, int] = field(default_factory=dict)
    """How often a session took along the process that played it."""

    def __post_init__(self) -> None:
        self._left = deque(self.missing)
        self._rate = 0.0

    def next(self) -> Range | None:
        """The next chunk, or None when all are handed out."""
        if self.again:
            return self.again.popleft()
        if not self._left:
            return None
        first, behind = self._left.popleft()
        size = self.size or max(1, min(LARGEST, int(self._rate * SECONDS)))
        if behind > first + size:
            self._left.appendleft((first + size, behind))
            behind = first + size
        return first, behind

    def took(self, sessions: list[Session]) -> None:
        """Learn from a finished chunk how long one takes."""
        self._rate = len(sessions) / max(1e-9, sum(each.seconds for each in sessions))


Backend = Callable[[Work, Chunks], Iterator[list[Session]]]


def play_chunk(director: Director, chunk: Range) -> list[Session]:
    """Play the sessions of a chunk, one after the other."""
    return [director.play(number) for number in range(*chunk)]


def here(work: Work, chunks: Chunks) -> Iterator[list[Session]]:
    """Play everything in this process."""
    director = work.director()
    while (chunk := chunks.next()) is not None:
        sessions = play_chunk(director, chunk)
        chunks.took(sessions)
        yield sessions


# Processes.


def processes(jobs: int) -> Backend:
    """Play in so many processes; one that dies is replaced and its chunk played again."""

    def run(work: Work, chunks: Chunks) -> Iterator[list[Session]]:
        from multiprocessing.connection import wait

        workers = [_Worker(work) for _ in range(jobs)]
        try:
            for worker in workers:
                worker.take(chunks)
            while busy := {worker.connection: worker for worker in workers if worker.chunk is not None}:
                for connection in wait(list(busy)):
                    worker = busy[connection]  # type: ignore[index]
                    finished = worker.finished(chunks)
                    if finished is None:
                        continue
                    worker.take(chunks)
                    if finished:
                        chunks.took(finished)
                        yield finished
        finally:
            for worker in workers:
                worker.stop()

    return run


class _Worker:
    """A process that plays the chunks it is sent. It ends when its parent does, since the pipe then closes."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.chunk: Range | None = None
        self._start()

    def _start(self) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")  # nothing is shared, so nothing can differ
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, self.work), daemon=True)
        self.ready = False
        self.process.start()
        theirs.close()

    def take(self, chunks: Chunks) -> None:
        """Send the next chunk, if there is one."""
        self.chunk = chunks.next()
        if self.chunk is not None:
            with suppress(OSError):  # if it died in between, that is noticed when it is asked for the answer
                self.connection.send(self.chunk)

    def finished(self, chunks: Chunks) -> list[Session] | None:
        """What the process played, or None while it starts.

        Nothing if it died: then what it had is cut in two and played again.
        """
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            if not self.ready:
                raise KibitzError(
                    "a process to play in could not start; in a script of your own, put the match under "
                    "if __name__ == '__main__':, since every process runs the script, or take jobs=1"
                ) from None
            return self._died(chunks)
        if isinstance(answer, Exception):
            raise answer
        if answer == READY:
            self.ready = True
            return None
        return list(answer)

    def _died(self, chunks: Chunks) -> list[Session]:
        assert self.chunk is not None
        self.stop()
        first, behind = self.chunk
        self._start()
        if behind - first > 1:
            middle = (first + behind) // 2
            chunks.again.extend([(first, middle), (middle, behind)])
            return []
        chunks.tries[first] = chunks.tries.get(first, 0) + 1
        if chunks.tries[first] >= TRIES:
            return [died(first)]
        chunks.again.append(self.chunk)
        return []

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _serve(connection: Connection, work: Work) -> None:
    """Play chunks until the parent closes the pipe, or is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told as well, and ends us
    director: Director | None = None
    with suppress(OSError):
        connection.send(READY)
    while True:
        try:
            chunk = connection.recv()
        except (EOFError, OSError):
            return
        try:
            director = director or work.director()
            answer: Any = play_chunk(director, chunk)
        except Exception as error:
            answer = _sendable(error)
        try:
            connection.send(answer)
        except OSError:
            return


def _sendable(error: Exception) -> Exception:
    """An error that survives being sent; mistakes of whoever set up the match keep their kind."""
    for kind in (*MISTAKES, KibitzError):
        if isinstance(error, kind):
            return kind(str(error))
    import traceback

    return RuntimeError("".join(traceback.format_exception(error)))


# Ray.


def on_ray(address: str | None = None) -> Backend:
    """Play on a Ray cluster, or on a local one without an address; tasks of workers that die are played again."""

    def run(work: Work, chunks: Chunks) -> Iterator[list[Session]]:
        try:
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise KibitzError("the ray backend needs Ray: pip install 'kibitz[ray]'") from None
        ours = not ray.is_initialized()
        if ours:
            _require_listening(address)
            try:
                ray.init(address=address, log_to_driver=False, logging_level="error")
            except ConnectionError as error:
                raise KibitzError(f"there is no Ray cluster at {address}: {error}") from None
        task = ray.remote(max_retries=-1, num_cpus=1)(_play_on_ray)
        try:
            running: dict[Any, Range] = {}
            while True:
                while len(running) < 2 * max(1, int(ray.cluster_resources().get("CPU", 1))):
                    if (chunk := chunks.next()) is None:
                        break
                    running[task.remote(work, chunk)] = chunk
                if not running:
                    return
                for done in ray.wait(list(running), num_returns=1)[0]:
                    del running[done]
                    sessions = _answer(ray, done)
                    chunks.took(sessions)
                    yield sessions
        finally:
            if ours:
                ray.shutdown()

    return run


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


def _answer(ray: Any, task: Any) -> list[Session]:
    answer = ray.get(task)
    if isinstance(answer, Exception):
        raise answer
    return list(answer)


_directors: dict[Work, Director] = {}


def _play_on_ray(work: Work, chunk: Range) -> list[Session] | Exception:
    """Play a chunk in a worker, which keeps its director."""
    try:
        if work not in _directors:
            _directors.clear()
            _directors[work] = work.director()
        return play_chunk(_directors[work], chunk)
    except Exception as error:
        return _sendable(error)
