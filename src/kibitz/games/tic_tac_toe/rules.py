"""Tic-tac-toe: three in a line on a board of nine squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz import _core
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.tic_tac_toe import arrays, drawing, features, notation
from kibitz.games.tic_tac_toe.how_to_play import HOW_TO_PLAY
from kibitz.games.view import View


class TicTacToe(NativeGame):
    """Three in a line; seat 0 writes x and begins.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("b2, a1, c3")
    >>> print(state.board())
    3  . . x
    2  . x .
    1  o . .
       a b c
    """

    name = "tic-tac-toe"
    title = "Tic-tac-toe"
    summary = "three in a line on nine squares"
    how_to_play = HOW_TO_PLAY
    score_unit = "win"
    fields = ("board",)
    feature_help = features.HELP
    feature_habits = features.HABITS

    def core_game(self) -> Any:
        """Make the game in the core."""
        return _core.TicTacToe()

    @property
    def sides(self) -> tuple[str, ...]:
        """The marks that the seats write."""
        return ("x", "o")

    @property
    def zero_sum(self) -> bool:
        """True: one wins what the other loses."""
        return True

    def all_codes(self) -> Iterable[int]:
        """The code of every move."""
        return range(9)

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """What an observation consists of."""
        return arrays.parts(self)

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """The position as numbers, as a seat sees it."""
        return arrays.observed(self, position.core, seat)

    def move_text(self, code: int) -> str:
        """Write a move: the square."""
        return notation.SQUARES[code]

    def move_code(self, text: str) -> int:
        """Read a move."""
        return notation.square(text)

    def text(self, state: NativeState | View) -> str:
        """Write the state, row 3 first."""
        return notation.marks_text(state.core.marks)

    def parse(self, text: str) -> NativeState:
        """Read a state."""
        return self.from_fields({"board": text})

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The board as text."""
        return {"board": notation.marks_text(core.marks)}

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state."""
        x, o = notation.read_marks(str(fields["board"]))
        return self.core.make(x, o)

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw the board in plain text."""
        return drawing.board(state.core.marks)

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the board as SVG."""
        return drawing.picture(state.core.marks, state.moves(), size, highlight)
