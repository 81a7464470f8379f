"""How all long work is resumed: a store says what is missing, and keeps every chunk as soon as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Protocol, TypeVar

from kibitz.pool.work import Address, Backend, Chunks, Found, Work

Kept = TypeVar("Kept", contravariant=True)


class Store(Protocol[Address, Kept]):
    """Where results are kept; each has an address, which is all that decides it (``work``)."""

    def missing(self) -> Iterable[Sequence[Address]]:
        """The addresses that can be worked on now and have no result yet, as sequences of neighbours."""

    def keep(self, addresses: Sequence[Address], found: Sequence[Kept], /) -> None:
        """Store the results of some addresses: all of them or, if an error occurs, none."""


def finish(
    work: Work[Address, Found],
    store: Store[Address, Found],
    backend: Backend,
    size: int = 0,
    *,
    died: Callable[[Address], Found] | None = None,
    watch: Callable[[Sequence[Address], Sequence[Found]], None] | None = None,
    enough: Callable[[], bool] | None = None,
) -> None:
    """Do the missing work of a store until nothing is missing.

    When all missing results are stored, the store is asked again. So work may be a list, in which all results are
    missing at once, or a chain, in which each result is the address of the next one, as in evolution. ``size`` and
    ``died`` are as in ``Chunks``; ``watch`` is called for every chunk that was stored. ``enough`` is called after
    each chunk: if it returns true, the work ends, and the chunks that are not finished are not stored.

    >>> from kibitz.pool.backends import here
    >>> from kibitz.pool.lines import Lines, applied
    >>> store = Lines(None, [(2, 3), (3, 2)])
    >>> finish(Work(applied, (pow,)), store, here)
    >>> store.results()
    [8, 9]
    """
    missing = list(store.missing())
    if not missing:
        return
    with backend(work) as workers:
        while missing:
            with closing(workers(Chunks(missing, size, died))) as finished:
                for chunk, found in finished:
                    store.keep(chunk, found)
                    if watch is not None:
                        watch(chunk, found)
                    if enough is not None and enough():
                        return
            missing = list(store.missing())
