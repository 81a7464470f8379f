"""What one seat may know of a position, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.games import svg
from kibitz.random import Random

if TYPE_CHECKING:
    from kibitz.games.native import NativeGame, NativeState


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A position as one seat sees it: equal to the view of any position this seat cannot tell apart."""

    game: NativeGame
    core: Any

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return int(self.core.seat)

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return int(self.core.to_move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.core.over)

    @property
    def scores(self) -> tuple[float, ...]:
        """The standing, which everybody sees."""
        return tuple(self.core.scores)

    @property
    def key(self) -> int:
        """64 bits that two views share when the seat cannot tell them apart."""
        return int(self.core.key)

    def moves(self) -> list[str]:
        """The seat's own legal moves; only when it is to move."""
        return [self.game._text(code) for code in self.core.moves()]

    def sample_deal(self, random: Random) -> NativeState:
        """A start drawn uniformly from those that agree with everything this seat has seen."""
        return self.game.sample_deal(self, random)

    def world(self, random: Random) -> NativeState:
        """A whole position that this seat cannot tell from the real one: a sampled deal, played up to now.

        Moves that were made in secret are drawn too.
        """
        state = self.sample_deal(random)
        for move in self.game.history(self):
            state = state.play(random.choice(state.moves()) if move is None else move)
        return state

    def to_dict(self) -> dict[str, Any]:
        """What is known as plain values; what is not is absent or ``None``."""
        return {"game": str(self.game), "seat": self.seat, **self.game.to_fields(self)}

    def to_json(self) -> str:
        """What is known as JSON."""
        return json.dumps(self.to_dict())

    def board(self) -> str:
        """The position in plain text, as this seat sees it."""
        return self.game.board(self, self.seat)

    def svg(self, size: int = 400, highlight: str | Iterable[str] = ()) -> str:
        """The position as SVG, as this seat sees it."""
        return self.game.svg(self, size, self.seat, svg.moves_given(highlight))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.core == other.core

    def __hash__(self) -> int:
        return hash(self.core)

    def __str__(self) -> str:
        return self.game.text(self)

    def __repr__(self) -> str:
        return f"<{self.game} as seat {self.seat} sees it: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Some position that looks like this one says the same, and nothing that the seat does not know.
        return _look, (self.world(Random(0, "pickle")), self.seat)


def _look(state: NativeState, seat: int) -> View:
    view = state.view(seat)
    assert isinstance(view, View)
    return view
