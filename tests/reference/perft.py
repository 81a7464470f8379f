"""Count move sequences and play random games, for any reference game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol, TypeVar

Position = TypeVar("Position")


class Game(Protocol[Position]):
    """What every reference game offers."""

    def start(self) -> Position: ...

    def to_move(self, position: Position) -> int: ...

    def moves(self, position: Position) -> list[str]: ...

    def play(self, position: Position, move: str) -> Position: ...

    def over(self, position: Position) -> bool: ...

    def scores(self, position: Position) -> tuple[int, ...]: ...

    def outcome(self, position: Position) -> tuple[int, ...]: ...


def perft(game: Game[Position], position: Position, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves; a game that ends earlier adds nothing."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(position, move), depth - 1) for move in game.moves(position))


def transcript(
    game: Game[Position], position: Position, rng: Random, limit: int
) -> Iterator[tuple[Position, list[str], str]]:
    """Play random moves until the game is over or `limit` moves are made.

    Yields each position in which a move is made, its legal moves, and the move chosen. The position after the
    last move is not yielded: play the last move to have it.
    """
    for _ in range(limit):
        if game.over(position):
            return
        moves = game.moves(position)
        move = rng.choice(moves)
        yield position, moves, move
        position = game.play(position, move)
