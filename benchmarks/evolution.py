"""The time of a generation of evolution at Guess It: games in the core, compared with neat-python's networks and a game
in Python.

``python -m benchmarks evolution``
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from benchmarks.rows import Measure
from kibitz.specialists.guess_it.evolution.breeding import Breeding, Population
from kibitz.specialists.guess_it.evolution.tasks import Task, table_1
from kibitz.specialists.guess_it.stationary import CARDINALS, Stationary

POPULATION, CARDS, STEPS = 150, 6, 2
SAMPLE = 15  # genomes whose games are played in Python; the rest is scaled
BEFORE = 5  # generations before the one that is measured
AT_LEAST = 50


class PlainGame:
    """Guess It as a user of neat-python would write it: with sets and Python's random generator."""

    def __init__(self, draws: random.Random) -> None:
        pack = list(range(1, 2 * CARDS + 2))
        draws.shuffle(pack)
        self.hands = (set(pack[:CARDS]), set(pack[CARDS : 2 * CARDS]))
        self.unknown = (set(pack[CARDS:]), set(pack[:CARDS]) | {pack[-1]})  # to each seat
        self.secret = (set(self.hands[0]), set(self.hands[1]))
        self.centre = pack[-1]
        self.known: list[list[float]] = [[], []]  # each seat's moves, as the other has seen them
        self.pending = 0
        self.asked_centre = [False, False]
        self.called_by = -1

    def turn(self, seat: int, decide: Callable[[list[float]], tuple[float, float]], draws: random.Random) -> int | None:
        """Play a turn and return the winner, if there is one."""
        other, unknown = 1 - seat, self.unknown[seat]
        if self.asked_centre[seat]:
            return seat
        waits = self.pending
        guessing = len(unknown) - (waits != 0) == 1 or not self.secret[seat]
        bluff, call = (0.0, 0.0) if guessing and not waits else decide(self.known[other])
        if waits:
            if draws.random() < call:
                self.called_by = seat
                return seat if waits == self.centre else other
            self.known[other][-1] = 1.0 if waits != self.centre else -1.0
            if waits != self.centre:
                unknown.discard(waits)
        candidates = [card for card in unknown if card != waits]
        if guessing:
            return seat if draws.choice(candidates) == self.centre else other
        if draws.random() < bluff:
            card = draws.choice(list(self.secret[seat]))
            self.secret[seat].discard(card)
            self.known[seat].append(0.0)
            self.pending = card
            return None
        card = draws.choice(candidates)
        if card == self.centre:
            self.asked_centre[seat] = True
            self.known[seat].append(0.0)
            self.pending = card
            return None
        unknown.discard(card)
        self.secret[other].discard(card)
        self.known[seat].append(-1.0)
        self.pending = 0
        return None


Opponent = Callable[[], Stationary]
"""How it plays at its next move."""


def wins_in_python(network: Any, opponents: Sequence[tuple[Opponent, list[float], int]], draws: random.Random) -> int:
    """How many games a network of neat-python, which sees moves and a mixture, wins."""
    wins, seat = 0, 1
    for opponent, told, games in opponents:
        called = 0.0
        for _ in range(games):
            seat = 1 - seat
            won, was_called = _game_in_python(network, opponent, told, called, seat, draws)
            wins += won
            called = max(called, was_called)
    return wins


def _game_in_python(
    network: Any, opponent: Opponent, told: list[float], called: float, seat: int, draws: random.Random
) -> tuple[bool, float]:
    def decide(moves: list[float]) -> tuple[float, float]:
        inputs = [*moves, *[0.0] * (CARDS - len(moves)), called, *told]
        for _ in range(STEPS):
            bluff, call = network.activate(inputs)
        return bluff, call

    def by_habit(_: list[float]) -> tuple[float, float]:
        habits = opponent()
        return habits.bluff, habits.call

    network.reset()
    game, mover, winner = PlainGame(draws), 0, None
    while winner is None:
        winner = game.turn(mover, decide if mover == seat else by_habit, draws)
        mover = 1 - mover
    return winner == seat, float(game.called_by == 1 - seat)


def opponents_in_python(task: Task, draws: random.Random) -> list[tuple[Opponent, list[float], int]]:
    """The opponents of a network in a generation of the task."""
    kinds, met = list(CARDINALS.values()), []
    for opponent in task.opponents(seed=BEFORE):
        play: Opponent = partial(_always, opponent.player.habits)
        if opponent.player.kind == "mixture":
            play = partial(_one_of, draws, kinds, list(accumulate(opponent.player.weights)))
        met.append((play, list(opponent.mixture), opponent.games))
    return met


def _always(habits: Stationary) -> Stationary:
    return habits


def _one_of(draws: random.Random, kinds: list[Stationary], steps: list[float]) -> Stationary:
    return draws.choices(kinds, cum_weights=steps)[0]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time (the best of seven runs), and the result."""
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def generation(what: str, task: Task) -> list[Measure]:
    import neat

    population = Population(Breeding(population=POPULATION), task.inputs, task.outputs, seed=1)
    for number in range(BEFORE):
        population.breed(task.fitness(population.networks(), seed=number))
    fast, fitness = timed(lambda: task.fitness(population.networks(), seed=BEFORE))
    config, genomes = population._config, list(population._bred.population.values())[:: POPULATION // SAMPLE]
    draws = random.Random(1)
    opponents = opponents_in_python(task, draws)

    def in_python() -> list[int]:
        return [wins_in_python(neat.nn.RecurrentNetwork.create(each, config), opponents, draws) for each in genomes]

    sampled, wins = timed(in_python)
    slow = sampled * POPULATION / len(genomes)
    stock = Population(Breeding(population=POPULATION), task.inputs, task.outputs, seed=1, stock=True)
    for number in range(BEFORE):
        stock.breed(task.fitness(stock.networks(), seed=number))
    bred, _ = timed(lambda: population.breed(fitness))  # seven generations more, by the same numbers
    bred_by_neat, _ = timed(lambda: stock.breed(fitness))
    ours = sum(fitness[:: POPULATION // SAMPLE]) / len(genomes)
    remark = (
        f"population {POPULATION}, {task.games} games each: games {fast:.3f} s in the core, {slow:.1f} s in Python "
        f"(measured on {len(genomes)} genomes and scaled; they won {sum(wins) / len(wins):.0f} a genome, {ours:.0f} in "
        f"the core); breeding {bred:.3f} s, {bred_by_neat:.3f} s with neat-python's own genomes"
    )
    whole = (slow + bred_by_neat) / (fast + bred)
    return [
        Measure(f"a generation against {what}, times as fast", whole, AT_LEAST, False, remark),
        Measure("  its games alone, times as fast", slow / fast, AT_LEAST, False, ""),
    ]


def run() -> list[Measure]:
    sees = ("moves", "mixture")
    return [
        *generation("mixtures", Task("player", sees, mixtures=400, told=False)),
        *generation("the cardinal opponents", table_1("IDs + Moves")),
    ]
