"""The best reply to models with hidden hands, from its definition: one choice for everything that we may come to see.
Slow: hands are put together in every way, and positions are told apart by what the seat sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from kibitz.models.model import Model


class Possible(NamedTuple):
    """A position, how likely it is, the model of each of the others there, and how often they make random moves."""

    state: Any
    weight: float
    models: Mapping[int, Model]
    noise: float

    def policy(self) -> dict[str, float]:
        """What the seat to move does."""
        moves, chosen = self.state.moves(), self.models[self.state.to_move].policy(self.state)
        return {move: (1 - self.noise) * chosen.get(move, 0.0) + self.noise / len(moves) for move in moves}

    def after(self, move: str, share: float = 1.0) -> Possible:
        """The same after a move."""
        return self._replace(state=self.state.play(move), weight=self.weight * share)


Worth = Callable[[Any], float]


def worlds_of(view: Any, candidates: Mapping[int, Sequence[Model]], noise: float = 0.0) -> list[Possible]:
    """All positions that the seat cannot tell from the real one, where all cards were dealt, each with every model that
    the others may have: before any move, their candidates are all as likely."""
    record = view.core.record
    held = [[card for seat, card in view.core.plays if seat == each] for each in range(view.game.players)]
    own = {card for card in range(52) if int(view.core.hands[view.seat]) >> card & 1}
    unseen = [card for card in range(52) if card not in own and card not in record]
    others = [seat for seat in range(view.game.players) if seat != view.seat]
    moves = [view.game.move_text(code) for code in record]
    found = []
    for hands in _parted(unseen, [13 - len(held[seat]) for seat in others]):
        deal = [set(cards) for cards in held]
        deal[view.seat] |= own
        for seat, cards in zip(others, hands, strict=True):
            deal[seat] |= set(cards)
        for models in product(*(candidates[seat] for seat in others)):
            start = Possible(_dealt(view.game, deal), 1.0, dict(zip(others, models, strict=True)), noise)
            end = _replayed(start, view, moves)
            if end and end.weight:
                found.append(end)
    total = sum(each.weight for each in found)
    return [each._replace(weight=each.weight / total) for each in found]


def _parted(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in _parted(rest, sizes[1:]):
            yield first, *others


def _dealt(game: Any, deal: Sequence[set[int]]) -> Any:
    start = game.start(0).to_dict()
    texts = [" ".join("23456789TJQKA"[card % 13] + "CDHS"[card // 13] for card in sorted(hand)) for hand in deal]
    return game.from_fields({**{name: start[name] for name in game.fields}, "deal": texts})


def _replayed(world: Possible, view: Any, moves: Sequence[str]) -> Possible | None:
    """The position after these moves; nothing if they cannot be made."""
    for move in moves:
        legal = world.state.moves()
        if move not in legal:
            return None
        seen = 1.0 if world.state.to_move == view.seat or len(legal) == 1 else world.policy()[move]
        if not seen:
            return None
        world = world.after(move, seen)
    return world if world.state.view(view.seat) == view else None


def values_of(alike: Sequence[Possible], seat: int, worth: Worth) -> dict[str, float]:
    """What the seat can get on average after each of its moves in positions that it cannot tell apart, times their
    weight."""
    return {move: _best_of([each.after(move) for each in alike], seat, worth) for move in alike[0].state.moves()}


def _best_of(worlds: Sequence[Possible], seat: int, worth: Worth) -> float:
    total = 0.0
    alike: dict[Any, list[Possible]] = {}
    for world in worlds:
        for each in _until_own_move(world, seat):
            if each.state.over:
                total += each.weight * worth(each.state)
            else:
                alike.setdefault(each.state.view(seat), []).append(each)
    return total + sum(max(values_of(positions, seat, worth).values()) for positions in alike.values())


def _until_own_move(world: Possible, seat: int) -> Iterator[Possible]:
    if world.state.over or world.state.to_move == seat:
        yield world
        return
    for move, share in world.policy().items():
        if share:
            yield from _until_own_move(world.after(move, share), seat)
