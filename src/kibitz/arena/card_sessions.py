"""Play games of many hands one hand at a time: beliefs are kept between hands, and players change seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kibitz.games.game import Game, State
from kibitz.players.play_game import play_game
from kibitz.players.player import Player

Points = tuple[float, ...]


def hands_finished(state: State) -> int:
    """The number of finished hands of a card game.

    >>> import kibitz
    >>> hands_finished(kibitz.game("spades(hands=3)").start())
    0
    """
    options: Any = state.game.options
    return (
        int(state.game.to_fields(state)["hand"]) + (1 if state.over else 0) if "hands" in options else int(state.over)
    )


def play_session(
    game: Game,
    players: Sequence[Player],
    names: Sequence[str],
    seed: int,
    turned: int = 0,
    watch: Callable[[int, Points], None] | None = None,
    watch_moves: Callable[[State], None] | None = None,
) -> list[Points]:
    """Play a game of many hands, and return the points of every player (not seat) in each hand.

    With ``turned=k``, player k sits in seat 0. ``watch`` is called after every hand with its number and the scores,
    ``watch_moves`` with the position after every move.

    >>> import kibitz
    >>> hands = play_session(kibitz.game("spades(hands=2, open=true)"), [kibitz.player(x) for x in ("MT", "mOT", "ML")],
    ...     ["Ann", "Ben", "Cleo"], seed=1, turned=2)
    >>> len(hands), len(hands[0])
    (2, 3)
    """
    order = [(turned + number) % game.players for number in range(game.players)]
    seats = [order.index(number) for number in range(game.players)]
    found: list[Points] = []
    before = [0.0] * game.players

    def after_move(state: State) -> None:
        if watch_moves is not None:
            watch_moves(state)
        if hands_finished(state) > len(found):
            scores = [state.scores[seat] for seat in seats]
            found.append(tuple(now - then for now, then in zip(scores, before, strict=True)))
            before[:] = scores
            if watch is not None:
                watch(len(found), found[-1])

    play_game(game, [players[n] for n in order], seed, [names[n] for n in order], watch=after_move)
    return found
