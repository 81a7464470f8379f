"""A live bar for a match: games done, rate, time left, and who is ahead."""

from __future__ import annotations

from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, TaskProgressColumn, TextColumn
from rich.progress import Progress as RichProgress

from kibitz.arena.match import Progress

SHOWN = 4


class Bar:
    """Shows the progress of a match on standard error, if that is a terminal."""

    def __init__(self, quiet: bool = False, console: Console | None = None) -> None:
        console = console or Console(stderr=True)
        columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"))
        self._shown = RichProgress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)
        self._task = self._shown.add_task("starting", total=None)

    def __enter__(self) -> Self:
        self._shown.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._shown.stop()

    def update(self, progress: Progress) -> None:
        """Show how far it is."""
        self._shown.update(
            self._task, completed=progress.done, total=progress.total, description=escape(described(progress))
        )


def described(progress: Progress) -> str:
    """How far a match is, in one line.

    >>> described(Progress(100, 200, 100, 20.0, {"random": 0.3, "maxn": 0.7}))
    '100 of 200 games, 5.0 games/s, 0:20 left; maxn 70.0%, random 30.0%'
    """
    parts = [f"{progress.done:,} of {progress.total:,} games", f"{progress.rate:,.1f} games/s"]
    if progress.seconds_left is not None:
        minutes, seconds = divmod(round(progress.seconds_left), 60)
        parts.append(f"{minutes}:{seconds:02} left")
    ahead = sorted(progress.standing.items(), key=lambda pair: -pair[1])[:SHOWN]
    return f"{', '.join(parts)}; {', '.join(f'{label} {share:.1%}' for label, share in ahead)}"
