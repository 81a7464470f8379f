"""Players that always make one of the moves they like best, in games in which only few features of moves count.

A fit with probabilities needs many decisions until it is sure that a player never does something. Here every order of
preference that small whole weights can express is tried. The likeliest orders are kept with their probabilities,
because a few decisions often leave several possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np

from kibitz.games.game import Game
from kibitz.learning.choice_fit import TOLD, Boards, Watched, lately
from kibitz.models.choice import END, choice
from kibitz.models.model import Model

LARGEST = 2  # weights are whole numbers up to this one
MOST_FEATURES = 5  # in games with more features of moves, nothing is tried
HABITS_KEPT = 6
ERRS = 0.02  # the error rate under which the moves are judged


def tries_habits(game: Game) -> bool:
    """Whether the features of moves are so few that all small weights can be tried.

    >>> import kibitz
    >>> tries_habits(kibitz.game("guess-it")), tries_habits(kibitz.game("hearts"))
    (True, False)
    """
    return 0 < len(game.move_feature_names) <= MOST_FEATURES


def strict_habits(watched: Sequence[Watched]) -> tuple[list[Model], np.ndarray]:
    """The likeliest players of this kind after these decisions, and their probabilities.

    Weights cost what it takes to tell them, so few and small weights are likelier. Weights that prefer the same moves
    in all of these decisions are still different players: elsewhere they may prefer others.
    """
    watched = lately(watched, len(watched), 1)
    game = watched[0].position.game
    names = tuple(game.move_feature_names)
    tried = _weights_tried(len(names))
    boards = Boards.of(watched, {}, 1, frozenset(names))
    stacked = boards.stacked
    values = stacked.rows[:, [boards.names.index(name) for name in names]] @ tried.T
    tops = np.maximum.reduceat(values, stacked.starts)
    best = values >= tops[stacked.owners] - 1e-9
    shares = best[boards.made] / np.add.reduceat(best, stacked.starts, dtype=float)
    chance = 1 / stacked.counts[:, None]
    worth = np.log((1 - ERRS) * shares + ERRS * chance).sum(axis=0) - _told(tried)
    order = np.argsort(-worth, kind="stable")[:HABITS_KEPT]
    likely = np.exp(worth[order] - worth[order[0]])
    models: list[Model] = [
        choice({**{name: float(weight) for name, weight in zip(names, tried[place], strict=True) if weight}, END: 0.0})
        for place in order
    ]
    return models, likely / likely.sum()


@lru_cache(maxsize=8)
def _weights_tried(count: int) -> np.ndarray:
    """All small whole weights of so many features; of those that are multiples of others, only the smallest."""
    every = [each for each in product(range(-LARGEST, LARGEST + 1), repeat=count) if np.gcd.reduce(each) == 1]
    return np.array(every, dtype=float)


def _told(tried: np.ndarray) -> np.ndarray:
    """What it takes to tell weights, in nats."""
    return np.asarray(np.where(tried != 0, TOLD + np.log(1 + np.abs(tried)), 0.0).sum(axis=1))
