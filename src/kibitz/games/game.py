"""What a game is: ``Game`` holds the options, ``State`` is a position that knows its game.

A game written in Python subclasses both (see ``docs/writing-a-game.md``), and can then be used like a native game.
"""

from __future__ import annotations

import dataclasses
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from kibitz import specs
from kibitz.errors import IllegalMove, KibitzError, NotationError, SpecError, nearest
from kibitz.games import svg
from kibitz.games.exact_weights import Weights, decimal, in_units, weighted_interval
from kibitz.games.instructions import from_docstring
from kibitz.games.view import PythonView, View
from kibitz.specs import Specified

if TYPE_CHECKING:
    from kibitz.games.capabilities import Evaluated

CHANCE = -1
"""The value of ``to_move`` if the next move is made by chance."""

_SHOWN = 40  # legal moves listed in an error
_COUNTED = 1000  # cached sets of weights as whole numbers: computing them takes longer than a lookup


@dataclass(frozen=True, slots=True)
class Event:
    """What one seat sees of a move: who made it, the move unless it is secret, and what it reveals.

    ``shown`` is what else this seat learns, for example the cards passed to it.
    """

    seat: int
    move: str | None
    public: bool
    shown: str = ""

    def __str__(self) -> str:
        shown = f", shows {self.shown}" if self.shown else ""
        return f"seat {self.seat}: {self.move or 'something in secret'}{shown}"


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """The cards of a trick in the order of play, each with the seat that played it, and who takes it."""

    plays: tuple[tuple[int, str], ...]
    taker: int


class State:
    """A position. It is immutable, and its methods call those of its game."""

    __slots__ = ()
    game: Game

    @property
    def to_move(self) -> int:
        """The seat to move, or ``CHANCE``."""
        return self.game.to_move(self)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over(self)

    @property
    def scores(self) -> tuple[float, ...]:
        """One number for each seat, higher is better: the current score or, at the end, the result."""
        return self.game.scores(self)

    @property
    def outcome(self) -> tuple[float, ...]:
        """What preferences compare: one number for each seat."""
        return self.game.outcome(self)

    @property
    def key(self) -> int:
        """A 64-bit key; states that continue identically have the same key."""
        return self.game.key(self)

    @property
    def winners(self) -> frozenset[int]:
        """The seats that have won. Several may share the win; an unfinished or drawn game has no winners."""
        return self.game.winners(self)

    def moves(self) -> list[str]:
        """The legal moves, in the game's order; empty only when the game is over."""
        return [] if self.game.over(self) else list(self.game.moves(self))

    def play(self, move: str) -> Self:
        """The state after a legal move."""
        return self.game.play_checked(self, move)  # type: ignore[return-value]

    def play_all(self, moves: Iterable[str] | str) -> Self:
        """The state after several moves, given as a list or as text with commas."""
        state = self
        for move in moves.split(",") if isinstance(moves, str) else moves:
            state = state.play(move.strip())
        return state

    def view(self, seat: int) -> Any:
        """What a seat may know: a ``View``, or the state itself where nothing is hidden."""
        self.game.check_seat(seat)
        return self.game.view(self, seat)

    def event(self, move: str, seat: int) -> Event:
        """What a seat sees when this move is made here."""
        self.game.check_seat(seat)
        if move not in self.moves():
            move = self.game.parse_move(self, move)
        return self.game.event(self, move, seat)

    def features(self, seat: int) -> dict[str, float]:
        """The evaluation's features for a seat, by name."""
        self.game.check_seat(seat)
        return _evaluated(self.game).feature_values(self, seat)

    def evaluate(self, seat: int, weights: Mapping[str, float] | None = None) -> float:
        """The weighted sum of a seat's features; the game's own weights unless others are given."""
        values = self.features(seat)
        counted = self.game.counted(self.game.check_weights(weights))
        return counted.weighted([values[name] for name in _evaluated(self.game).features])

    def interval(self, seat: int, weights: Mapping[str, float] | None = None) -> tuple[float, float]:
        """The range of a seat's evaluation at the end of the game, given this state."""
        self.game.check_seat(seat)
        return weighted_interval(self.game.check_weights(weights), self.game.reachable(self, seat))

    def to_dict(self) -> dict[str, Any]:
        """The state as plain values, ready for JSON."""
        return {"game": str(self.game), **self.game.to_fields(self)}

    def to_json(self) -> str:
        """The state as JSON; ``game.from_json`` reads it."""
        return json.dumps(self.to_dict())

    def __str__(self) -> str:
        return self.game.text(self)

    def board(self, seat: int | None = None) -> str:
        """The position in plain text, whole or as one seat sees it."""
        seen = self if seat is None else self.view(seat)
        return seen.board() if isinstance(seen, View) else self.game.board(self, seat)

    def svg(self, size: int = 400, seat: int | None = None, highlight: str | Iterable[str] = ()) -> str:
        """The position as SVG, ``size`` pixels wide; clickable parts have the attribute ``data-move``."""
        seen = self if seat is None else self.view(seat)
        if isinstance(seen, View):
            return seen.svg(size, highlight)
        return self.game.svg(self, size, seat, svg.moves_given(highlight))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __deepcopy__(self, memo: Any) -> Self:
        return self  # it is immutable


class Game(Specified, ABC):
    """The rules under given options. Immutable, equal to any game with the same specification.

    Subclasses set ``name``, ``options_known`` and ``state_type`` and implement the abstract methods, ``players`` to
    ``scores``. The other methods have defaults that work for every state that is a frozen dataclass. A subclass adds a
    capability (``kibitz.games.capabilities``) by implementing its methods.
    """

    summary: ClassVar[str] = ""
    title: ClassVar[str] = ""
    """The name with capitals, for people; empty: the name with its first letter as a capital."""
    how_to_play: ClassVar[Sequence[str]] = ()
    """How to play, in a few plain lines; empty: the docstring of the class (``instructions``)."""
    presets: ClassVar[Mapping[str, str]] = {}
    """Well-known variants: for each name, a specification, such as ``hearts(limit=100)``."""
    score_unit: ClassVar[str] = ""
    """What final scores count: ``win`` if they are 1 for the winner, -1 for the loser and 0 in a draw of two players,
    ``points`` if they are points; empty if neither."""
    option_titles: ClassVar[Mapping[str, str]] = {}
    """Labels of options in words, where the name alone says too little."""
    state_type: ClassVar[type[State]]
    feature_help: ClassVar[Mapping[str, str]] = {}
    """A description of each feature, if the game has features."""
    feature_habits: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For each feature: the habit of players who like it, and of players who avoid it, as two phrases that can follow
    "you" and "tends to". So both are infinitives without "to": ``{"rank": ("play high cards", "play low cards")}``.
    """
    written_in_python: ClassVar[bool] = True
    """Whether its rules are written in Python, so that their answers are checked; native rules are not checked."""
    says_none = False  # states and records contain the specification, and older ones have numbers only

    def __init__(self, **options: Any) -> None:
        self.options: Mapping[str, Any] = MappingProxyType(specs.fill(self.name, self.options_known, options))

    # For people.

    @property
    def shown_name(self) -> str:
        """The name for people, with capitals."""
        return self.title or self.name.replace("-", " ").replace("_", " ").capitalize()

    @property
    def instructions(self) -> tuple[str, ...]:
        """How to play, line by line; if the game does not say, the docstring of its class, or else the summary.

        >>> import kibitz
        >>> kibitz.game("tic-tac-toe").instructions[0]
        'Put three of your marks in a line: across, down or diagonally.'
        """
        return tuple(self.how_to_play) or from_docstring(type(self)) or (self.summary,)

    @property
    def sides(self) -> tuple[str, ...]:
        """What each seat is called on the board, such as Black and White; empty if seats have no such names."""
        return ()

    def standings(self, state: Any) -> tuple[str, ...]:
        """How each seat stands, in a few words that everybody may read; by default the scores, if they are not all 0.

        >>> import kibitz
        >>> kibitz.game("checkers").standings(kibitz.game("checkers").start())
        ('12 pieces', '12 pieces')
        """
        scores = self.scores(state)
        return tuple(f"{score:g}" for score in scores) if any(scores) else ("",) * len(scores)

    def demand(self, position: Any) -> str:
        """What the rules demand of the seat to move, as a sentence that explains why other moves are not legal now.

        It is empty if there is nothing to say. It uses only what the seat to move may know.

        >>> import kibitz
        >>> state = kibitz.game("checkers").start().play_all("11-15, 22-18")
        >>> state.game.demand(state)
        'You must capture.'
        """
        return ""

    def finished_trick(self, state: Any, move: str) -> FinishedTrick | None:
        """The trick that a move in this state finishes, if the game has tricks."""
        return None

    def trick_svg(self, position: Any, trick: FinishedTrick, size: int, seat: int | None) -> str:
        """The table with a finished trick on it, before it is cleared. ``position`` is the one before its last card, as
        the seat saw it, or the whole state if ``seat`` is None: then all hands lie face down where something is
        hidden."""
        return ""

    # Features of moves.

    @property
    def move_feature_names(self) -> Sequence[str]:
        """Names of the features of a move, such as the rank of a card; none by default. Kibitz learns how players
        choose from these, so without them and without an evaluation it can learn only who searches.
        """
        return ()

    @property
    def situation_feature_names(self) -> Sequence[str]:
        """Those of ``move_feature_names`` that are about the situation in which a move is made, such as who wins the
        trick so far; none by default. There may be many of them: they are learned with a stronger prior, and only if
        they predict better.
        """
        return ()

    def move_features(self, state: Any, move: str) -> Mapping[str, float]:
        """A number for each of ``move_feature_names``, for a legal move of the seat to move. Use only what this seat
        sees: if something is hidden, the state is a sampled world.
        """
        return {}

    # The rules.

    @property
    @abstractmethod
    def players(self) -> int:
        """How many seats there are."""

    @property
    def players_allowed(self) -> str:
        """The possible numbers of players, in words."""
        for option in self.options_known:
            if option.name == "players":
                return f"{option.low}-{option.high}" if option.low is not None else option.range
        return str(self.players)

    @abstractmethod
    def start(self, seed: int = 0) -> State:
        """The first state. If cards are dealt, the seed determines the deal."""

    @abstractmethod
    def to_move(self, state: Any) -> int:
        """The seat to move, or ``CHANCE``."""

    @abstractmethod
    def moves(self, state: Any) -> Sequence[str]:
        """The legal moves in a fixed order; empty only when the game is over."""

    @abstractmethod
    def play(self, state: Any, move: str) -> State:
        """The state after a legal move."""

    @abstractmethod
    def over(self, state: Any) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def scores(self, state: Any) -> tuple[float, ...]:
        """One number for each seat, higher is better."""

    def outcome(self, state: Any) -> tuple[float, ...]:
        """What preferences compare; by default the scores."""
        return self.scores(state)

    def scores_of(self, state: Any, outcome: Sequence[float]) -> tuple[float, ...]:
        """The final scores of a game that reaches an outcome from this state; by default the outcome itself."""
        return tuple(outcome)

    scores_follow_goals: bool = False
    """Whether ``scores_of`` depends only on the outcome and on the goals of the seats (the bids)."""

    @property
    def has_parts(self) -> bool:
        """Whether a search sees only a part of the game, such as one of many hands (``capabilities.Parts``)."""
        return "parts" in self.capabilities

    def part(self, position: Any, to_the_end: bool = True) -> Any:
        """The part of a long game that a search sees, as a separate game; by default the position itself.

        The moves are the same. Seats may be rotated, so that the player who began the part has seat 0. If
        ``to_the_end`` is False (a search of limited depth), a larger part may be returned, in games whose evaluation
        counts what happened before the part.
        """
        return position

    def played_out(self, number: int, moves: Sequence[tuple[int, str]]) -> State | None:
        """The start of the finished part with this number, found from its moves (each with the seat that made it).

        These moves have revealed everything that was hidden.
        """
        return None

    def key(self, state: Any) -> int:
        """A 64-bit key; states that continue identically have the same key."""
        import hashlib  # only games written in Python need it, and it takes a while to load

        return int.from_bytes(hashlib.blake2b(self.text(state).encode(), digest_size=8).digest(), "little")

    def winners(self, state: Any) -> frozenset[int]:
        """The seats with the best score at the end, unless all scores are equal."""
        if not self.over(state):
            return frozenset()
        scores = self.scores(state)
        best = max(scores)
        return frozenset() if min(scores) == best else frozenset(s for s, x in enumerate(scores) if x == best)

    @property
    def adversarial(self) -> bool:
        """Whether every decided end has a winner and a loser and the evaluation tells them apart, as Max-Prob needs.

        An end without a winner, such as a turn limit, is not decided and is counted separately.
        """
        return False

    @property
    def zero_sum(self) -> bool:
        """Whether the scores of all seats sum to 0 at every end, as the algorithms of other libraries may need."""
        return False

    @property
    def lead_that_matters(self) -> float:
        """The lead in the evaluation that makes a seat a clear leader; the default threshold of MP-Mix."""
        return 0.0

    # Moves and states from outside.

    def play_checked(self, state: Any, move: str) -> State:
        """Play a move after checking that it is legal."""
        if move not in state.moves():
            move = self.parse_move(state, move)
        return self.play(state, move)

    def parse_move(self, state: Any, text: str) -> str:
        """Find the legal move that a person wrote, or say what is legal."""
        wanted = str(text).strip().lower()
        for move in state.moves():
            if move.lower() == wanted:
                return str(move)
        raise self.illegal(state, text)

    def illegal(self, state: Any, text: object) -> IllegalMove:
        """Make the error that says what is legal."""
        moves = state.moves()
        if not moves:
            return IllegalMove(f"{self.name}: {text!r} cannot be played, because the game is over")
        more = f" and {len(moves) - _SHOWN} more" if len(moves) > _SHOWN else ""
        return IllegalMove(f"{self.name}: {text!r} is not legal here. Legal: {', '.join(moves[:_SHOWN])}{more}")

    # Notation.

    def text(self, state: Any) -> str:
        """The state on one line; ``parse`` reads it back."""
        return json.dumps(self.to_fields(state), separators=(",", ":"))

    def parse(self, text: str) -> State:
        """Read a state that ``str(state)`` wrote."""
        return self.from_fields(read_json(self.name, text))

    def to_fields(self, state: Any) -> dict[str, Any]:
        """The parts of a state as plain values."""
        return {f.name: getattr(state, f.name) for f in dataclasses.fields(state) if f.name != "game"}

    def from_fields(self, fields: Mapping[str, Any]) -> State:
        """Build a state from its parts, which must have the same types as those of the start."""
        pattern = self.to_fields(self.start())
        check_fields(self.name, fields, pattern)
        parts = {name: _frozen(fields[name]) for name in pattern}
        for name, part in parts.items():
            if not _alike(pattern[name], part):
                raise NotationError(
                    f"{self.name}: field '{name}': expected something like {pattern[name]!r}, not {part!r}"
                )
        state = self.state_type(self, **parts)  # type: ignore[call-arg]
        try:
            self.check(state)
        except IllegalMove as error:  # from a ``check`` that replays the moves
            raise NotationError(str(error)) from None
        return state

    def check(self, state: Any) -> None:
        """Raise ``NotationError`` for an impossible state that was read from text or JSON. A Python game may override
        it.
        """

    def from_json(self, source: str | Mapping[str, Any]) -> State:
        """Read a state from JSON text or from the values in it."""
        if isinstance(source, str):
            source = read_json(self.name, source)
        if not isinstance(source, Mapping):
            raise NotationError(f"{self.name}: a state is a JSON object, not {type(source).__name__}")
        fields = dict(source)
        written = fields.pop("game", str(self))
        if written != str(self):
            raise NotationError(f"{self.name}: field 'game': the state is of {written}, not of {self}")
        return self.from_fields(fields)

    # Drawing.

    def board(self, state: Any, seat: int | None = None) -> str:
        """The position in plain text, unless the game has a drawing of its own: a line for each part of the state. A
        part with one list for each seat, such as the hands, has a line for each seat.
        """
        return "\n".join(
            line for name, value in self.to_fields(state).items() for line in _lines(name, value, self.players)
        )

    @property
    def has_svg(self) -> bool:
        """Whether the game draws pictures of its own (``svg``)."""
        return type(self).svg is not Game.svg

    def svg(self, state: Any, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """The position as SVG: its text board, and a button for each move."""
        return svg.text_board(self.board(state, seat), state.moves(), size, highlight)

    def in_public(self, state: Any, size: int, highlight: Sequence[str]) -> tuple[str, str]:
        """What everybody may see of a position, as SVG and in plain text; both are empty if this is not known.

        If something is hidden, ``hide`` is applied for every seat, one after the other. What is left is known
        to every seat. If it depends on the order of the seats, nothing is shown.

        >>> import kibitz
        >>> game = kibitz.game("hearts(cards=2)")
        >>> print(game.in_public(game.start(seed=1), 400, [])[1])
        hearts
        > seat 0  2 cards  0 points
          seat 1  2 cards  0 points
          seat 2  2 cards  0 points
          seat 3  2 cards  0 points
        """
        if not self.hidden:
            return self.svg(state, size, None, highlight), self.board(state)
        try:
            known = self._known_to_all(state)
            text = "" if known is None else self.board(known)
        except Exception:  # of a game that expects whole states, or those of one seat
            return "", ""
        return (svg.text_board(text, (), size, highlight), text) if text else ("", "")

    def _known_to_all(self, state: Any) -> Any:
        """The state after ``hide`` for every seat, one after the other; None if the order makes a difference."""
        if type(self).hide is Game.hide:  # its views are made in another way
            return None
        found = []
        for first in range(self.players):
            known = state
            for step in range(self.players):
                known = self.hide(known, (first + step) % self.players)
            found.append(known)
        return found[0] if all(each == found[0] for each in found) else None

    # Capabilities that have a meaning for every game.

    @cached_property
    def capabilities(self) -> frozenset[str]:
        """The names of the capabilities this game offers under its options."""
        from kibitz.games.capabilities import CAPABILITIES

        offered = {name for name, protocol in CAPABILITIES.items() if isinstance(self, protocol)}
        return frozenset(offered if self.hidden else offered - {"hidden"})

    # Hidden information. A game written in Python has it if it writes ``hide`` and ``sample_deal``.

    @property
    def hidden(self) -> bool:
        """Whether a seat sees less than the whole state: true of every game that implements ``hide``.

        A game that hides nothing under some of its options overrides ``hidden``.
        """
        return type(self).hide is not Game.hide or type(self).view is not Game.view

    def hide(self, state: Any, seat: int) -> State:
        """The state as far as a seat knows it; the game leaves the rest out or replaces it by marks of its choice.

        If the seat cannot distinguish two states, the results must be equal. The result is written, drawn, compared and
        given to ``sample_deal``, but never given to the rules.
        """
        return cast("State", state)

    def view(self, state: Any, seat: int) -> Any:
        """What a seat may know: the state itself where nothing is hidden."""
        if not self.hidden:
            return state
        over = self.over(state)
        mover = CHANCE if over else self.to_move(state)
        legal = tuple(self.moves(state)) if mover == seat else None
        return PythonView(self, seat, self.hide(state, seat), mover, over, tuple(self.scores(state)), legal)

    def event(self, state: Any, move: str, seat: int) -> Event:
        """What a seat sees when the move is made. By default the seat sees the move if it is the last one in the
        history of the seat's view after the move."""
        mover = self.to_move(state)
        if not self.hidden:
            return Event(mover, move, public=True)
        after = self.play(state, move)
        seen = [each == mover or self._seen(state, move, after, each) for each in range(self.players)]
        return Event(mover, move if seen[seat] else None, public=all(seen))

    def _seen(self, state: Any, move: str, after: Any, seat: int) -> bool:
        known = self.history(self.view(after, seat))
        return len(known) > len(self.history(self.view(state, seat))) and known[-1] == move

    def history(self, position: Any) -> Sequence[str | None]:
        """The moves that lead from the deal to a state or to what is known in a view; None for one made in secret.

        By default this is the field ``history`` of the state.
        """
        known = position.known if isinstance(position, View) else position
        if not hasattr(known, "history"):
            from kibitz.games.capabilities import missing

            raise missing(self, "hidden")
        return cast("Sequence[str | None]", known.history)

    def reachable(self, state: Any, seat: int) -> dict[str, tuple[float, float]]:
        """The range of each feature at the end of the game, given this state; by default its bounds."""
        game = _evaluated(self)
        if not self.over(state):
            return game.bounds
        return {name: (value, value) for name, value in game.feature_values(state, seat).items()}

    def check_weights(self, weights: Mapping[str, float] | None) -> Mapping[str, float]:
        """Return the weights given, or the game's own, after checking their names."""
        known = _evaluated(self).weights
        if weights is None:
            return known
        for name in weights:
            if name not in known:
                raise SpecError(f"{self.name} has no feature '{name}'; {nearest(name, known)}")
        return weights

    def end_weight(self, weights: Mapping[str, float]) -> float:
        """The weight of a finished game's score in a search: so high that the score outweighs all features.

        It is 0 if the evaluation contains the score.
        """
        low, high = weighted_interval(weights, _evaluated(self).bounds)
        return float(2 * (decimal(high) - decimal(low))) or 1.0

    def counted(self, weights: Mapping[str, float]) -> Weights:
        """Weights as searches use them: one for every feature, as integer multiples of a unit."""
        known: dict[tuple[tuple[str, float], ...], Weights] = self.__dict__.setdefault("_counted", {})
        key = tuple(weights.items())
        if key not in known:
            if len(known) >= _COUNTED:
                known.clear()
            game = _evaluated(self)
            bounds, names = game.bounds, game.features
            parts = tuple(float(weights.get(name, 0.0)) for name in names)
            known[key] = in_units(parts, self.end_weight(weights), tuple(bounds[name] for name in names))
        return known[key]

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that does not exist."""
        if not (isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.players):
            raise KibitzError(f"{self.name}: seat {seat!r} is not one of 0 to {self.players - 1}")

    # Identity.

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"kibitz.game({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (type(self), dict(self.options))

    if not TYPE_CHECKING:  # so that type checkers still know the attributes of a game

        def __getattr__(self, name: str) -> Any:
            from kibitz.games.capabilities import CAPABILITIES, missing

            for capability, protocol in CAPABILITIES.items():
                if name in vars(protocol) and not name.startswith("_"):
                    raise missing(self, capability)
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}'")


def _lines(name: str, value: Any, players: int) -> list[str]:
    """A part of a state as lines of text.

    >>> _lines("hands", (("KS", "2H"), ()), players=2)
    ['hands', '  seat 0: KS 2H', '  seat 1: -']
    >>> _lines("history", (), players=2)
    ['history: -']
    """
    nested = isinstance(value, (tuple, list)) and any(isinstance(item, (tuple, list)) for item in value)
    if not nested:
        return [f"{name}: {_in_a_line(value)}"]
    seats = [f"seat {seat}: " if len(value) == players else "" for seat in range(len(value))]
    return [name, *(f"  {seat}{_in_a_line(item)}" for seat, item in zip(seats, value, strict=True))]


def _in_a_line(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return " ".join(_in_a_line(item) for item in value) or "-"
    return "-" if value is None or value == "" else str(value)


def _make(kind: type[Game], options: dict[str, Any]) -> Game:
    return kind(**options)


def _evaluated(game: Game) -> Evaluated:
    """Return the game if it has an evaluation, or raise an error."""
    from kibitz.games.capabilities import require

    require(game, "evaluated")
    return cast("Evaluated", game)


def read_json(owner: str, text: str) -> Any:
    """Read JSON, or raise an error that says where it is invalid."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also if a number has thousands of digits
        raise NotationError(f"{owner}: not JSON: {error}") from None


def check_fields(owner: str, fields: object, names: Iterable[str]) -> None:
    """Refuse parts of a state that are missing or unknown."""
    if not isinstance(fields, Mapping):
        raise NotationError(f"{owner}: a state is a JSON object, not {type(fields).__name__}")
    names = list(names)
    for name in names:
        if name not in fields:
            raise NotationError(f"{owner}: field '{name}' is missing")
    for name in fields:
        if name not in names:
            raise NotationError(f"{owner}: unknown field '{name}'; a state has {', '.join(names)}")


def _alike(pattern: Any, value: Any) -> bool:
    """Tell whether a value has the same type as another, including the types of its parts."""
    if isinstance(pattern, tuple):
        return isinstance(value, tuple) and all(_alike(pattern[0], item) for item in value if pattern)
    return type(value) is type(pattern)


def _frozen(value: Any) -> Any:
    """Turn lists into tuples: JSON has lists where states have tuples."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
