"""A fixed number for every move of a game, as networks and other libraries need it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.errors import IllegalMove

if TYPE_CHECKING:
    from kibitz.games.game import Game


class MovesListed:
    """Numbers the moves of a game that can list all of them: the number of a move is its place in the list.

    A game derives from this class and writes ``all_moves``. It then offers the capability ``numbered``.

    >>> import kibitz
    >>> game = kibitz.game("tic-tac-toe")
    >>> start = game.start()
    >>> game.action_count, game.action_number(start, "b2"), game.numbered_move(start, 4)
    (9, 4, 'b2')
    """

    @abstractmethod
    def all_moves(self) -> Sequence[str]:
        """Every move of a player that can be legal somewhere in the game, each once, in an order that never changes."""

    @property
    def action_count(self) -> int:
        """How many moves there are."""
        return len(self._listed()[0])

    def action_number(self, position: Any, move: str) -> int:
        """The number of a move, from 0; it is the same in every position."""
        found = self._listed()[1].get(move)
        if found is None:
            raise IllegalMove(f"{self}: {move!r} is not one of the moves that all_moves lists")
        return found

    def numbered_move(self, position: Any, number: int) -> str:
        """The move with a number."""
        moves = self._listed()[0]
        if not 0 <= number < len(moves):
            raise IllegalMove(f"{self}: there is no move number {number}; moves have the numbers 0 to {len(moves) - 1}")
        return moves[number]

    def _listed(self) -> tuple[tuple[str, ...], dict[str, int]]:
        found: tuple[tuple[str, ...], dict[str, int]] | None = self.__dict__.get("_moves_listed")
        if found is None:
            moves = tuple(self.all_moves())
            found = self.__dict__["_moves_listed"] = moves, {move: number for number, move in enumerate(moves)}
        return found


def legal_numbers(position: Any) -> list[int]:
    """The numbers of the legal moves of a state, or of a view whose seat is to move, in the order of ``moves``.

    >>> import kibitz
    >>> legal_numbers(kibitz.game("tic-tac-toe").start().play_all("a1, b2"))
    [1, 2, 3, 5, 6, 7, 8]
    """
    game: Any = numbered(position.game)
    return [game.action_number(position, move) for move in position.moves()]


def numbered(game: Game) -> Game:
    """Return the game if its moves have numbers, or raise an error that says what to write."""
    from kibitz.games.capabilities import require

    require(game, "numbered")
    return game
