"""What Hypothesis draws for the searches: trees with many ties, partial orders, models, and a game that can be turned.

A tree is grown from a seed by ``tree.grow``; what shrinks is its depth, its branching and its range of values.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from reference.searches.max_prob import Intervals
from reference.searches.maxn import Pick, Utility
from reference.searches.prob_maxn import Seat
from reference.searches.soft_maxn import Preference, closure
from reference.searches.tree import Interval, Leaf, Node, Tree, Turns, Vector, grow, leaves, outcome


@st.composite
def trees(
    draw: st.DrawFn,
    players: tuple[int, int] = (2, 4),
    deepest: int = 4,
    widest: int = 3,
    evaluations: Sequence[str] = (),
    turns: Turns | None = None,
    heaviest: int = 1,
) -> Node:
    """A tree of a few players; ``turns`` is drawn too unless it is given."""
    seats = draw(st.integers(*players))
    depth = draw(st.sampled_from(range(1, deepest + 1)))
    width = draw(st.sampled_from(range(2, widest + 1)))
    most = draw(st.integers(1, 4))
    orders: tuple[Turns, ...] = ("alternating", "arbitrary") if turns is None else (turns,)
    order = draw(st.sampled_from(orders))
    seed = draw(st.integers(0, 2**32 - 1))
    tree = grow(Random(seed).randint, seats, depth, width, most, order, evaluations, heaviest)
    assert isinstance(tree, Node)
    return tree


def endings(tree: Tree) -> list[Vector]:
    """The distinct outcomes of a tree, from left to right."""
    return list(dict.fromkeys(outcome(end) for end in leaves(tree)))


@st.composite
def preferences(draw: st.DrawFn, outcomes: Collection[Vector]) -> Preference:
    """A strict partial order: some pairs of a random ranking, and what follows from them."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    share = draw(st.sampled_from((0.0, 0.1, 0.3, 0.6, 1.0)))
    ranking = random.sample(list(outcomes), len(outcomes))
    pairs = [(u, v) for i, u in enumerate(ranking) for v in ranking[i + 1 :] if random.random() < share]
    return closure(pairs)


@st.composite
def utilities(draw: st.DrawFn, outcomes: Collection[Vector], most: int = 3) -> Utility:
    """A small whole number for each outcome."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    table = {each: random.randint(0, most) for each in outcomes}
    return lambda ending: table[ending]


@st.composite
def seats(draw: st.DrawFn, outcomes: Collection[Vector]) -> Seat:
    """One to three weighted models, and some noise."""
    models = draw(st.lists(utilities(outcomes) | preferences(outcomes), min_size=1, max_size=3))
    weights = [Fraction(draw(st.integers(1, 4)), 4) for _ in models]
    return Seat(tuple(zip(weights, models, strict=True)), Fraction(draw(st.sampled_from((0, 0, 1, 4))), 8))


def intervals(most: int = 4) -> st.SearchStrategy[Interval]:
    """A pair of small whole numbers, possibly a point."""
    ends = st.tuples(st.integers(0, most), st.integers(0, most))
    return ends.map(lambda pair: (min(pair), max(pair)))


def drawn_intervals(seed: int, most: int = 4) -> Intervals:
    """Intervals for the nodes of a tree, from a seed and the name of the node."""

    def interval(tree: Tree) -> list[Interval]:
        random = Random(f"{seed} {tree.name}")
        count = len(next(leaves(tree)).values)
        pairs = [sorted((random.randint(0, most), random.randint(0, most))) for _ in range(count)]
        return [(low, high) for low, high in pairs]

    return interval


def drawn_pick(seed: int) -> Pick:
    """A random tie-break inside the tree: by the seed and the name of the node, never by the order of visits."""
    return lambda position, count: Random(f"{seed} {position.name}").randrange(count)


class Heap(NamedTuple):
    """How many stones are left, who moves, and what was taken, seat by seat."""

    stones: int
    mover: int
    taken: tuple[int, ...]


class TakeAway:
    """A game that can be turned: seats take stones from one heap, each by its own amounts, until none are left."""

    def __init__(self, amounts: Sequence[Sequence[int]], seed: int, most: int = 3) -> None:
        self.players = len(amounts)
        self.amounts = amounts
        self.seed = seed
        self.most = most

    def start(self, stones: int) -> Heap:
        return Heap(stones, 0, (0,) * self.players)

    def to_move(self, position: Heap) -> int:
        return position.mover

    def moves(self, position: Heap) -> list[str]:
        return [str(amount) for amount in self.amounts[position.mover] if position.stones > 0]

    def play(self, position: Heap, move: str) -> Heap:
        taken = list(position.taken)
        taken[position.mover] += int(move)
        return Heap(max(0, position.stones - int(move)), (position.mover + 1) % self.players, tuple(taken))

    def over(self, position: Heap) -> bool:
        return position.stones == 0

    def turned(self, position: Heap, seat: int) -> Heap:
        return position._replace(mover=seat)

    def worth(self, position: Heap, seat: int) -> float:
        """An evaluation drawn from a seed: it depends on what was taken, not on whose turn it is."""
        return Random(f"{self.seed} {position.stones} {position.taken} {seat}").randint(0, self.most)


@st.composite
def take_away(draw: st.DrawFn, players: tuple[int, int] = (2, 4)) -> tuple[TakeAway, Heap]:
    """A game and its start."""
    count = draw(st.integers(*players))
    amount = st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True)
    game = TakeAway([draw(amount) for _ in range(count)], draw(st.integers(0, 2**32 - 1)))
    return game, game.start(draw(st.integers(1, 6)))


def unrolled(game: TakeAway, position: Heap) -> Tree:
    """The game as a tree, with its evaluation under the name ``worth`` (also at the ends)."""
    worth = tuple(game.worth(position, seat) for seat in range(game.players))
    if game.over(position):
        return Leaf(worth, evaluations={"worth": worth})
    children = tuple(unrolled(game, game.play(position, move)) for move in game.moves(position))
    return Node(position.mover, children, evaluations={"worth": worth})
