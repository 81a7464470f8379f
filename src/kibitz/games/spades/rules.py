"""Spades: every seat plays for itself, and spades are trumps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kibitz import _core
from kibitz.errors import MissingCapability, SpecError
from kibitz.games.cards.game import HANDS, OPEN, CardGame
from kibitz.games.encoding import from_seat, squashed
from kibitz.games.native_game import NativeState
from kibitz.games.spades import features, notation
from kibitz.games.spades.bidding import bid as bid_by_rule
from kibitz.games.spades.how_to_play import HOW_TO_PLAY, OPTION_TITLES, PRESETS
from kibitz.games.view import View
from kibitz.random import Random
from kibitz.specs import Option

PACK = 52


class Spades(CardGame):
    """Bid a number of tricks and take that many (Sturtevant & Bowling 2006), or just take tricks (Hashavit & Markovitch
    2011).

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1])").start(seed=1)
    >>> state = state.play(state.moves()[0])
    >>> print(state.view(1).board())
    spades
      seat 0  2 cards    bid 1, 0 tricks
    > seat 1  D:J  H:A9  bid 1, 0 tricks
      seat 2  3 cards    bid 1, 0 tricks
      table   TC (seat 0)
    """

    name = "spades"
    summary = "tricks with spades as trumps, bids, every seat for itself"
    how_to_play = HOW_TO_PLAY
    presets = PRESETS
    option_titles = OPTION_TITLES
    options_known = (
        Option("players", 3, "how many play", 2, 4),
        Option("cards", None, "cards for each player; default: 13 for four players, otherwise 7", 1, 26),
        Option(
            "scoring", "bids", "how a hand is scored: by bids, or 10 points for each trick", choices=("bids", "tricks")
        ),
        Option(
            "bids",
            None,
            "play: bids are moves; none: no bids, with scoring=tricks; or a list with the bid of each seat",
            0,
            26,
            ("play", "none"),
            lists=True,
        ),
        Option("lead", "broken", "when spades may be led", choices=("broken", "any")),
        Option("bag_limit", 10, "number of overtricks for which bag_penalty is lost; none: no penalty", 0, 200, none=0),
        Option("bag_penalty", 100, "points lost for every bag_limit overtricks", 0, 1000),
        Option("lowest_bid", 1, "the lowest bid", 0, 26),
        HANDS,
        Option("limit", 0, "points that end the game", 0, 1_000_000, none=0),
        OPEN,
    )
    fields = ("deal", "moves", "hand", "points", "bags", "seed")
    numbers = ("points", "bags")
    trump = "S"
    feature_help = features.HELP
    feature_habits = features.HABITS

    def most_cards(self, players: int) -> int:
        """The whole pack may be dealt."""
        return 52 // players

    def usual_cards(self, players: int) -> int:
        """The whole pack for four players; 7 cards for fewer."""
        return 13 if players == 4 else 7

    def completed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in cards, hands and bids, and check the bids."""
        options = super().completed(options)
        players, cards, scoring, bids = (options[name] for name in ("players", "cards", "scoring", "bids"))
        if bids is None:
            options["bids"] = "play" if scoring == "bids" else "none"
        elif scoring == "tricks" and bids != "none":
            raise SpecError("spades: scoring=tricks needs bids=none, because bids do not count")
        elif scoring == "bids" and bids == "none":
            raise SpecError("spades: scoring=bids needs bids=play or a list with the bid of each seat")
        elif not isinstance(bids, str):
            if len(bids) != players:
                raise SpecError(f"spades: bids={bids} has {len(bids)} bids for {players} players")
            for bid in bids:
                if not isinstance(bid, int) or bid > cards:
                    raise SpecError(f"spades: bids={bids}: a bid is from 0 to {cards}, the number of cards in a hand")
            options["bids"] = list(bids)
        idle = {"tricks": ("lowest_bid", "bag_limit", "bag_penalty"), "bids": ()}[scoring]
        if isinstance(options["bids"], list):
            idle = ("lowest_bid",)
        elif scoring == "bids" and options["bag_limit"] == 0:
            idle = ("bag_penalty",)
        defaults = {option.name: option.default for option in self.options_known}
        for name in idle:
            if options[name] != defaults[name]:
                raise SpecError(f"spades: {name}={options[name]} has no effect with the other options; leave it out")
        if options["lowest_bid"] > cards:
            raise SpecError(f"spades: lowest_bid={options['lowest_bid']} is more than the {cards} cards each")
        return options

    def core_game(self) -> Any:
        """Make the game in the core."""
        options = self.options
        return _core.Spades(
            players=options["players"],
            cards=options["cards"],
            bids=None if isinstance(options["bids"], str) else options["bids"],
            trick_points=options["scoring"] == "tricks",
            lead_any=options["lead"] == "any",
            **{name: options[name] for name in ("bag_limit", "bag_penalty", "lowest_bid", "hands", "limit", "open")},
        )

    @property
    def lead_that_matters(self) -> float:
        """A lead of one trick, which is worth ten points if there are bids."""
        return 1.0 if self.options["scoring"] == "tricks" else 10.0

    @property
    def adversarial(self) -> bool:
        """True if tricks are scored, no limit ends the game early, and the tricks cannot be shared equally: then some
        player has more than another.

        The evaluation is then the score itself at the end. With bids, all can end with the same points.
        """
        options = self.options
        tricks = options["hands"] * options["cards"]
        return bool(options["scoring"] == "tricks" and options["limit"] == 0 and tricks % options["players"] != 0)

    def goals(self, state: NativeState) -> tuple[int, ...] | None:
        """Everybody's bid, once all are made."""
        bids = state.core.bids
        return None if None in bids else tuple(bids)

    def bidding(self, state: NativeState) -> bool:
        """Whether bids are still to be made."""
        return bool(self.options["bids"] == "play" and self.goals(state) is None)

    def usual_bid(self, position: NativeState | View) -> str:
        """The bid by a rule that was fitted to the tricks of such hands (``games.spades.bidding``)."""
        return bid_by_rule(position)

    def rules_of_part(self, number: int) -> Spades:
        """The same rules for one hand, its first leader in seat 0.

        >>> import kibitz
        >>> str(kibitz.game("spades(hands=3, bids=[1, 2, 3])").rules_of_part(1))
        'spades(bids=[2, 3, 1])'
        """
        return self if self.options["hands"] == 1 else self._one_hand(number % self.players)

    def part(self, position: NativeState | View, to_the_end: bool = True) -> NativeState | View:
        """The hand being played as a game of one hand, its first leader in seat 0; earlier hands do not count there.

        There is one exception: with scoring=tricks and ``to_the_end=False`` (a search of limited depth), the whole game
        is returned, because the evaluation counts the points of earlier hands, as in the tournaments of hashavit2011.

        >>> import kibitz
        >>> state = kibitz.game("spades(hands=2, open=true)").start(seed=1)
        >>> str(state.game.part(state).game)
        'spades(open=true)'
        """
        if self.options["hands"] == 1 or position.over:
            return position
        if not to_the_end and self.options["scoring"] == "tricks":
            return position
        if isinstance(position, View):  # the view of the part is the same, whatever the others hold
            turned = (position.seat - position.core.hand) % self.players
            world = self.part(position.world(Random(0, "part")))
            assert isinstance(world, NativeState)
            return world.game.view(world, turned)
        core = position.core
        return self._dealt(core.hand % self.players, core.deal, list(core.record))

    def with_record(self, position: NativeState, record: Sequence[int]) -> NativeState:
        """The position after these moves (bids first), which are numbers of the core; built in one step.

        >>> import kibitz
        >>> state = kibitz.game("spades(hands=2, bids=[2, 2, 2])").start(seed=1)
        >>> state.game.with_record(state, state.play(state.moves()[0]).core.record) == state.play(state.moves()[0])
        True
        """
        core = position.core
        left = (core.hand, core.points, core.bags, core.seed)
        return NativeState(self, self.core.make(core.deal, record, *left))

    def played_out(self, number: int, moves: Sequence[tuple[int, str]]) -> NativeState | None:
        """The first position of a hand, found from its moves after every card has been played; None if a card is
        missing. The hand is a game of one hand.

        >>> import kibitz
        >>> game = kibitz.game("spades(cards=1, bids=[1, 1, 1])")
        >>> print(game.played_out(0, [(0, "2C"), (1, "AS"), (2, "3D")]))
        deal 2C | AS | 3D
        """
        hands = [0] * self.players
        for seat, move in moves:
            code = self.move_code(move)
            hands[seat] |= 1 << code if code < PACK else 0  # a bid is no card
        if any(hand.bit_count() < self.cards for hand in hands):
            return None
        return self._dealt(number % self.players, hands, [])

    def _dealt(self, shift: int, deal: Sequence[int], record: Sequence[int]) -> NativeState:
        """A game of one hand with these cards, with the seats rotated by ``shift``."""
        single, nothing = self._one_hand(shift), [0] * self.players
        turned = [*deal[shift:], *deal[:shift]]
        return NativeState(single, single.core.make(turned, record, 0, nothing, nothing, 0))

    def _one_hand(self, shift: int) -> Spades:
        """The same rules for one hand, with the seats rotated by ``shift``."""
        if shift not in self._parts:
            kept = {option.name: self.options[option.name] for option in self.options_known if option.name != "limit"}
            if isinstance(kept["bids"], list):
                kept["bids"] = [*kept["bids"][shift:], *kept["bids"][:shift]]
            self._parts[shift] = Spades(**{**kept, "hands": 1})
        return self._parts[shift]

    @cached_property
    def _parts(self) -> dict[int, Spades]:
        return {}

    def scores_of(self, state: NativeState, outcome: Sequence[float]) -> tuple[float, ...]:
        """The score of this many tricks in a single hand."""
        if self.options["scoring"] == "tricks":
            return tuple(10 * tricks for tricks in outcome)
        goals, limit = self.goals(state), self.options["bag_limit"]
        if goals is None:
            raise MissingCapability(f"the score of tricks depends on the bids, and in {self} not all bids are made yet")

        def score(tricks: float, bid: int) -> float:
            bags = tricks - bid
            penalty = bags // limit * self.options["bag_penalty"] if limit else 0
            return 10 * bid + bags - penalty if bags >= 0 else -10 * bid

        return tuple(score(tricks, bid) for tricks, bid in zip(outcome, goals, strict=True))

    def all_codes(self) -> Iterable[int]:
        """The cards, then the bids."""
        bids = range(self.options["lowest_bid"], self.cards + 1) if self.options["bids"] == "play" else ()
        return (*range(notation.FIRST_BID), *(notation.FIRST_BID + bid for bid in bids))

    @property
    def observation_parts(self) -> Mapping[str, tuple[int, ...]]:
        """The cards, then bids, tricks and bags."""
        return {**super().observation_parts, **dict.fromkeys(("bids", "tricks", "bags"), (self.players,))}

    def observe(self, position: NativeState | View, seat: int) -> Mapping[str, Any]:
        """The cards, then bids and tricks as shares of the cards, -1 for no bid, and bags."""
        core = position.core
        bids = [-1.0 if bid is None or bid < 0 else bid / self.cards for bid in core.bids]
        return {
            **super().observe(position, seat),
            "bids": from_seat(bids, seat),
            "tricks": from_seat([tricks / self.cards for tricks in core.tricks], seat),
            "bags": squashed(from_seat(core.bags, seat), 10),
        }

    def move_text(self, code: int) -> str:
        """Write a move: a card or a bid."""
        return notation.move_text(code)

    def move_code(self, text: str) -> int:
        """Read a move."""
        return notation.move_code(text)

    def standing(self, core: Any, seat: int) -> str:
        """Bid, tricks and points."""
        bid, tricks = core.bids[seat], core.tricks[seat]
        parts = [] if bid is None else [f"bid {bid}"]
        parts.append(f"{tricks} trick{'s' if tricks != 1 else ''}")
        if self.options["hands"] > 1 or core.over:
            parts.append(f"{int(core.scores[seat])} points")
        return ", ".join(parts)
