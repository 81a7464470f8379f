"""A player under supervision: its time is measured, and what goes wrong in it is put down to its seat."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from types import FrameType
from typing import NamedTuple, TypeVar

from kibitz.errors import MissingCapability, SpecError
from kibitz.games.game import Event, Game
from kibitz.players.player import Player, Policy, Position

Answer = TypeVar("Answer")

CRASH = "crash"
TIME_OUT = "time-out"
DIED = "died"
MISTAKES = (MissingCapability, SpecError)
"""Errors of whoever set up the match, which stop it: no deal would go better."""


class Fault(NamedTuple):
    """Why a game could not be finished: in which seat, of which kind, and in words. Nobody's where seat is None."""

    seat: int | None
    kind: str
    text: str


class PlayerFault(Exception):
    """A player failed; ``fault`` says how."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


class Supervised(Player):
    """Passes everything on to a player.

    >>> from kibitz.players.registry import player
    >>> from kibitz.games.registry import game
    >>> seated = Supervised(player("random"), seat=1)
    >>> seated.act(game("tic-tac-toe").start(), seed=1), seated.seconds > 0
    ('c1', True)
    """

    name = "supervised"

    def __init__(self, inner: Player, seat: int, move_seconds: float = 0.0) -> None:
        self.inner, self.seat, self.move_seconds = inner, seat, move_seconds
        self.watches = inner.watches  # type: ignore[misc]
        self.seconds = 0.0
        self.asked = 0.0
        """When it was last asked for a move, by the clock; 0 if never."""

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        """Sit down."""
        self._timed(lambda: self.inner.begin(game, seat, view, names))

    def see(self, event: Event) -> None:
        """Learn of a move."""
        self._timed(lambda: self.inner.see(event))

    def end(self, view: Position) -> None:
        """Leave the table."""
        self._timed(lambda: self.inner.end(view))

    def policy(self, view: Position) -> Policy:
        """As the player has it."""
        return self.inner.policy(view)

    def act(self, view: Position, seed: int = 0) -> str:
        """The move to make, within the time there is."""
        self.asked = began = perf_counter()
        try:
            if self.move_seconds:
                return self._within_limit(lambda: self.inner.act(view, seed))
            return self.inner.act(view, seed)
        except Exception as error:
            raise self._fault(error) from error
        finally:
            self.seconds += perf_counter() - began

    def _timed(self, call: Callable[[], None]) -> None:
        began = perf_counter()
        try:
            call()
        except Exception as error:
            raise self._fault(error) from error
        finally:
            self.seconds += perf_counter() - began

    def _fault(self, error: Exception) -> Exception:
        if isinstance(error, MISTAKES):
            return error
        if isinstance(error, TimeoutError):
            return PlayerFault(Fault(self.seat, TIME_OUT, f"no move within {self.move_seconds:g} seconds"))
        return PlayerFault(Fault(self.seat, CRASH, f"{type(error).__name__}: {error}"))

    def _within_limit(self, call: Callable[[], Answer]) -> Answer:
        """Interrupt a call that takes too long; where there is no alarm to set, notice it afterwards."""
        began = perf_counter()
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            before = signal.signal(signal.SIGALRM, _ring)
            try:
                signal.setitimer(signal.ITIMER_REAL, self.move_seconds)
                answer = call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        else:
            answer = call()
        if perf_counter() - began > self.move_seconds:
            raise TimeoutError
        return answer


def _ring(number: int, frame: FrameType | None) -> None:
    raise TimeoutError
