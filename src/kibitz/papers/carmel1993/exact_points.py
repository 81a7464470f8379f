"""Points a game computed exactly, as an expectation over all draws of the players (carmel1993 section 3.1)."""

from __future__ import annotations

from functools import cache

from kibitz.arena.points import shares
from kibitz.games.game import State
from kibitz.games.registry import game
from kibitz.players.player import Player, Policy
from kibitz.players.registry import player

GAME = "tic-tac-toe"
FUNCTIONS = {
    "f1": "evaluation(open_lines=1)",
    "f2": "evaluation(open_lines=0)",
    "f3": "evaluation(open_lines=-1)",
}
"""The paper's open lines; a function that knows only wins and losses; one that wants closed lines."""
GAME_POINTS = 2
"""The points of a game in the paper: 2 for a win, 1 for a draw."""


class ExactPoints:
    """Expected points of players at tic-tac-toe; move probabilities are cached.

    >>> exact = ExactPoints()
    >>> round(exact.points("alpha-beta(exact=true)", "random"), 3)
    1.873
    >>> round(exact.points("alpha-beta(exact=true)", "alpha-beta(exact=true)"), 9)
    1.0
    """

    def __init__(self) -> None:
        self._policies: dict[str, dict[State, Policy]] = {}

    def points(self, first: str, second: str) -> float:
        """Points a game of the first player, who moves first in half of the games."""
        begins = self._expected(game(GAME).start(), (first, second), 0, {})
        return (begins + self._expected(game(GAME).start(), (second, first), 1, {})) / 2

    def _expected(self, state: State, seated: tuple[str, str], seat: int, known: dict[State, float]) -> float:
        if state.over:
            return GAME_POINTS * shares(tuple(state.winners), len(seated))[seat]
        if state not in known:
            chances = self._policy(seated[state.to_move], state)
            known[state] = sum(
                chance * self._expected(state.play(move), seated, seat, known)
                for move, chance in chances.items()
                if chance > 0
            )
        return known[state]

    def _policy(self, spec: str, state: State) -> Policy:
        policies = self._policies.setdefault(spec, {})
        if state not in policies:
            policies[state] = self._player(spec).policy(state)
        return policies[state]

    @staticmethod
    @cache
    def _player(spec: str) -> Player:
        return player(spec)


def strategy(function: str, depth: int) -> str:
    """A strategy that makes any of its best moves.

    >>> strategy("f1", 2)
    'alpha-beta(depth=2, own=evaluation(open_lines=1), exact=true)'
    """
    return f"alpha-beta(depth={depth}, own={FUNCTIONS[function]}, exact=true)"


def modelling(function: str, depth: int, model: str, model_depth: int) -> str:
    """M* with a model of the other side.

    >>> modelling("f1", 3, "f2", 1)
    'm-star(depth=3, own=evaluation(open_lines=1), model=evaluation(open_lines=0), model_depth=1)'
    """
    return f"m-star(depth={depth}, own={FUNCTIONS[function]}, model={FUNCTIONS[model]}, model_depth={model_depth})"
