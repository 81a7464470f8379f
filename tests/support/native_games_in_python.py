"""Native games wrapped as games written in Python, so that everything can be compared with the native answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import kibitz
from kibitz.games.native_game import NativeGame, NativeState


@dataclass(frozen=True)
class StateInPython(kibitz.State):
    """A native state, wrapped."""

    game: GameInPython
    native: NativeState


@dataclass(frozen=True)
class ViewInPython(kibitz.View):
    """A view of one seat; a game may bring its own, derived from ``kibitz.View``."""

    game: GameInPython
    native: Any

    @property
    def seat(self) -> int:
        return int(self.native.seat)

    @property
    def to_move(self) -> int:
        return int(self.native.to_move)

    @property
    def over(self) -> bool:
        return bool(self.native.over)

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(self.native.scores)

    @property
    def key(self) -> int:
        return int(self.native.key)

    def moves(self) -> list[str]:
        return list(self.native.moves())


class GameInPython(kibitz.Game):
    """Every question is asked of the native game."""

    name = "in-python"
    state_type = StateInPython

    def __init__(self, native: NativeGame) -> None:
        super().__init__()
        self.native = native

    @property
    def players(self) -> int:
        return self.native.players

    @property
    def capabilities(self) -> frozenset[str]:
        return self.native.capabilities - {"remainder", "bidding", "parts", "dealt"}

    @property
    def hidden(self) -> bool:
        return self.native.hidden

    @property
    def adversarial(self) -> bool:
        return self.native.adversarial

    def start(self, seed: int = 0) -> StateInPython:
        return StateInPython(self, self.native.start(seed))

    def to_move(self, state: StateInPython) -> int:
        return self.native.to_move(state.native)

    def moves(self, state: StateInPython) -> list[str]:
        return self.native.moves(state.native)

    def play(self, state: StateInPython, move: str) -> StateInPython:
        return StateInPython(self, self.native.play(state.native, move))

    def over(self, state: StateInPython) -> bool:
        return self.native.over(state.native)

    def scores(self, state: StateInPython) -> tuple[float, ...]:
        return self.native.scores(state.native)

    def outcome(self, state: StateInPython) -> tuple[float, ...]:
        return self.native.outcome(state.native)

    def key(self, state: Any) -> int:
        return int(state.native.key)

    @property
    def features(self) -> tuple[str, ...]:
        return self.native.features

    @property
    def weights(self) -> dict[str, float]:
        return self.native.weights

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        return self.native.bounds

    def feature_values(self, state: StateInPython, seat: int) -> dict[str, float]:
        return self.native.feature_values(state.native, seat)

    def reachable(self, state: StateInPython, seat: int) -> dict[str, tuple[float, float]]:
        return self.native.reachable(state.native, seat)

    @property
    def lead_that_matters(self) -> float:
        return self.native.lead_that_matters

    def end_weight(self, weights: Any) -> float:
        return self.native.end_weight(weights)

    def outcomes(self) -> list[tuple[float, ...]]:
        return self.native.outcomes()

    def goals(self, state: StateInPython) -> Any:
        return getattr(self.native, "goals", lambda _: None)(state.native)

    def stage_end(self, state: StateInPython) -> bool:
        return self.native.stage_end(state.native)

    def representatives(self, state: StateInPython) -> list[tuple[str, int]]:
        return self.native.representatives(state.native)

    def chance(self, state: StateInPython) -> list[float]:
        return self.native.chance(state.native)

    def turned(self, state: StateInPython, seat: int) -> StateInPython:
        return StateInPython(self, self.native.turned(state.native, seat))

    def view(self, state: StateInPython, seat: int) -> Any:
        return ViewInPython(self, self.native.view(state.native, seat)) if self.hidden else state

    def event(self, state: StateInPython, move: str, seat: int) -> kibitz.Event:
        return self.native.event(state.native, move, seat)

    def sample_deal(self, view: ViewInPython, random: kibitz.Random) -> StateInPython:
        return StateInPython(self, self.native.sample_deal(view.native, random))

    def history(self, view: ViewInPython) -> Any:
        return self.native.history(view.native)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def in_python(state: kibitz.State) -> StateInPython:
    """Wrap a native state as one of a game written in Python."""
    assert isinstance(state, NativeState)
    return StateInPython(GameInPython(state.game), state)
