"""lockett2007: the networks of a trial, trained once and shared by every item that needs them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz.learning.evolution.breeding import Breeding
from kibitz.learning.evolution.networks import Network, network
from kibitz.learning.evolution.run import Run, evolve_here
from kibitz.learning.evolution.tasks import (
    OPEN,
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
from kibitz.papers.item import Setting, scale_of
from kibitz.papers.spread import Case, spread
from kibitz.random import Random

TRIALS, QUICK_TRIALS = 10, 3
IDENTIFIER_GOAL = 302.0  # of 400, section 5
PHASED = 5  # genes that the mean genome grows by before a phase of pruning
PREDICTOR, TOTAL, IDENTIFIER, DECISION, CONTROL = "predictor", "total control", "identifier", "decision", "control"


@dataclass(frozen=True)
class Size:
    """How much evolution: the paper's, but for the population, which it does not tell, or little of it."""

    population: int = 150
    generations: int = 100
    identifier_generations: int = 600
    total_generations: int = 100
    evaluation_games: int = 20_000


FULL = Size()
QUICK = Size(population=30, generations=8, identifier_generations=8, total_generations=4, evaluation_games=1_000)


def size_of(setting: Setting) -> Size:
    """The size that goes with a scale: more than the paper's means more trials."""
    return QUICK if scale_of(setting.scale) is None else FULL


def trials_of(setting: Setting) -> int:
    """How many trials."""
    return setting.times(TRIALS, QUICK_TRIALS)


@dataclass(frozen=True)
class Trained:
    """A champion, and how its training went; fitness is of ``games``."""

    network: Network
    best: float
    best_generation: int
    rescored: float
    generations: int
    games: int

    @property
    def rescored_share(self) -> float:
        """What it wins in fresh games, in percent."""
        return 100 * self.rescored / self.games


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
    """The choices that decide a training: two that differ in others are the same.

    >>> mattering("total control", Choices(control="absent"))
    {'steps': 2, 'calls': 'remembered', 'search': 'plain', 'cards': 6}
    """
    taken = asdict(choices)
    return {each: taken[each] for each in (*MATTERING.get(name, PLAYING), "search", "cards")}


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


def train(name: str, chosen: str, size: Sequence[int], trial: int, seed: int, identifying: str) -> dict[str, Any]:
    """Train one network of a trial: the work that is spread over processes, with plain values only."""
    population, generations = size
    choices = Choices(**json.loads(chosen))
    task = task_named(name, choices, network(json.loads(identifying)) if identifying else None)
    breeding = Breeding(
        population,
        connected="partial_direct 0.25" if name == TOTAL else "full_direct",
        phased=PHASED if choices.search == "phased" else 0,
    )
    goal = IDENTIFIER_GOAL if name == IDENTIFIER else None
    run = Run(task, Random(seed, "trial", trial, name).next(), generations, goal, breeding=breeding)
    found = evolve_here(run)
    return {
        "network": found.network.data(),
        "best": found.best,
        "best_generation": found.best_generation,
        "rescored": found.rescored,
        "generations": len(found.history),
        "games": task.games,
    }


def trained(
    setting: Setting,
    name: str,
    choices: Choices,
    trials: int,
    size: Size,
    identifiers: Sequence[Network] = (),
) -> list[Trained]:
    """The champions of so many trials; with a folder each is trained only once."""
    longer = {IDENTIFIER: size.identifier_generations, TOTAL: size.total_generations}
    amount = [size.population, longer.get(name, size.generations)]
    chosen = json.dumps(mattering(name, choices), sort_keys=True)
    cases: list[Case] = [
        (name, chosen, tuple(amount), trial, setting.seed, json.dumps(identifiers[trial].data()) if identifiers else "")
        for trial in range(trials)
    ]
    return [
        Trained(**{**found, "network": network(found["network"])})
        for found in spread(setting, f"evolving: {name}", train, cases)
    ]


@dataclass(frozen=True)
class Trial:
    """Everything that a trial of section 6 needs: each has players of its own and opponents of its own."""

    number: int
    rows: dict[str, Trained]
    predictor: Trained
    identifier: Trained
    decision: Trained
    control: Trained


def whole_trials(setting: Setting, choices: Choices, trials: int, size: Size) -> list[Trial]:
    """Train all networks of so many trials."""
    rows = {name: trained(setting, name, choices, trials, size) for name in TABLE_1}
    predictors = trained(setting, PREDICTOR, choices, trials, size)
    identifiers, decisions, controls = mixture_players(setting, choices, trials, size)
    return [
        Trial(
            trial,
            {name: found[trial] for name, found in rows.items()},
            predictors[trial],
            identifiers[trial],
            decisions[trial],
            controls[trial],
        )
        for trial in range(trials)
    ]


def mixture_players(
    setting: Setting, choices: Choices, trials: int, size: Size
) -> tuple[list[Trained], list[Trained], list[Trained]]:
    """The identifiers, the decision modules on top of them, and the controls."""
    identifiers = trained(setting, IDENTIFIER, choices, trials, size)
    decisions = trained(setting, DECISION, choices, trials, size, [each.network for each in identifiers])
    return identifiers, decisions, trained(setting, CONTROL, choices, trials, size)


def choices_note(choices: Choices, size: Size, trials: int) -> str:
    """Which of the open choices were taken.

    >>> choices_note(Choices(), QUICK, 3)[:46]
    '3 trials, population 30. Open choices: steps=2'
    """
    taken = ", ".join(f"{name}={getattr(choices, name)}" for name in OPEN)
    return (
        f"{trials} trials, population {size.population}. Open choices: {taken}; the champion is the best of ten "
        "finalists in fresh games, and rescored means: in further games that chose nothing."
    )


def other_choices(choices: Choices) -> list[tuple[str, Choices]]:
    """Every open choice taken the other way, one at a time, by name.

    >>> [name for name, _ in other_choices(Choices())][:3]
    ['steps=1', 'steps=4', 'outputs=threshold']
    """
    steps = [(f"steps={steps}", replace(choices, steps=steps)) for steps in (1, 4)]
    listed = [
        (f"{name}={value}", replace(choices, **{name: value}))  # type: ignore[arg-type]
        for name, (_, values) in OPEN.items()
        for value in values
        if value != getattr(choices, name)
    ]
    return [*steps, *listed, *((f"watcher={watcher}", replace(choices, watcher=watcher)) for watcher in WATCHERS)]


WATCHERS = ("always-ask", "call-then-bluff", "stationary(bluff=0.5, call=0.5)")
