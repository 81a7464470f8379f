"""Random moves at the start of a game: without them, players that decide alike repeat the same game.

If cards are dealt, or chance makes moves, games differ by themselves. On a board they differ only if their first moves
do.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.games.game import Game
from kibitz.players.play_game import random_moves

RANDOM_PLIES = 400
SHORT = 5
"""An opening has at most this share of the plies of a random game."""


def default_opening(game: Game) -> int:
    """Random moves at the start: none if cards are dealt, otherwise two for each player, and fewer in short games.

    >>> import kibitz
    >>> [default_opening(kibitz.game(name)) for name in ("checkers", "tic-tac-toe", "hearts")]
    [4, 1, 0]
    """
    if game.start(0) != game.start(1):
        return 0
    return min(2 * game.players, random_plies(game) // SHORT)


def match_opening(game: Game) -> int:
    """The same for a match, in which chance moves are as good as dealt cards.

    >>> import kibitz
    >>> [match_opening(kibitz.game(name)) for name in ("checkers", "tic-tac-toe", "hearts")]
    [4, 1, 0]
    """
    return default_opening(game) if starts_alike(game) else 0


@lru_cache(maxsize=64)
def starts_alike(game: Game) -> bool:
    """Whether games begin alike, whatever the seed: nothing is dealt, and no chance is in the game.

    >>> import kibitz
    >>> [starts_alike(kibitz.game(name)) for name in ("checkers", "hearts")]
    [True, False]
    """
    return "chancy" not in game.capabilities and bool(game.start(0) == game.start(1))


def random_plies(game: Game) -> int:
    """The length of a random game, or ``RANDOM_PLIES`` if it is longer."""
    return sum(1 for _ in random_moves(game.start(0), 0, RANDOM_PLIES))
