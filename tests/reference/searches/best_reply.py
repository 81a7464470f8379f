"""Best-reply search (Schadd & Winands 2011) and BRS+ (Esser, Gras, Winands, Schadd & Lanctot 2013).

BRS lets only one opponent, the one with the strongest reply against us, move between two moves of ours. The positions
in between need not be legal, so a tree does not hold them: the twin plays on a game that can turn a position to another
seat. A move of ours is a ply, and a move of the opponents, whoever makes it, is a ply.

BRS+ keeps the order of turns. Between two moves of ours at most one opponent chooses among all its moves; the others
make their special move, the first that the move ordering offers. Each move is a ply. A search to a depth may therefore
end in the middle of a round. Positions are legal, so this one plays on a tree too (``TreeGame``).

At depth 0 and where the game is over the value is the evaluation, for our seat. With two players both are minimax.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from reference.searches.tree import Leaf, Node, Tree

Position = TypeVar("Position")
Worth = Callable[[Position, int], float]  # the evaluation of a position for a seat
Special = Callable[[Position, Sequence[str]], str]


class Game(Protocol[Position]):
    """What BRS+ needs."""

    players: int

    def to_move(self, position: Position) -> int: ...

    def moves(self, position: Position) -> list[str]: ...

    def play(self, position: Position, move: str) -> Position: ...

    def over(self, position: Position) -> bool: ...


class TurnableGame(Game[Position], Protocol[Position]):
    """What BRS needs beyond that: the same position with another seat to move."""

    def turned(self, position: Position, seat: int) -> Position: ...


class TreeGame:
    """A tree as a game: a move is the index of a child, written out."""

    def __init__(self, players: int) -> None:
        self.players = players

    def to_move(self, position: Tree) -> int:
        assert isinstance(position, Node)
        return position.to_move

    def moves(self, position: Tree) -> list[str]:
        return [] if isinstance(position, Leaf) else [str(index) for index in range(len(position.children))]

    def play(self, position: Tree, move: str) -> Tree:
        assert isinstance(position, Node)
        return position.children[int(move)]

    def over(self, position: Tree) -> bool:
        return isinstance(position, Leaf)


def brs_values(game: TurnableGame[Position], position: Position, depth: int, worth: Worth[Position]) -> list[float]:
    """The BRS value of each of our moves."""
    seat = game.to_move(position)

    def value(here: Position, plies: int, ours: bool) -> float:
        if plies == 0 or game.over(here):
            return worth(here, seat)
        movers = [seat] if ours else [other for other in range(game.players) if other != seat]
        turned = [game.turned(here, mover) for mover in movers]
        after = [game.play(start, move) for start in turned for move in game.moves(start)]
        values = [value(reached, plies - 1, not ours) for reached in after]
        return max(values) if ours else min(values)

    return [value(game.play(position, move), depth - 1, ours=False) for move in game.moves(position)]


def first_move(position: object, moves: Sequence[str]) -> str:
    """The special move where nothing orders moves: the first."""
    return moves[0]


def brs_plus_values(
    game: Game[Position],
    position: Position,
    depth: int,
    worth: Worth[Position],
    special: Special[Position] = first_move,
) -> list[float]:
    """The BRS+ value of each of our moves; ``special`` picks an opponent's special move."""
    seat = game.to_move(position)

    def value(here: Position, plies: int, replied: bool) -> float:
        """``replied``: an opponent has made another than its special move since we moved last."""
        if plies == 0 or game.over(here):
            return worth(here, seat)
        moves = game.moves(here)
        if game.to_move(here) == seat:
            return max(value(game.play(here, move), plies - 1, replied=False) for move in moves)
        kept = special(here, moves)
        values = [value(game.play(here, kept), plies - 1, replied)]
        if not replied:
            values += [value(game.play(here, move), plies - 1, replied=True) for move in moves if move != kept]
        return min(values)

    return [value(game.play(position, move), depth - 1, replied=False) for move in game.moves(position)]
