"""Safe: limits what a wrong model can cost."""

from __future__ import annotations

from copy import copy
from math import inf
from typing import Any

from kibitz import _core, specs
from kibitz.errors import SpecError
from kibitz.games.game import State
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.limits import LIMITS
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.searches.wrapping import Wrapping
from kibitz.specs import Option, Spec
from kibitz.words import in_words

NODES = 100_000  # the node limit of the default baseline if the inner search has no limit in plies


class Safe(Wrapping):
    """The best reply to a belief, among the moves that cost at most ``margin`` if the belief is wrong.

    With ``margin=0`` the belief only chooses among moves that are equal for the baseline, as in the example of Chinook
    in sturtevant2006 section 1.3. With a larger margin, the value of the chosen move under ``baseline`` may be lower
    than the best by that much, in the baseline's own units. With ``margin=none`` the belief decides alone.

    The baseline is any search that values every move without the belief: ``alpha-beta`` for two players, ``paranoid``
    or ``maxn`` for more. It may also be the worst case over all that is still possible: ``soft-maxn(own=mOT,
    others=generalise(MT, mOT, ML), rule=worst)``. By default it is ``alpha-beta`` or ``paranoid``, with the wants and
    the limits of the inner search; each of the two searches gets the full ``seconds``.

    >>> import kibitz
    >>> state = kibitz.game("spades(cards=3, bids=[1, 1, 1], open=true)").start(seed=8)
    >>> for margin in (0, 1):
    ...     search = kibitz.search("safe(maxn(own=mOT, others=MT), baseline=paranoid(own=mOT))", margin=margin)
    ...     print(search.analyse(state).best)
    ('3D',)
    ('3D', '8H')
    """

    name = "safe"
    summary = "the best reply to a belief among moves that lose little if it is wrong"
    source = "sturtevant2006 section 1.3; carmel1993"
    example = "safe(m-star(depth=6, model_depth=3), baseline=alpha-beta(depth=6), margin=10)"
    options_known = (
        Option(
            "baseline",
            "",
            "the search that values the moves without the belief; default: alpha-beta or paranoid",
            spec=True,
        ),
        Option(
            "margin",
            0.0,
            "how much less than the best move a move may be worth to the baseline; none: any amount",
            0,
            none=inf,
        ),
    )

    def __init__(self, inner: str | Spec | Search | None = None, **options: Any) -> None:
        if isinstance(options.get("baseline"), Search):
            options["baseline"] = options["baseline"].spec
        super().__init__(inner, **options)
        self._baselines: dict[int, Search] = {}
        for each in [self.inner, *([self.baseline(2)] if self.options["baseline"] else [])]:
            if each.takes_views:
                raise SpecError(
                    f"{self}: {each.name} searches the view of one seat; write sampled(safe(...), vote=true) instead"
                )

    def baseline(self, players: int) -> Search:
        """The search that values the moves without the belief, in a game with this many players."""
        if players not in self._baselines:
            given = self.options["baseline"]
            spec = specs.parse(given) if isinstance(given, str) and given else given
            if not spec:
                spec = Spec("alpha-beta" if players == 2 else "paranoid")
                shared = {name: self.inner.options.get(name) for name in ("own", *(limit.name for limit in LIMITS))}
                if "nodes" not in self.inner.options:  # its limits are not in plies, so only its time limit is used
                    shared |= {"depth": 0, "nodes": NODES}
                spec.options.update({name: value for name, value in shared.items() if value})
            self._baselines[players] = search(spec).valued()
        return self._baselines[players]

    @property
    def unaveraged(self) -> str:
        """Means over worlds would be misleading, because moves beyond the margin have no value."""
        return "safe gives no value to moves beyond the margin"

    @property
    def continues(self) -> bool:
        """Whether the inner search continues from move to move."""
        return self.inner.continues

    def following(self, before: Search | None) -> Search:
        """The same search, with its inner search for the next move of the game."""
        if not self.continues:
            return self
        found = copy(self)
        found.inner = self.inner.following(before.inner if isinstance(before, Safe) else None)
        return found

    def refusal(self, state: State) -> str | None:
        """Say which of the two searches cannot play the position."""
        baseline = self.baseline(state.game.players)
        refused = baseline.refusal(state)
        return f"the baseline {baseline.name} cannot play this: {refused}" if refused else self.inner.refusal(state)

    def examine(self, state: State) -> Analysis:
        """Ask the baseline which moves are safe enough, and the inner search which of them is best."""
        believed = self.inner.analyse(state)
        sure = self.baseline(state.game.players).analyse(state)
        safest, margin = max(sure.ranks[move] for move in sure.best), self.options["margin"]
        rounding = _core.TIE_TOLERANCE * max(abs(safest), margin)  # the rounding error of a difference of two decimals
        least = safest - margin - max(rounding, sure.slack)
        allowed = [move for move in believed.ranks if sure.ranks[move] >= least]
        best = tuple(move for move in believed.best if move in allowed)
        if not best:
            best = tuple(tied_best({move: believed.ranks[move] for move in allowed}, believed.slack))
        ranks = {move: rank if move in allowed else -inf for move, rank in believed.ranks.items()}
        worst = min(sure.ranks[move] for move in best)
        given_up = max(sure.ranks[move] for move in sure.best) - worst
        line = believed.line if believed.line[:1] == best[:1] else best[:1]
        notes = (
            f"{len(allowed)} of {len(ranks)} moves are {_within(margin)} the best by {in_words(sure.search)}",
            f"a move that is best by the belief loses up to {given_up:g} if the belief is wrong",
        )
        nodes = believed.nodes + sure.nodes
        return Analysis(state, str(self), state.to_move, believed.values, ranks, best, worst, line, nodes, notes)


def _within(margin: float) -> str:
    return f"within {margin:g} of" if margin < inf else "allowed, however far from"
