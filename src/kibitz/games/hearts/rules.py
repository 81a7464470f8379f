"""Hearts: every seat plays for itself, and tries not to take hearts and the queen of spades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from kibitz import _core
from kibitz.errors import SpecError
from kibitz.games.cards.game import HANDS, OPEN, CardGame
from kibitz.games.cards.notation import CARDS
from kibitz.games.encoding import from_seat, marked
from kibitz.games.game import Event
from kibitz.games.hearts import features, notation
from kibitz.games.hearts.how_to_play import HOW_TO_PLAY, OPTION_TITLES, PRESETS
from kibitz.games.native_game import NativeState
from kibitz.games.view import View
from kibitz.specs import Option

PACK = {3: 51, 4: 52, 5: 50}
"""Cards in the pack: some twos are left out so that every player gets the same number."""


class Hearts(CardGame):
    """Take as few penalty points as you can, or all of them: the game of Hashavit & Markovitch (2011).

    >>> import kibitz
    >>> state = kibitz.game("hearts(cards=3)").start(seed=1)
    >>> print(state.play(state.moves()[0]).board())
    hearts
    > seat 0  C:T  D:K2  0 points
      seat 1  D:J  H:A9  0 points
      seat 2  H:J2  S:7  0 points
      seat 3  C:K  S:A   0 points
      table   3C (seat 3)
    """

    name = "hearts"
    summary = "tricks without trumps; hearts and the queen of spades are penalty points for the player who takes them"
    how_to_play = HOW_TO_PLAY
    presets = PRESETS
    option_titles = OPTION_TITLES
    discard_demand = "Penalty cards cannot be discarded on the first trick."
    options_known = (
        Option("players", 4, "how many play", 3, 5),
        Option("cards", None, "cards for each player; default: 17 for three players, 13 for four, 10 for five", 1, 17),
        Option(
            "passing",
            "none",
            "to which neighbour three cards are passed before play",
            choices=("none", "left", "right", "across", "rotate"),
        ),
        Option("moon", False, "a player who takes all points gets none, and every other player gets all of them"),
        Option(
            "first_trick",
            "points",
            "whether points may be discarded on the first trick",
            choices=("points", "no-points"),
        ),
        HANDS,
        Option("limit", 0, "penalty points that end the game", 0, 1_000_000, none=0),
        OPEN,
    )
    fields = ("deal", "moves", "hand", "points", "seed")
    feature_help = features.HELP
    feature_habits = features.HABITS

    def most_cards(self, players: int) -> int:
        """The whole pack may be dealt."""
        return PACK[players] // players

    def usual_cards(self, players: int) -> int:
        """The whole pack is dealt."""
        return self.most_cards(players)

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in cards and hands. Refuse ``passing=across`` if no seat sits across."""
        if options["passing"] == "across" and options["players"] % 2 == 1:
            raise SpecError(f"hearts: passing=across needs an even number of players, not {options['players']}")
        return super().completed(options)

    def core_game(self) -> Any:
        """Make the game in the core."""
        options = self.options
        return _core.Hearts(
            clean_first_trick=options["first_trick"] == "no-points",
            **{name: options[name] for name in ("players", "cards", "passing", "moon", "hands", "limit", "open")},
        )

    @property
    def lead_that_matters(self) -> float:
        """A lead of one penalty point."""
        return 1.0

    @property
    def adversarial(self) -> bool:
        """True if all 26 points are in play and cannot be shared equally: then some player has fewer points than
        another.

        If a player shoots the moon in a single hand, it has 0 points and the others have 26. Over several hands, moons
        can make all scores equal. The evaluation is the score itself at the end.
        """
        options = self.options
        whole_pack = options["cards"] == self.most_cards(options["players"])
        unequal = 26 * options["hands"] % options["players"] != 0
        return whole_pack and unequal and options["limit"] == 0 and (options["hands"] == 1 or not options["moon"])

    def played_out(self, number: int, moves: Sequence[tuple[int, str]]) -> NativeState | None:
        """The first position of one hand of several, found from its moves after every card has been played. The hand is
        a game of one hand.

        It is None if a card is missing, and in games with passing, because passed cards are secret.

        >>> import kibitz
        >>> game = kibitz.game("hearts(players=3, cards=1, hands=2)")
        >>> print(game.played_out(0, [(0, "3C"), (1, "AS"), (2, "3D")]))
        deal 3C | AS | 3D
        """
        if self.options["hands"] == 1 or self.options["passing"] != "none":
            return None
        hands = [0] * self.players
        for seat, move in moves:
            hands[seat] |= 1 << self.move_code(move)
        if any(hand.bit_count() < self.cards for hand in hands):
            return None
        single = self._one_hand
        return NativeState(single, single.core.make(hands, [], 0, [0] * self.players, 0))

    @cached_property
    def _one_hand(self) -> Hearts:
        """The same rules for one hand."""
        kept = {option.name: self.options[option.name] for option in self.options_known if option.name != "limit"}
        return Hearts(**{**kept, "hands": 1})

    def scores_of(self, state: NativeState, outcome: Sequence[float]) -> tuple[float, ...]:
        """Minus the penalty points."""
        return tuple(-points for points in outcome)

    def all_codes(self) -> Iterable[int]:
        """The code of every card, then of every way to pass three cards."""
        return (*range(len(CARDS)), *(notation.passing(low, middle, high) for low, middle, high in self._passes()))

    def _passes(self) -> Iterable[tuple[int, int, int]]:
        passes = self.options["passing"] != "none" and self.cards >= 3
        return combinations(range(len(CARDS)), 3) if passes else ()

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The cards, then those passed by us and to us, and the penalty points of this hand."""
        passed = {"passed": (52,), "received": (52,), "choosing": (1,)}
        return {**super().observation_parts, **passed, "taken": (self.players,)}

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """The cards, then those passed by us and to us, and the penalty points of this hand as shares of 26."""
        core = position.core
        whose = [code if code is not None and notation.is_pass(code) else None for code in core.record[: self.players]]
        own = whose[seat] if seat < len(whose) else None
        given = None if core.choosing or not any(whose) else whose[(seat - core.shift) % self.players]
        return {
            **super().observe(position, seat),
            "passed": marked([] if own is None else notation.cards_passed(own), 52),
            "received": marked([] if given is None else notation.cards_passed(given), 52),
            "choosing": [float(core.choosing)],
            "taken": from_seat([points / 26 for points in core.taken], seat),
        }

    def move_text(self, code: int) -> str:
        """Write a move: a card, or three that are passed."""
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        """Read a move."""
        return notation.move_code(text)

    def event(self, state: NativeState, move: str, seat: int) -> Event:
        """What a seat sees of a move. The last pass puts three cards into every hand."""
        event = super().event(state, move, seat)
        if not state.core.choosing:
            return event
        after = self.play(state, move)
        if after.core.choosing:
            return event
        received = self.received(after, seat)
        return Event(event.seat, event.move, event.public, shown=" ".join(received))

    def received(self, state: NativeState, seat: int) -> list[str]:
        """The cards that a seat was passed in this hand."""
        giver = (seat - state.core.shift) % self.players
        record = notation.move_text(state.core.record[giver])
        return record.removeprefix("pass ").split()

    def caption(self, core: Any) -> str:
        """The number of the hand and, while cards are being passed, who passes to whom."""
        caption = super().caption(core)
        if core.choosing:
            receiver = (core.to_move + core.shift) % self.players
            caption += f": seat {core.to_move} passes three cards to seat {receiver}"
        return caption

    def standing(self, core: Any, seat: int) -> str:
        """Penalty points of this hand and of all hands."""
        taken = core.taken[seat]
        parts = [f"{taken} point{'s' if taken != 1 else ''}"]
        if self.options["hands"] > 1:
            parts.append(f"{int(-core.scores[seat])} in all")
        return ", ".join(parts)
