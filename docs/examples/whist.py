"""Whist for three with hidden hands: a trick-taking game written in Python."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

import kibitz
from kibitz.games.numbering import MovesListed
from kibitz.specs import Option

SEATS = 3
SUITS, TRUMPS, RANKS = "CDHS", "S", "9TJQKA"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def place_of_winner(trick: tuple[str, ...]) -> int:
    """Which card takes the trick: the highest trump, or else the highest card of the suit that was led."""
    led = trick[0][1]
    strength = [(card[1] == TRUMPS, card[1] == led, RANKS.index(card[0])) for card in trick]
    return strength.index(max(strength))


class Table(NamedTuple):
    """What everybody sees: the trick on the table, whose turn it is, and how many tricks each seat has won."""

    trick: tuple[str, ...]
    turn: int
    won: tuple[int, ...]


@lru_cache(maxsize=2**12)  # searches ask again and again; what is kept longer slows the garbage collector
def table(history: tuple[str, ...]) -> Table:
    """How the table looks after these cards; seat 0 led the first."""
    trick, leader, won = history, 0, [0] * SEATS
    while len(trick) >= SEATS:
        leader = (leader + place_of_winner(trick[:SEATS])) % SEATS
        won[leader] += 1
        trick = trick[SEATS:]
    return Table(trick, (leader + len(trick)) % SEATS, tuple(won))


@dataclass(frozen=True)
class WhistState(kibitz.State):
    """The hands as they were dealt, and the cards played since the deal."""

    game: Whist
    hands: tuple[tuple[str, ...], ...]
    history: tuple[str, ...] = ()


@kibitz.register
class Whist(MovesListed, kibitz.Game):
    """Follow suit if you can; spades are trumps, the winner of a trick leads the next, and every trick is a point."""

    name = "whist"
    summary = "tricks for three with hidden hands, spades are trumps"
    options_known = (Option("cards", 4, "cards dealt to each", 1, 8),)
    state_type = WhistState
    players = SEATS

    @property
    def cards(self) -> int:
        return int(self.options["cards"])

    def start(self, seed: int = 0) -> WhistState:
        return self.deal(((),) * SEATS, kibitz.Random(seed, "deal"))

    def deal(self, held: tuple[tuple[str, ...], ...], random: kibitz.Random) -> WhistState:
        """Fill up the hands with cards that nobody holds."""
        rest = iter(random.shuffled(card for card in PACK if not any(card in hand for hand in held)))
        hands = [(*hand, *islice(rest, self.cards - len(hand))) for hand in held]
        return WhistState(self, tuple(tuple(sorted(hand, key=PACK.index)) for hand in hands))

    def to_move(self, state: WhistState) -> int:
        return table(state.history).turn

    def moves(self, state: WhistState) -> list[str]:
        trick, turn, _ = table(state.history)
        held = [card for card in state.hands[turn] if card not in state.history]
        return [card for card in held if trick and card[1] == trick[0][1]] or held

    def play(self, state: WhistState, move: str) -> WhistState:
        return replace(state, history=(*state.history, move))

    def over(self, state: WhistState) -> bool:
        return len(state.history) == self.cards * SEATS

    def scores(self, state: WhistState) -> tuple[float, ...]:
        return tuple(map(float, table(state.history).won))

    def check(self, state: WhistState) -> None:
        dealt = [card for hand in state.hands for card in hand]
        full = [len(hand) for hand in state.hands] == [self.cards] * SEATS
        if not (full and set(dealt) <= set(PACK) and len(set(dealt)) == len(dealt)):
            raise kibitz.NotationError(f"whist: {state.hands} cannot have been dealt")
        if not self.allows(replace(state, history=()), state.history):
            raise kibitz.NotationError(f"whist: {state.history} cannot have been played")

    # What a seat does not see: cards that others hold.

    def hide(self, state: WhistState, seat: int) -> WhistState:
        played = [tuple(card for card in hand if card in state.history) for hand in state.hands]
        return replace(state, hands=(*played[:seat], state.hands[seat], *played[seat + 1 :]))

    def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> WhistState:
        # Deal until everybody could have played as they did: who does not follow suit has no card of that suit.
        return kibitz.deal_until(
            view,
            deal=lambda: self.deal(view.known.hands, random),
            fits=lambda start: self.allows(start, view.known.history),
        )

    def allows(self, state: WhistState, cards: tuple[str, ...]) -> bool:
        """Whether these cards can be played, one after the other."""
        for card in cards:
            if self.over(state) or card not in self.moves(state):
                return False
            state = self.play(state, card)
        return True

    # Optional: what searches and models can make use of.

    features = ("tricks",)
    weights = {"tricks": 1.0}

    @property
    def bounds(self) -> dict[str, tuple[float, float]]:
        return {"tricks": (0.0, float(self.cards))}

    def feature_values(self, state: WhistState, seat: int) -> dict[str, float]:
        return {"tricks": self.scores(state)[seat]}

    def outcomes(self) -> list[tuple[float, ...]]:
        shares = product(range(self.cards + 1), repeat=SEATS)
        return [tuple(map(float, share)) for share in shares if sum(share) == self.cards]

    def stage_end(self, state: WhistState) -> bool:
        return len(state.history) % SEATS == 0

    # Optional: for networks and other libraries, a number for every move, and what a seat sees as numbers.

    def all_moves(self) -> list[str]:
        return PACK

    observation_parts = {"hand": (len(PACK),), "table": (len(PACK),), "played": (SEATS, len(PACK)), "turn": (SEATS,)}

    def observe(self, view: kibitz.View, seat: int) -> dict[str, object]:
        hands, history = view.known.hands, view.known.history
        seats = [(seat + step) % SEATS for step in range(SEATS)]  # in turn order, from the one that looks
        return {
            "hand": [float(card in hands[seat] and card not in history) for card in PACK],
            "table": [float(card in table(history).trick) for card in PACK],
            "played": [[float(card in hands[each] and card in history) for card in PACK] for each in seats],
            "turn": [float(not view.over and view.to_move == each) for each in seats],
        }

    def board(self, state: WhistState, seat: int | None = None) -> str:
        trick, _, won = table(state.history)
        lines = []
        for each, hand in enumerate(state.hands):
            held = [card for card in hand if card not in state.history] + ["?"] * (self.cards - len(hand))
            lines.append(f"seat {each}: {' '.join(held):<{3 * self.cards}} tricks {won[each]}")
        return "\n".join([*lines, f"on the table: {' '.join(trick) or 'nothing'}"])
