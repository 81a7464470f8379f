"""How a match is run: where, in how many processes, and what is kept. Nothing here changes what is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from kibitz.arena.progress import Progress
from kibitz.arena.session import Director
from kibitz.pool.backends import PROCESSES


@dataclass(frozen=True)
class Running:
    """How a match is run. The games are the same whatever this says: they depend on the ``Experiment`` alone.

    ``jobs`` processes play, or with ``backend="ray"`` the Ray cluster at ``address``; ``chunk`` sessions are handed out
    together (0: as many as take half a second). ``out`` is a file for the results; if it holds an unfinished match, the
    match continues. ``records`` is a file for the games, one JSON line each, or PDN if its name ends in ``.pdn``.
    ``strict`` stops the match at the first game that a player forfeits. ``progress`` is called with a ``Progress``
    after every chunk.

    ``recorded`` keeps the games themselves in the results without writing them to a file. ``director`` is a subclass of
    ``Director`` that plays the same sessions faster.

    >>> from kibitz.arena.experiment import Experiment
    >>> from kibitz.arena.match import run
    >>> experiment = Experiment.of("tic-tac-toe", ["maxn", "random"], seed=1)
    >>> run(experiment, deals=10, running=Running(chunk=5)).games
    20
    """

    jobs: int = 1
    backend: str = PROCESSES
    address: str | None = None
    chunk: int = 0
    out: str | Path | None = None
    records: str | Path | None = None
    strict: bool = False
    progress: Callable[[Progress], None] | None = field(default=None, compare=False)
    recorded: bool = False
    director: type[Director] = Director

    @property
    def keeps_games(self) -> bool:
        """Whether the games themselves are kept, not only how they ended."""
        return self.recorded or self.records is not None


class RunningOptions(TypedDict, total=False):
    """The options that ``match`` takes by name and passes to ``Running``, which explains them."""

    jobs: int
    backend: str
    address: str | None
    chunk: int
    out: str | Path | None
    records: str | Path | None
    strict: bool
    progress: Callable[[Progress], None] | None
