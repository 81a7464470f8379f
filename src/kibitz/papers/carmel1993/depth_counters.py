"""With the right function the true depth is always among the highest counters (carmel1993 section 4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.learning.depth import FARTHEST
from kibitz.papers.cached_work import spread
from kibitz.papers.carmel1993.depth_sessions import QUICK_SESSIONS, SESSIONS, TRUE_DEPTH, session
from kibitz.papers.carmel1993.paired_points import function
from kibitz.papers.claims import contradicted
from kibitz.papers.item import Findings, Setting
from kibitz.searches.registry import search

RULE = (
    "The claim holds if the true depth has one of the highest counters after every example of every session, and does "
    "not hold otherwise. The interval of the share of examples counts a session as one observation, because the "
    "examples of one session are not independent."
)


def highest_counter(setting: Setting) -> Findings:
    """How often another depth is ahead of the true one, after every example of the sessions of Figure 7."""
    count = setting.times(SESSIONS, QUICK_SESSIONS)
    player = str(search("alpha-beta", depth=TRUE_DEPTH, own=function("f1")))
    cases = [(player, number, setting.seed, FARTHEST) for number in range(count)]
    sessions = spread(setting, "sessions, right function", session, cases)
    examples = [len(found) for found in sessions]
    behind = [sum(is_behind(counts, TRUE_DEPTH) for counts, _ in found) for found in sessions]
    notes = (
        f"{count} sessions, the same as in Figure 7, with {sum(examples):,} unforced moves of (f1, {TRUE_DEPTH}) that "
        "are counted with f1.",
    )
    return Findings(
        (
            contradicted(
                "examples after which another depth has a higher counter than the true one",
                behind,
                examples,
                "sessions",
            ),
        ),
        notes,
    )


def is_behind(counts: Sequence[int], depth: int) -> bool:
    """Whether another depth has a higher counter.

    >>> is_behind([3, 5, 5], 2), is_behind([3, 5, 6], 2)
    (False, True)
    """
    return counts[depth - 1] < max(counts)
