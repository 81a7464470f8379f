"""Distillation: a fast choice by features, fitted to the moves of a slow model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.optimize import minimize

from kibitz.games.capabilities import bidding
from kibitz.games.game import CHANCE, Game, State
from kibitz.models.choice import END, Choice, choice, choice_features, described, evaluated_features
from kibitz.models.choice_words import EACH
from kibitz.models.logit import Stacked, one_thread
from kibitz.models.model import Model
from kibitz.random import Random

GAMES = 40
"""How many games are played to fit a model."""
RANDOM_MOVES = 0.1  # the share of random moves in these games, so that positions differ
RIDGE = 0.01  # the penalty for each decision, for features with standard deviation 1
HELD_OUT = 5  # every fifth game is held out to judge the fit


@dataclass(frozen=True)
class Distilled:
    """The choice that was fitted, and how well it predicts moves of games that were not used to fit it."""

    choice: Choice
    accuracy: float
    """How often the model makes the likeliest move of the choice."""
    loss: float
    """Mean log loss of the model's moves, in nats; a uniform guess has a loss of log(number of moves)."""
    decisions: int

    def __str__(self) -> str:
        return f"predicts {self.accuracy:.0%} of {self.decisions} held-out moves"


Decision = tuple[list[list[float]], list[float]]
"""The features of every move, and its probability."""


def distilled(model: Model, game: Game, games: int = GAMES, seed: int = 0) -> Distilled:
    """Play ``games`` games with the model in every seat, and fit a choice to its moves.

    Where the model would take too long (``finishes``), a random move is made and nothing is fitted. The fit is cached:
    models with the same text share it.

    >>> import kibitz
    >>> game = kibitz.game("tic-tac-toe")
    >>> fitted = distilled(kibitz.model("alpha-beta(depth=2, exact=true)"), game, games=60)
    >>> fitted.accuracy > 0.5
    True
    """
    return _distilled(model, game, games, seed)


@lru_cache(maxsize=256)
def _distilled(model: Model, game: Game, games: int, seed: int) -> Distilled:
    played = [list(_decisions(model, game, Random(seed, "distil", number), number)) for number in range(games)]
    return _held_out(game, played)


def distilled_from(game: Game, watched: Iterable[tuple[State, str]]) -> Distilled:
    """Fit a choice to moves that were watched, each with the position in which it was made.

    >>> import kibitz
    >>> game = kibitz.game("hearts(open=true)")
    >>> watched = []
    >>> for deal in range(5):
    ...     state = game.start(deal)
    ...     while not state.over:
    ...         move = kibitz.player("lowest-card").act(state, seed=deal)
    ...         watched.append((state, move))
    ...         state = state.play(move)
    >>> distilled_from(game, watched).accuracy > 0.6
    True
    """
    told = [
        [(described(state), [float(each == move) for each in state.moves()])]
        for state, move in watched
        if len(state.moves()) > 1
    ]
    return _held_out(game, told)


def _held_out(game: Game, groups: Sequence[Sequence[Decision]]) -> Distilled:
    """Fit a choice to most groups of decisions, and judge it by the others."""
    kept = [decision for number, one in enumerate(groups) if number % HELD_OUT for decision in one]
    held = [decision for number, one in enumerate(groups) if number % HELD_OUT == 0 for decision in one]
    return fitted(game, kept, held or kept)


def _decisions(model: Model, game: Game, random: Random, number: int) -> Iterable[Decision]:
    state: Any = game.start(number)
    for _ in range(2000):
        if state.over:
            return
        moves = state.moves()
        if state.to_move == CHANCE:
            state = state.play(random.weighted(dict(zip(moves, game.chance(state), strict=True))))  # type: ignore[attr-defined]
            continue
        if bidding(state):
            state = state.play(game.usual_bid(state))  # type: ignore[attr-defined]
            continue
        part = game.part(state)
        if not model.finishes(part):
            state = state.play(random.choice(moves))
            continue
        policy = model.policy_by_core(part) if len(moves) > 1 else {moves[0]: 1.0}
        if len(moves) > 1:
            yield described(part), [policy.get(move, 0.0) for move in moves]
        erring = random.uniform() < RANDOM_MOVES
        state = state.play(random.choice(moves) if erring else random.weighted(dict(policy)))


def fitted(game: Game, decisions: Sequence[Decision], held_out: Sequence[Decision]) -> Distilled:
    """The choice that makes these decisions likeliest, with a ridge penalty towards the uniform choice (L-BFGS)."""
    names = choice_features(game)
    stacked, targets = _stacked(decisions, len(names))
    left_out = frozenset(game.situation_feature_names)  # many, and a ridge would spread weights over all of them
    kept = np.array([not name.startswith(EACH) and name not in left_out for name in names])  # nor each opponent's own
    if not evaluated_features(game):
        kept[names.index(END)] = False  # the core uses the weight of the end only together with an evaluation
    spread = stacked.rows.std(axis=0) if decisions else np.zeros(len(names))  # nothing to fit: no weights
    spread[(spread < 1e-12) | stacked.told_before | ~kept] = np.inf
    scaled = stacked.rows / spread
    count = max(len(decisions), 1)

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        values = scaled @ weights
        shares, log_sums = stacked.log_sums(values)
        slope = scaled.T @ (shares - targets)
        penalty = RIDGE * float(weights @ weights) / 2
        return (float(log_sums.sum()) - float(targets @ values)) / count + penalty, slope / count + RIDGE * weights

    with one_thread():
        found = minimize(cost, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weights = dict(zip(names, (found.x / spread).tolist(), strict=True))
    return _judged(choice(weights, 1.0), np.asarray(found.x / spread), held_out, len(names))


def _judged(fit: Choice, weights: np.ndarray, decisions: Sequence[Decision], width: int) -> Distilled:
    stacked, targets = _stacked(decisions, width)
    values = stacked.rows @ weights
    shares = stacked.shares(values)
    count = max(len(decisions), 1)
    loss = -float(targets @ np.log(np.maximum(shares, 1e-300))) / count
    ends = stacked.starts + stacked.counts
    right = sum(
        float(targets[start + int(np.argmax(values[start:end]))])
        for start, end in zip(stacked.starts, ends, strict=True)
    )
    return Distilled(fit, right / count, loss, len(decisions))


def _stacked(decisions: Sequence[Decision], width: int) -> tuple[Stacked, np.ndarray]:
    """The features of all moves, and their probabilities."""
    targets = [np.asarray(each, dtype=float) for _, each in decisions]
    return Stacked.of([rows for rows, _ in decisions], width), np.concatenate(targets) if targets else np.zeros(0)
