"""Tic-tac-toe, from docs/games.md."""

from __future__ import annotations

from typing import NamedTuple

SQUARES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")

LINES = (
    {"a1", "b1", "c1"},
    {"a2", "b2", "c2"},
    {"a3", "b3", "c3"},
    {"a1", "a2", "a3"},
    {"b1", "b2", "b3"},
    {"c1", "c2", "c3"},
    {"a1", "b2", "c3"},
    {"c1", "b2", "a3"},
)


class Position(NamedTuple):
    x: frozenset[str]
    o: frozenset[str]


def has_line(squares: frozenset[str]) -> bool:
    return any(line <= squares for line in LINES)


class TicTacToe:
    def start(self) -> Position:
        return Position(frozenset(), frozenset())

    def to_move(self, position: Position) -> int:
        return 0 if len(position.x) == len(position.o) else 1

    def moves(self, position: Position) -> list[str]:
        if self.over(position):
            return []
        return [square for square in SQUARES if square not in position.x and square not in position.o]

    def play(self, position: Position, move: str) -> Position:
        if move not in self.moves(position):
            raise ValueError(f"not a legal move: {move}")
        if self.to_move(position) == 0:
            return Position(position.x | {move}, position.o)
        return Position(position.x, position.o | {move})

    def over(self, position: Position) -> bool:
        full = len(position.x) + len(position.o) == 9
        return has_line(position.x) or has_line(position.o) or full

    def scores(self, position: Position) -> tuple[int, int]:
        if has_line(position.x):
            return (1, -1)
        if has_line(position.o):
            return (-1, 1)
        return (0, 0)

    def outcome(self, position: Position) -> tuple[int, int]:
        return self.scores(position)
