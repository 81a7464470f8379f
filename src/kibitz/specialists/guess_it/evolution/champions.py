"""What ``kibitz evolve`` does: it evolves the champion of a named task and saves it to a file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from kibitz.errors import KibitzError, nearest
from kibitz.games.registry import game
from kibitz.pool.work import Backend
from kibitz.specialists.guess_it.evolution.network_runs import DECISION, IDENTIFIER, NETWORKS, Size, network_run
from kibitz.specialists.guess_it.evolution.networks import Network, network
from kibitz.specialists.guess_it.evolution.options import CHAMPION, CHOICE_OPTIONS, choices_taken
from kibitz.specialists.guess_it.evolution.run import Evolved, Generation, Run, evolve
from kibitz.specialists.guess_it.evolution.tasks import Choices
from kibitz.specialists.guess_it.network_player import write_network
from kibitz.specialists.registry import Watch
from kibitz.specs import Spec, fill, options_typed


@dataclass(frozen=True)
class Champion:
    """A run and its result."""

    name: str
    run: Run
    found: Evolved

    def summary(self) -> str:
        """The result of the run in one line."""
        return f"{self.found.summary()}, of {self.run.task.games}"

    def to_dict(self) -> dict[str, Any]:
        """The run as plain values."""
        found = self.found
        return {
            "task": self.name,
            "games": self.run.task.games,
            "best": found.best,
            "best_generation": found.best_generation,
            "rescored": found.rescored,
            "history": [generation._asdict() for generation in found.history],
        }

    def save(self, path: Path) -> None:
        """Write a player in the form that ``network(file=...)`` reads; an identifier is not a player and is written
        unchanged."""
        try:
            if self.run.task.kind == "identifier":
                path.write_text(json.dumps(self.found.network.data()) + "\n", encoding="utf-8")
            else:
                write_network(self.run.task.contestant(self.found.network), path)
        except OSError as error:
            raise KibitzError(f"cannot write {path}: {error.strerror}") from None

    def what_next(self, path: Path) -> str:
        """What can be done with the champion."""
        if self.run.task.kind == "identifier":
            return f"kibitz evolve decision --identifier {quote(str(path))} evolves a player on top of it."
        played, player = game("guess-it", cards=self.run.task.choices.cards), Spec("network", (), {"file": str(path)})
        return f"kibitz play {quote(str(played))} {quote(str(player))} plays against it."


@dataclass(frozen=True)
class Asked:
    """A checked request for a network that is not evolved yet; ``identifier`` is the file of an identifier, if
    given."""

    name: str
    population: int
    generations: int | None
    seed: int
    choices: Choices
    champion: str
    identifier: str | None

    @property
    def file(self) -> str:
        """The file that its champion is saved in unless another is named."""
        return f"{typed(self.name)}.json"

    def run(self, name: str, known: Network | None = None) -> Run:
        """The run for the network with this name: the requested one, or the identifier that it needs."""
        _, usual, _ = Size().of(name)
        size = (self.population, self.generations or usual, self.champion)
        return network_run(name, self.choices, size, self.seed, identifying=known)

    def evolve(self, checkpoint: Path | None, watch: Watch, backend: Backend) -> Champion:
        """Evolve the network, or continue from the checkpoint; a decision module needs an identifier first."""
        known = None
        if self.name == DECISION:
            beside = checkpoint.with_name(f"{checkpoint.name}.{IDENTIFIER}") if checkpoint else None
            known = saved_identifier(self.identifier) if self.identifier else self._identifier(beside, watch, backend)
        run = self.run(self.name, known)
        return Champion(self.name, run, _evolved(run, checkpoint, watch, backend))

    def _identifier(self, checkpoint: Path | None, watch: Watch, backend: Backend) -> Network:
        return _evolved(self.run(IDENTIFIER), checkpoint, watch, backend).network


def asked(
    task: str, population: int, generations: int | None, seed: int, options: Sequence[str], identifier: str | None
) -> Asked:
    """Read the request for a network, and refuse unknown networks and options.

    >>> asked("Total-Control", 150, None, 1, ["steps=4"], None).run("total control").generations
    100
    """
    name = task_meant(task)
    taken = fill(f"evolve {typed(name)}", (*CHOICE_OPTIONS, CHAMPION), options_typed(options))
    if identifier and name != DECISION:
        raise KibitzError(f"--identifier is for the task decision; {typed(name)} needs none")
    return Asked(name, population, generations, seed, choices_taken(taken.items()), taken["champion"], identifier)


def typed(name: str) -> str:
    """A task as it is typed: words joined by hyphens.

    >>> typed("Cards + IDs")
    'cards-ids'
    """
    return "-".join(re.findall(r"\w+", name.lower()))


def task_meant(text: str) -> str:
    """The task with this name, which may be typed with hyphens or as in the paper."""
    known = {typed(name): name for name in NETWORKS}
    if typed(text) not in known:
        raise KibitzError(f"there is no task '{text}'; {nearest(text, known)}")
    return known[typed(text)]


def told(generation: Generation) -> str:
    """The result of a generation in one line.

    >>> told(Generation(number=11, best=380.0, mean=301.25, species=7))
    'generation 11: best 380, mean 301.2, 7 species'
    """
    return (
        f"generation {generation.number}: best {generation.best:.4g}, mean {generation.mean:.1f}, "
        f"{generation.species} species"
    )


def saved_identifier(file: str) -> Network:
    """An identifier that an earlier run saved."""
    try:
        return network(json.loads(Path(file).read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        advice = "write one with kibitz evolve identifier"
        raise KibitzError(f"there is no identifier in {file}: {error}; {advice}") from None


def _evolved(run: Run, checkpoint: Path | None, watch: Watch, backend: Backend) -> Evolved:
    """Evolve, and report every generation."""
    with watch(run.task.kind) as changed:
        return evolve(
            run,
            checkpoint,
            lambda generation: changed(generation.number + 1, run.generations, told(generation)),
            backend,
        )
