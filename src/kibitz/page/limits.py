"""All limits of a server, in one place."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """Limits of a server. What goes beyond them is refused with a message that says why."""

    body: int = 65_536
    """Bytes of a request."""
    name: int = 24
    """Characters of a person's name."""
    spec: int = 400
    """Characters of a specification."""
    tree: int = 20_000
    """Characters of a tree that somebody typed in."""
    tables: int = 20_000
    """Tables of the last day."""
    in_memory: int = 1_000
    """Tables that are kept in memory; the others are read again when somebody comes."""
    viewers: int = 3_000
    """Open connections that wait for news."""
    waiting: int = 400
    """Requests that wait for a worker."""
    longest: float = 20.0
    """Seconds after which a search is ended."""
    portrait: float = 60.0
    """Seconds after which a portrait, which plays trial games, is given up."""
    plies: int = 5_000
    """Moves of a game."""
    chain: int = 12
    """Earlier games at the same table that a reader remembers."""
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """Processes that search."""
    pace: float = 0.5
    """Seconds between two moves at a table that has no person."""


SPECIFIED = {
    "simulations": 20_000,
    "seconds": 10,
    "depth": 8,
    "plies": 8,
    "model_depth": 8,
    "nodes": 2_000_000,
    "worlds": 50,
    "buckets": 100,
    "hands": 50,
    "turns": 1_000,
    "limit": 10_000,
}
"""The largest value of an option in a specification from the web."""
