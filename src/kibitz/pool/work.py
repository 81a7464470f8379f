"""The form of work for every backend: a function, prepared once in each process, and chunks of addresses.

An address is everything that decides a result: the number of a session, the arguments of a function, a generation. So
the result is the same for every process, in any order, and however often it is computed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from kibitz import errors
from kibitz.errors import KibitzError

SECONDS = 0.5  # the time a chunk should take: long compared with handing it out, short if its work is lost
LARGEST = 500  # addresses in a chunk, so that the memory for its results is small, however fast the work is
TRIES = 2

Address = TypeVar("Address")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Work(Generic[Address, Found]):
    """Everything that a process needs to work on any address.

    Every process calls ``prepare`` once with ``arguments``, then the function it returns for every address. Both
    are sent to other processes, so ``prepare`` is a function of a module and ``arguments`` are plain values.

    >>> Work(getattr, ({3: "three"}, "get")).begin()(3)
    'three'
    """

    prepare: Callable[..., Callable[[Address], Found]]
    arguments: tuple[Any, ...] = ()
    what: str = "work"
    """The name of the work in messages, such as match."""

    def begin(self) -> Callable[[Address], Found]:
        """The function that is called for every address."""
        return self.prepare(*self.arguments)


class Chunks(Generic[Address, Found]):
    """Cuts missing addresses into chunks, of a fixed size, or so that each takes about half a second.

    Each of ``missing`` is a sequence of neighbours, such as a range; a chunk is a part of one. ``died`` gives the
    result for an address whose process died twice; by default it raises an error.

    >>> chunks = Chunks([range(5), range(8, 9)], size=3)
    >>> chunks.next(), chunks.next(), chunks.next(), chunks.next()
    (range(0, 3), range(3, 5), range(8, 9), None)
    """

    def __init__(
        self,
        missing: Iterable[Sequence[Address]],
        size: int = 0,
        died: Callable[[Address], Found] | None = None,
    ) -> None:
        self.size = size
        self._died = died or _refuse_dead
        self._left = deque(missing)
        self._again: deque[Sequence[Address]] = deque()
        self._tries: dict[Address, int] = {}
        self._rate = 0.0

    def next(self) -> Sequence[Address] | None:
        """The next chunk, or None when all are handed out."""
        if self._again:
            return self._again.popleft()
        if not self._left:
            return None
        neighbours = self._left.popleft()
        size = self.size or max(1, min(LARGEST, int(self._rate * SECONDS)))
        if len(neighbours) > size:
            self._left.appendleft(neighbours[size:])
        return neighbours[:size]

    def took(self, chunk: Sequence[Address], seconds: float) -> None:
        """Measure from a finished chunk how long an address takes."""
        self._rate = len(chunk) / max(1e-9, seconds)

    def lost(self, chunk: Sequence[Address]) -> list[Found]:
        """The results of a chunk whose process died: none, since the chunk is split in two and done again.

        A single address whose process died twice is not tried again; its result says so.
        """
        if len(chunk) > 1:
            middle = len(chunk) // 2
            self._again.extend([chunk[:middle], chunk[middle:]])
            return []
        [address] = chunk
        self._tries[address] = self._tries.get(address, 0) + 1
        if self._tries[address] >= TRIES:
            return [self._died(address)]
        self._again.append(chunk)
        return []


def _refuse_dead(address: Any) -> Any:
    raise KibitzError(f"the process that worked on {address} died twice; everything that was finished is kept")


Finished = Generator[tuple[Sequence[Address], list[Found]], None, None]
"""Finished chunks, each with the results of its addresses."""
Workers = Callable[[Chunks[Address, Found]], Finished[Address, Found]]
"""The current workers: they take chunks and return them in the order in which they are finished."""


class Backend(Protocol):
    """Where work is done: here, in processes of this machine, or on a cluster. No result depends on it."""

    def __call__(self, work: Work[Address, Found], /) -> AbstractContextManager[Workers[Address, Found]]:
        """Prepare workers; they exist until the end of the block."""


def done(function: Callable[[Address], Found], chunk: Sequence[Address]) -> tuple[list[Found], float]:
    """The results of a chunk, and how many seconds it took."""
    began = perf_counter()
    return [function(address) for address in chunk], perf_counter() - began


def sendable(error: Exception) -> Exception:
    """Make an error that can be sent to another process: errors of Kibitz keep their class, others become text.

    >>> sendable(errors.SpecError("no such game"))
    SpecError('no such game')
    """
    for kind in type(error).__mro__:
        if issubclass(kind, KibitzError) and kind.__module__ == errors.__name__:
            return kind(str(error))
    import traceback

    return RuntimeError("".join(traceback.format_exception(error)))
