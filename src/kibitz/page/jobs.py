"""What the worker processes do: move for a player, analyse a position, read a person, draw a portrait."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE, State
from kibitz.page.analysis import analysed, look_at_tree, small_tree, worlds
from kibitz.page.portraits import portrait
from kibitz.page.reading import believe, read
from kibitz.page.sittings import KEPT, Sat, rules, sitting, tell
from kibitz.page.strings import say
from kibitz.players.loading import load
from kibitz.players.play_game import random_moves
from kibitz.players.registry import player as player_named
from kibitz.words import in_words

__all__ = ["DONE", "JOBS", "KEPT", "REFUSED", "Asked", "serve"]

DONE, REFUSED, FAILED = "done", "refused", "failed"
NICENESS = 5  # searches have a lower priority than the page itself


def move(sat: Sat) -> str:
    """The move that a player makes."""
    return sitting(sat).act()


def move_and_why(sat: Sat) -> tuple[str, str]:
    """The move that a player makes, and why."""
    return sitting(sat).act_and_explain()


def try_out(game: str, spec: str) -> str:
    """Ask a player for one move early in a game, and refuse it if it cannot play the game."""
    made, player = rules(game), player_named(spec)
    states = list(random_moves(made.start(1), 1, 2 * made.players))
    for state in reversed(states):
        if not state.over and state.to_move != CHANCE:
            seat = state.to_move
            if player.watches:
                player.begin(made, seat, state.view(seat), [f"seat {each}" for each in range(made.players)])
            return player.act(state.view(seat), 1)
    return ""


@dataclass(frozen=True)
class Asked:
    """A question for a move: a game so far, the player that is to move, and what it may know of its opponents."""

    game: str
    start: dict[str, Any]
    spec: str
    seed: int = 0
    moves: tuple[str, ...] = ()
    begins: bool = False
    """Whether ``start`` is certainly the start of a game. A player that sees only a part of a position has to know the
    game from the deal on; otherwise it is told the last position only.
    """
    names: tuple[str, ...] = ()
    studied: Mapping[str, Sequence[tuple[dict[str, Any], str]]] = field(default_factory=dict)
    """The decisions of each opponent in earlier games."""


def answer(asked: Asked) -> tuple[str, str]:
    """The move of a player after the moves of a game that somebody sent, and why it made it.

    The player first studies the decisions of each opponent in earlier games, and is told the moves of this one.

    >>> import kibitz
    >>> answer(Asked("tic-tac-toe", kibitz.game("tic-tac-toe").start().to_dict(), "last-move", moves=("a1",)))
    ('c3', '')
    """
    first, moves = rules(asked.game).from_json(asked.start), asked.moves
    player, game = player_named(asked.spec), first.game
    seat = _decided(first.play_all(moves)).to_move
    if game.hidden and not asked.begins and (game.has_parts or game.history(first.view(seat))):
        first, moves = first.play_all(moves), ()
    if player.watches:
        player.begin(game, seat, first.view(seat), asked.names)
    for name, decisions in asked.studied.items():
        player.study(name, [_seen(asked.game, *each) for each in decisions])
    state = tell(player, first, moves, seat)
    move = player.act(state.view(seat), asked.seed)
    tell(player, state, (move,), seat)
    return move, player.why()


def _seen(game: str, position: dict[str, Any], move: str) -> tuple[Any, str]:
    """A decision as its mover saw it."""
    state = rules(game).from_json(position)
    return state.view(state.to_move), move


def explain(game: str, position: dict[str, Any], spec: str) -> dict[str, Any]:
    """The analysis of a position that somebody sent."""
    state = _position(game, position)
    return analysed(state.view(state.to_move), spec)


def _position(game: str, position: dict[str, Any]) -> State:
    return _decided(rules(game).from_json(position))


def _decided(state: State) -> State:
    """The position, if somebody decides there."""
    if state.over or state.to_move == CHANCE:
        raise KibitzError(say("nobody_to_move"))
    return state


JOBS: dict[str, Callable[..., Any]] = {
    "move": move,
    "move_and_why": move_and_why,
    "try_out": try_out,
    "answer": answer,
    "explain": explain,
    "analyse": analysed,
    "read": read,
    "believe": believe,
    "worlds": worlds,
    "tree": small_tree,
    "portrait": portrait,
    "look_at_tree": look_at_tree,
}
"""The jobs by name."""


def serve(connection: Connection, files: Sequence[str]) -> None:
    """Work on jobs until the server closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server gets the signal too, and ends this process
    with suppress(OSError):
        os.nice(NICENESS)
    for file in files:
        load(file)
    while True:
        try:
            job, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            reply: tuple[str, Any] = DONE, JOBS[job](*arguments)
        except KibitzError as error:
            reply = REFUSED, in_words(error)
        except Exception:
            reply = FAILED, traceback.format_exc()
        try:
            connection.send(reply)
        except OSError:
            return
