"""The pool of processes in which all searches of the page run, so that no search can block the page.

A job is a name in ``jobs.JOBS`` and its arguments. Jobs that may take long never occupy all processes, so that light
players still answer at once. A job that takes too long is ended with its process, which is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from kibitz.errors import KibitzError
from kibitz.page import jobs
from kibitz.page.strings import say

log = logging.getLogger("kibitz.page")


class ServerFull(KibitzError):
    """More work is waiting than the server takes."""


class TookTooLong(KibitzError):
    """A job was ended, because it took too long or because nobody waits for it any more."""


class WorkerFailed(KibitzError):
    """A job failed for a reason that is not the user's."""


@dataclass(eq=False)
class Ticket:
    """A job that was handed in."""

    job: str
    arguments: tuple[Any, ...]
    seconds: float
    heavy: bool
    key: object
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Pool:
    """Processes that work on jobs, the oldest first."""

    def __init__(self, size: int, waiting: int, longest: float, files: Sequence[str] = ()) -> None:
        self.size, self.most_waiting, self.longest, self.files = size, waiting, longest, tuple(files)
        self.context = multiprocessing.get_context("forkserver")  # starts fast, and inherits nothing from the server
        self._workers: list[_Worker] = []
        self._waiting: deque[Ticket] = deque()
        self._open = False

    def start(self) -> None:
        """Start the processes."""
        self.context.set_forkserver_preload(["kibitz.page.jobs"])
        self._open = True
        self._workers = [_Worker(self) for _ in range(self.size)]

    def stop(self) -> None:
        """End the processes; jobs that are waiting fail."""
        self._open = False
        for worker in self._workers:
            worker.end()
        for ticket in self._waiting:
            ticket.answer.cancel()
        self._workers, self._waiting = [], deque()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._waiting)

    def submit(
        self, job: str, *arguments: Any, seconds: float | None = None, heavy: bool = False, key: object = None
    ) -> Ticket:
        """Hand in a job; ``key`` names what a process may have kept from an earlier job."""
        if len(self._waiting) >= self.most_waiting:
            raise ServerFull(say("server_busy"))
        ticket = Ticket(job, arguments, self.longest if seconds is None else seconds, heavy, key)
        self._waiting.append(ticket)
        self.hand_out()
        return ticket

    async def run(self, job: str, *arguments: Any, **how: Any) -> Any:
        """Hand in a job and wait for its result."""
        ticket = self.submit(job, *arguments, **how)
        try:
            return await ticket.answer
        except asyncio.CancelledError:
            self.end(ticket)
            raise

    def end(self, ticket: Ticket) -> None:
        """End a job that nobody waits for any more."""
        if ticket in self._waiting:
            self._waiting.remove(ticket)
            _settle(ticket, TookTooLong(say("ended_before")))
        for worker in self._workers:
            if worker.ticket is ticket:
                worker.give_up()

    def hand_out(self) -> None:
        """Give waiting jobs to idle processes."""
        if not self._open:
            return
        for ticket in list(self._waiting):
            idle = [worker for worker in self._workers if worker.ticket is None]
            if not idle:
                return
            long_ones = sum(worker.ticket is not None and worker.ticket.heavy for worker in self._workers)
            if ticket.heavy and long_ones >= max(1, self.size - 1):
                continue
            self._waiting.remove(ticket)
            chosen = next((worker for worker in idle if ticket.key in worker.keys), idle[0])
            chosen.take(ticket)


class _Worker:
    """One process. It ends when the server does, since its pipe then closes."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.ticket: Ticket | None = None
        self._start()

    def _start(self) -> None:
        self.keys: deque[object] = deque(maxlen=jobs.KEPT)
        self.connection: Connection
        self.connection, theirs = self.pool.context.Pipe()
        self.process: BaseProcess = self.pool.context.Process(
            target=jobs.serve, args=(theirs, self.pool.files), daemon=True
        )
        self.process.start()
        theirs.close()
        asyncio.get_running_loop().add_reader(self.connection.fileno(), self._answered)
        # uvloop makes it non-blocking, but a long answer arrives in several parts.
        os.set_blocking(self.connection.fileno(), True)

    def take(self, ticket: Ticket) -> None:
        """Work on a job."""
        self.ticket = ticket
        if ticket.key is not None and ticket.key not in self.keys:
            self.keys.append(ticket.key)
        self._alarm = asyncio.get_running_loop().call_later(ticket.seconds, self.give_up)
        try:
            self.connection.send((ticket.job, ticket.arguments))
        except OSError:
            self._died()

    def _answered(self) -> None:
        try:
            kind, found = self.connection.recv()
        except (EOFError, OSError):
            self._died()
            return
        ticket, self.ticket = self.ticket, None
        self._alarm.cancel()
        if ticket is not None:
            _settle(ticket, found if kind == jobs.DONE else _failure(kind, found), failed=kind != jobs.DONE)
        self.pool.hand_out()

    def give_up(self) -> None:
        """End the job with the process, and start another process."""
        self._replace(TookTooLong(say("search_too_long")))

    def _died(self) -> None:
        self._replace(WorkerFailed(say("search_died")))

    def _replace(self, reason: Exception) -> None:
        ticket, self.ticket = self.ticket, None
        self.end()
        if ticket is not None:
            _settle(ticket, reason, failed=True)
        if self.pool._open:
            self._start()
            self.pool.hand_out()

    def end(self) -> None:
        """End the process."""
        with suppress(AttributeError):
            self._alarm.cancel()
        with suppress(OSError, ValueError):
            asyncio.get_running_loop().remove_reader(self.connection.fileno())
        self.connection.close()
        self.process.kill()


def _settle(ticket: Ticket, found: Any, failed: bool = True) -> None:
    if ticket.answer.done():
        return
    if failed:
        ticket.answer.set_exception(found)
        ticket.answer.exception()  # marks the error as seen, because nobody may be waiting for it
    else:
        ticket.answer.set_result(found)


def _failure(kind: str, sentence: str) -> Exception:
    if kind == jobs.REFUSED:
        return KibitzError(sentence)
    log.error("a worker failed:\n%s", sentence)
    return WorkerFailed(say("search_failed"))
