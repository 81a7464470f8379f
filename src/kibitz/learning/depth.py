"""LearnDepth: finds the search depth of a player whose evaluation is known (carmel1993 section 4.1, Figure 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Self

from kibitz.errors import KibitzError
from kibitz.learning.examples import Example
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

FARTHEST = 9


@dataclass(frozen=True)
class DepthCounts:
    """How well every depth, from 1 on, explains the examples so far.

    ``counts`` are those of Figure 6: for every example, the number of moves that are not better than the one made,
    minus the number of better ones. The figure searches successors to d, but a player of depth d searches them to d -
    1, and so do we. If several depths have the highest count, ``firsts`` decides: how often the move made was the first
    of the best in move order.

    >>> from kibitz.games.registry import game
    >>> state = game("checkers").start().play_all("11-15, 23-19, 8-11, 22-17")
    >>> chosen = AlphaBeta(depth=4).analyse(state).best[0]
    >>> seen = DepthCounts(game("checkers").weights).see(Example(state, chosen))
    >>> 4 in seen.best
    True
    """

    weights: Mapping[str, float]
    farthest: int = FARTHEST
    counts: tuple[int, ...] = field(default=())
    firsts: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        if self.farthest < 1:
            raise KibitzError(f"the farthest depth to try must be 1 or more, not {self.farthest}")
        for name in ("counts", "firsts"):
            object.__setattr__(self, name, getattr(self, name) or (0,) * self.farthest)

    def see(self, example: Example) -> Self:
        """The counts with one more example; a forced move changes nothing."""
        if len(example.state.moves()) < 2:
            return self
        counts, firsts = list(self.counts), list(self.firsts)
        own = Evaluation(dict(self.weights))
        for depth in range(1, self.farthest + 1):
            analysis = AlphaBeta(depth=depth, own=own, exact=True).analyse(example.state)
            made = analysis.values[example.move]
            counts[depth - 1] += sum(1 if value <= made else -1 for value in analysis.values.values())
            firsts[depth - 1] += analysis.best[0] == example.move
        return type(self)(self.weights, self.farthest, tuple(counts), tuple(firsts))

    @property
    def best(self) -> tuple[int, ...]:
        """The depths that explain the examples best."""
        marks = list(zip(self.counts, self.firsts, strict=True))
        return tuple(depth for depth, mark in enumerate(marks, start=1) if mark == max(marks))

    @property
    def depth(self) -> int:
        """The lowest of the best depths."""
        return self.best[0]


def learn_depth(examples: Iterable[Example], weights: Mapping[str, float], farthest: int = FARTHEST) -> DepthCounts:
    """Count for every depth how well it explains the examples, given what the player wants.

    >>> from kibitz.games.registry import game
    >>> learn_depth([Example(game("checkers").start(), "10-15")], game("checkers").weights, farthest=4).best
    (3,)
    """
    seen = DepthCounts(weights, farthest)
    for example in examples:
        seen = seen.see(example)
    return seen


def most_telling(
    examples: Sequence[Example], weights: Mapping[str, float], farthest: int = FARTHEST
) -> Iterator[Example]:
    """Order the examples so that those which distinguish depths come first. The moves made are not used.

    In most positions, players of neighbouring depths make the same move. The next example is always the one that
    separates the most pairs of depths that no earlier example has separated. When all pairs are separated, the
    procedure starts again with all pairs.

    >>> from kibitz.games.registry import game
    >>> start = game("checkers").start()
    >>> examples = [Example(start.play_all("11-15, 23-19, 8-11, 22-17"), "9-14"), Example(start, "11-15")]
    >>> [example.move for example in most_telling(examples, game("checkers").weights, farthest=4)]
    ['11-15', '9-14']
    """
    chosen_by_depth = [AlphaBeta(depth=depth, own=Evaluation(dict(weights))) for depth in range(1, farthest + 1)]
    left = []
    for example in examples:
        moves = [search.analyse(example.state).best[0] for search in chosen_by_depth]
        left.append((example, {pair for pair in combinations(range(farthest), 2) if moves[pair[0]] != moves[pair[1]]}))
    separated: set[tuple[int, int]] = set()
    while left:
        best = max(left, key=lambda each: len(each[1] - separated))  # the first of equally good ones
        if separated and not best[1] - separated:
            separated = set()
            continue
        left.remove(best)
        separated |= best[1]
        yield best[0]
