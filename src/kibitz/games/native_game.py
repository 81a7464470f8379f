"""What games with rules in the native core share, so that each game only adds its notation and its drawing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from kibitz import _core
from kibitz.errors import KibitzError, NotationError
from kibitz.games import capabilities
from kibitz.games.game import Event, Game, State, check_fields
from kibitz.games.numbering import MovesListed
from kibitz.games.view import View
from kibitz.random import Random


@dataclass(frozen=True, slots=True, eq=False, init=False)
class NativeState(State):
    """A position of a native game; ``core`` is its value in the core."""

    game: NativeGame
    core: Any

    def __init__(self, game: NativeGame, core: Any) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "core", core)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeState) and self.core == other.core

    def __hash__(self) -> int:
        return hash(self.core)

    def __repr__(self) -> str:
        return f"<{self.game}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self.game, str(self))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NativeView(View):
    """A view of a native game; ``core`` is its value in the core, a state without the hidden parts."""

    game: NativeGame
    core: Any = field()  # without field(), the property of the base class would be its default

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
        """The current scores, which everybody sees."""
        return tuple(self.core.scores)

    @property
    def key(self) -> int:
        """A 64-bit key; views that the seat cannot distinguish have the same key."""
        return int(self.core.key)

    def moves(self) -> list[str]:
        """The seat's own legal moves; only when it is to move."""
        return [self.game._text(code) for code in self.core.moves()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeView) and bool(self.core == other.core)

    def __hash__(self) -> int:
        return hash(self.core)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle another position that looks the same: it reveals nothing that the seat does not know.
        return _look, (self.world(Random(0, "pickle")), self.seat)


def _look(state: NativeState, seat: int) -> NativeView:
    view = state.view(seat)
    assert isinstance(view, NativeView)
    return view


_core.answer_quickly(NativeState)  # make play, over and to_move fast, because they are used at every move


def _read(game: NativeGame, text: str) -> NativeState:
    return game.parse(text)


class NativeGame(MovesListed, Game):
    """A game in the core.

    A subclass sets ``fields`` and implements ``core_game``, ``move_text``, ``move_code``, ``all_codes``, ``text``,
    ``parse``, ``core_fields``, ``core_state``, ``board`` and ``svg``.
    """

    state_type = NativeState
    fields: ClassVar[tuple[str, ...]]
    written_in_python = False
    scores_follow_goals = True  # outcomes are those of a single hand

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.options = MappingProxyType(self.completed(dict(self.options)))
        self.core = self.core_game()
        self._texts: dict[int, str] = {}
        self._codes: dict[str, int] = {}
        self._offered: frozenset[str] | None = None  # cached, because every search asks for it

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Compute defaults that depend on other options, and check that the options fit together."""
        return options

    @abstractmethod
    def core_game(self) -> Any:
        """Make the game in the core from the options."""

    @cached_property
    def move_feature_names(self) -> tuple[str, ...]:
        """Names of the features of a move."""
        return tuple(self.core.move_features)

    @cached_property
    def situation_feature_names(self) -> tuple[str, ...]:
        """Names of the features that are about the situation in which a move is made: the last ones of a move."""
        count = self.core.situation_features
        return self.move_feature_names[-count:] if count else ()

    def move_features(self, state: Any, move: str) -> dict[str, float]:
        """The features of a move."""
        row = state.core.moves_described()[state.moves().index(move)]
        return dict(zip(self.move_feature_names, row, strict=False))

    # The text of moves, and the core's codes.

    @abstractmethod
    def move_text(self, code: int) -> str:
        """Write a move."""

    @abstractmethod
    def move_code(self, text: str) -> int:
        """Read a move, or raise ``NotationError``. Whether it is legal is not checked."""

    @abstractmethod
    def all_codes(self) -> Iterable[int]:
        """The code of every move that can be legal, each once, in a fixed order."""

    def all_moves(self) -> list[str]:
        """Every move that can be legal, in a fixed order."""
        return [self._text(code) for code in self.all_codes()]

    def _text(self, code: int) -> str:
        text = self._texts.get(code)
        if text is None:
            text = self._texts[code] = self.move_text(code)
            self._codes[text] = code
        return text

    def _code(self, text: str) -> int:
        code = self._codes.get(text)
        return self.move_code(text) if code is None else code

    def _own(self, state: Any) -> Any:
        """The core's object of a state or a view; refused if it belongs to another game."""
        if not isinstance(state, (NativeState, NativeView)):
            raise TypeError(f"{self.name}: expected a state, not {type(state).__name__}")
        if state.game is not self and state.game != self:
            raise KibitzError(f"a state of {state.game} was given to {self}")
        return state.core

    # The rules, answered by the core.

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.core.players)

    def start(self, seed: int = 0) -> NativeState:
        """The first state; where cards are dealt, the seed decides the deal."""
        if not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise KibitzError(f"{self.name}: seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
        return NativeState(self, self.core.start(seed))

    def to_move(self, state: NativeState) -> int:
        """The seat to move, or ``CHANCE``."""
        return int(self._own(state).to_move)

    def moves(self, state: NativeState) -> list[str]:
        """The legal moves, in the game's order."""
        text = self._text
        return [text(code) for code in self._own(state).moves()]

    def play(self, state: NativeState, move: str) -> NativeState:
        """The state after a legal move; any other is refused."""
        core = self._own(state)
        if not isinstance(move, str):
            raise self.illegal(state, move)
        try:
            return NativeState(self, core.play(self._code(move)))
        except ValueError:  # not in our own notation, but perhaps as a person writes it
            return NativeState(self, core.play(self.move_code(self.parse_move(state, move))))

    play_checked = play  # ``play`` already checks the move

    def over(self, state: NativeState) -> bool:
        """Whether the game has ended."""
        return bool(self._own(state).over)

    def scores(self, state: NativeState) -> tuple[float, ...]:
        """One number for each seat, higher is better."""
        return tuple(self._own(state).scores)

    def outcome(self, state: NativeState) -> tuple[float, ...]:
        """What preferences compare."""
        return tuple(self._own(state).outcome)

    def key(self, state: NativeState) -> int:
        """A 64-bit key; states that continue identically have the same key."""
        return int(self._own(state).key)

    # Notation.

    @abstractmethod
    def text(self, state: NativeState | View) -> str:
        """The state on one line."""

    @abstractmethod
    def parse(self, text: str) -> NativeState:
        """Read a state that ``text`` wrote."""

    @abstractmethod
    def core_fields(self, core: Any) -> dict[str, Any]:
        """The parts of a state (or of a view) as plain values."""

    @abstractmethod
    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state from its parts; ``ValueError`` says which part is wrong."""

    def to_fields(self, state: NativeState | View) -> dict[str, Any]:
        """The parts of a state as plain values."""
        return self.core_fields(self._own(state))

    def from_fields(self, fields: Mapping[str, Any]) -> NativeState:
        """Build a state from its parts."""
        check_fields(self.name, fields, self.fields)
        try:
            return NativeState(self, self.core_state(fields))
        except NotationError:
            raise
        except (TypeError, ValueError, OverflowError, KeyError, IndexError) as error:
            raise NotationError(f"{self.name}: {error}") from None

    # Drawing.

    @abstractmethod
    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """The position in plain text."""

    @abstractmethod
    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """The position as SVG."""

    # Capabilities, where the core has them.

    @cached_property
    def capabilities(self) -> frozenset[str]:
        """The names of the capabilities this game offers under its options."""
        if self._offered is not None:
            return self._offered
        core, state = self.core, self.core.start(0)
        in_python = {**capabilities.PLAYED, **capabilities.ARRAYS}
        offered = {name: capabilities.implements(self, protocol) for name, protocol in in_python.items()} | {
            "evaluated": hasattr(core, "features"),
            "enumerable": getattr(core, "enumerable", False),
            "staged": hasattr(state, "stage_end"),
            "weighted": hasattr(state, "representatives"),
            "remainder": getattr(core, "has_remainder", False),
            "chancy": hasattr(state, "chance"),
            "turnable": hasattr(state, "turned"),
            "hidden": getattr(core, "hidden", False),
        }
        self._offered = frozenset(name for name, has in offered.items() if has)
        return self._offered

    def _require(self, capability: str) -> None:
        capabilities.require(self, capability)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The names of the features."""
        self._require("evaluated")
        return tuple(self.core.features)

    @property
    def weights(self) -> dict[str, float]:
        """The default weight of each feature."""
        return dict(self._weights)

    @cached_property
    def _weights(self) -> dict[str, float]:
        return dict(zip(self.features, self.core.weights, strict=True))

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        """The lowest and highest possible value of each feature."""
        return dict(self._bounds)

    @cached_property
    def _bounds(self) -> dict[str, tuple[float, float]]:
        return dict(zip(self.features, self.core.bounds, strict=True))

    def feature_values(self, state: NativeState, seat: int) -> dict[str, float]:
        """The features of a seat."""
        return dict(zip(self.features, self._own(state).features(seat), strict=True))

    def reachable(self, state: NativeState, seat: int) -> dict[str, tuple[float, float]]:
        """The range of each feature at the end of the game, given this state."""
        return dict(zip(self.features, self._own(state).reachable(seat), strict=True))

    def outcomes(self) -> list[tuple[float, ...]]:
        """Every outcome that can occur, each once."""
        self._require("enumerable")
        return list(self._outcomes)

    @cached_property
    def _outcomes(self) -> tuple[tuple[float, ...], ...]:
        return tuple(self.core.outcomes())

    def stage_end(self, state: NativeState) -> bool:
        """Whether a depth-limited search may stop here."""
        self._require("staged")
        return bool(self._own(state).stage_end)

    def representatives(self, state: NativeState) -> list[tuple[str, int]]:
        """One move of each class of equivalent moves, and the size of the class."""
        self._require("weighted")
        return [(self._text(code), weight) for code, weight in self._own(state).representatives()]

    def remainder(self, state: NativeState) -> tuple[int, ...]:
        """A key that is equal for two states if their outcomes can differ only in the settled part."""
        self._require("remainder")
        return tuple(self._own(state).remainder)

    def settled(self, state: NativeState) -> tuple[float, ...]:
        """The part of the outcome that is certain already."""
        self._require("remainder")
        return tuple(self._own(state).settled)

    def chance(self, state: NativeState) -> list[float]:
        """The probability of each move, in move order, where ``to_move`` is ``CHANCE``."""
        self._require("chancy")
        return list(self._own(state).chance)

    def turned(self, state: NativeState, seat: int) -> NativeState:
        """The position with that seat to move."""
        self._require("turnable")
        return NativeState(self, self._own(state).turned(seat))

    @property
    def hidden(self) -> bool:
        """Whether a seat sees less than the whole state."""
        return bool(getattr(self.core, "hidden", False))

    def in_public(self, state: NativeState, size: int, highlight: Sequence[str]) -> tuple[str, str]:
        """What everybody may see, as SVG and in plain text.

        Both are empty for a game with hidden parts, which has to override this.
        """
        return ("", "") if self.hidden else super().in_public(state, size, highlight)

    def view(self, state: NativeState, seat: int) -> View | NativeState:
        """What a seat may know: the state itself where nothing is hidden."""
        return NativeView(self, self._own(state).view(seat)) if self.hidden else state

    def event(self, state: NativeState, move: str, seat: int) -> Event:
        """What a seat sees when the move is made."""
        mover = self.to_move(state)
        if not self.hidden:
            return Event(mover, move, public=True)
        code = self._code(move)
        seen = [self._own(state).sees(code, watcher) for watcher in range(self.players)]
        return Event(mover, move if seen[seat] else None, public=all(seen))

    def sample_deal(self, view: View, random: Random) -> NativeState:
        """A start drawn uniformly from those that agree with everything the view's seat has seen."""
        self._require("hidden")
        return NativeState(self, self._own(view).sample_deal(random.next()))

    def history(self, state: NativeState | View) -> Sequence[str | None]:
        """The moves from a start drawn by ``sample_deal`` to this position; None for a move that the seat did not
        see."""
        return [None if code is None else self._text(code) for code in self._own(state).history]
