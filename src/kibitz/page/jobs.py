"""What the worker processes do: move for a player, analyse a position, read a person, draw a portrait."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.game import CHANCE, State
from kibitz.page.analysis import analysed, look_at_tree, mistakes, small_tree, worlds
from kibitz.page.portraits import portrait
from kibitz.page.reading import believe, read
from kibitz.page.sittings import KEPT, Sat, rules, sitting
from kibitz.page.strings import say
from kibitz.players.loading import load
from kibitz.players.play_game import random_moves
from kibitz.players.registry import player as player_named
from kibitz.words import in_words

__all__ = ["DONE", "JOBS", "KEPT", "REFUSED", "serve"]

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


def answer(game: str, position: dict[str, Any], spec: str, seed: int) -> str:
    """The move of a player in a position that somebody sent."""
    state = _position(game, position)
    player = player_named(spec)
    view = state.view(state.to_move)
    if player.watches:
        names = [f"seat {each}" for each in range(state.game.players)]
        player.begin(state.game, state.to_move, view, names)
    return player.act(view, seed)


def explain(game: str, position: dict[str, Any], spec: str) -> dict[str, Any]:
    """The analysis of a position that somebody sent."""
    state = _position(game, position)
    return analysed(state.view(state.to_move), spec)


def _position(game: str, position: dict[str, Any]) -> State:
    state = rules(game).from_json(position)
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
    "mistakes": mistakes,
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
