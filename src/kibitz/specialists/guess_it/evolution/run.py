"""A run of evolution, saved after every generation, so that it can be continued."""

from __future__ import annotations

import hashlib
import os
import pickle
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from kibitz.errors import KibitzError, SpecError
from kibitz.pool.backends import here
from kibitz.pool.processes import processes
from kibitz.pool.resuming import finish
from kibitz.pool.work import Backend, Work
from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.breeding import Breeding, Population
from kibitz.specialists.guess_it.evolution.networks import Network
from kibitz.specialists.guess_it.evolution.tasks import Task

CHAMPIONS = ("rescored", "best", "last")


@dataclass(frozen=True)
class Run:
    """The settings of a run, which together with its seed determine it.

    It ends after ``generations``, or earlier if a best fitness reaches ``goal``. ``champion`` says how the champion is
    chosen: ``best`` is the network with the highest fitness of any generation, ``last`` the best of the last
    generation. By default (``rescored``), ``finalists`` networks play fresh games, as many as in ``fresh`` generations,
    and the best of them is the champion. A best fitness is the largest of many noisy numbers, so it overestimates the
    network.
    """

    task: Task
    seed: int
    generations: int = 100
    goal: float | None = None
    champion: str = "rescored"
    finalists: int = 10
    fresh: int = 5
    breeding: Breeding = field(default_factory=Breeding)

    def __post_init__(self) -> None:
        if self.champion not in CHAMPIONS:
            raise SpecError(f"champion={self.champion} is not allowed; give {' or '.join(CHAMPIONS)}")
        if self.generations < 1 or self.finalists < 1 or self.fresh < 1:
            raise SpecError("generations, finalists and fresh are numbers from 1 upwards")

    @property
    def identity(self) -> str:
        """Runs with the same identity are equal up to the end of the shorter one."""
        parts = (repr(self.task), self.task.identifier, self.seed, self.finalists, self.breeding)
        return hashlib.sha256(repr(parts).encode()).hexdigest()


class Generation(NamedTuple):
    """The result of a generation: the best and the mean fitness, and the number of species."""

    number: int
    best: float
    mean: float
    species: int


class Finalist(NamedTuple):
    """The best of a generation."""

    fitness: float
    generation: int
    network: Network


@dataclass(frozen=True)
class Evolved:
    """The result of a run: the champion, its fitness in fresh games, and the fitness of the generations.

    ``best`` is the highest fitness of any generation, and ``best_generation`` the first that reached it. ``rescored``
    is the fitness of the champion in further games, which were used neither to breed nor to choose it.
    """

    network: Network
    rescored: float
    best: float
    best_generation: int
    history: tuple[Generation, ...] = field(repr=False)

    def summary(self) -> str:
        """The result in one line."""
        nodes, links = self.network.size
        return (
            f"best {self.best:g} in generation {self.best_generation}; the champion ({nodes} nodes, {links} links) "
            f"reaches {self.rescored:.1f} in fresh games"
        )


Progress = Callable[[Generation], None]


@dataclass(eq=False)
class State:
    """A run between two generations. Its population is stored as bytes; None before the first generation.

    The next generation depends only on this state, so the state is its address in the pool.
    """

    population: Population | bytes | None = None
    history: list[Generation] = field(default_factory=list)
    finalists: list[Finalist] = field(default_factory=list)
    last: Finalist | None = None

    @property
    def put_away(self) -> bytes | None:
        """The population as bytes."""
        return self.population.dump() if isinstance(self.population, Population) else self.population

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "population": self.put_away}


APART = processes(1)


def evolve(
    run: Run, checkpoint: str | Path | None = None, progress: Progress | None = None, backend: Backend = APART
) -> Evolved:
    """Evolve, by default in a separate process, and continue from the checkpoint if there is one.

    The checkpoint is written after every generation. A run that was killed and continued ends with the same
    champion as an uninterrupted run, in any process.

    >>> from kibitz.specialists.guess_it.evolution.tasks import table_1
    >>> evolved = evolve(Run(table_1("ID Only"), seed=1, generations=2, breeding=Breeding(population=10)))
    >>> [generation.number for generation in evolved.history], evolved.network.inputs
    ([0, 1], 4)
    """
    store = Generations(run, Path(checkpoint) if checkpoint else None)

    def watch(_: Sequence[State], after: Sequence[State]) -> None:
        if progress:
            progress(after[0].history[-1])

    finish(Work(bred, (run,), "evolution"), store, backend, died=store.refuse_dead, watch=watch)
    return chosen(run, store.state)


def evolve_here(run: Run, checkpoint: str | Path | None = None, progress: Progress | None = None) -> Evolved:
    """Evolve in this process, for callers that distribute whole runs over a pool themselves."""
    return evolve(run, checkpoint, progress, here)


class Generations:
    """The generations of a run as a store for the pool: one generation is missing at a time, and the checkpoint keeps
    the last one."""

    def __init__(self, run: Run, file: Path | None) -> None:
        self.run, self.file = run, file
        self.state = taken_up(run, file)

    def missing(self) -> list[list[State]]:
        """The state from which the next generation is bred, unless the run is finished."""
        return [] if _done(self.run, self.state) else [[self.state]]

    def keep(self, _: Sequence[State], after: Sequence[State]) -> None:
        """Continue from the new state, and write the checkpoint."""
        [self.state] = after
        if self.file:
            put_away(self.run, self.state, self.file)

    def refuse_dead(self, state: State) -> NoReturn:
        """The error for a generation whose process died twice."""
        again = " with the same checkpoint to continue" if self.file else ""
        raise KibitzError(f"the process that bred generation {len(state.history)} died twice; run it again{again}")


def bred(run: Run) -> Callable[[State], State]:
    """The function that breeds the next generation from a state; the population stays in the process."""
    population = first_population(run)
    first = population.dump()

    def following(state: State) -> State:
        if not isinstance(state.population, Population):
            population.load(state.population or first)
            state.population = population
        step(run, state, state.population)
        return state

    return following


def first_population(run: Run) -> Population:
    """The population that a run begins with."""
    task = run.task
    return Population(run.breeding, task.inputs, task.outputs, Random(run.seed, "population").next())


def _done(run: Run, state: State) -> bool:
    reached = run.goal is not None and any(row.best >= run.goal for row in state.history[: run.generations])
    return len(state.history) >= run.generations or reached


def step(run: Run, state: State, population: Population) -> None:
    """Score a generation and breed the next."""
    number = population.generation
    networks = population.networks()
    fitness = run.task.fitness(networks, Random(run.seed, "generation", number).next())
    top = max(range(len(fitness)), key=lambda place: fitness[place])
    state.last = Finalist(fitness[top], number, networks[top])
    best_first = sorted([*state.finalists, state.last], key=lambda each: (-each.fitness, each.generation))
    state.finalists = best_first[: run.finalists]
    state.history.append(Generation(number, fitness[top], sum(fitness) / len(fitness), population.species))
    population.breed(fitness)


def chosen(run: Run, state: State) -> Evolved:
    """The champion, and its fitness in fresh games."""
    best = state.finalists[0]
    assert state.last is not None
    network = {"best": best.network, "last": state.last.network}.get(run.champion)
    if network is None:
        networks = [finalist.network for finalist in state.finalists]
        fitness = fresh_fitness(run, networks, "finalists")
        network = networks[max(range(len(fitness)), key=lambda place: fitness[place])]
    rescored = fresh_fitness(run, [network], "rescored")[0]
    return Evolved(network, rescored, best.fitness, best.generation, tuple(state.history))


def fresh_fitness(run: Run, networks: list[Network], purpose: str) -> list[float]:
    """The mean fitness in new games, as many as in a number of generations."""
    rounds = [run.task.fitness(networks, Random(run.seed, purpose, number).next()) for number in range(run.fresh)]
    return [sum(each) / run.fresh for each in zip(*rounds, strict=True)]


# Put away and taken up again.

CHECKSUM = b"crc32 "
"""The separator between a checkpoint and its checksum. Pickle ignores everything after the checkpoint, so earlier
versions can read the file."""


def put_away(run: Run, state: State, file: Path) -> None:
    """Write a checkpoint. If this fails, the previous checkpoint is not changed."""
    whole = pickle.dumps((run.identity, state.put_away, state.history, state.finalists, state.last))
    whole += CHECKSUM + b"%08x" % zlib.crc32(whole)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(whole)
        beside.replace(file)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise KibitzError(
            f"cannot write {file}: {error.strerror}; the finished generations are kept: solve this problem, "
            "then give the same command again"
        ) from None


def taken_up(run: Run, file: Path | None) -> State:
    """The state in a checkpoint, or the first state if there is no checkpoint."""
    if file is None or not file.exists():
        return State()
    try:
        whole, mark, checksum = file.read_bytes().rpartition(CHECKSUM)
        if mark and checksum != b"%08x" % zlib.crc32(whole):
            raise ValueError("its content has changed since it was written")
        identity, *parts = pickle.loads(whole if mark else checksum)
        state = State(*parts)
    except Exception as error:
        raise KibitzError(
            f"{file} is not a checkpoint of an evolution ({error}); move it away to start a new run"
        ) from None
    if identity != run.identity:
        raise KibitzError(f"{file} is the checkpoint of another run; name another file, or the same task and seed")
    return state
