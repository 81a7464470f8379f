"""All worlds of a view of four-player Spades by tricks, and how likely each is under models of the others."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from kibitz.models.model import Model


def worlds_by_hand(view: Any) -> Iterator[tuple[int, ...]]:
    """All ways to deal the cards that the seat does not see, by the rules alone: whoever did not follow has none."""
    seat, players = view.seat, view.game.players
    record = [code for code in view.core.record if code < 52]
    own = int(view.core.hands[seat])
    unseen = [card for card in range(52) if card not in record and not own >> card & 1]
    lacks: dict[int, set[int]] = {other: set() for other in range(players)}
    leader, broken = 0, False
    for start in range(0, len(record), players):
        trick = record[start : start + players]
        if trick[0] // 13 == 3 and not broken:
            lacks[leader] |= {0, 1, 2}
        for place, card in enumerate(trick):
            if card // 13 != trick[0] // 13:
                lacks[(leader + place) % players].add(trick[0] // 13)
        broken = broken or any(card // 13 == 3 for card in trick)
        best = max(range(len(trick)), key=lambda place: _strength(trick[place], trick[0]))
        leader = (leader + best) % players
    others = [other for other in range(players) if other != seat]
    each = len(unseen) // len(others)
    for first in combinations(unseen, each):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, each):
            third = [card for card in rest if card not in second]
            held = dict(zip(others, (first, second, third), strict=True))
            if any(card // 13 in lacks[other] for other, cards in held.items() for card in cards):
                continue
            yield tuple(own if other == seat else sum(1 << card for card in held[other]) for other in range(players))


def _strength(card: int, led: int) -> tuple[bool, bool, int]:
    return card // 13 == 3, card // 13 == led // 13, card


def posterior(view: Any, models: Mapping[int, Model], noise: float) -> dict[tuple[int, ...], float]:
    """How likely each world is: the moves of the others are made in it, one after the other, and each is as likely as
    the model of its seat says, with a share of random moves."""
    record = [code for code in view.core.record if code < 52]
    names = [view.game.move_text(code) for code in record]
    weights: dict[tuple[int, ...], float] = {}
    for hands in worlds_by_hand(view):
        state, weight = dealt(view, hands), 1.0
        for move in names:
            seat, moves = state.to_move, state.moves()
            if seat != view.seat and len(moves) > 1:
                weight *= (1 - noise) * dict(models[seat].policy(state))[move] + noise / len(moves)
            state = state.play(move)
        weights[hands] = weight
    total = sum(weights.values())
    return {hands: weight / total for hands, weight in weights.items()}


def dealt(view: Any, hands: tuple[int, ...]) -> Any:
    """The start of a hand that leads to a world: each seat had what it holds there, and what it played."""
    dealt = list(hands)
    for seat, card in view.core.plays:
        dealt[seat] |= 1 << card
    start = view.game.start(0).to_dict()
    deal = [" ".join(_card(card) for card in range(52) if held >> card & 1) for held in dealt]
    return view.game.from_fields({**{name: start[name] for name in view.game.fields}, "deal": deal})


def _card(card: int) -> str:
    return "23456789TJQKA"[card % 13] + "CDHS"[card // 13]
