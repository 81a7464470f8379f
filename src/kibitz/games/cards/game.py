"""Shared code of the classes for games in which hands of cards are dealt and played in tricks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from kibitz.errors import NotationError, SpecError
from kibitz.games import encoding
from kibitz.games.cards import drawing, notation
from kibitz.games.cards.drawing import CardsShown, Seat
from kibitz.games.game import FinishedTrick
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.view import View
from kibitz.specs import Option, Spec

MOST_HANDS = 1000

HANDS = Option("hands", None, "how many hands are played at most; default: 1, or 1000 if limit is set", 1, MOST_HANDS)
OPEN = Option("open", False, "every seat sees all hands")

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_SEED = 2**64 - 1


class CardGame(NativeGame):
    """A game of hands and tricks.

    A state is written as the deal of the hand being played, its moves so far, and the points of earlier hands; what is
    hidden is ``?`` in text and ``None`` in plain values.
    """

    numbers: ClassVar[tuple[str, ...]] = ("points",)
    """The fields that hold one number for each seat."""
    score_unit = "points"
    trump: ClassVar[str] = ""
    """The suit that beats the others, if there is one."""
    discard_demand: ClassVar[str] = ""
    """What the rules demand of a player who cannot follow suit, as a sentence, where they restrict the discard."""

    def with_record(self, position: NativeState, record: Sequence[int]) -> NativeState:
        """The position after these moves, which are numbers of the core.

        >>> import kibitz
        >>> state = kibitz.game("hearts").start(seed=1)
        >>> after = state.play(state.moves()[0])
        >>> state.game.with_record(state, after.core.record) == after
        True
        """
        for move in record:
            position = position.play(self.move_text(move))
        return position

    @property
    def cards(self) -> int:
        """How many cards everybody is dealt."""
        return int(self.options["cards"])

    @property
    def spec(self) -> Spec:
        """The specification, without options that follow from the other options."""
        depends = [option.name for option in self.options_known if option.default is None]
        shown = dict(super().spec.options)
        for name in depends:
            try:
                follows = self.completed({**self.options, name: None})[name]
            except SpecError:  # without it the other options would contradict each other, so it has to be written
                continue
            if follows == self.options[name]:
                del shown[name]
        return Spec(self.name, (), shown)

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in the number of hands and of cards."""
        options = dict(options)
        most = self.most_cards(options["players"])
        if options["cards"] is None:
            options["cards"] = self.usual_cards(options["players"])
        elif options["cards"] > most:
            refused = f"{self.name}: cards={options['cards']} is not allowed"
            raise SpecError(f"{refused}; {options['players']} players get 1 to {most} each")
        if options["hands"] is None:
            options["hands"] = MOST_HANDS if options["limit"] else 1
        return options

    @abstractmethod
    def most_cards(self, players: int) -> int:
        """How many cards can be dealt to each of this many players."""

    @abstractmethod
    def usual_cards(self, players: int) -> int:
        """How many cards are dealt to each unless the options say otherwise."""

    # Notation.

    def core_fields(self, core: Any) -> dict[str, Any]:
        """The deal of this hand, its moves, and the scores of earlier hands."""
        seen_whole = not (self.hidden and hasattr(core, "seat"))
        return {
            "deal": [None if hand is None else notation.hand_text(hand) for hand in core.deal],
            "moves": [None if code is None else self.move_text(code) for code in core.record],
            "hand": core.hand,
            **{name: list(getattr(core, name)) for name in self.numbers},
            "seed": core.seed if seen_whole else None,
        }

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Deal and play the hand again."""
        deal = notation.read_deal(fields["deal"], self.players, self.cards)
        moves = fields["moves"]
        if not isinstance(moves, Sequence) or isinstance(moves, str) or not all(isinstance(m, str) for m in moves):
            raise NotationError("field 'moves': expected a list of moves, such as ['QS', '2S']")
        codes = []
        for number, move in enumerate(moves, start=1):
            try:
                codes.append(self.move_code(move))
            except NotationError as error:
                raise NotationError(f"field 'moves', number {number}: {error}") from None
        hand = _whole("hand", fields["hand"], 0, self.options["hands"] - 1)
        seed = _whole("seed", fields["seed"], 0, _SEED)
        numbers = [self._by_seat(name, fields[name]) for name in self.numbers]
        return self.core.make(deal, codes, hand, *numbers, seed)

    def dealt(self, state: NativeState) -> NativeState:
        """The start of the hand being played: ``history`` leads from it to the state."""
        return self.from_fields({**self.to_fields(state), "moves": []})

    def _by_seat(self, name: str, values: object) -> list[int]:
        if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != self.players:
            raise NotationError(f"field '{name}': expected a list with one number for each of {self.players} seats")
        return [_whole(name, value, -(2**31), 2**31 - 1) for value in values]

    def from_fields(self, fields: Mapping[str, Any]) -> NativeState:
        """Build a state from its parts."""
        try:
            return super().from_fields(fields)
        except NotationError as error:
            text = str(error)
            raise NotationError(text if text.startswith(self.name) else f"{self.name}: {text}") from None

    def text(self, state: NativeState | View) -> str:
        """Write the state; parts at their starting values are left out."""
        fields = self.to_fields(state)
        deal = " | ".join("?" if hand is None else hand for hand in fields["deal"])
        parts = [f"deal {deal}"]
        if fields["moves"]:
            parts.append("moves " + ", ".join("?" if move is None else move for move in fields["moves"]))
        if fields["hand"]:
            parts.append(f"hand {fields['hand']}")
        parts += [f"{name} {' '.join(map(str, fields[name]))}" for name in self.numbers if any(fields[name])]
        if fields["seed"]:
            parts.append(f"seed {fields['seed']}")
        return "; ".join(parts)

    def parse(self, text: str) -> NativeState:
        """Read a state."""
        none = [0] * self.players
        fields: dict[str, Any] = {"moves": [], "hand": 0, **dict.fromkeys(self.numbers, none), "seed": 0}
        given: set[str] = set()
        for part in text.strip().split(";"):
            name, _, value = part.strip().partition(" ")
            if name not in self.fields or name in given:
                parts = ", ".join(self.fields)
                problem = "is given twice" if name in given else f"is not a part of a state; the parts are {parts}"
                raise NotationError(f"{self.name}: {name!r} {problem}")
            given.add(name)
            if name == "deal":
                fields[name] = [hand.strip() for hand in value.split("|")]
            elif name == "moves":
                fields[name] = [move.strip() for move in value.split(",")]
            else:
                numbers = [_number(self.name, name, word) for word in value.split()]
                if name in ("hand", "seed") and len(numbers) != 1:
                    raise NotationError(f"{self.name}: field '{name}': expected one number")
                fields[name] = numbers[0] if name in ("hand", "seed") else numbers
        return self.from_fields(fields)

    # As numbers.

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The cards that each seat holds, has on the table and has played before; who is to move; points and hands."""
        cards = dict.fromkeys(("hands", "table", "played"), (self.players, len(notation.CARDS)))
        return {**cards, "turn": (self.players,), "points": (self.players,), "time": (1,)}

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """The cards as this seat sees them; seats in turn order from this one."""
        core, count = position.core, len(notation.CARDS)
        finished = len(core.plays) - core.table

        def cards(plays: Sequence[Any]) -> list[list[float]]:
            by_seat = [[card for who, card in plays if who == each] for each in range(self.players)]
            return [encoding.marked(each, count) for each in encoding.from_seat(by_seat, seat)]

        hands = [() if hand is None else notation.cards_in(hand) for hand in core.hands]
        return {
            "hands": [encoding.marked(hand, count) for hand in encoding.from_seat(hands, seat)],
            "table": cards(core.plays[finished:]),
            "played": cards(core.plays[:finished]),
            "turn": encoding.turn(core.to_move, seat, self.players, core.over),
            "points": encoding.squashed(encoding.from_seat(position.scores, seat), 100),
            "time": [core.hand / self.options["hands"]],
        }

    # Drawing.

    @abstractmethod
    def standing(self, core: Any, seat: int) -> str:
        """What a seat has bid, taken and scored, in a few words."""

    def caption(self, core: Any) -> str:
        """The current situation in a few words."""
        return f"{self.name}, hand {core.hand + 1}" if self.options["hands"] > 1 else self.name

    def table(self, state: NativeState | View, seat: int | None) -> CardsShown:
        """Collect what a drawing shows; with a seat, only what that seat sees."""
        core = state.core
        hide = seat if self.hidden else None
        sizes = self._sizes(core)
        seats = [
            Seat(
                number,
                None if hand is None or (hide is not None and number != hide) else notation.cards_in(hand),
                sizes[number],
                self.standing(core, number),
            )
            for number, hand in enumerate(core.hands)
        ]
        plays = [tuple(play) for play in core.plays]
        finished = len(plays) - core.table
        turn = None if core.over else core.to_move
        may_see = turn is not None and (hide is None or hide == turn)
        return CardsShown(
            self.caption(core),
            seats,
            plays[finished:],
            plays[max(0, finished - self.players) : finished],
            turn,
            list(state.moves()) if may_see else [],
            seat or 0,
        )

    def standings(self, state: NativeState) -> tuple[str, ...]:
        """What each seat has bid, taken and scored."""
        return tuple(self.standing(state.core, seat) for seat in range(self.players))

    def demand(self, position: NativeState | View) -> str:
        """The suit to follow, or what may not be led yet.

        >>> import kibitz
        >>> state = kibitz.game("hearts(cards=3)").start(seed=1)
        >>> state.game.demand(state.play(state.moves()[0]).view(0))
        'You must follow clubs.'
        """
        core, legal = position.core, set(position.moves())
        hand = core.hands[core.to_move] if not position.over else None
        if hand is None or not legal <= notation.CODES.keys():
            return ""
        held = {notation.CARDS[card] for card in notation.cards_in(hand)}
        if held == legal:
            return ""
        if core.table:
            led = notation.CARDS[core.plays[len(core.plays) - core.table][1]][1]
            return f"You must follow {SUITS[led]}." if any(card[1] == led for card in held) else self.discard_demand
        barred = {card[1] for card in held - legal}
        if len(legal) == 1 and len(barred) > 1:
            return f"The first card must be {next(iter(legal))}."
        return f"{SUITS[min(barred)].capitalize()} cannot be led yet." if len(barred) == 1 else ""

    def finished_trick(self, state: NativeState, move: str) -> FinishedTrick | None:
        """The trick whose last card this move is."""
        core = state.core
        if core.table != self.players - 1 or move not in notation.CODES:
            return None
        on_table = list(core.plays)[len(core.plays) - core.table :]
        plays = (*((seat, notation.CARDS[card]) for seat, card in on_table), (core.to_move, move))
        led = plays[0][1][1]
        strength = {self.trump: 2, led: 1} if self.trump != led else {led: 1}
        taker = max(plays, key=lambda play: (strength.get(play[1][1], 0), notation.CODES[play[1]]))[0]
        return FinishedTrick(plays, taker)

    def trick_svg(self, position: NativeState | View, trick: FinishedTrick, size: int, seat: int | None) -> str:
        """The table with the whole trick on it, and its taker marked."""
        shown = self.table(position, seat)
        mover, last = trick.plays[-1]
        hands = [
            replace(
                each,
                size=each.size - (each.number == mover),
                cards=None
                if each.cards is None or (seat is None and self.hidden)
                else [card for card in each.cards if notation.CARDS[card] != last],
            )
            for each in shown.seats
        ]
        whole = [(who, notation.CODES[card]) for who, card in trick.plays]
        shown = replace(shown, seats=hands, trick=whole, moves=[], turn=trick.taker)
        return drawing.picture(shown, size, [dict(trick.plays)[trick.taker]])

    def in_public(self, state: NativeState, size: int, highlight: Sequence[str]) -> tuple[str, str]:
        """The table with all hands face down, as SVG and in plain text."""
        if not self.hidden:
            return super().in_public(state, size, highlight)
        shown = self.table(state, None)
        hands = [replace(seat, cards=None) for seat in shown.seats]
        shown = replace(shown, seats=hands, moves=[])
        return drawing.picture(shown, size, highlight), drawing.board(shown)

    def _sizes(self, core: Any) -> list[int]:
        sizes = [self.cards] * self.players
        for seat, _ in core.plays:
            sizes[seat] -= 1
        return sizes

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw hands and table in plain text."""
        return drawing.board(self.table(state, seat))

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the table seen from above."""
        return drawing.picture(self.table(state, seat), size, highlight)


def _number(owner: str, name: str, word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise NotationError(f"{owner}: field '{name}': {word!r} is not a whole number") from None


def _whole(name: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotationError(f"field '{name}': expected a whole number from {low} to {high}, not {value!r}")
    return value
