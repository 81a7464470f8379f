"""The bar that all long work shows: how much is done, the time so far, and a description."""

from __future__ import annotations

from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeElapsedColumn
from rich.text import Text


class Bar:
    """Shows how much of a long task is done. It writes to standard error, so that results on standard output can be
    piped. Nothing is shown if standard error is not a terminal. The bar is indeterminate until ``update`` gives the
    total.

    >>> with Bar("counting", quiet=True) as bar:
    ...     bar.update(3, 10, "counting tricks")
    """

    def __init__(self, said: str, quiet: bool = False, console: Console | None = None) -> None:
        console = console or Console(stderr=True)
        columns = (BarColumn(), _Count(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
        hidden = quiet or not console.is_terminal
        self._shown = Progress(*columns, console=console, transient=True, disable=hidden)
        self._task = self._shown.add_task(said, total=None)

    def __enter__(self) -> Self:
        self._shown.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._shown.stop()

    def update(self, done: int, total: int, said: str | None = None) -> None:
        """Show how much is done, and a new description if one is given."""
        self._shown.update(self._task, completed=done, total=total, description=said)


class _Count(MofNCompleteColumn):
    """The count, such as 3/10; empty if the total is not known."""

    def render(self, task: Task) -> Text:
        return super().render(task) if task.total is not None else Text()
