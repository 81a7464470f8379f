"""Counts the effects of time limits, so that analyses, games and matches can say that they are not reproducible.

An analysis that the clock stopped is marked with ``clocked``, and every mark is counted. Code that uses a search
(another search, a game, a session) compares the count before and after, so no mark is lost.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace

from kibitz.searches.analysis import Analysis

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
