"""Perfect-information Monte Carlo: lets any search play games with hidden information."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isfinite
from time import perf_counter
from typing import Any

from kibitz import _core
from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis
from kibitz.searches.clocks import clock_decisions, clocked
from kibitz.searches.search import Search, ranked
from kibitz.searches.wrapping import Wrapping
from kibitz.specs import Option, Spec

LEAST_SECONDS = 1e-4
"""The time that a world gets if nothing is left."""
Belief = Callable[[State], float]
NODES_OF_A_WIDE_STAGE = 20_000
"""Where a search to its depth would not end, each world is searched with so many nodes, and at least one ply deep."""


class DrawnWorlds(ABC):
    """A belief that has drawn worlds and weighed them: a search over worlds uses these instead of drawing its own."""

    @abstractmethod
    def __call__(self, world: State) -> float:
        """The weight of a world."""

    @abstractmethod
    def world(self, view: Any, seed: int, number: int) -> State:
        """The world that belongs to a view, a seed and a number (see ``View.draws``); it is drawn if it is not there
        yet."""


class Sampled(Wrapping):
    """Draws worlds that fit what the mover has seen, searches each, and takes the mean (sturtevant2006 section 2).

    Other names: perfect-information Monte Carlo, determinisation. The worlds are equally likely unless ``belief``, a
    function from a world to its weight, is given in code. If the search gets a state, it uses only what the seat to
    move may know. The inner search must give every move a value, unless ``vote=true``. ``worst`` is the value of the
    best move in the worst world. The line ends with our move, because the continuation differs between worlds. Under
    ``seconds``, another world is drawn only if the time left is at least that of the slowest world so far, and a search
    to a fixed depth stops in the first world when the time is up. A search to a fixed depth must reach the end of a
    stage. If a stage has too many positions for that, as when four players pass three cards each, the inner search gets
    a limit in nodes.

    >>> import kibitz
    >>> view = kibitz.game("spades(players=3, cards=4)").start(seed=1).play_all("bid 1, bid 1, bid 1").view(0)
    >>> analysis = kibitz.search("sampled(maxn(depth=6), worlds=5)").analyse(view)
    >>> set(analysis.ranks) == set(view.moves())
    True
    """

    name = "sampled"
    summary = "another search over sampled worlds, for games with hidden information"
    source = "sturtevant2006 section 2; Ginsberg 2001"
    options_known = (
        Option("worlds", 20, "how many worlds are drawn", 1, 100_000),
        Option("seconds", 0.0, "time limit: draw fewer worlds if necessary, which is not reproducible", 0, 86_400),
        Option("vote", False, "count in how many worlds a move is best, instead of the mean of its ranks"),
        Option("seed", 0, "seed; with the view, it determines the worlds", 0, 2**64 - 1),
    )
    takes_views = True
    example = "sampled(maxn(depth=8), worlds=20)"

    def __init__(self, inner: str | Spec | Search | None = None, belief: Belief | None = None, **options: Any) -> None:
        super().__init__(inner, **options)
        self.belief = belief
        if self.inner.takes_views:
            raise SpecError(
                f"sampled({self.inner}): {self.inner.name} handles hidden information itself; leave sampled out"
            )
        if self.inner.unaveraged and not self.options["vote"]:
            raise SpecError(
                f"sampled({self.inner}) averages over worlds, but {self.inner.unaveraged}; with vote=true it counts in "
                "how many worlds a move is best"
            )

    @property
    def chooses_bids(self) -> bool:  # type: ignore[override]  # as the inner one does
        """Whether the inner search chooses bids."""
        return self.inner.chooses_bids

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and isinstance(other, Sampled) and self.belief == other.belief

    __hash__ = Search.__hash__

    def refusal(self, state: Any) -> str | None:
        """Say why the inner search cannot play the worlds."""
        if state.to_move < 0:
            return None
        return self.inner.refusal(next(self.worlds(state)))

    def worlds(self, state: Any) -> Iterator[State]:
        """Draw positions that the seat to move cannot distinguish from the real one."""
        view = state.view(state.to_move) if isinstance(state, State) else state
        if isinstance(view, State) and not view.game.hidden:
            yield view
            return
        seed, belief = self.options["seed"], self.belief
        for number in range(self.options["worlds"]):
            if isinstance(belief, DrawnWorlds):
                yield belief.world(view, seed, number)
            else:
                yield view.world(view.draws(seed, number))

    def examine(self, state: Any) -> Analysis:
        """Analyse every world, and average."""
        weights, found, in_time = self._analysed(state)
        total = sum(weights)
        if not total > 0:
            raise KibitzError("sampled: the belief must give weights of 0 or more, and one above 0")
        moves = list(found[0].ranks)
        ranks = dict.fromkeys(moves, 0.0)
        for analysis, weight in zip(found, weights, strict=True):
            for move in moves:
                ranks[move] += weight / total * self._opinion(analysis, move)
        nodes = sum(analysis.nodes for analysis in found)
        opinions = [abs(self._opinion(analysis, move)) for analysis in found for move in moves]
        slack = _core.TIE_TOLERANCE * max((opinion for opinion in opinions if isfinite(opinion)), default=0.0)
        result = ranked(self, state, ranks, ranks, nodes, slack)
        likely = [analysis for analysis, weight in zip(found, weights, strict=True) if weight > 0]
        worst = max(min(self._worth(analysis, move) for analysis in likely) for move in result.best)
        result = replace(result, worst=worst, notes=(self._drawn(state, len(found)),))
        return result if in_time else clocked(result)

    def _analysed(self, state: Any) -> tuple[list[float], list[Analysis], bool]:
        """The weights of the worlds, what the inner search finds in them, and whether there was time for all."""
        began, longest, limit = perf_counter(), 0.0, self.options["seconds"]
        weights: list[float] = []
        found: list[Analysis] = []
        for world in self.worlds(state):
            before = perf_counter()
            if limit and found and before - began + longest > limit:
                return weights, found, False
            weight = 1.0 if self.belief is None else float(self.belief(world))
            if not weight >= 0:
                raise KibitzError("sampled: the belief must give weights of 0 or more, and one above 0")
            inner, decided = self._inner_for(world), clock_decisions()
            left = inner.within(max(LEAST_SECONDS, limit - (before - began))) if limit else inner
            analysis = left.analyse(world)
            if found and left is not inner and clock_decisions() != decided:
                return weights, found, False  # the time was up in the middle of this world
            weights.append(weight)
            found.append(analysis)
            longest = max(longest, perf_counter() - before)
        return weights, found, True

    def _inner_for(self, world: State) -> Search:
        """The inner search, with a limit in nodes where a search to its depth would not end."""
        if self.inner.finishes(world):
            return self.inner
        return type(self.inner)(**{**self.inner.options, "nodes": NODES_OF_A_WIDE_STAGE})

    def _drawn(self, state: Any, worlds: int) -> str:
        weighed = "equally likely" if self.belief is None else "weighted by a belief"
        return f"{worlds} worlds, {weighed}" if state.game.hidden else "nothing is hidden: one world"

    def _worth(self, analysis: Analysis, move: str) -> float:
        """The value of a move for the mover in a world; its rank if the value is neither a number nor a vector."""
        value = analysis.values[move]
        if isinstance(value, (int, float)):
            return float(value)
        vector = not self.inner.unaveraged and isinstance(value, tuple) and len(value) == analysis.state.game.players
        return float(value[analysis.seat]) if vector else analysis.ranks[move]

    def _opinion(self, analysis: Analysis, move: str) -> float:
        if not self.options["vote"]:
            return analysis.ranks[move]
        return 1 / len(analysis.best) if move in analysis.best else 0.0
