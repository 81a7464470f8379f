"""Work in several processes of this machine; a process that dies is replaced, and its chunk is done again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic

from kibitz.errors import KibitzError
from kibitz.pool.work import Address, Backend, Chunks, Finished, Found, Work, Workers, done, sendable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

READY = "ready"


def processes(jobs: int) -> Backend:
    """Work in ``jobs`` processes, or in fewer if there are fewer chunks."""

    @contextmanager
    def prepared(work: Work[Address, Found]) -> Iterator[Workers[Address, Found]]:
        started: list[_Process[Address, Found]] = []

        def run(chunks: Chunks[Address, Found]) -> Finished[Address, Found]:
            from multiprocessing.connection import wait

            for process in started:
                process.take(chunks.next())
            while len(started) < jobs and (chunk := chunks.next()) is not None:
                started.append(_Process(work))
                started[-1].take(chunk)
            while busy := {process.connection: process for process in started if process.chunk is not None}:
                for connection in wait(list(busy)):
                    process = busy[connection]  # type: ignore[index]
                    chunk, found = process.chunk, process.finished(chunks)
                    if chunk is None or found is None:
                        continue
                    process.take(chunks.next())
                    if found:
                        yield chunk, found

        try:
            yield run
        finally:
            for process in started:
                process.stop()

    return prepared


class _Process(Generic[Address, Found]):
    """A process that works on the chunks it is sent. It ends when its parent does, since the pipe then closes."""

    def __init__(self, work: Work[Address, Found]) -> None:
        self.work = work
        self.chunk: Sequence[Address] | None = None
        self._start()

    def _start(self) -> None:
        context = _context()
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, self.work), daemon=True)
        self.ready = False
        self.process.start()
        theirs.close()

    def take(self, chunk: Sequence[Address] | None) -> None:
        """Send a chunk, if there is one."""
        self.chunk = chunk
        if chunk is not None:
            with suppress(OSError):  # if the process has died, this is noticed when its answer is read
                self.connection.send(chunk)

    def finished(self, chunks: Chunks[Address, Found]) -> list[Found] | None:
        """The results of the process for its chunk, empty if it died, or None while it starts."""
        assert self.chunk is not None
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            if not self.ready:
                raise KibitzError(
                    f"a worker process could not start. Every process runs your script, so put the {self.work.what} "
                    "under if __name__ == '__main__':, or use jobs=1"
                ) from None
            self.stop()
            self._start()
            return chunks.lost(self.chunk)
        if isinstance(answer, Exception):
            raise answer
        if answer == READY:
            self.ready = True
            return None
        found, seconds = answer
        chunks.took(self.chunk, seconds)
        return list(found)

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def _context() -> ForkServerContext | SpawnContext:
    """How processes start. They share nothing with this process, so its state cannot change results.

    On Linux they are forked from a server process. It has imported the same modules of Kibitz as this process, and
    nothing else. The server is started only once, so a second pool is ready immediately.
    """
    import multiprocessing
    import sys

    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(sorted(name for name in sys.modules if name.split(".")[0] == "kibitz"))
    return context


def _serve(connection: Connection, work: Work[Any, Any]) -> None:
    """Work on chunks until the parent closes the pipe, or is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets the signal too, and ends this process
    function = None
    with suppress(OSError):
        connection.send(READY)
    while True:
        try:
            chunk = connection.recv()
        except (EOFError, OSError):
            return
        try:
            function = function or work.begin()
            answer: Any = done(function, chunk)
        except Exception as error:
            answer = sendable(error)
        try:
            connection.send(answer)
        except OSError:
            return
        except Exception as error:  # the results cannot be pickled
            connection.send(sendable(error))
