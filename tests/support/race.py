"""A tiny race written in Python: without features, with a feature of moves, and with one more field in its state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import kibitz

GOAL = 10


@dataclass(frozen=True)
class Places(kibitz.State):
    """Where everybody is, and who is to move."""

    game: Race
    places: tuple[int, ...] = (0, 0)
    seat: int = 0


class Race(kibitz.Game):
    """Go one, two or three steps. Whoever comes to the tenth place first wins."""

    name = "race"
    state_type: ClassVar[type[kibitz.State]] = Places
    players = 2

    def start(self, seed: int = 0) -> Any:
        return self.state_type(self)  # type: ignore[call-arg]

    def to_move(self, state: Any) -> int:
        return int(state.seat)

    def moves(self, state: Any) -> list[str]:
        return [] if self.over(state) else ["1", "2", "3"]

    def play(self, state: Any, move: str) -> Any:
        gone = [place + int(move) * (seat == state.seat) for seat, place in enumerate(state.places)]
        return replace(state, places=tuple(gone), seat=1 - state.seat)

    def over(self, state: Any) -> bool:
        return bool(max(state.places) >= GOAL)

    def scores(self, state: Any) -> tuple[float, ...]:
        return tuple(float(place >= GOAL) for place in state.places)


class ReadableRace(Race):
    """With a feature of moves."""

    name = "readable-race"
    move_feature_names = ("step",)
    feature_habits: ClassVar = {"step": ("take long steps", "take short steps")}

    def move_features(self, state: Any, move: str) -> dict[str, float]:
        return {"step": float(move)}


@dataclass(frozen=True)
class MorePlaces(Places):
    """With a field that older states do not have."""

    extra: int = 0


class ChangedRace(Race):
    """The same game after its author has changed the state."""

    state_type = MorePlaces
