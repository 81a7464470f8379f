"""lockett2007: the networks of a trial, trained once and shared by every item that needs them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kibitz.papers.cached_work import spread
from kibitz.papers.item import Setting, scale_of
from kibitz.pool.lines import Case
from kibitz.specialists.guess_it.evolution.network_runs import (
    CONTROL,
    DECISION,
    IDENTIFIER,
    NETWORKS,
    PREDICTOR,
    TOTAL,
    Size,
    mattering,
    train,
)
from kibitz.specialists.guess_it.evolution.networks import Network, network
from kibitz.specialists.guess_it.evolution.options import SIZE_OPTIONS, choices_taken
from kibitz.specialists.guess_it.evolution.run import CHAMPIONS
from kibitz.specialists.guess_it.evolution.tasks import OPEN, TABLE_1, Choices

TRIALS, QUICK_TRIALS = 10, 3


FULL = Size()
QUICK = Size(population=30, generations=8, identifier_generations=8, total_generations=4, evaluation_games=1_000)


def choices_of(setting: Setting) -> Choices:
    """The values of the unspecified choices: defaults, or as given by options.

    >>> choices_of(Setting(options=(("steps", 4),))).steps
    4
    """
    return choices_taken(setting.options)


def size_of(setting: Setting) -> Size:
    """The size for a scale; a scale above 1 means more trials."""
    return as_asked(QUICK if scale_of(setting.scale) is None else FULL, setting)


def as_asked(size: Size, setting: Setting) -> Size:
    """A size, with changes from the options.

    >>> as_asked(QUICK, Setting(options=(("population", 75),))).population
    75
    """
    sizes = {option.name for option in SIZE_OPTIONS}
    return replace(size, **{name: value for name, value in setting.options if name in sizes})


def trials_of(setting: Setting) -> int:
    """How many trials."""
    return setting.times(TRIALS, QUICK_TRIALS)


@dataclass(frozen=True)
class Trained:
    """A champion and its training; its fitness is out of ``games`` games."""

    network: Network
    best: float
    best_generation: int
    rescored: float
    generations: int
    games: int

    @property
    def rescored_share(self) -> float:
        """Its winning rate in fresh games, in percent."""
        return 100 * self.rescored / self.games


def trained(
    setting: Setting,
    name: str,
    choices: Choices,
    trials: int,
    size: Size,
    identifiers: Sequence[Network] = (),
) -> list[Trained]:
    """The champions of this many trials; with a folder, each is trained only once."""
    cases = training_cases(setting, name, choices, trials, size, identifiers)
    return [
        Trained(**{**found, "network": network(found["network"])})
        for found in spread(setting, f"evolving: {name}", train, cases)
    ]


def training_cases(
    setting: Setting, name: str, choices: Choices, trials: int, size: Size, identifiers: Sequence[Network] = ()
) -> list[Case]:
    """The arguments that determine the training of a network, for each of this many trials."""
    chosen = json.dumps(mattering(name, choices), sort_keys=True)
    return [
        (name, chosen, size.of(name), trial, setting.seed, json.dumps(identifiers[trial].data()) if identifiers else "")
        for trial in range(trials)
    ]


@dataclass(frozen=True)
class Trial:
    """Everything that a trial of section 6 needs; every trial has its own players and opponents."""

    number: int
    rows: dict[str, Trained]
    predictor: Trained
    identifier: Trained
    decision: Trained
    control: Trained


def whole_trials(setting: Setting, choices: Choices, trials: int, size: Size) -> list[Trial]:
    """Train all networks of this many trials."""
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
    """The values of the unspecified choices, in words.

    >>> choices_note(Choices(), QUICK, 3)[:46]
    '3 trials, population 30. Options: steps=2, out'
    """
    taken = ", ".join(f"{name}={getattr(choices, name)}" for name in OPEN)
    return (
        f"{trials} trials, population {size.population}. Options: {taken}; the champion is "
        f"{CHAMPION_TOLD[size.champion]}, and its fitness in fresh games is measured in further games."
    )


CHAMPION_TOLD = {
    "rescored": "the best of ten finalists in fresh games",
    "best": "the one with the best fitness of any generation",
    "last": "the best of the last generation",
}


def other_choices(choices: Choices) -> list[tuple[str, Choices]]:
    """Each unspecified choice changed in turn, by name.

    >>> [name for name, _ in other_choices(Choices())][:3]
    ['steps=1', 'steps=4', 'outputs=threshold']
    """
    listed = {"steps": (1, 4), **{name: values for name, (_, values) in OPEN.items() if values}, "watcher": WATCHERS}
    ways = [
        (f"{name}={value}", replace(choices, **{name: value}))  # type: ignore[arg-type]
        for name, values in listed.items()
        for value in values
    ]
    return [(name, other) for name, other in ways if other != choices]


WATCHERS = ("always-ask", "call-then-bluff", "stationary(bluff=0.5, call=0.5)")


class Way(NamedTuple):
    """A way to run the experiment: its name, its choices and its size."""

    name: str
    choices: Choices
    size: Size


def other_ways(choices: Choices, size: Size) -> list[Way]:
    """One way for each unspecified choice, in which only that choice is changed; also ways with half the population and
    with other champions.

    >>> [way.name for way in other_ways(Choices(), Size())][-3:]
    ['population=75', 'champion=best', 'champion=last']
    """
    smaller = max(4, size.population // 2)
    return [
        *(Way(name, other, size) for name, other in other_choices(choices)),
        Way(f"population={smaller}", choices, replace(size, population=smaller)),
        *(
            Way(f"champion={each}", choices, replace(size, champion=each))
            for each in CHAMPIONS
            if each != size.champion
        ),
    ]


def train_together(setting: Setting, ways: Sequence[Way], trials: int) -> None:
    """Train and store all networks that several ways need, each once, the decision modules last."""
    first = [name for name in NETWORKS if name not in (TOTAL, DECISION)]
    cases = [
        case
        for name in first
        for _, choices, size in ways
        for case in training_cases(setting, name, choices, trials, size)
    ]
    spread(setting, "evolving", train, cases)
    cases = []
    for _, choices, size in ways:
        identifiers = [each.network for each in trained(setting, IDENTIFIER, choices, trials, size)]
        cases += training_cases(setting, DECISION, choices, trials, size, identifiers)
    spread(setting, f"evolving: {DECISION}", train, cases)
