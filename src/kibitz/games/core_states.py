"""Any state as an object of the core: states of native games contain one, games written in Python are wrapped
(``PyGame``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from kibitz import _core
from kibitz.games.game import Game, State
from kibitz.games.native_game import NativeGame, NativeState, NativeView


def core_of(state: State) -> Any:
    """The core's object for a state; it has the searches as methods."""
    if isinstance(state, NativeState):
        return state.core
    return wrapped(state.game).position(state)


def moves_of(position: Any, codes: Iterable[int]) -> list[str]:
    """The core's moves of a state or a view as text."""
    native = isinstance(position, (NativeState, NativeView))
    write = position.game._text if native else wrapped(position.game).move_text
    return [write(code) for code in codes]


def wrapped(game: Game) -> _core.PythonGame:
    """A game written in Python, wrapped for the core. It is stored with the game, because it assigns numbers to the
    moves."""
    found = game.__dict__.get("_wrapped")
    if found is None:
        found = game.__dict__["_wrapped"] = _core.PythonGame(game)
    assert isinstance(found, _core.PythonGame)
    return found


def state_of(game: Game, core: Any) -> State:
    """The state of a game for an object of the core."""
    found: State = core.state if game.written_in_python else NativeState(cast("NativeGame", game), core)
    return found
