"""Backends by name: this process, several processes, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from kibitz.errors import SpecError, nearest
from kibitz.pool.on_ray import connected, on_ray
from kibitz.pool.processes import processes
from kibitz.pool.work import Address, Backend, Chunks, Finished, Found, Work, Workers, done

PROCESSES, RAY = BACKENDS = ("processes", "ray")


def backend_named(name: str = PROCESSES, jobs: int = 1, address: str | None = None, *, apart: bool = False) -> Backend:
    """The backend with a name: ``jobs`` processes, or the Ray cluster at an address (without one, a local cluster).

    With one job, the work is done in this process, unless ``apart`` asks for a separate one.

    >>> backend_named("slurm")
    Traceback (most recent call last):
    kibitz.errors.SpecError: there is no backend 'slurm'; known: processes, ray
    """
    if name not in BACKENDS:
        raise SpecError(f"there is no backend '{name}'; {nearest(name, BACKENDS)}")
    if jobs < 1:
        raise SpecError(f"jobs={jobs} is not allowed; give the number of processes, 1 or more")
    if name == RAY:
        return on_ray(address)
    if address is not None:
        raise SpecError("an address is only for a Ray cluster: add --backend ray")
    return here if jobs == 1 and not apart else processes(jobs)


def held_open(name: str, address: str | None = None) -> AbstractContextManager[None]:
    """Keep the connection to a cluster open during a ``with`` block in which several pieces of work are done."""
    return connected(address) if name == RAY else nullcontext()


@contextmanager
def here(work: Work[Address, Found]) -> Iterator[Workers[Address, Found]]:
    """Do everything in this process."""
    function = work.begin()

    def run(chunks: Chunks[Address, Found]) -> Finished[Address, Found]:
        while (chunk := chunks.next()) is not None:
            found, seconds = done(function, chunk)
            chunks.took(chunk, seconds)
            yield chunk, found

    yield run
