"""An item: a table, a figure or a claim of a paper, and how it is run."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from shlex import quote
from typing import Any

from kibitz.arena.experiment import Experiment
from kibitz.arena.match import run as run_experiment
from kibitz.arena.progress import Progress
from kibitz.arena.results import MatchResult
from kibitz.arena.running import Running
from kibitz.arena.session import Director, GameResult
from kibitz.arena.store import StoredGame
from kibitz.errors import ArgumentError, KibitzError, SpecError
from kibitz.papers.claims import RULE, Row
from kibitz.papers.report import Report
from kibitz.pool.backends import PROCESSES, backend_named, held_open
from kibitz.pool.work import Backend
from kibitz.specs import Option, Value, fill, value_text

QUICK = "quick"
MOST = 10_000


def scale_of(text: str) -> Fraction | None:
    """How many times the paper's number of deals: a number, or None for quick.

    >>> scale_of("10"), scale_of("0.5"), scale_of("quick")
    (Fraction(10, 1), Fraction(1, 2), None)
    """
    if text == QUICK:
        return None
    try:
        # A Fraction with a large exponent would take forever.
        scale = Fraction(float(text) if "e" in text.lower() else text)
    except (ValueError, ZeroDivisionError, OverflowError):
        scale = Fraction(0)
    if not 0 < scale <= MOST:
        raise ArgumentError(
            f"scale={text} is not allowed; give quick, or a number above 0 and at most {MOST:,}, such as 1"
        )
    return scale


@dataclass(frozen=True)
class Setting:
    """How an item is run: its scale, the seed, the number of processes, and the folder for results."""

    scale: str = "1"
    seed: int = 1
    jobs: int = 1
    folder: Path | None = None
    progress: Callable[[str, int, int], None] | None = field(default=None, compare=False)
    """Called with what is being done, how much is done, and the total."""
    options: tuple[tuple[str, Value], ...] = ()
    """Options that differ from the defaults of the item, by name."""
    backend: str = PROCESSES
    """Where the work is done: in ``jobs`` processes, or on a Ray cluster."""
    address: str | None = None
    """The address of the Ray cluster; None starts a local one."""

    @property
    def workers(self) -> Backend:
        """The backend that does the work."""
        return backend_named(self.backend, self.jobs, self.address)

    @property
    def alone(self) -> Setting:
        """This setting without other processes, for work that takes less time than starting them."""
        return replace(self, jobs=1, backend=PROCESSES, address=None)

    def times(self, paper: int, quick: int) -> int:
        """The paper's number times the scale, or the quick number."""
        scale = scale_of(self.scale)
        return quick if scale is None else max(2, round(paper * scale))

    def say(self, what: str, done: int, total: int) -> None:
        """Report progress."""
        if self.progress is not None:
            self.progress(what, done, total)

    def prepare_folder(self) -> None:
        """Create the folder, or raise an error before the work begins."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KibitzError(f"cannot write to {self.folder}: {error.strerror}") from None
        if not os.access(self.folder, os.W_OK):
            raise KibitzError(f"cannot write to {self.folder}: Permission denied")

    def played(
        self,
        what: str,
        experiment: Experiment,
        deals: int,
        director: type[Director] = Director,
        recorded: bool = False,
    ) -> MatchResult:
        """Play an experiment; with a folder, an interrupted run continues."""
        out = None
        if self.folder is not None:
            self.prepare_folder()
            kept = f"-{director.kept}" if recorded else ""
            out = self.folder / f"{experiment.identity}{kept}.kibitz"

        def told(progress: Progress) -> None:
            self.say(what, progress.done, progress.total)

        running = Running(
            self.jobs,
            self.backend,
            self.address,
            chunk=experiment.sessions_a_deal if director.whole_deals else 0,
            out=out,
            progress=told,
            recorded=recorded,
            director=director,
        )
        return run_experiment(experiment, deals, running)


def finished(stored: StoredGame) -> GameResult:
    """The result of a finished game; an error if a player failed.

    >>> from kibitz.arena.faults import Fault
    >>> finished(StoredGame(3, 0, GameResult(None, (0,), 0, Fault(1, "crash", "out of cards"))))
    Traceback (most recent call last):
    kibitz.errors.KibitzError: session 3 was not played to its end: out of cards
    """
    if stored.result.fault is not None:
        raise KibitzError(f"session {stored.session} was not played to its end: {stored.result.fault.text}")
    return stored.result


@dataclass(frozen=True)
class Findings:
    """The result of running an item."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    figures: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    """More values for JSON, besides the rows."""


@dataclass(frozen=True)
class Item:
    """A table, figure or claim of a paper; ``rule`` decides the verdicts and is written down before anything is run."""

    paper: str
    name: str
    title: str
    work: Callable[[Setting], Findings]
    rule: str = RULE
    options: tuple[Option, ...] = ()
    """The options that a setting may have for this item."""

    def command(self, setting: Setting) -> str:
        """The command that reproduces the report.

        >>> item = Item("lockett2007", "choices", "", lambda setting: Findings(()))
        >>> item.command(Setting(options=(("steps", 4),)))
        'kibitz reproduce lockett2007 choices --scale 1 --seed 1 --option steps=4'
        """
        asked = "".join(f" --option {quote(f'{name}={value_text(value)}')}" for name, value in setting.options)
        return f"kibitz reproduce {self.paper} {self.name} --scale {setting.scale} --seed {setting.seed}{asked}"

    def checked(self, setting: Setting) -> Setting:
        """The setting, after checking that the item can be run with it.

        >>> Item("carmel1993", "figure-2", "", lambda setting: Findings(())).checked(Setting(options=(("steps", 4),)))
        Traceback (most recent call last):
        kibitz.errors.SpecError: carmel1993 figure-2 takes no options, so leave out steps
        """
        scale_of(setting.scale)
        _ = setting.workers
        owner, asked = f"{self.paper} {self.name}", dict(setting.options)
        if asked and not self.options:
            raise SpecError(f"{owner} takes no options, so leave out {', '.join(asked)}")
        taken = fill(owner, self.options, asked)
        return replace(setting, options=tuple((name, taken[name]) for name in asked))

    def run(self, setting: Setting) -> Report:
        """Run the item, and report the paper's numbers next to ours."""
        setting = self.checked(setting)
        with held_open(setting.backend, setting.address):
            found = self.work(setting)
        about = (self.paper, self.name, self.title, self.command(setting), setting.seed, self.rule)
        return Report(*about, found.rows, found.notes, found.figures, found.values)
