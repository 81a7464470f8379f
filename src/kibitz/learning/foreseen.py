"""How well the moves of whole games were foreseen: log loss and accuracy, with standard errors clustered by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log
from typing import Any

from kibitz.games.game import State
from kibitz.games.view import View
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.examples import Games

Seen = State | View
LEAST = 1e-9  # smaller probabilities are raised to this, so that a loss is finite


@dataclass(frozen=True)
class Foreseen:
    """Log loss and accuracy on the same moves."""

    losses: Accuracy
    """Nats; lower is better."""
    accuracy: Accuracy
    """How often the likeliest move was made; of k equally likely moves, each counts 1/k."""

    @property
    def loss(self) -> float:
        """The mean log loss of a move, in nats."""
        return self.losses.share

    @property
    def moves(self) -> int:
        """How many moves were predicted."""
        return sum(self.losses.examples)

    def to_dict(self) -> dict[str, Any]:
        """Both as plain values, ready for JSON. The error of a single game is not known (null)."""
        games = len(self.losses.examples)
        return {
            "log_loss": round(self.loss, 4),
            "log_loss_error": round(self.losses.error, 4) if games > 1 else None,
            "accuracy": round(self.accuracy.share, 4),
            "accuracy_error": round(self.accuracy.error, 4) if games > 1 else None,
            "moves": self.moves,
            "games": games,
        }

    def __str__(self) -> str:
        if len(self.losses.examples) < 2:
            return f"{self.loss:.2f}         {self.accuracy.share:.0%}"
        return f"{self.loss:.2f} ± {self.losses.error:.2f}  {self.accuracy.share:.0%} ± {100 * self.accuracy.error:.0f}"


def foreseen(games: Games, predict: Callable[[Seen], Mapping[str, float]]) -> Foreseen:
    """Compare the moves of games with predictions, which get only what the mover saw.

    >>> from kibitz.games.registry import game
    >>> from kibitz.learning.examples import Example
    >>> start = game("tic-tac-toe").start()
    >>> found = foreseen([[Example(start, "b2")], [Example(start, "a1")]], uniform)
    >>> round(found.loss, 2), round(found.accuracy.share, 2)
    (2.2, 0.11)
    """
    return of_policies(games, [[predict(each.seen) for each in examples] for examples in games])


def of_policies(games: Games, policies: Sequence[Sequence[Mapping[str, float]]]) -> Foreseen:
    """Compare moves with predictions that were made already."""
    losses, hits = [], []
    for examples, told in zip(games, policies, strict=True):
        pairs = [(each.move, policy) for each, policy in zip(examples, told, strict=True)]
        losses.append(fsum(-log(max(policy.get(move, 0.0), LEAST)) for move, policy in pairs))
        hits.append(fsum(is_best(move, policy) for move, policy in pairs))
    counts = tuple(map(len, games))
    return Foreseen(Accuracy(tuple(losses), counts), Accuracy(tuple(hits), counts))


def is_best(move: str, policy: Mapping[str, float]) -> float:
    """1 if the move is the likeliest, 1/k if it is one of k likeliest, otherwise 0.

    >>> is_best("a", {"a": 0.4, "b": 0.4, "c": 0.2})
    0.5
    """
    best = likeliest_moves(policy)
    return 1 / len(best) if move in best else 0.0


def likeliest_moves(policy: Mapping[str, float]) -> list[str]:
    """The moves with the highest probability, up to rounding errors."""
    most = max(policy.values())
    return [move for move, share in policy.items() if share >= most * (1 - 1e-9)]


def uniform(seen: Seen) -> dict[str, float]:
    """The guess of somebody who knows nothing: every move is equally likely."""
    moves = seen.moves()
    return dict.fromkeys(moves, 1 / len(moves))
