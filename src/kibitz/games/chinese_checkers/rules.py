"""Chinese Checkers: ten pawns step and hop across a star of 121 holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz import _core
from kibitz.games import hexagons
from kibitz.games.chinese_checkers import arrays, drawing, features, notation
from kibitz.games.chinese_checkers.how_to_play import HOW_TO_PLAY, OPTION_TITLES, PRESETS
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.specs import Option


class ChineseCheckers(NativeGame):
    """Bring ten pawns to the opposite tip of the star, by steps and by chains of hops.

    One of the games of Hashavit & Markovitch (2011). As in the paper, three players play by default.

    >>> import kibitz
    >>> state = kibitz.game("chinese-checkers").start().play("c1-e5")
    >>> str(state)
    'A/AA/1AA/AAAA/4A8/12/11/10/9/C8B/CC7BB/CCC6BBB/CCCC5BBBB/4/3/2/1 B 1'
    """

    name = "chinese-checkers"
    title = "Chinese Checkers"
    summary = "ten pawns hop across a star; for two, three, four or six players"
    how_to_play = HOW_TO_PLAY
    presets = PRESETS
    option_titles = OPTION_TITLES
    fields = ("pawns", "to_move", "plies")
    feature_help = features.HELP
    feature_habits = features.HABITS
    options_known = (
        Option("players", 3, "how many play", choices=(2, 3, 4, 6)),
        Option(
            "stop", "own", "the camps a pawn may end a move in: its home and goal, or all", choices=("own", "anywhere")
        ),
        Option("turns", 300, "turns for each player; after them the game ends without a winner", 1, 10_000),
    )

    def core_game(self) -> Any:
        """Make the game in the core."""
        return _core.ChineseCheckers(self.options["players"], self.options["stop"] == "anywhere", self.options["turns"])

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours of the pawns."""
        return ("Blue", "Red", "Green", "Yellow", "Purple", "Turquoise")[: self.players]

    def standings(self, state: NativeState) -> tuple[str, ...]:
        """How many pawns of each seat have arrived."""
        pawns = state.core.pawns
        return tuple(
            f"{drawing.arrived(own, seat, self.players)} of {len(own)} there" for seat, own in enumerate(pawns)
        )

    @property
    def lead_that_matters(self) -> float:
        """A lead of three steps."""
        return 3.0

    @property
    def adversarial(self) -> bool:
        """True: every decided game has one winner. Games that run out of turns are counted separately."""
        return True

    @property
    def handicaps(self) -> dict[str, str]:
        """The handicap of this game: the others make moves before the game starts."""
        return {"moves": "each of the others makes this many moves before the game starts"}

    def handicapped(self, state: NativeState, seat: int, name: str, amount: int, random: Random) -> NativeState:
        """Let the others move first. Each move is drawn from the best moves: those that gain the most steps, or one
        step less."""
        first, position = state.to_move, state
        for _ in range(amount):
            for step in range(self.players):
                mover = (first + step) % self.players
                if mover == seat or position.over:
                    continue
                position = NativeState(self, position.core.turned(mover))
                left = {move: position.play(move).features(mover)["distance"] for move in position.moves()}
                best = max(left.values())
                position = position.play(random.choice([move for move in left if left[move] >= best - 1]))
        return NativeState(self, position.core.turned(first))

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
        """Write a move: both ends."""
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        """Read a move."""
        return notation.move_code(text)

    def text(self, state: NativeState | View) -> str:
        """Write the state: rows a to q, the seat to move, the plies made."""
        return notation.state_text(state.core.pawns, state.core.to_move, state.core.plies)

    def parse(self, text: str) -> NativeState:
        """Read a state."""
        pawns, to_move, plies = notation.read_state(text, self.players)
        return self.from_fields({"pawns": pawns, "to_move": to_move, "plies": plies})

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The holes of the pawns by seat, and the counters."""
        return {"pawns": notation.hole_names(core.pawns), "to_move": core.to_move, "plies": core.plies}

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state."""
        return self.core.make(
            hexagons.cell_lists(self.name, "pawns", fields["pawns"], notation.NUMBERS),
            hexagons.whole_number(self.name, "to_move", fields["to_move"]),
            hexagons.whole_number(self.name, "plies", fields["plies"]),
        )

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw the board in plain text."""
        core = state.core
        return f"{drawing.board(core.pawns)}\n{drawing.status(core.to_move, core.winner, core.over)}"

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the board as SVG, a seat's home at the bottom."""
        if seat is not None:
            self.check_seat(seat)
        core = state.core
        headline = drawing.status(core.to_move, core.winner, core.over)
        shown = core.winner if core.winner >= 0 else None if core.over else core.to_move
        turn = min(core.plies // self.players + 1, self.options["turns"])
        progress = f"turn {turn} of {self.options['turns']}"
        return drawing.picture(core.pawns, headline, shown, progress, state.moves(), size, seat, highlight)
