"""A game and players as a user of 0.1 wrote them, after ``docs/writing-a-game.md`` of 0.1. Not to be changed."""

from __future__ import annotations

from dataclasses import dataclass

import kibitz
from kibitz.players.player import Player
from kibitz.random import Random
from kibitz.specs import Option


@dataclass(frozen=True)
class HeapsState(kibitz.State):
    game: Heaps
    heaps: tuple[int, ...]
    seat: int


@kibitz.register
class Heaps(kibitz.Game):
    """Take any number of stones from one heap; whoever takes the last stone wins."""

    name = "heaps"
    summary = "take stones from heaps, the last one wins"
    options_known = (
        Option("players", 3, "how many play", 2, 6),
        Option("heaps", [3, 4, 5], "stones in each heap", 1, 20, lists=True),
    )
    state_type = HeapsState

    @property
    def players(self) -> int:
        return int(self.options["players"])

    def start(self, seed: int = 0) -> HeapsState:
        return HeapsState(self, tuple(self.options["heaps"]), 0)

    def to_move(self, state: HeapsState) -> int:
        return state.seat

    def moves(self, state: HeapsState) -> list[str]:
        return [f"take {n} from {h}" for h, stones in enumerate(state.heaps) for n in range(1, stones + 1)]

    def play(self, state: HeapsState, move: str) -> HeapsState:
        _, taken, _, heap = move.split()
        heaps = list(state.heaps)
        heaps[int(heap)] -= int(taken)
        return HeapsState(self, tuple(heaps), (state.seat + 1) % self.players)

    def over(self, state: HeapsState) -> bool:
        return not any(state.heaps)

    def scores(self, state: HeapsState) -> tuple[float, ...]:
        winner = (state.seat - 1) % self.players if self.over(state) else None
        return tuple(float(seat == winner) for seat in range(self.players))

    features = ("stones",)
    weights = {"stones": 1.0}  # noqa: RUF012
    bounds = {"stones": (-60.0, 0.0)}  # noqa: RUF012

    def feature_values(self, state: HeapsState, seat: int) -> dict[str, float]:
        return {"stones": float(-sum(state.heaps))}


@kibitz.register
class Last(Player):
    """Makes the last of its moves."""

    name = "last"

    def policy(self, view: kibitz.State | kibitz.View) -> dict[str, float]:
        return {view.moves()[-1]: 1.0}


@kibitz.register
class Crashing(Player):
    """Raises now and then."""

    name = "crashing"
    options_known = (Option("one_in", 3, "how seldom", 1, 1000),)

    def policy(self, view: kibitz.State | kibitz.View) -> dict[str, float]:
        return dict.fromkeys(view.moves(), 1.0)

    def act(self, view: kibitz.State | kibitz.View, seed: int = 0) -> str:
        if Random(seed, "crash").below(self.options["one_in"]) == 0:
            raise ZeroDivisionError("by design")
        return super().act(view, seed)
