"""Fast stand-ins for models, fitted to their moves."""

from __future__ import annotations

from dataclasses import dataclass

import kibitz
from kibitz.models.distilled import distilled


@dataclass(frozen=True)
class RaceState(kibitz.State):
    game: Race
    total: int
    seat: int


class Race(kibitz.Game):
    """Add one to three; whoever reaches ten wins. It has no evaluation."""

    name = "race-to-ten"
    state_type = RaceState

    @property
    def players(self) -> int:
        return 2

    def start(self, seed: int = 0) -> RaceState:
        return RaceState(self, 0, 0)

    def to_move(self, state: RaceState) -> int:
        return state.seat

    def moves(self, state: RaceState) -> list[str]:
        return [str(number) for number in (1, 2, 3) if state.total + number <= 10]

    def play(self, state: RaceState, move: str) -> RaceState:
        return RaceState(self, state.total + int(move), 1 - state.seat)

    def over(self, state: RaceState) -> bool:
        return state.total == 10

    def scores(self, state: RaceState) -> tuple[float, ...]:
        return (float(state.seat == 1), float(state.seat == 0)) if self.over(state) else (0.0, 0.0)


def test_a_stand_in_runs_in_a_game_without_evaluation() -> None:
    """A weight for the end of the game was fitted, which the core refuses where there is no evaluation."""
    game = Race()
    assert "evaluated" not in game.capabilities
    fit = distilled(kibitz.model("mcts(simulations=20)"), game).choice
    assert fit.compiled(game.start(), 0) is not None
    reader = kibitz.player("adaptive(candidates=[random, mcts(simulations=20)], reply=exploit, simulations=20)")
    assert kibitz.play_game(game, [reader, "random"], seed=1, names=["me", "Ann"]).end.over
