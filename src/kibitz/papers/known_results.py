"""What is known of an item before it is run: the verdict of the published run, and the time of a quick one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from kibitz import published
from kibitz.errors import KibitzError
from kibitz.papers.claims import in_current_words
from kibitz.papers.item import Item

TIMES = Path(__file__).parent / "quick_times.json"
"""Written by ``tools/quick_times.py``."""


def published_verdict(item: Item) -> str | None:
    """The verdict of the published run of an item; None if there is none.

    >>> from kibitz.papers.registry import item
    >>> published_verdict(item("sturtevant2006", "figure-2"))
    'holds'
    """
    try:
        file = published.folder("results") / f"{item.paper}-{item.name}.json"
    except KibitzError:  # an installation without the published results
        return None
    if not file.is_file():
        return None
    return in_current_words(json.loads(file.read_text(encoding="utf-8"))["verdict"])


def quick_seconds(item: Item) -> float | None:
    """The processor time of ``--scale quick`` in seconds, measured on one machine; None if it is not known.

    >>> from kibitz.papers.registry import item
    >>> quick_seconds(item("carmel1993", "figure-2")) < 60
    True
    """
    found: float | None = _times().get(item.paper, {}).get(item.name)
    return found


@cache
def _times() -> dict[str, dict[str, float]]:
    times: dict[str, dict[str, float]] = json.loads(TIMES.read_text(encoding="utf-8"))
    return times
