"""The networks of lockett2007 by name, and the run that evolves each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.random import Random
from kibitz.specialists.guess_it.evolution.breeding import Breeding
from kibitz.specialists.guess_it.evolution.networks import Network, network
from kibitz.specialists.guess_it.evolution.run import Run, evolve_here
from kibitz.specialists.guess_it.evolution.tasks import (
    TABLE_1,
    Choices,
    Task,
    control,
    decision,
    identifier,
    predictor,
    table_1,
    total_control,
)

IDENTIFIER_GOAL = 302.0  # of 400, section 5
PHASED = 5  # genes that the mean genome grows by before a phase of pruning
PREDICTOR, TOTAL, IDENTIFIER, DECISION, CONTROL = "predictor", "total control", "identifier", "decision", "control"
NETWORKS = (*TABLE_1, PREDICTOR, TOTAL, IDENTIFIER, DECISION, CONTROL)

MATTERING = {
    PREDICTOR: ("steps", "calls", "rule"),
    TOTAL: ("steps", "calls"),
    IDENTIFIER: ("steps", "watcher", "identified", "drawn"),
    DECISION: ("steps", "outputs", "calls", "stranger", "known", "identified", "drawn"),
    CONTROL: ("steps", "outputs", "calls", "control", "drawn"),
}
"""The choices that matter while a network is trained; for the rows of Table 1 they are those of ``PLAYING``."""
PLAYING = ("steps", "outputs", "calls")


def mattering(name: str, choices: Choices) -> dict[str, Any]:
    """The choices that affect a training; trainings that differ only in other choices are the same.

    >>> mattering("total control", Choices(control="absent"))
    {'steps': 2, 'calls': 'remembered', 'search': 'plain', 'cards': 6}
    """
    taken = asdict(choices)
    return {each: taken[each] for each in (*MATTERING.get(name, PLAYING), "search", "cards")}


@dataclass(frozen=True)
class Size:
    """The size of an evolution: the paper's (it does not give the population), or a small one.

    >>> Size().of("identifier")
    (150, 600, 'rescored')
    """

    population: int = 150
    generations: int = 100
    identifier_generations: int = 600
    total_generations: int = 100
    evaluation_games: int = 20_000
    champion: str = "rescored"

    def of(self, name: str) -> tuple[int, int, str]:
        """The settings for a network: the population, the generations, and how its champion is chosen."""
        longer = {IDENTIFIER: self.identifier_generations, TOTAL: self.total_generations}
        return self.population, longer.get(name, self.generations), self.champion


def task_named(name: str, choices: Choices, identifying: Network | None) -> Task:
    """The task of a network of a trial: a row of Table 1, or one of the others.

    >>> task_named("control", Choices(), None).games
    600
    """
    if name in TABLE_1:
        return table_1(name, choices)
    if name == DECISION:
        assert identifying is not None
        return decision(identifying, choices)
    return {PREDICTOR: predictor, TOTAL: total_control, IDENTIFIER: identifier, CONTROL: control}[name](choices)


def network_run(
    name: str,
    choices: Choices,
    size: tuple[int, int, str],
    seed: int,
    trial: int = 0,
    identifying: Network | None = None,
) -> Run:
    """The run that evolves a network of a trial; ``size`` is the population, the generations, and how the champion is
    chosen.

    >>> run = network_run("identifier", Choices(), (150, 600, "rescored"), seed=1)
    >>> run.goal, run.breeding.connected
    (302.0, 'full_direct')
    """
    population, generations, champion = size
    breeding = Breeding(
        population,
        connected="partial_direct 0.25" if name == TOTAL else "full_direct",
        phased=PHASED if choices.search == "phased" else 0,
    )
    return Run(
        task_named(name, choices, identifying),
        Random(seed, "trial", trial, name).next(),
        generations,
        IDENTIFIER_GOAL if name == IDENTIFIER else None,
        champion,
        breeding=breeding,
    )


def train(name: str, chosen: str, size: Sequence[Any], trial: int, seed: int, identifying: str) -> dict[str, Any]:
    """Train one network of a trial; arguments and result are plain values, so that it can run in other processes."""
    population, generations, champion = size
    known = network(json.loads(identifying)) if identifying else None
    choices = Choices(**json.loads(chosen))
    run = network_run(name, choices, (population, generations, champion), seed, trial, known)
    found = evolve_here(run)
    return {
        "network": found.network.data(),
        "best": found.best,
        "best_generation": found.best_generation,
        "rescored": found.rescored,
        "generations": len(found.history),
        "games": run.task.games,
    }
