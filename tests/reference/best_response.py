"""The exact best response to models by enumerating every line, written from its definition; slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kibitz.games.game import CHANCE, State
from kibitz.models.model import Model

Worth = Callable[[State], float]


def win_share(seat: int) -> Worth:
    """One, less where several are first, nothing for those who are not."""

    def worth(end: State) -> float:
        best = max(end.scores)
        return (end.scores[seat] == best) / sum(score == best for score in end.scores)

    return worth


def best_response(
    state: State, seat: int, believed: Sequence[Sequence[tuple[float, Model]]], worth: Worth, noise: float = 0.0
) -> float:
    """What the seat can get on average. ``believed``: weighted models of each seat; the own one is not asked."""
    if state.over:
        return worth(state)
    moves = state.moves()
    mover = state.to_move
    if mover == CHANCE:
        shares = state.game.chance(state)  # type: ignore[attr-defined]
        return sum(
            float(share) * best_response(state.play(move), seat, believed, worth, noise)
            for move, share in zip(moves, shares, strict=True)
            if share
        )
    if mover == seat:
        return max(best_response(state.play(move), seat, believed, worth, noise) for move in moves)
    policies = [(weight, each.policy_in_whole(state)) for weight, each in believed[mover]]
    total = 0.0
    for move in moves:
        likely = [weight * ((1 - noise) * policy.get(move, 0.0) + noise / len(moves)) for weight, policy in policies]
        if not sum(likely):
            continue
        told: list[Any] = list(believed)
        told[mover] = [
            (part / sum(likely), each) for part, (_, each) in zip(likely, believed[mover], strict=True) if part
        ]
        total += sum(likely) * best_response(state.play(move), seat, told, worth, noise)
    return total


def ends(state: State, seat: int, believed: Sequence[Sequence[tuple[float, Model]]]) -> Iterator[State]:
    """Every end that can come about, if the seat may do anything and the others are one model each."""
    if state.over:
        yield state
        return
    policy = None if state.to_move == seat else believed[state.to_move][0][1].policy_in_whole(state)
    for move in state.moves():
        if policy is None or policy.get(move, 0.0) > 0:
            yield from ends(state.play(move), seat, believed)
