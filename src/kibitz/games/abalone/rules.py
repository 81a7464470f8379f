"""Abalone: rows of marbles push each other off a hexagonal board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz import _core
from kibitz.errors import NotationError, SpecError
from kibitz.games import hexagons
from kibitz.games.abalone import arrays, drawing, features, notation
from kibitz.games.abalone.how_to_play import HOW_TO_PLAY, OPTION_TITLES, PRESETS
from kibitz.games.handicaps import without
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.specs import Option


class Abalone(NativeGame):
    """Push six opposing marbles off the board; the longer row pushes the shorter.

    Hashavit & Markovitch (2011) play it with three players. They do not define the indirect part of their heuristic;
    ours is closeness to the centre and cohesion.

    >>> import kibitz
    >>> print(kibitz.game("abalone").start().play("a1-b2").board())
        i B B B B B
       h B B B B B B
      g . . B B B . .
     f . . . . . . . .
    e . . . . . . . . .
     d . . . A . . . . 9
      c . . A A A . . 8
       b A A A A A A 7
        a . A A A A 6
           1 2 3 4 5
    seat 1 (B) to move; ejected A 0, B 0
    """

    name = "abalone"
    summary = "push the marbles of one or two opponents off a hexagonal board"
    how_to_play = HOW_TO_PLAY
    presets = PRESETS
    option_titles = OPTION_TITLES
    fields = ("marbles", "ejected", "to_move", "plies")
    feature_help = features.HELP
    feature_habits = features.HABITS
    options_known = (
        Option("players", 2, "how many play", choices=(2, 3)),
        Option(
            "start",
            "standard",
            "how two players set up: in rows, or as the Belgian daisy",
            choices=("standard", "daisy"),
        ),
        Option("goal", 6, "how many marbles to eject; with two players at most 14", 1, 22),
        Option("turns", 200, "turns for each player; after them the game ends without a winner", 1, 10_000),
    )

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Check the options against each other."""
        if options["start"] == "daisy" and options["players"] != 2:
            raise SpecError("abalone: start=daisy is for two players; three have the standard start only")
        if options["players"] == 2 and options["goal"] > 14:
            raise SpecError(f"abalone: goal={options['goal']} is more than the 14 marbles of the one opponent")
        return options

    def core_game(self) -> Any:
        """Make the game in the core."""
        options = self.options
        return _core.Abalone(options["players"], options["start"] == "daisy", options["goal"], options["turns"])

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours of the marbles."""
        return ("Black", "White", "Red")[: self.players]

    def standings(self, state: NativeState) -> tuple[str, ...]:
        """How many marbles each seat has pushed off the board."""
        return tuple(f"{count} of {self.options['goal']} pushed off" for count in state.core.ejected)

    @property
    def lead_that_matters(self) -> float:
        """A lead of one marble."""
        return 1.0

    @property
    def adversarial(self) -> bool:
        """True: every decided game has one winner. Games that run out of turns are counted separately."""
        return True

    @property
    def handicaps(self) -> dict[str, str]:
        """The handicap of this game: the seat starts with fewer marbles."""
        return {"marbles": "this many marbles are already pushed off at the start, credited to the others in turn"}

    def handicapped(self, state: NativeState, seat: int, name: str, amount: int, random: Random) -> NativeState:
        """Take marbles off the board and credit them to the others."""
        fields = self.core_fields(state.core)
        marbles, ejected = list(fields["marbles"]), list(fields["ejected"])
        marbles[seat] = without("marbles", marbles[seat], amount, random)
        for number in range(amount):
            ejected[(seat + 1 + number % (self.players - 1)) % self.players] += 1
        return self.from_fields({**fields, "marbles": marbles, "ejected": ejected})

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
        """Write a move."""
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        """Read a move."""
        return notation.move_code(text)

    def text(self, state: NativeState | View) -> str:
        """Write the state: rows i to a, the seat to move, the plies made, what each seat has ejected."""
        core = state.core
        return notation.state_text(core.marbles, core.ejected, core.to_move, core.plies)

    def parse(self, text: str) -> NativeState:
        """Read a state."""
        marbles, ejected, to_move, plies = notation.read_state(text, self.players)
        return self.from_fields({"marbles": marbles, "ejected": ejected, "to_move": to_move, "plies": plies})

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The cells of the marbles by seat, and the counters."""
        marbles = notation.cell_names(core.marbles)
        return {"marbles": marbles, "ejected": core.ejected, "to_move": core.to_move, "plies": core.plies}

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state."""
        ejected = fields["ejected"]
        if not isinstance(ejected, (list, tuple)):
            raise NotationError(f"{self.name}: field 'ejected' is not a list of numbers, one for each seat")
        return self.core.make(
            hexagons.cell_lists(self.name, "marbles", fields["marbles"], notation.NUMBERS),
            [hexagons.whole_number(self.name, "ejected", number) for number in ejected],
            hexagons.whole_number(self.name, "to_move", fields["to_move"]),
            hexagons.whole_number(self.name, "plies", fields["plies"]),
        )

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw the board in plain text."""
        core = state.core
        ejected = ", ".join(f"{hexagons.LETTERS[owner]} {number}" for owner, number in enumerate(core.ejected))
        return (
            f"{drawing.board(core.marbles)}\n{drawing.status(core.to_move, core.scores, core.over)}; ejected {ejected}"
        )

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the board as SVG, a seat's side at the bottom."""
        if seat is not None:
            self.check_seat(seat)
        core = state.core
        headline = drawing.status(core.to_move, core.scores, core.over)
        shown = (core.scores.index(1) if any(core.scores) else None) if core.over else core.to_move
        turn = min(core.plies // self.players + 1, self.options["turns"])
        progress = f"turn {turn} of {self.options['turns']}"
        goal, moves = self.options["goal"], state.moves()
        return drawing.picture(
            core.marbles, core.ejected, goal, headline, shown, progress, moves, size, seat, highlight
        )
