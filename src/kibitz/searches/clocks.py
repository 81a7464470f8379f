"""Counts the effects of time limits, so that analyses, games and matches can say that they are not reproducible.

An analysis that the clock stopped is marked with ``clocked``, and every mark is counted. Code that uses a search
(another search, a game, a session) compares the count before and after, so no mark is lost.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from time import perf_counter

from kibitz.searches.analysis import Analysis

SHORT = 1.0
"""Up to this limit in seconds, Python's garbage collector waits until a search has ended."""
CLOCKED = "stopped by the clock: not reproducible"

_decisions: ContextVar[int] = ContextVar("clock decisions", default=0)


def clock_decisions() -> int:
    """How often a time limit has changed the result of a search so far in this thread.

    >>> before = clock_decisions()
    >>> clock_decided()
    >>> clock_decisions() > before
    True
    """
    return _decisions.get()


def clock_decided() -> None:
    """Count a decision that another run may make differently, because it depends on how long something took.

    A search or player that reads the clock itself must call this when the time has an effect.
    """
    _decisions.set(_decisions.get() + 1)


def clocked(analysis: Analysis) -> Analysis:
    """The analysis, marked as stopped by the clock, with a note."""
    clock_decided()
    notes = analysis.notes if CLOCKED in analysis.notes else (*analysis.notes, CLOCKED)
    return replace(analysis, notes=notes, reproducible=False)


@contextmanager
def uncollected(seconds: float) -> Iterator[None]:
    """Let Python's garbage collector wait, if there is a short limit in seconds.

    A search of a game that is written in Python makes thousands of objects. The collector may then stop the program
    for longer than the whole limit, to look through all objects that there are.

    >>> with uncollected(0.02):
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    if not 0 < seconds <= SHORT or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def collected(seconds: float) -> float:
    """Collect what a search has left behind, if there is a short limit in seconds, and return how long that took.

    After ``uncollected``, Python's garbage collector would do this at the next opportunity, which may be before the
    move is returned. A player that calls this knows how much time to leave for it. Old objects are not looked at, as
    in most runs of the collector.

    >>> 0 <= collected(0.02) < 1
    True
    """
    if not 0 < seconds <= SHORT or not gc.isenabled():
        return 0.0
    began = perf_counter()
    gc.collect(int(gc.get_count()[1] >= gc.get_threshold()[1]))
    return perf_counter() - began
