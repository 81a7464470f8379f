"""Expecting: M* whose model of the other side is any search."""

from __future__ import annotations

from typing import Any

from kibitz.errors import KibitzError, SpecError
from kibitz.games.game import State
from kibitz.searches.alpha_beta import AlphaBeta, not_two
from kibitz.searches.analysis import Analysis
from kibitz.searches.search import OWN, Search, core_of
from kibitz.searches.wrapping import Wrapping
from kibitz.specs import Option, Spec


class Expecting(Wrapping):
    """The cautious M* of carmel1993, section 2.3, for two players, against whoever replies as the inner search does.

    A strategy in the sense of the paper looks to a fixed depth for a weighted sum of features, and ``m-star`` takes such
    models. This takes any search that can be asked for the reply: one that stops after so many nodes, one that
    simulates, one with a destroyed evaluation. Where it finds several replies equally good, the value is the lowest of
    ours. After the reply minimax values the position, to ``plies`` in all. With ``alpha-beta(exact=true)`` as the inner
    search the values are those of ``m-star``, and there that is quicker.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 23-19, 8-11, 22-17")
    >>> inner = "alpha-beta(depth=1, own=evaluation(men=1), exact=true)"
    >>> kibitz.search(f"expecting({inner}, plies=4)").analyse(state).best
    ('9-14',)
    """

    name = "expecting"
    summary = "minimax after the reply that another search would make"
    source = "carmel1993 section 2.3"
    example = "expecting(alpha-beta(nodes=1000), plies=6)"
    options_known = (
        OWN,
        Option("plies", 4, "how far we look ahead, our move and the reply included", 2, 200),
    )

    def __init__(self, inner: str | Spec | Search | None = None, **options: Any) -> None:
        super().__init__(inner, **options)
        if self.inner.takes_views:
            raise SpecError(f"{self}: {self.inner.name} sees one seat's view, and a reply is asked for in whole positions")
        own = {"own": self.options["own"]} if self.options["own"] else {}
        self._after = AlphaBeta(depth=max(1, self.options["plies"] - 2), **own)

    @property
    def looks_to_the_end(self) -> bool:
        """It looks a few plies ahead."""
        return False

    def refusal(self, state: State) -> str | None:
        """Say why this search cannot play this position, or the inner one cannot."""
        if "chancy" in state.game.capabilities:
            return f"{state.game} has moves that chance makes, and expecting takes none"
        if "staged" in state.game.capabilities:
            return f"in {state.game} the same seat may move twice, and expecting needs a reply to every move"
        return not_two(state, self.name) or super().refusal(state) or self._inner_refusal(state)

    def _inner_refusal(self, state: State) -> str | None:
        refused = self.inner.refusal(state)
        return f"as the model, {self.inner.name}: {refused}" if refused else None

    def examine(self, state: State) -> Analysis:
        """Ask the model for its replies to every move, and minimax what each is worth to us."""
        nodes, values, lines = 1, {}, {}
        for move, ended in zip(state.moves(), self._judged(state, state.to_move), strict=True):
            child = state.play(move)
            if child.over:
                values[move], lines[move], used = ended, (move,), 1
            else:
                values[move], line, used = self._replied(child, state.to_move)
                lines[move] = (move, *line)
            nodes += used
        top = max(values.values())
        best = tuple(move for move, value in values.items() if value == top)
        exact = AlphaBeta(depth=self.options["plies"], own=self._want("own", state), exact=True).analyse(state)
        worst = min(exact.values[move] for move in best)
        notes = (f"if the other side replies as {self.inner}; otherwise a best move still guarantees {worst:g}",)
        return Analysis(state, str(self), state.to_move, values, values, best, worst, lines[best[0]], nodes, notes)

    def _replied(self, state: State, seat: int) -> tuple[float, tuple[str, ...], int]:
        """What we have after the reply that is worst for us of those that the model may make, the line, and nodes."""
        if state.to_move == seat:
            raise KibitzError(f"{self.name} needs a reply to every move, and here the same seat moves again: use alpha-beta")
        predicted = self.inner.analyse(state)
        judged = dict(zip(state.moves(), self._judged(state, seat), strict=True))
        nodes, found = predicted.nodes, []
        for reply in predicted.best:
            child = state.play(reply)
            if child.over or self.options["plies"] == 2:
                found.append((judged[reply], (reply,)))
                continue
            after = self._after.analyse(child)
            nodes += after.nodes
            found.append((after.ranks[after.best[0]], (reply, *after.line)))
        return *min(found, key=lambda each: each[0]), nodes

    def _judged(self, state: State, seat: int) -> list[float]:
        """What every move leads to, for us, without looking further."""
        own = self._want("own", state).compiled(state, seat)
        return [values[seat] for _, values in core_of(state).after_each([own, own])]
