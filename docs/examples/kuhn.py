"""Kuhn poker: chance deals the cards, and nobody sees the other's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import kibitz
from kibitz.games.numbering import MovesListed

CARDS = "JQK"  # the lowest first
DEALS = [f"deal {first}{second}" for first, second in permutations(CARDS, 2)]


@dataclass(frozen=True)
class KuhnState(kibitz.State):
    """The card of each seat, none before the deal, and the moves since the deal."""

    game: Kuhn
    cards: tuple[str, ...] = ()
    history: tuple[str, ...] = ()


@kibitz.register
class Kuhn(MovesListed, kibitz.Game):
    """Both seats put a chip into the pot; whoever bets puts in another, and whoever calls does the same."""

    name = "kuhn"
    summary = "poker with three cards: one each, one bet"
    state_type = KuhnState
    players = 2

    def start(self, seed: int = 0) -> KuhnState:
        return KuhnState(self)

    def to_move(self, state: KuhnState) -> int:
        return len(state.history) % 2 if state.cards else kibitz.CHANCE

    def moves(self, state: KuhnState) -> list[str]:
        if self.over(state):
            return []
        if not state.cards:
            return DEALS
        return ["fold", "call"] if "bet" in state.history else ["check", "bet"]

    def play(self, state: KuhnState, move: str) -> KuhnState:
        if not state.cards:
            return replace(state, cards=tuple(move.removeprefix("deal ")))
        return replace(state, history=(*state.history, move))

    def over(self, state: KuhnState) -> bool:
        return state.history[-1:] == ("fold",) or self.shown(state)

    def shown(self, state: KuhnState) -> bool:
        """Whether both cards lie on the table."""
        return state.history[-1:] == ("call",) or state.history == ("check", "check")

    def scores(self, state: KuhnState) -> tuple[float, ...]:
        if not self.over(state):
            return (0.0, 0.0)
        won = 2.0 if "call" in state.history else 1.0
        first, second = map(CARDS.index, state.cards)
        first_wins = first > second if self.shown(state) else self.to_move(state) == 0  # the other has folded
        return (won, -won) if first_wins else (-won, won)

    def check(self, state: KuhnState) -> None:
        moves = [f"deal {''.join(map(str, state.cards))}", *map(str, state.history)] if state.cards else []
        if self.start().play_all(moves) != state:
            raise kibitz.NotationError(f"kuhn: {state} is impossible")

    # What chance does, and what a seat does not see.

    def chance(self, state: KuhnState) -> list[float]:
        return [1 / len(DEALS)] * len(DEALS)

    def hide(self, state: KuhnState, seat: int) -> KuhnState:
        if self.shown(state):
            return state
        return replace(state, cards=tuple(card if each == seat else "?" for each, card in enumerate(state.cards)))

    def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> KuhnState:
        cards = view.known.cards
        unseen = random.shuffled(card for card in CARDS if card not in cards)
        return KuhnState(self, tuple(unseen.pop() if card == "?" else card for card in cards))

    # Optional: what searches and models can make use of.

    adversarial = zero_sum = True  # one wins what the other loses
    features = ("chips",)
    weights = {"chips": 1.0}
    bounds = {"chips": (-2.0, 2.0)}

    def feature_values(self, state: KuhnState, seat: int) -> dict[str, float]:
        return {"chips": self.scores(state)[seat]}

    def outcomes(self) -> list[tuple[float, ...]]:
        return [(won, -won) for won in (2.0, 1.0, -1.0, -2.0)]

    # Optional: for networks and other libraries, a number for every move, and what a seat sees as numbers.

    def all_moves(self) -> list[str]:
        return ["check", "bet", "fold", "call"]

    observation_parts = {"card": (3,), "moves": (3, 4)}

    def observe(self, view: kibitz.View, seat: int) -> dict[str, list[float]]:
        own, history = view.known.cards[seat : seat + 1], view.known.history
        made = [history[ply : ply + 1] == (move,) for ply in range(3) for move in self.all_moves()]
        return {"card": [float(own == (card,)) for card in CARDS], "moves": [float(each) for each in made]}

    def board(self, state: KuhnState, seat: int | None = None) -> str:
        cards = state.cards or ("-", "-")
        return f"seat 0: {cards[0]}   seat 1: {cards[1]}   {', '.join(state.history)}".rstrip()
