"""The tasks for which networks are evolved: their inputs and outputs, and the games of their fitness (lockett2007, 4
and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.random import stream
from kibitz.specialists.guess_it.evolution.contests import (
    EVEN,
    NOTHING,
    Contestant,
    Opponent,
    Weights,
    by_habit,
    cardinals,
    core_totals,
)
from kibitz.specialists.guess_it.evolution.networks import Network


@dataclass(frozen=True)
class Choices:
    """The choices that lockett2007 leaves open about how networks play; ``OPEN`` describes each and lists its values.

    >>> Choices(outputs="loud")
    Traceback (most recent call last):
    kibitz.errors.SpecError: outputs=loud is not allowed; give probabilities or threshold
    """

    steps: int = 2
    outputs: str = "probabilities"
    calls: str = "remembered"
    watcher: str = "stationary(bluff=0.2, call=0.2)"
    stranger: str = "even"
    known: str = "told"
    identified: str = "normalised"
    rule: str = "best-reply"
    control: str = "blank"
    drawn: str = "move"
    search: str = "plain"
    cards: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= 100:
            raise SpecError(f"steps={self.steps} is not allowed; it must be a number from 1 to 100")
        for name, (_, values) in OPEN.items():
            if values and getattr(self, name) not in values:
                raise SpecError(f"{name}={getattr(self, name)} is not allowed; give {' or '.join(values)}")
        by_habit(self.watcher)

    def contestant(self, kind: str, network: Network | None = None, **more: Any) -> Contestant:
        """A contestant that plays by these choices.

        >>> Choices(steps=3).contestant("network", sees=("moves",)).steps
        3
        """
        return Contestant(
            kind,
            network,
            steps=self.steps,
            threshold=self.outputs == "threshold",
            normalised=self.identified == "normalised",
            best_reply=self.rule == "best-reply",
            **more,
        )

    @property
    def calls_remembered(self) -> bool:
        """Whether a call is known in later games against the same opponent."""
        return self.calls == "remembered"

    @property
    def told_of_strangers(self) -> Weights:
        """The mixture that is told for an opponent that is not cardinal."""
        return EVEN if self.stranger == "even" else NOTHING


OPEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "steps": ("steps of a network at every query", ()),
    "outputs": (
        "whether outputs are probabilities, or mean yes if they are above a half",
        ("probabilities", "threshold"),
    ),
    "calls": (
        "whether the input 'has ever called' is kept between games (section 8 contradicts it)",
        ("remembered", "forgotten"),
    ),
    "watcher": ("who plays while an identifier is trained: a player with fixed probabilities", ()),
    "stranger": ("the IDs given for an opponent that is not cardinal: all 1/4, or all 0", ("even", "nothing")),
    "known": ("whether the mixture player is told which cardinal opponent it meets", ("told", "identified")),
    "identified": ("the output of the identifier, unchanged or divided by its sum", ("raw", "normalised")),
    "rule": (
        "how to reply to a predictor's output: the best reply to the prediction, or thresholds",
        ("best-reply", "threshold"),
    ),
    "control": ("the control has the four inputs of the mixture at 0, or not at all", ("blank", "absent")),
    "drawn": ("a mixture becomes one of the cardinal opponents at every move, or once a game", ("move", "game")),
    "search": ("plain NEAT, or with SharpNEAT's phases in which genomes are pruned", ("plain", "phased")),
}
"""Every choice that the paper leaves open: a description, and its values if they can be listed."""

KINDS = ("player", "predictor", "total", "identifier")


@dataclass(frozen=True)
class Task:
    """The task of a network: its opponents in a generation, and its fitness (wins, or closeness for an identifier).

    ``told`` says whether a player is told which opponent it meets; the control is not. Every seed draws new mixtures as
    opponents.

    >>> table_1("IDs + Moves").inputs, table_1("IDs + Moves").games
    (11, 400)
    """

    kind: str
    sees: tuple[str, ...]
    cardinal_games: int = 0
    mixtures: int = 0
    told: bool = True
    identifier: Network | None = field(default=None, repr=False)
    choices: Choices = Choices()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise SpecError(f"{self.kind} is not a task; the tasks are {', '.join(KINDS)}")

    @property
    def games(self) -> int:
        """How many games a network plays in a generation: the largest fitness."""
        return 4 * self.cardinal_games + self.mixtures

    @property
    def inputs(self) -> int:
        """How many inputs a network has."""
        return self._shape.inputs(self.choices.cards)

    @property
    def outputs(self) -> int:
        """How many outputs a network has."""
        return 4 if self.kind == "identifier" else self._shape.outputs(self.choices.cards)

    @property
    def _shape(self) -> Contestant:
        return Contestant("network" if self.kind in ("player", "identifier") else self.kind, sees=self.sees)

    def contestant(self, network: Network) -> Contestant:
        """The network as a contestant."""
        choices = self.choices
        if self.kind == "identifier":
            watcher = by_habit(choices.watcher)
            return replace(
                choices.contestant(watcher.kind), identifier=network, habits=watcher.habits, weights=watcher.weights
            )
        identifier, told = self.identifier if self.told else None, self._told_of_strangers
        return choices.contestant(self._shape.kind, network, sees=self.sees, identifier=identifier, told=told)

    def opponents(self, seed: int) -> list[Opponent]:
        """Whom a network meets: the cardinal opponents, and mixtures drawn from the prior of section 5."""
        once, drawn = self.choices.drawn == "game", mixtures(self.mixtures, seed)
        return [
            *self._cardinals,
            *(
                Opponent(
                    Contestant("mixture", weights=weights, once=once),
                    1,
                    weights if self.kind == "identifier" else self._told_of_strangers,
                )
                for weights in drawn
            ),
        ]

    @property
    def _cardinals(self) -> list[Opponent]:
        known = self.choices.known == "told"
        return cardinals(self.cardinal_games, known, self.told) if self.cardinal_games else []

    @property
    def _told_of_strangers(self) -> Weights:
        return self.choices.told_of_strangers if self.told else NOTHING

    def fitness(self, networks: Sequence[Network], seed: int, first: int = 0) -> list[float]:
        """The fitness of every network in the games of a seed: ``contestant`` against ``opponents``, both created in
        the core."""
        identifying = self.kind == "identifier"
        cores = [network.core for network in networks]
        players = self.contestant(networks[0]).core.with_each(cores, identifying)
        met = [each.core for each in self._cardinals]
        once, drawn = self.choices.drawn == "game", mixtures(self.mixtures, seed)
        met += _core.guess_it_mixtures(drawn, once, identifying, self._told_of_strangers)
        scores = core_totals(players, met, seed, self.choices.cards, self.choices.calls_remembered, first)
        return [score.closeness if identifying else float(score.wins) for score in scores]


def mixtures(many: int, seed: int) -> list[Weights]:
    """This many mixtures of the cardinal opponents: four uniform numbers divided by their sum (section 5).

    >>> [round(sum(weights), 9) for weights in mixtures(2, seed=1)]
    [1.0, 1.0]
    """
    uniform = _core.Random(seed, stream(["mixtures"])).uniform
    drawn = []
    for _ in range(many):
        first, second, third, fourth = 1.0 - uniform(), 1.0 - uniform(), 1.0 - uniform(), 1.0 - uniform()  # never all 0
        total = first + second + third + fourth
        drawn.append((first / total, second / total, third / total, fourth / total))
    return drawn


PLAIN = Choices()

TABLE_1 = {
    "Cards": ("cards",),
    "Cards + IDs": ("cards", "mixture"),
    "Cards + Moves": ("cards", "moves"),
    "Cards + IDs + Moves": ("cards", "moves", "mixture"),
    "IDs + Moves": ("moves", "mixture"),
    "ID Only": ("mixture",),
}
"""The input sets of Table 1, in its order."""


def table_1(row: str, choices: Choices = PLAIN) -> Task:
    """A player with the inputs of a row of Table 1: 100 games against each cardinal opponent (section 4)."""
    return Task("player", TABLE_1[row], cardinal_games=100, choices=choices)


def predictor(choices: Choices = PLAIN) -> Task:
    """A predictor of bluffs and calls, and a rule that replies to its predictions (section 4).

    >>> predictor().inputs
    20
    """
    return Task("predictor", ("cards", "moves"), cardinal_games=100, choices=choices)


def total_control(choices: Choices = PLAIN) -> Task:
    """A network that chooses every card. If it breaks the rules, it loses the game (section 4).

    >>> total_control().inputs, total_control().outputs
    (33, 14)
    """
    return Task("total", ("cards", "moves", "pending"), cardinal_games=100, choices=choices)


def identifier(choices: Choices = PLAIN) -> Task:
    """The Mixture Identifier: a game against each of 400 mixtures (section 5).

    >>> identifier().inputs, identifier().outputs
    (7, 4)
    """
    return Task("identifier", ("moves",), mixtures=400, choices=choices)


def decision(identifying: Network, choices: Choices = PLAIN) -> Task:
    """The Decision Module, which uses the output of an identifier: a game against each of 400 mixtures, and 50 games
    against each cardinal opponent."""
    return Task("player", ("moves", "mixture"), 50, 400, identifier=identifying, choices=choices)


def control(choices: Choices = PLAIN) -> Task:
    """The Control: trained like the Decision Module, but without the output of an identifier (section 6).

    >>> control().inputs, control(Choices(control="absent")).inputs
    (11, 7)
    """
    sees = ("moves", "mixture") if choices.control == "blank" else ("moves",)
    return Task("player", sees, 50, 400, told=False, choices=choices)
