"""Turns the result of a search into move probabilities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import fsum

from kibitz.errors import PolicyError
from kibitz.policies import checked_policy
from kibitz.searches.analysis import Analysis

ROUNDING = 1e-9  # by how much the sum of shares may differ from one


def respond(analysis: Analysis, noise: float = 0.0, ties: str = "even") -> dict[str, float]:
    """Turn an analysis into move probabilities: a best move or, with probability ``noise``, a random move.

    >>> import kibitz
    >>> analysis = kibitz.search("maxn").analyse(kibitz.game("tic-tac-toe").start().play_all("a1, b1, b2, c3"))
    >>> {move: round(share, 2) for move, share in respond(analysis, noise=0.1).items()}
    {'c1': 0.02, 'a2': 0.47, 'c2': 0.02, 'a3': 0.47, 'b3': 0.02}
    """
    best = analysis.best if ties == "even" else analysis.best[:1] if ties == "left-low" else analysis.best[-1:]
    return erring({move: 1 / len(best) if move in best else 0.0 for move in analysis.values}, noise)


def with_noise(share: float, noise: float, moves: int) -> float:
    """The probability of a move with noise: ``share`` is its probability without noise, and a noisy move is drawn from
    ``moves`` moves.

    >>> with_noise(1.0, noise=0.5, moves=2)
    0.75
    """
    return (1 - noise) * share + noise * (1 / moves)


def erring(policy: Mapping[str, float], noise: float) -> dict[str, float]:
    """A policy over all moves, with noise.

    >>> erring({"a": 1.0, "b": 0.0}, noise=0.5)
    {'a': 0.75, 'b': 0.25}
    """
    return {move: with_noise(share, noise, len(policy)) for move, share in policy.items()}


def any_move(moves: Collection[str]) -> dict[str, float]:
    """All moves with the same probability.

    >>> any_move(["a", "b"])
    {'a': 0.5, 'b': 0.5}
    """
    return dict.fromkeys(moves, 1 / len(moves))


def completed(owner: object, policy: Mapping[str, float], moves: Sequence[str]) -> dict[str, float]:
    """The policy of a model over all legal moves, with shares that sum to one; a move that is left out is never made.

    >>> completed("mine", {"b": 1, "c": 3}, ["a", "b", "c"])
    {'a': 0.0, 'b': 0.25, 'c': 0.75}
    >>> completed("mine", {"z": 1}, ["a", "b"])
    Traceback (most recent call last):
    kibitz.errors.PolicyError: mine: policy returned 'z', which is not legal here. Legal: a, b
    """
    policy = checked_policy(owner, policy)
    illegal = [move for move in policy if move not in moves]
    if illegal:
        legal = ", ".join(moves[:20]) + (", ..." if len(moves) > 20 else "")
        raise PolicyError(f"{owner}: policy returned {illegal[0]!r}, which is not legal here. Legal: {legal}")
    total = fsum(policy.values())
    if abs(total - 1) <= ROUNDING:
        return {move: float(policy.get(move, 0.0)) for move in moves}
    return {move: policy.get(move, 0.0) / total for move in moves}
