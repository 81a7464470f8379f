"""Nim for any number of players: a game written in Python."""

from __future__ import annotations

from dataclasses import dataclass

import kibitz
from kibitz.games.numbering import MovesListed
from kibitz.specs import Option


@dataclass(frozen=True)
class NimState(kibitz.State):
    """Heaps of stones and the seat to move."""

    game: Nim
    heaps: tuple[int, ...]
    seat: int


@kibitz.register
class Nim(MovesListed, kibitz.Game):
    """Take any number of stones from one heap; whoever takes the last stone wins."""

    name = "nim"
    summary = "take stones from heaps, the last one wins"
    options_known = (
        Option("players", 3, "how many play", 2, 6),
        Option("heaps", [3, 4, 5], "stones in each heap", 1, 20, lists=True),
    )
    state_type = NimState

    @property
    def players(self) -> int:
        return int(self.options["players"])

    def start(self, seed: int = 0) -> NimState:
        return NimState(self, tuple(self.options["heaps"]), 0)

    def to_move(self, state: NimState) -> int:
        return state.seat

    def moves(self, state: NimState) -> list[str]:
        return [f"take {n} from {h}" for h, stones in enumerate(state.heaps) for n in range(1, stones + 1)]

    def play(self, state: NimState, move: str) -> NimState:
        _, taken, _, heap = move.split()
        heaps = list(state.heaps)
        heaps[int(heap)] -= int(taken)
        return NimState(self, tuple(heaps), (state.seat + 1) % self.players)

    def over(self, state: NimState) -> bool:
        return not any(state.heaps)

    def scores(self, state: NimState) -> tuple[float, ...]:
        winner = (state.seat - 1) % self.players if self.over(state) else None
        return tuple(float(seat == winner) for seat in range(self.players))

    def check(self, state: NimState) -> None:
        full = self.options["heaps"]
        fits = len(full) == len(state.heaps) and all(
            0 <= now <= most for now, most in zip(state.heaps, full, strict=True)
        )
        if not (fits and 0 <= state.seat < self.players):
            raise kibitz.NotationError(f"nim: {state.heaps} stones with seat {state.seat} to move are impossible")

    # Everything above is a game. What follows is optional: a capability is offered by having its methods.

    adversarial = True  # somebody takes the last stone, the others do not

    def outcomes(self) -> list[tuple[float, ...]]:
        return [tuple(float(seat == winner) for seat in range(self.players)) for winner in range(self.players)]

    def turned(self, state: NimState, seat: int) -> NimState:
        return NimState(self, state.heaps, seat)

    features = ("won",)
    weights = {"won": 1.0}
    bounds = {"won": (0.0, 1.0)}

    def feature_values(self, state: NimState, seat: int) -> dict[str, float]:
        return {"won": self.scores(state)[seat]}

    # Optional: for networks and other libraries, a number for every move, and what a seat sees as numbers.

    def all_moves(self) -> list[str]:
        return [f"take {n} from {h}" for h, stones in enumerate(self.options["heaps"]) for n in range(1, stones + 1)]

    @property
    def observation_parts(self) -> dict[str, tuple[int, ...]]:
        return {"heaps": (len(self.options["heaps"]),), "turn": (self.players,)}

    def observe(self, position: NimState, seat: int) -> dict[str, list[float]]:
        turn = [float((position.seat - seat) % self.players == each) for each in range(self.players)]
        return {"heaps": [stones / 20 for stones in position.heaps], "turn": turn}

    def board(self, state: NimState, seat: int | None = None) -> str:
        return "\n".join(f"{heap}: {'o' * stones}" for heap, stones in enumerate(state.heaps))
