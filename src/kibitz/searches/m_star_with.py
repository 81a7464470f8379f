"""M* with any search as the model of the opponent."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from kibitz import _core
from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import State
from kibitz.searches.alpha_beta import SWITCHES, AlphaBeta, not_two
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.search import OWN, Search, core_of, moves_of
from kibitz.searches.wrapping import Wrapping
from kibitz.specs import Option, Spec
from kibitz.words import in_words


class MStarWith(Wrapping):
    """The cautious M* of carmel1993, section 2.3, for two players. The inner search predicts the opponent's reply.

    ``m-star`` is for opponents with a fixed depth and a weighted sum of features. Here any search can predict the
    reply: one with a node limit, a Monte Carlo search, or one with a clipped evaluation. If that search finds several
    replies equally good, the one that is worst for us counts. After the reply, minimax values the position, to a depth
    of ``plies`` in total. With ``alpha-beta(exact=true)`` as the inner search the values are those of ``m-star``, and
    ``m-star`` is faster there.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 23-19, 8-11, 22-17")
    >>> inner = "alpha-beta(depth=1, own=evaluation(men=1), exact=true)"
    >>> kibitz.search(f"m-star-with({inner}, plies=4)").analyse(state).best
    ('9-14',)
    """

    name = "m-star-with"
    summary = "minimax after the reply that another search would make"
    source = "carmel1993 section 2.3"
    example = "m-star-with(alpha-beta(nodes=1000), plies=6)"
    options_known = (
        OWN,
        Option("plies", 4, "our depth in plies, our move and the reply included", 2, 200),
    )

    def __init__(self, inner: str | Spec | Search | None = None, **options: Any) -> None:
        super().__init__(inner, **options)
        if self.inner.takes_views:
            raise SpecError(
                f"{self}: {self.inner.name} searches the view of one seat, but replies are predicted in whole positions"
            )

    @property
    def looks_to_the_end(self) -> bool:
        """False: it has a depth."""
        return False

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or the inner one cannot."""
        if "chancy" in state.game.capabilities:
            return f"{state.game} has chance moves, which {self.name} does not support"
        if "staged" in state.game.capabilities:
            return f"in {state.game} the same seat may move twice, and {self.name} needs a reply to every move"
        return not_two(state, self.name) or super().refusal(state) or self._inner_refusal(state)

    def _inner_refusal(self, state: State) -> str | None:
        refused = self.inner.refusal(state)
        return f"as the model, {self.inner.name}: {refused}" if refused else None

    def examine(self, state: State) -> Analysis:
        """Ask the model for its replies to every move, and compute the value of each for us by minimax."""
        own = self._want("own", state)
        ours = _Ours(state.to_move, [own.compiled(state, state.to_move)] * 2, self.options["plies"])
        nodes, values, lines = 1, dict[str, float](), dict[str, tuple[str, ...]]()
        for move, ended in zip(state.moves(), ours.judged(state), strict=True):
            child = state.play(move)
            values[move], line, used = (ended, (), 1) if child.over else self._replied(child, ours)
            lines[move] = (move, *line)
            nodes += used
        best = tuple(tied_best(values))
        minimax = AlphaBeta(depth=self.options["plies"], own=own, exact=True).analyse(state)
        worst = min(minimax.values[move] for move in best)
        notes = (
            f"values assume that the opponent replies as {in_words(self.inner)}; otherwise a best move still "
            f"guarantees {worst:g}",
        )
        return Analysis(state, str(self), state.to_move, values, values, best, worst, lines[best[0]], nodes, notes)

    def _replied(self, state: State, ours: _Ours) -> tuple[float, tuple[str, ...], int]:
        """The value for us after the worst of the replies that the model may make, with the line and the number of
        nodes."""
        if state.to_move == ours.seat:
            raise KibitzError(f"{self.name} needs a reply to every move, and here a seat moves twice: use alpha-beta")
        predicted = self.inner.analyse(state)
        judged = dict(zip(state.moves(), ours.judged(state), strict=True))
        nodes, worst = predicted.nodes, inf
        line: tuple[str, ...] = ()
        for reply in predicted.best:
            child = state.play(reply)
            settled = child.over or ours.plies == 2
            value, after, used = (judged[reply], (), 1) if settled else ours.minimax(child)
            nodes += used
            if value < worst:
                worst, line = value, (reply, *after)
        return worst, line, nodes


class _Ours(NamedTuple):
    """How we value positions: compiled once for the whole analysis."""

    seat: int
    wants: list[_core.Want]
    plies: int

    def judged(self, state: State) -> list[float]:
        """Our value of the state after every move."""
        return [values[self.seat] for _, values in core_of(state).after_each(self.wants)]

    def minimax(self, state: State) -> tuple[float, tuple[str, ...], int]:
        """The value of a position after the reply, the line that it comes from, and nodes."""
        switches = {switch.name: switch.default for switch in SWITCHES}
        found, _, best, line, _, nodes = core_of(state).alpha_beta(
            self.wants, depth=self.plies - 2, nodes=0, seconds=0.0, exact=False, extend=False, **switches
        )
        return found[best][1], tuple(moves_of(state, line)), nodes
