"""Faults of players by seat, and the time limit for a move."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, NoReturn, TypeVar

from kibitz.errors import GameError, IllegalMove, MissingCapability, PolicyError, SpecError
from kibitz.players.delegating import Delegating
from kibitz.players.player import Player, Position

Answer = TypeVar("Answer")

CRASH = "crash"
TIME_OUT = "time-out"
DIED = "died"
MISTAKES = (MissingCapability, SpecError, GameError, PolicyError)
"""Errors that stop a match, because they would occur in every deal: the set-up, the game or a player's code must be
fixed. Any other error of a player is a forfeited game.
"""


class Fault(NamedTuple):
    """Why a game could not be finished: the seat, the kind and a text. If ``seat`` is None, it is no player's fault."""

    seat: int | None
    kind: str
    text: str


class PlayerFault(Exception):
    """A player failed; ``fault`` says how."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


def blamed(seat: int, error: Exception) -> Exception:
    """The error to raise if the player in a seat fails: its fault, or an error that stops the match.

    >>> blamed(1, ValueError("no cards")).fault
    Fault(seat=1, kind='crash', text='ValueError: no cards')
    """
    if isinstance(error, MISTAKES):
        return error
    if isinstance(error, TimeoutError):
        return PlayerFault(Fault(seat, TIME_OUT, str(error)))
    said = str(error) if isinstance(error, IllegalMove) else f"{type(error).__name__}: {error}"
    return PlayerFault(Fault(seat, CRASH, said))


class Hurried(Delegating):
    """Wraps a player, and interrupts it if a move takes too long.

    >>> from kibitz.players.registry import player
    >>> from kibitz.games.registry import game
    >>> Hurried(player("random"), move_seconds=10).act(game("tic-tac-toe").start(), seed=1)
    'c1'
    """

    name = "hurried"

    def __init__(self, inner: Player, move_seconds: float) -> None:
        super().__init__(inner)
        self.move_seconds = move_seconds

    def act(self, view: Position, seed: int = 0) -> str:
        """The move to make, within the time limit."""
        return self._within_limit(lambda: self.inner.act(view, seed))

    def _within_limit(self, call: Callable[[], Answer]) -> Answer:
        """Interrupt a call that takes too long; without alarm signals, check the time afterwards."""
        began = perf_counter()
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            before = signal.signal(signal.SIGALRM, lambda number, frame: self._ring())
            try:
                signal.setitimer(signal.ITIMER_REAL, self.move_seconds)
                answer = call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        else:
            answer = call()
        if perf_counter() - began > self.move_seconds:
            self._ring()
        return answer

    def _ring(self) -> NoReturn:
        raise TimeoutError(f"no move within {self.move_seconds:g} seconds")
