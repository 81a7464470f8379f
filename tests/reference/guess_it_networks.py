"""Games of Guess It between networks and players by habit, slowly: the library's rules, neat-python's own networks.

Written from lockett2007, sections 3 to 5, and from the order of draws that ``core/specialists/guess_it/games.hpp``
states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import kibitz
from kibitz.games.guess_it.secret_cards import SecretCards, secret_cards
from kibitz.random import Random, combine
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent
from kibitz.specialists.guess_it.exact import Reply
from kibitz.specialists.guess_it.plans import Habits
from kibitz.specialists.guess_it.stationary import CARDINALS, Stationary


@dataclass
class Seat:
    """A contestant at the table, its networks made by neat-python."""

    how: Contestant
    network: Any = None
    identifier: Any = None
    told: Sequence[float] = ()
    identifies: bool = False
    seat: int = 0
    called: bool = False
    moved: int = 0
    said: list[list[float]] = field(default_factory=list)

    def begin(self, seat: int, called: bool) -> None:
        self.seat, self.called, self.moved, self.said = seat, called, 0, []
        for network in (self.network, self.identifier):
            if network is not None:
                network.reset()

    def act(self, state: Any, random: Random) -> str:
        found = secret_cards(state)
        self.moved += 1
        if self.how.kind == "total":
            return self.unaided(state, found)
        forced = len(found.unknown) == 1 or not found.secret
        if forced and found.pending is None:
            return f"name {random.choice(found.unknown)}"
        return self.decide(state, found, forced, random)

    def decide(self, state: Any, found: SecretCards, forced: bool, random: Random) -> str:
        if self.identifies:
            said = self.ask(self.identifier, self.move_inputs(state))
            total = sum(said)
            self.said.append([each / total for each in said] if self.how.normalised else said)
        if self.how.kind == "predictor":
            return self.reply(state, found, forced, random)
        habits = self.habits(state, found, random)
        if found.pending is not None and happens(habits.call, random):
            return f"name {found.pending}"
        if forced:
            return f"name {random.choice(found.unknown)}"
        secret, unknown = found.secret, found.unknown
        if self.how.kind == "even-odd":
            even, odd = [k for k in secret if k % 2 == 0], [k for k in unknown if k % 2]
            if not even and not odd:
                even, odd = list(secret), list(unknown)
            bluffs = random.below(len(even) + len(odd)) < len(even)
            return f"ask {random.choice(even if bluffs else odd)}"
        return f"ask {random.choice(secret if happens(habits.bluff, random) else unknown)}"

    def habits(self, state: Any, found: SecretCards, random: Random) -> Stationary:
        how = self.how
        if how.kind == "mixture":
            return random.weighted(dict(zip(CARDINALS.values(), how.weights, strict=True)))
        if how.kind == "network":
            bluff, call = self.ask(self.network, self.inputs(state, found))
            return Stationary(float(bluff > 0.5), float(call > 0.5)) if how.threshold else Stationary(bluff, call)
        return how.later if 0 <= how.changes_after < self.moved else how.habits

    def reply(self, state: Any, found: SecretCards, forced: bool, random: Random) -> str:
        bluff, call = self.ask(self.network, self.inputs(state, found))
        plan = Reply(Habits(bluff, call, bluff))
        own, other = len(found.secret), len(found.unknown) - 1
        calls = plan.call(own, other + 1, False, ()) if self.how.best_reply else float(bluff <= 0.5)
        if found.pending is not None and calls:
            return f"name {found.pending}"
        if forced:
            return f"name {random.choice(found.unknown)}"
        if not self.how.best_reply:
            return f"ask {random.choice(found.secret if call > 0.5 else found.unknown)}"
        choice = plan.choice(own, other, False, ())
        if choice.guess:
            return f"name {random.choice(found.unknown)}"
        return f"ask {random.choice(found.secret if choice.bluff else found.unknown)}"

    def unaided(self, state: Any, found: SecretCards) -> str:
        outputs = self.ask(self.network, self.inputs(state, found))
        scores, name = outputs[:-1], outputs[-1] > 0.5
        move = f"{'name' if name else 'ask'} {scores.index(max(scores)) + 1}"
        return move if move in state.moves() else "illegal"

    def ask(self, network: Any, inputs: Sequence[float]) -> list[float]:
        for _ in range(self.how.steps):
            outputs = network.activate(inputs)
        return list(outputs)

    def inputs(self, state: Any, found: SecretCards) -> list[float]:
        pack = range(1, 2 * state.game.options["cards"] + 2)
        face_up, hand = set(state.core.face_up), set(state.core.hands[self.seat])
        parts = {
            "cards": [-1.0 if k in face_up else 1.0 if k in hand else 0.0 for k in pack],
            "moves": self.move_inputs(state),
            "mixture": list(self.said[-1] if self.identifies else self.told),
            "pending": [float(k == found.pending) for k in pack],
        }
        return [
            value
            for sight in ("cards", "moves", "mixture", "pending")
            if sight in self.how.sees
            for value in parts[sight]
        ]

    def move_inputs(self, state: Any) -> list[float]:
        asked = [int(move.split()[1]) for move in state.game.history(state)][1 - self.seat :: 2]
        own, face_up = set(state.core.hands[self.seat]), set(state.core.face_up)
        seen = [-1.0 if k in own else 1.0 if k in face_up else 0.0 for k in asked]
        size = state.game.options["cards"]
        return [*seen, *[0.0] * (size - len(seen)), float(self.called)]


def happens(chance: float, random: Random) -> bool:
    """Whether something so likely happens; what is certain is not drawn."""
    return chance == 1 or (chance > 0 and random.uniform() < chance)


def games(
    contestant: Seat, opponent: Seat, against: Opponent, seed: int, cards: int, calls_remembered: bool, index: int
) -> tuple[list[list[str]], int, float]:
    """The moves of all games, how many the contestant won, and how close its identifier came."""
    game = kibitz.game("guess-it", cards=cards)
    contestant.told, contestant.identifies = against.mixture, contestant.identifier is not None and not against.known
    opponent.told, opponent.identifies = opponent.how.told, opponent.identifier is not None
    record, wins, closeness = [], 0, 0.0
    ever = {id(contestant): False, id(opponent): False}
    for number in range(against.games):
        seat = number % 2
        seats = [contestant, opponent] if seat == 0 else [opponent, contestant]
        contestant.begin(seat, calls_remembered and ever[id(opponent)])
        opponent.begin(1 - seat, calls_remembered and ever[id(contestant)])
        state: Any = game.start(seed=combine(seed, number))
        moves: list[str] = []
        while not state.over:
            mover, pending = state.to_move, state.core.pending
            move = seats[mover].act(state, Random(seed, index, number, mover, len(moves)))
            moves.append(move)
            if move == "illegal":
                break
            if pending and move == f"name {pending}":
                ever[id(seats[mover])] = True
            state = state.play(move)
        winner = next((place for place in range(2) if state.scores[place] > 0), 1 - (len(moves) - 1) % 2)
        wins += winner == seat
        rows = contestant.said or [[0.0] * 4]
        mean = [sum(row[part] for row in rows) / len(rows) for part in range(4)]
        closeness += 1 - sum((one - other) ** 2 for one, other in zip(mean, against.mixture, strict=True)) ** 0.5
        record.append(moves)
    return record, wins, closeness
