"""Rollouts: the reply to any models, from games that are played on and in which the others move by their models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Any

from kibitz.errors import MissingCapability
from kibitz.games.game import CHANCE, State
from kibitz.models.model import Model, Policy
from kibitz.models.prediction import predict_from_view
from kibitz.random import Random
from kibitz.replies.opponent import Opponent
from kibitz.searches.analysis import Analysis, tied_best
from kibitz.searches.search import Search
from kibitz.specs import Option
from kibitz.wants.want import Want

Asked = dict[tuple[Model, State], Policy]
"""Predictions of models, by position."""

LONGEST = 500  # moves of a rollout: a game that never ends is judged as it stands


class Rollouts(Search):
    """Tries every move in games that are played on, more often the better it does (UCB1, Auer et al. 2002).

    In each game every other seat is one of its models, drawn by weight, and moves by that model; we move at random.
    Each model is asked only once for each position. It works for every model but is slow, so replies that use more
    knowledge of the models come first.

    >>> import kibitz
    >>> from kibitz.wants.score import Score
    >>> first = kibitz.model(lambda view: {view.moves()[0]: 1.0})
    >>> state = kibitz.game("tic-tac-toe").start().play_all("c1, a1, c2, b1")
    >>> Rollouts(Score(), [Opponent(((1.0, first),))], simulations=60).analyse(state).values["c3"]
    1.0
    """

    name = "rollouts"
    summary = "rollouts in which the others move by their models"
    source = "Abramson 1990; Auer, Cesa-Bianchi & Fischer 2002"
    options_known = (
        Option("simulations", 200, "number of rollouts", 1, 1_000_000),
        Option("depth", 0, "plies after which a rollout is evaluated; 0: at its end", 0, 10_000),
        Option("seed", 0, "decides what is drawn, with the position", 0, 2**64 - 1),
    )

    def __init__(self, own: Want, opponents: Sequence[Opponent], **options: Any) -> None:
        super().__init__(**options)
        self.own, self.opponents = own, tuple(opponents)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Rollouts) and self.own == other.own and self.opponents == other.opponents
        return same and super().__eq__(other)

    __hash__ = Search.__hash__

    def refusal(self, state: Any) -> str | None:
        """Say why the position cannot be played on."""
        if len(self.opponents) != state.game.players - 1:
            return f"{len(self.opponents)} opponents are given for {state.game.players - 1} other seats"
        if self.own.only_orders:
            return f"own={self.own} only orders outcomes, and means of games need numbers"
        return super().refusal(state)

    def examine(self, state: State) -> Analysis:
        """Play the games, and rank the moves by our mean result."""
        asked: Asked = {}
        moves, seat = state.moves(), state.to_move
        totals, counts = dict.fromkeys(moves, 0.0), dict.fromkeys(moves, 0)
        low, high = float("inf"), float("-inf")
        worth = self._worth(state, seat)
        simulations = max(self.options["simulations"], len(moves))
        for number in range(simulations):
            random = Random(self.options["seed"], "rollout", state.key, number)
            move = self._next(moves, totals, counts, number, low, high)
            value = worth(self._played_on(state.play(move), seat, random, asked))
            totals[move], counts[move] = totals[move] + value, counts[move] + 1
            low, high = min(low, value), max(high, value)
        means = {move: totals[move] / counts[move] for move in moves}
        best = tuple(tied_best(means))
        notes = (f"{simulations:,} games played on, the others as their models say",)
        return Analysis(state, str(self), seat, means, means, best, means[best[0]], best[:1], simulations, notes)

    def _next(
        self,
        moves: Sequence[str],
        totals: Mapping[str, float],
        counts: Mapping[str, int],
        number: int,
        low: float,
        high: float,
    ) -> str:
        if number < len(moves):
            return moves[number]
        width = (high - low) or 1.0
        return max(
            moves, key=lambda move: (totals[move] / counts[move] - low) / width + sqrt(2 * log(number) / counts[move])
        )

    def _played_on(self, state: State, seat: int, random: Random, asked: Asked) -> State:
        players = state.game.players
        drawn = {
            (seat + step) % players: random.weighted({model: weight for weight, model in opponent.models})
            for step, opponent in enumerate(self.opponents, start=1)
        }
        noise = {(seat + step) % players: each.noise for step, each in enumerate(self.opponents, start=1)}
        for _ in range(self.options["depth"] or LONGEST):
            if state.over:
                break
            state = state.play(self._move(state, seat, drawn, noise, random, asked))
        return state

    def _move(
        self,
        state: State,
        seat: int,
        drawn: Mapping[int, Model],
        noise: Mapping[int, float],
        random: Random,
        asked: Asked,
    ) -> str:
        moves, mover = state.moves(), state.to_move
        if mover == CHANCE:
            return random.weighted(dict(zip(moves, state.game.chance(state), strict=True)))  # type: ignore[attr-defined]
        if mover == seat or len(moves) == 1 or random.uniform() < noise[mover]:
            return random.choice(moves)
        return random.weighted(self._policy(drawn[mover], state, asked))

    def _policy(self, model: Model, state: State, asked: Asked) -> Policy:
        """The prediction of a model here, from what its seat sees; asked only once."""
        key = model, state
        if key not in asked:
            seen = state.view(state.to_move) if state.game.hidden else state
            asked[key] = predict_from_view(model, seen, 1, self.options["seed"])
        return asked[key]

    def _worth(self, state: State, seat: int) -> Any:
        """Our result at the end, or the current value if the game does not end."""
        if not self.own.over_outcomes:
            return lambda end: self.own.standing(end)[seat] if not end.over else _scored(self.own, end, seat)
        if "enumerable" not in state.game.capabilities:
            raise MissingCapability(f"own={self.own} compares outcomes, and those of {state.game} cannot be listed")
        utility = self.own.utility_for(state, seat)
        return lambda end: utility(end.outcome)


def _scored(own: Want, end: State, seat: int) -> float:
    """An evaluation and the score decide at the end as they do in other searches."""
    weights = own.weights if own.evaluates else None
    if not own.evaluates:
        return float(end.scores[seat])
    game = end.game
    return end.evaluate(seat, weights) + game.end_weight(game.check_weights(weights)) * float(end.scores[seat])
