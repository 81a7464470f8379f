"""Clipped minimax: minimax with an evaluation that is clipped to a range."""

from __future__ import annotations

from typing import Any

from kibitz import _core
from kibitz.games.exact_weights import weighted_interval
from kibitz.games.game import State
from kibitz.searches.alpha_beta import not_two
from kibitz.searches.analysis import Analysis
from kibitz.searches.search import OWN, Search, core_of, ranked
from kibitz.specs import Option
from kibitz.wants.registry import want

INFINITE = float("inf")
EVERYTHING = 1e300  # larger than all values
PLIES = Option("plies", 2, "depth in plies, its own move included", 1, 20)


class ClippedMinimax(Search):
    """Minimax, for two players, whose evaluation is clipped to [-within, within].

    carmel1993 section 3.2 uses it to make players of decreasing strength. With ``outside=zero``, a value beyond the
    range counts as 0, so that a won position looks like an even one. With ``outside=clamp``, it counts as the nearest
    end of the range. Values at the end of the game are not changed. It runs in Python, because such values are not a
    sum of features. So use a small depth.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15, 22-18, 15x22, 25x18, 8-11")
    >>> whole = kibitz.search("alpha-beta(depth=3, exact=true)").analyse(state)
    >>> kibitz.search("clipped-minimax(plies=3)").analyse(state).values == whole.values
    True
    >>> kibitz.search("clipped-minimax(plies=3, within=10)").analyse(state).best == whole.best
    False
    """

    name = "clipped-minimax"
    summary = "minimax with an evaluation that is clipped to a range"
    source = "carmel1993 section 3.2"
    needs = ("evaluated",)
    options_known = (
        PLIES,
        OWN,
        Option("within", EVERYTHING, "values from -within to within are kept; none: all values", 0.0, none=EVERYTHING),
        Option("outside", "zero", "what other values count as", choices=("zero", "clamp")),
    )

    @property
    def looks_to_the_end(self) -> bool:
        """False: it has a depth."""
        return False

    def refusal(self, state: State) -> str | None:
        """Refuse games that are not for two players, and wants that are not an evaluation."""
        if self.options["own"] and not want(self.options["own"]).evaluates:
            return f"own={self.options['own']} is not an evaluation, and {self.name} needs one"
        if "chancy" in state.game.capabilities:
            return f"{state.game} has chance moves, which {self.name} does not support; use alpha-beta"
        return not_two(state, self.name) or super().refusal(state)

    def examine(self, state: State) -> Analysis:
        """Value every move exactly, so that all ties are found."""
        search = _Minimax(self, state)
        found = search.values(state, self.options["plies"], -INFINITE, INFINITE, exact=True)
        values = dict(zip(state.moves(), found, strict=True))
        return ranked(self, state, values, values, search.nodes + 1)


class _Minimax:
    """Alpha-beta for the seat to move, in which the core judges all moves of the last ply at once."""

    def __init__(self, search: ClippedMinimax, state: State) -> None:
        self.seat, self.nodes = state.to_move, 0
        own: Any = search._want("own", state)
        self._wants: list[_core.Want] = [own.compiled(state, self.seat)] * 2
        weights = state.game.check_weights(own.weights)
        bounds = state.game.bounds  # type: ignore[attr-defined]
        low, high = weighted_interval(weights, bounds)
        self._features = max(abs(low), abs(high))  # larger values are those of finished games
        self._within: float = search.options["within"]
        self._clamps = search.options["outside"] == "clamp"

    def clipped(self, value: float) -> float:
        """The value after it is clipped."""
        within = self._within
        if -within <= value <= within or abs(value) > self._features:
            return value
        return (within if value > 0 else -within) if self._clamps else 0.0

    def judged(self, state: State) -> list[float]:
        """The clipped value after every move."""
        found = [self.clipped(values[self.seat]) for _, values in core_of(state).after_each(self._wants)]
        self.nodes += len(found)
        return found

    def values(self, state: State, depth: int, alpha: float, beta: float, exact: bool = False) -> list[float]:
        """The values of the moves, in move order, up to the first that causes a cutoff; with ``exact``, of all moves.

        For a value outside the window, only the side on which it lies is known.
        """
        if depth == 1:
            return self.judged(state)
        own, found = state.to_move == self.seat, []
        for place, move in enumerate(state.moves()):
            child = state.play(move)
            self.nodes += 1
            if child.over:
                found.append(self.judged(state)[place])
            else:
                below = self.values(child, depth - 1, alpha, beta)
                found.append(max(below) if child.to_move == self.seat else min(below))
            if exact:
                continue
            alpha, beta = (max(alpha, found[-1]), beta) if own else (alpha, min(beta, found[-1]))
            if alpha >= beta:
                break
        return found
