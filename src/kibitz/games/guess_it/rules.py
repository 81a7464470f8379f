"""Guess It: find the hidden card by asking for cards; asking for a card that you hold is a bluff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kibitz import _core
from kibitz.errors import NotationError
from kibitz.games.guess_it import arrays, drawing, features, notation
from kibitz.games.guess_it.how_to_play import HOW_TO_PLAY, OPTION_TITLES
from kibitz.games.native_game import NativeGame, NativeState
from kibitz.games.view import View
from kibitz.specs import Option


class GuessIt(NativeGame):
    """Two hands, one hidden card in the centre: ask for cards, bluff with your own, name the centre first.

    The game of Isaacs (1955) in the form that lockett2007, section 3, plays.

    >>> import kibitz
    >>> game = kibitz.game("guess-it(cards=3)")
    >>> state = game.parse("1 4 6 / 2 5 7").play_all("ask 5, ask 2")
    >>> print(state.view(0).board())
    seat 1  [5]  ?   ?
    centre   ?             pending: 2, asked by seat 1
    seat 0   1   4   6     to move
    >>> state.play("name 2").winners
    frozenset({1})
    """

    name = "guess-it"
    title = "Guess It"
    summary = "name the hidden card: ask, bluff and call"
    how_to_play = HOW_TO_PLAY
    score_unit = "win"
    option_titles = OPTION_TITLES
    options_known = (Option("cards", 6, "cards in each hand; the pack is one card more than both hands", 1, 8),)
    fields = ("hands", "centre", "history")
    feature_help = features.HELP
    feature_habits = features.HABITS

    def core_game(self) -> Any:
        """Make the game in the core."""
        return _core.GuessIt(self.options["cards"])

    @property
    def adversarial(self) -> bool:
        """True: one player wins, the other loses, and the evaluation says who wins."""
        return True

    def candidates(self, state: NativeState | View, seat: int) -> list[int]:
        """The cards that may be the centre, given what the seat has seen.

        >>> game = GuessIt(cards=1)
        >>> game.candidates(game.parse("1 / 2 / ask 3"), 0), game.candidates(game.parse("1 / 2 / ask 3"), 1)
        ([3], [1, 3])
        """
        self.check_seat(seat)
        return list(state.core.candidates(seat))

    @property
    def zero_sum(self) -> bool:
        """True: one wins what the other loses."""
        return True

    def all_codes(self) -> Iterable[int]:
        """The code of every move."""
        return arrays.codes(self.options["cards"])

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
        """Write the hands as dealt and the moves so far."""
        return notation.state_text(self.hands(state), self.history(state))

    def parse(self, text: str) -> NativeState:
        """Read a state."""
        fields = notation.read_state(text)
        return self._from_parts(fields["hands"], fields["history"])

    def hands(self, state: NativeState | View) -> list[list[int | None]]:
        """The two hands as dealt; in a view ``None`` stands for each card not seen."""
        size = self.options["cards"]
        return [[*hand, *([None] * (size - len(hand)))] for hand in state.core.hands]

    def centre(self, state: NativeState | View) -> int | None:
        """The centre card; in a view, only if no other card is possible or somebody has named it."""
        unplaced = state.core.unplaced
        if state.over and state.scores[(len(state.core.history) - 1) % 2] > 0:
            return int(state.core.named)
        return int(unplaced[0]) if len(unplaced) == 1 else None

    def core_fields(self, core: Any) -> dict[str, Any]:
        """Hands as dealt, the centre and the moves so far."""
        either = NativeState(self, core)
        return {"hands": self.hands(either), "centre": self.centre(either), "history": self.history(either)}

    def core_state(self, fields: Mapping[str, Any]) -> Any:
        """Build the core's state by playing the moves from the deal."""
        hands, history = fields["hands"], fields["history"]
        if not isinstance(hands, (list, tuple)) or len(hands) != 2:
            raise NotationError("guess-it: field 'hands': expected two lists of cards")
        if not isinstance(history, (list, tuple)) or not all(isinstance(move, str) for move in history):
            raise NotationError("guess-it: field 'history': expected a list of moves")
        state = self._from_parts(hands, history)
        if fields["centre"] != self.centre(state):
            raise NotationError(
                f"guess-it: field 'centre': the card in neither hand is {self.centre(state)}, not {fields['centre']!r}"
            )
        return state.core

    def _from_parts(self, hands: Sequence[Any], history: Sequence[str]) -> NativeState:
        """Play the moves from the deal, and say which of them cannot be played."""
        for hand in hands:
            if not isinstance(hand, (list, tuple)) or not all(type(card) is int for card in hand):
                raise NotationError(f"guess-it: field 'hands': {hand!r} is not a list of cards")
        codes = [notation.move_code(move) for move in history]
        try:
            return NativeState(self, self.core.make(list(hands[0]), list(hands[1]), codes))
        except (TypeError, ValueError, OverflowError) as error:
            raise NotationError(f"guess-it: {error}") from None

    def dealt(self, state: NativeState) -> NativeState:
        """The deal that the state came from: ``history`` leads from it to the state."""
        return self._from_parts(self.hands(state), [])

    def history(self, state: NativeState | View) -> list[str]:
        """The moves since the deal, all of them made in the open."""
        return [self._text(code) for code in state.core.history]

    def board(self, state: NativeState | View, seat: int | None = None) -> str:
        """Draw the cards in plain text."""
        return drawing.board(self._table(state, seat))

    def svg(self, state: NativeState | View, size: int, seat: int | None, highlight: Sequence[str]) -> str:
        """Draw the cards as SVG."""
        return drawing.picture(self._table(state, seat), size, highlight)

    def in_public(self, state: NativeState, size: int, highlight: Sequence[str]) -> tuple[str, str]:
        """The cards that lie face up, as SVG and in plain text; the centre if it was named.

        >>> game = GuessIt(cards=3)
        >>> print(game.in_public(game.parse("1 4 6 / 2 5 7 / ask 5, ask 2"), 400, [])[1])
        seat 1  [5]  ?   ?
        centre   ?             pending: 2, asked by seat 1
        seat 0   ?   ?   ?     to move
        """
        whole = self._table(state, None)
        named = state.over and state.scores[(len(whole.history) - 1) % 2] > 0
        shown = replace(
            whole,
            hands=[_face_up(hand, whole.face_up) for hand in whole.hands],
            centre=whole.centre if named else None,
            moves=[],
        )
        return drawing.picture(shown, size, highlight), drawing.board(shown)

    def _table(self, state: NativeState | View, seat: int | None) -> drawing.CardsShown:
        """The cards as one seat sees them, or as somebody who sees everything does."""
        if seat is not None:
            self.check_seat(seat)
        seen = state.view(seat) if isinstance(state, NativeState) and seat is not None else state
        # The cards that a seat may name reveal which cards it holds, so only the seat itself is shown its moves.
        shown = not state.over and seat in (None, state.to_move)
        return drawing.CardsShown(
            cards=self.options["cards"],
            hands=self.hands(seen),
            centre=self.centre(seen),
            face_up=frozenset(seen.core.face_up),
            pending=seen.core.pending or None,
            history=self.history(seen),
            to_move=None if state.over else state.to_move,
            winner=next((winner for winner, score in enumerate(state.scores) if score > 0), None),
            moves=seen.moves() if shown else [],
            bottom=seat or 0,
        )


def _face_up(hand: Sequence[int | None], face_up: frozenset[int]) -> list[int | None]:
    """The cards of a hand that everybody sees, and then those that lie face down."""
    seen: list[int | None] = [card for card in hand if card in face_up]
    return seen + [None] * (len(hand) - len(seen))
