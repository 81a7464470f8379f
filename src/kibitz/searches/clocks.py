"""A clock decided this: marked where it happens, and carried to every analysis, game and match around it.

An analysis that a clock cut short is marked with ``clocked``. Each mark is counted, so that whatever encloses the
search (another search, a game, a session) compares the count before and after, and cannot forget to pass the mark on.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace

from kibitz.searches.analysis import Analysis

CLOCKED = "stopped by the clock: not reproducible"

_decisions: ContextVar[int] = ContextVar("clock decisions", default=0)


def clock_decisions() -> int:
    """How many decisions of a clock were counted so far, in this thread.

    >>> before = clock_decisions()
    >>> clock_decided()
    >>> clock_decisions() > before
    True
    """
    return _decisions.get()


def clock_decided() -> None:
    """Count a decision that another run may make differently, because it depends on how long something took.

    A search or player that looks at the time by itself calls this where the time decides.
    """
    _decisions.set(_decisions.get() + 1)


def clocked(analysis: Analysis) -> Analysis:
    """The analysis, marked as decided by a clock, with a note that says so."""
    clock_decided()
    notes = analysis.notes if CLOCKED in analysis.notes else (*analysis.notes, CLOCKED)
    return replace(analysis, notes=notes, reproducible=False)
