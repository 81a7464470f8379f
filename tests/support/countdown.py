"""A tiny game written in Python, any answer of which can be replaced by a wrong one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import kibitz
from kibitz.specs import Option


@dataclass(frozen=True)
class Pile(kibitz.State):
    """So many stones, and a list that no move should change."""

    game: Countdown
    stones: int
    log: list[str] = field(default_factory=list)


class Countdown(kibitz.Game):
    """Take one or two stones; whoever takes the last one wins."""

    name = "countdown"
    state_type = Pile
    players = 2
    options_known = (Option("stones", 5, "how many there are", 1, 100),)

    def start(self, seed: int = 0) -> Pile:
        return Pile(self, self.options["stones"])

    def to_move(self, state: Pile) -> int:
        return (self.options["stones"] - state.stones) % 2 if state.stones else 0

    def moves(self, state: Pile) -> list[str]:
        return ["1", "2"][: state.stones]

    def play(self, state: Pile, move: str) -> Pile:
        return Pile(self, state.stones - int(move), state.log)

    def over(self, state: Pile) -> bool:
        return state.stones == 0

    def scores(self, state: Pile) -> tuple[float, ...]:
        return (float(state.stones % 2), 0.0)


def changing(game: Any, state: Any, move: str) -> Pile:
    """A play that writes into the state it is given."""
    state.log.append(move)
    return Pile(game, state.stones - int(move), state.log)


def countdown(**wrong: Any) -> type[Countdown]:
    """The game with some methods replaced."""
    return type("Countdown", (Countdown,), wrong)


def late(method: str, answer: Any, stones: int = 1) -> type[Countdown]:
    """The game with a wrong answer only where few stones are left of many: registration does not get so far."""
    right = getattr(Countdown, method)

    def answered(self: Any, state: Any, *rest: Any) -> Any:
        wrong = self.options["stones"] > 5 and state.stones <= stones
        return (answer() if callable(answer) else answer) if wrong else right(self, state, *rest)

    return countdown(**{method: answered})
