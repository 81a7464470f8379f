"""The best reply to models with hidden hands, from its definition: one choice for everything that we may come to see.
Slow: hands are put together in every way, and positions are told apart by what the seat sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from kibitz.models.model import Model

Worlds = Sequence[tuple[Any, float]]
Worth = Callable[[Any], float]


def worlds_of(view: Any, models: Mapping[int, Model]) -> list[tuple[Any, float]]:
    """All positions that the seat cannot tell from the real one, where all cards were dealt, and how likely each is."""
    record = view.core.record
    held = [[card for seat, card in view.core.plays if seat == each] for each in range(view.game.players)]
    own = {card for card in range(52) if int(view.core.hands[view.seat]) >> card & 1}
    unseen = [card for card in range(52) if card not in own and card not in record]
    others = [seat for seat in range(view.game.players) if seat != view.seat]
    found = []
    for hands in _parted(unseen, [13 - len(held[seat]) for seat in others]):
        deal = [set(cards) for cards in held]
        deal[view.seat] |= own
        for seat, cards in zip(others, hands, strict=True):
            deal[seat] |= set(cards)
        replay = _replayed(view, deal, [view.game.move_text(code) for code in record], models)
        if replay:
            found.append(replay)
    total = sum(weight for _, weight in found)
    return [(state, weight / total) for state, weight in found]


def _parted(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in _parted(rest, sizes[1:]):
            yield first, *others


def _replayed(
    view: Any, deal: Sequence[set[int]], moves: Sequence[str], models: Mapping[int, Model]
) -> tuple[Any, float] | None:
    """The position after these moves and how likely the others make them; nothing if they cannot make them."""
    start = view.game.start(0).to_dict()
    texts = [" ".join("23456789TJQKA"[card % 13] + "CDHS"[card // 13] for card in sorted(hand)) for hand in deal]
    state = view.game.from_fields({**{name: start[name] for name in view.game.fields}, "deal": texts})
    weight = 1.0
    for move in moves:
        legal = state.moves()
        if move not in legal:
            return None
        if state.to_move != view.seat and len(legal) > 1:
            weight *= dict(models[state.to_move].policy(state)).get(move, 0.0)
        if not weight:
            return None
        state = state.play(move)
    return (state, weight) if state.view(view.seat) == view else None


def best_of(worlds: Worlds, seat: int, models: Mapping[int, Model], worth: Worth) -> float:
    """What the seat can get on average, times the weight of the worlds."""
    total = 0.0
    alike: dict[Any, list[tuple[Any, float]]] = {}
    for world, weight in worlds:
        for state, share in _until_own_move(world, seat, models):
            if state.over:
                total += weight * share * worth(state)
            else:
                alike.setdefault(state.view(seat), []).append((state, weight * share))
    for positions in alike.values():
        total += max(values_of(positions, seat, models, worth).values())
    return total


def values_of(positions: Worlds, seat: int, models: Mapping[int, Model], worth: Worth) -> dict[str, float]:
    """The same after each of our moves in positions that the seat cannot tell apart."""
    return {
        move: best_of([(state.play(move), weight) for state, weight in positions], seat, models, worth)
        for move in positions[0][0].moves()
    }


def _until_own_move(state: Any, seat: int, models: Mapping[int, Model]) -> Iterator[tuple[Any, float]]:
    if state.over or state.to_move == seat:
        yield state, 1.0
        return
    for move, share in models[state.to_move].policy(state).items():
        if share:
            for after, rest in _until_own_move(state.play(move), seat, models):
                yield after, share * rest
