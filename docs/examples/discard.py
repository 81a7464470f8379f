"""Two rounds of cards after a secret discard: a game written in Python with a secret move that matters later."""

from __future__ import annotations

from dataclasses import dataclass, replace

import kibitz
from kibitz.games.numbering import MovesListed

SEATS, HELD = 2, 3
PACK = tuple("12345678")


@dataclass(frozen=True)
class DiscardState(kibitz.State):
    """The hands as they were dealt, the card that each seat has put away, and the cards played since then."""

    game: Discard
    hands: tuple[tuple[str, ...], ...]
    away: tuple[str, ...] = ("", "")
    history: tuple[str, ...] = ()


@kibitz.register
class Discard(MovesListed, kibitz.Game):
    """Each seat puts one card of three away in secret. Then both play the others; the higher card takes a point."""

    name = "discard"
    summary = "put a card away in secret, then play the others for points"
    state_type = DiscardState
    players = SEATS

    def start(self, seed: int = 0) -> DiscardState:
        cards = kibitz.Random(seed, "deal").shuffled(PACK)
        return DiscardState(self, tuple(tuple(sorted(cards[HELD * seat :][:HELD])) for seat in range(SEATS)))

    def to_move(self, state: DiscardState) -> int:
        return state.away.index("") if "" in state.away else len(state.history) % SEATS

    def moves(self, state: DiscardState) -> list[str]:
        seat = self.to_move(state)
        if not state.away[seat]:
            return [f"discard {card}" for card in state.hands[seat]]
        gone = (*state.away, *state.history)
        return [card for card in state.hands[seat] if card not in gone]

    def play(self, state: DiscardState, move: str) -> DiscardState:
        if move.startswith("discard"):  # it is not a part of history, which begins when both have put a card away
            away = list(state.away)
            away[self.to_move(state)] = move.split()[1]
            return replace(state, away=tuple(away))
        return replace(state, history=(*state.history, move))

    def over(self, state: DiscardState) -> bool:
        return len(state.history) == SEATS * (HELD - 1)

    def scores(self, state: DiscardState) -> tuple[float, ...]:
        rounds = list(zip(state.history[::2], state.history[1::2], strict=False))
        first = sum(one > other for one, other in rounds)
        return float(first), float(len(rounds) - first)

    def check(self, state: DiscardState) -> None:
        dealt = sorted(card for hand in state.hands for card in hand)
        full = [len(hand) for hand in state.hands] == [HELD] * SEATS and set(dealt) <= set(PACK)
        if not full or len(set(dealt)) < len(dealt) or len(state.away) != SEATS:
            raise kibitz.NotationError(f"discard: {state.hands} cannot have been dealt")
        replayed = DiscardState(self, state.hands)
        for move in (*(f"discard {card}" for card in state.away if card), *state.history):
            if self.over(replayed) or move not in self.moves(replayed):
                raise kibitz.NotationError(f"discard: {move!r} cannot have been played")
            replayed = self.play(replayed, move)
        if replayed != state:
            raise kibitz.NotationError(f"discard: {state.away} cannot have been put away")

    # What a seat does not see: cards that the other holds or has put away.

    def hide(self, state: DiscardState, seat: int) -> DiscardState:
        hands, away = list(state.hands), list(state.away)
        for other in range(SEATS):
            if other != seat:
                hands[other] = tuple(card for card in hands[other] if card in state.history)
                away[other] = "?" if away[other] else ""
        return replace(state, hands=tuple(hands), away=tuple(away))

    def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> DiscardState:
        """The position from which history leads on: it has the hands and also the cards that were put away."""
        known, other = view.known, 1 - view.seat
        unseen = random.shuffled(card for card in PACK if not any(card in hand for hand in known.hands))
        drawn = unseen[: HELD - len(known.hands[other])]
        hands, away = list(known.hands), list(known.away)
        hands[other] = tuple(sorted((*known.hands[other], *drawn)))
        if away[other]:
            away[other] = random.choice(drawn)
        return DiscardState(self, tuple(hands), tuple(away))

    def dealt(self, state: DiscardState) -> DiscardState:
        return replace(state, history=())

    # Optional: for searches with preferences, all outcomes.

    def outcomes(self) -> list[tuple[float, ...]]:
        return [(float(first), float(HELD - 1 - first)) for first in range(HELD)]

    # Optional: for networks and other libraries, a number for every move, and what a seat sees as numbers.

    def all_moves(self) -> list[str]:
        return [*(f"discard {card}" for card in PACK), *PACK]

    observation_parts = {"hand": (len(PACK),), "away": (len(PACK) + 1,), "played": (SEATS, len(PACK))}

    def observe(self, view: kibitz.View, seat: int) -> dict[str, object]:
        known = view.known
        gone = (known.away[seat], *known.history)
        return {
            "hand": [float(card in known.hands[seat] and card not in gone) for card in PACK],
            "away": [*(float(card == known.away[seat]) for card in PACK), float(bool(known.away[1 - seat]))],
            "played": [[float(card in known.history[each::SEATS]) for card in PACK] for each in (seat, 1 - seat)],
        }
