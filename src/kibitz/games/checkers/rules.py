"""Checkers: English draughts on the 32 dark squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz import _core
from kibitz.errors import AmbiguousMove, NotationError, SpecError
from kibitz.games.checkers import arrays, drawing, features, notation
from kibitz.games.checkers.how_to_play import HOW_TO_PLAY, OPTION_TITLES
from kibitz.games.checkers.notation import SEATS, Diagram
from kibitz.games.handicaps import without
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.specs import Option


class Checkers(NativeGame):
    """English draughts; Black is seat 0 and begins. The game of the experiments of Carmel & Markovitch 1993.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 22-18, 15x22")
    >>> state.moves()
    ['25x18', '26x17']
    >>> print(state)
    W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,22
    """

    name = "checkers"
    summary = "English draughts"
    how_to_play = HOW_TO_PLAY
    score_unit = "win"
    option_titles = OPTION_TITLES
    options_known = (
        Option(
            "quiet",
            40,
            "the game is a draw after this many moves of each side without a capture or a man's move",
            0,
            40,
            none=0,
        ),
        Option("repetitions", 3, "the game is a draw when a position occurs this many times", 0, 9, none=0),
    )
    fields = ("to_move", "black_men", "black_kings", "white_men", "white_kings", "quiet_plies", "record")
    feature_help = features.HELP
    feature_habits = features.HABITS

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Refuse ``repetitions=1``."""
        if options["repetitions"] == 1:
            raise SpecError(f"{self.name}: repetitions=1 would draw every game at once; give 0, or 2 to 9")
        return options

    def core_game(self) -> Any:
        """Make the game in the core."""
        return _core.Checkers(self.options["quiet"], self.options["repetitions"])

    # Handicaps.

    @property
    def handicaps(self) -> dict[str, str]:
        """The handicap of this game: the seat starts with fewer men."""
        return {"men": "the number of men that are taken off at the start"}

    def handicapped(self, state: NativeState, seat: int, name: str, amount: int, random: Random) -> NativeState:
        """Take men off the board."""
        fields = self.core_fields(state.core)
        squares = f"{SEATS[seat]}_men"
        return self.from_fields({**fields, squares: without("men", fields[squares], amount, random)})

    # For people.

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours of the pieces."""
        return tuple(seat.capitalize() for seat in SEATS)

    def standings(self, state: NativeState) -> tuple[str, ...]:
        """The number of pieces of each side."""
        position = notation.position_of(state.core)
        counts = [len(position.men[seat]) + len(position.kings[seat]) for seat in range(2)]
        return tuple(f"{count} piece{'s' if count != 1 else ''}" for count in counts)

    def demand(self, position: NativeState | View) -> str:
        """A capture, where there is one."""
        return "You must capture." if any("x" in move for move in position.moves()) else ""

    # Moves.

    @property
    def zero_sum(self) -> bool:
        """True: one wins what the other loses."""
        return True

    def all_codes(self) -> Iterable[int]:
        """The code of every move."""
        return arrays.codes()

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """What an observation consists of."""
        return arrays.parts(self)

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """The position as numbers, as a seat sees it."""
        return arrays.observed(self, position.core, seat)

    def move_text(self, code: int) -> str:
        """Write a move: where it starts and every square it lands on."""
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        """Read a move that names every landing square."""
        return notation.move_code(text)

    def parse_move(self, state: NativeState, text: str) -> str:
        """Find the legal move that a person wrote: any spelling of its path, or only its ends if just one move fits."""
        squares = notation.squares_in(text)
        if squares is None:
            raise self.illegal(state, text)
        codes = state.core.moves()
        whole = notation.code_of(squares)
        if whole is not None and whole in codes:
            return self._text(whole)
        fitting = [self._text(code) for code in codes if notation.fits(code, squares)]
        if len(fitting) > 1:
            meant = " or ".join(fitting)
            raise AmbiguousMove(f"{self.name}: {text!r} may mean {meant}; name the squares between", fitting)
        if not fitting:
            raise self.illegal(state, text)
        return fitting[0]

    # Positions.

    def text(self, state: NativeState | View) -> str:
        """Write the state as a FEN."""
        return notation.position_text(notation.position_of(state.core))

    def parse(self, text: str) -> NativeState:
        """Read a state from a FEN. Its fields for the draw rules are dropped if the game's options do not use them."""
        return NativeState(self, self._made(notation.read_position(text)))

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The squares of each side's pieces, and the fields for the draw rules."""
        position = notation.position_of(core)
        return {
            "to_move": SEATS[position.seat],
            "black_men": list(position.men[0]),
            "black_kings": list(position.kings[0]),
            "white_men": list(position.men[1]),
            "white_kings": list(position.kings[1]),
            "quiet_plies": position.clock,
            "record": [f"{start}-{end}" for start, end in position.record],
        }

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state."""
        if fields["to_move"] not in SEATS:
            raise NotationError(f"{self.name}: field 'to_move' is black or white, not {fields['to_move']!r}")
        squares = {name: _numbers(name, fields[name]) for name in self.fields[1:5]}
        (clock,) = _numbers("quiet_plies", [fields["quiet_plies"]])
        record = fields["record"]
        if not isinstance(record, (list, tuple)) or not all(isinstance(step, str) for step in record):
            raise NotationError(f"{self.name}: field 'record' is a list of steps such as '1-5', not {record!r}")
        return self._made(
            Diagram(
                (squares["black_men"], squares["white_men"]),
                (squares["black_kings"], squares["white_kings"]),
                SEATS.index(fields["to_move"]),
                clock,
                tuple(notation.read_step(step) for step in record),
            )
        )

    def _made(self, position: Diagram) -> Any:
        quiet, repetitions = self.options["quiet"], self.options["repetitions"]
        if 0 < 2 * quiet < position.clock:
            raise NotationError(
                f"{self.name}: {position.clock} quiet plies are too many: the game is drawn after {2 * quiet}"
            )
        if quiet == 0:
            position = position._replace(clock=0)
        if repetitions == 0:
            position = position._replace(record=())
        if len(position.record) > (position.clock if quiet else 80):
            raise NotationError(f"{self.name}: the record lists more plies than the count of quiet plies says")
        try:
            return self.core.make(*notation.core_parts(position))
        except NotationError:
            raise
        except ValueError:
            raise NotationError(
                f"{self.name}: the record must list king moves without captures; played in order they must lead to "
                "this position, with no draw on the way"
            ) from None

    # Drawing.

    def board(self, state: NativeState | View, seat: int | None = None, numbers: bool = False) -> str:
        """Draw the board in plain text, from a seat's side of the table (White's if none is given)."""
        return drawing.board(notation.position_of(state.core), self.standing(state), seat, numbers)

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the board as SVG."""
        position = notation.position_of(state.core)
        codes = state.core.moves()
        shown = [self._shown(move) for move in highlight]
        return drawing.picture(
            position, self.standing(state), codes, size, seat, [code for code in shown if code is not None]
        )

    def _shown(self, move: str) -> int | None:
        try:
            return self.move_code(move)
        except NotationError:
            return None

    def standing(self, state: NativeState | View) -> str:
        """Say who is to move, or how the game ended."""
        if not state.over:
            limit = 2 * self.options["quiet"]
            clock = f", {state.core.clock} of {limit} quiet plies" if state.core.clock else ""
            return f"{SEATS[state.to_move].capitalize()} to move{clock}"
        black, white = state.scores
        return "Draw" if black == white else f"{SEATS[int(white > black)].capitalize()} wins"


def _numbers(name: str, values: object) -> tuple[int, ...]:
    if not isinstance(values, (list, tuple)) or any(type(value) is not int or value < 0 for value in values):
        shown = values[0] if name == "quiet_plies" and isinstance(values, list) else values
        what = "a number of 0 or more" if name == "quiet_plies" else "a list of squares"
        raise NotationError(f"checkers: field '{name}' is {what}, not {shown!r}")
    return tuple(values)
