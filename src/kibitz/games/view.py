"""What one seat may know of a position, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kibitz.games import svg
from kibitz.random import Random

if TYPE_CHECKING:
    from kibitz.games.game import Game, State


class View:
    """A position as one seat sees it. Views are equal if the seat cannot distinguish the positions.

    ``seat`` is whose view it is; ``to_move``, ``over`` and ``scores`` are those of the state, and everybody sees them.
    For games written in Python, views are made from ``hide`` (``PythonView``). A game with its own class of views
    derives it from this class, as a frozen dataclass with these attributes and ``moves``.
    """

    __slots__ = ()
    game: Any

    if TYPE_CHECKING:  # only for type checkers, so that a dataclass may have them as fields

        @property
        def seat(self) -> int:
            """Whose view this is."""

        @property
        def to_move(self) -> int:
            """The seat to move, or ``CHANCE``."""

        @property
        def over(self) -> bool:
            """Whether the game has ended."""

        @property
        def scores(self) -> tuple[float, ...]:
            """The current scores, which every seat sees."""

    def moves(self) -> list[str]:
        """The seat's own legal moves; only when it is to move."""
        raise NotImplementedError

    @property
    def known(self) -> Any:
        """What this seat knows of the position; the game writes and draws it."""
        return self

    @property
    def key(self) -> int:
        """64 bits that are equal for equal views."""
        import hashlib  # only games written in Python need it, and it takes a while to load

        return int.from_bytes(hashlib.blake2b(f"{self.seat} {self}".encode(), digest_size=8).digest(), "little")

    @property
    def core(self) -> Any:
        """The core's object for a view; it has the searches that take views as methods."""
        from kibitz.games.core_states import wrapped  # imported here, because that module imports this one

        return wrapped(self.game).view(self, self.seat)

    def sample_deal(self, random: Random) -> Any:
        """A start drawn uniformly from those that agree with everything this seat has seen."""
        return self.game.sample_deal(self, random)

    def world(self, random: Random) -> Any:
        """A whole position that this seat cannot distinguish from the real one: a sampled deal with the moves so far.

        Secret moves are drawn at random.
        """
        state = self.sample_deal(random)
        for _, _, after in steps(state, self.game.history(self), random):
            state = after
        return state

    def draws(self, seed: int, number: int) -> Random:
        """The random numbers for one sampled world: the same seed and number always give the same world."""
        return Random(seed, "world", self.key, number)

    def to_dict(self) -> dict[str, Any]:
        """The known part as plain values; hidden parts are left out, or marked by the game."""
        return {"game": str(self.game), "seat": self.seat, **self.game.to_fields(self.known)}

    def to_json(self) -> str:
        """The known part as JSON."""
        return json.dumps(self.to_dict())

    def board(self) -> str:
        """The position in plain text, as this seat sees it."""
        return str(self.game.board(self.known, self.seat))

    def svg(self, size: int = 400, highlight: str | Iterable[str] = ()) -> str:
        """The position as SVG, as this seat sees it."""
        return str(self.game.svg(self.known, size, self.seat, svg.moves_given(highlight)))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.game.text(self.known))

    def __repr__(self) -> str:
        return f"<{self.game} as seat {self.seat} sees it: {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class PythonView(View):
    """A view of a game written in Python: ``known`` is a state with only what the seat knows (``Game.hide``).

    Whose turn it is, whether the game is over, the scores and the seat's own legal moves are taken from the whole
    state, so the rules are never applied to an incomplete state.
    """

    game: Game
    seat: int
    known: State = field()  # without field(), the property of the base class would be its default
    to_move: int
    over: bool
    scores: tuple[float, ...]
    legal: tuple[str, ...] | None
    """The seat's own moves; None if the seat is not to move."""

    def moves(self) -> list[str]:
        """The seat's own legal moves; only when it is to move."""
        if self.legal is None:
            raise ValueError("a view knows the moves of its own seat only, and only when it is to move")
        return list(self.legal)

    def svg(self, size: int = 400, highlight: str | Iterable[str] = ()) -> str:
        """The position as SVG, as this seat sees it: its text board with buttons, or the game's own drawing."""
        if self.game.has_svg:
            return super(PythonView, self).svg(size, highlight)  # super() without arguments fails in a class with slots
        return svg.text_board(self.board(), self.legal or (), size, svg.moves_given(highlight))


def steps(state: Any, moves: Iterable[str | None], random: Random) -> Iterator[tuple[Any, str | None, Any]]:
    """Make moves one after the other, and yield for each the position before it, the move, and the position after it.

    A move that was made in secret is given as None and drawn at random.

    >>> import kibitz
    >>> start = kibitz.game("tic-tac-toe").start()
    >>> [(before.to_move, move, after.to_move) for before, move, after in steps(start, ["a1", "b2"], Random(1))]
    [(0, 'a1', 1), (1, 'b2', 0)]
    """
    for move in moves:
        after = state.play(random.choice(state.moves()) if move is None else move)
        yield state, move, after
        state = after
