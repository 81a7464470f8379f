"""Positions as arrays: what a seat sees, and which moves are legal, for networks and other libraries.

The numbers come from ``Observed`` and ``Numbered`` (``kibitz.games.capabilities``). Here they become NumPy arrays.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import GameError
from kibitz.games.capabilities import require
from kibitz.games.game import Game
from kibitz.games.numbering import legal_numbers, numbered

Floats = NDArray[np.float32]


def observation_size(game: Game) -> int:
    """The length of an observation.

    >>> import kibitz
    >>> observation_size(kibitz.game("tic-tac-toe"))
    19
    """
    require(game, "observed")
    parts: Any = game
    return sum(prod(shape) for shape in parts.observation_parts.values())


def observation(position: Any, seat: int) -> Floats:
    """What a seat sees of a position, as one array of numbers from -1 to 1.

    The parts follow each other in the order of ``observation_parts``. The array is made from the view of the
    seat, so positions that the seat cannot distinguish give the same array.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play("a1")
    >>> observation(state, 1)[9:].astype(int).tolist()  # the other's marks, and whether it is our turn
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    game = position.game
    require(game, "observed")
    seen = position.view(seat) if hasattr(position, "view") else position
    given = game.observe(seen, seat)
    parts = []
    for name, shape in game.observation_parts.items():
        part = np.asarray(given[name], dtype=np.float32).reshape(-1)
        if part.size != prod(shape):
            raise GameError(
                f"{game}: observe returned {part.size} numbers for '{name}', but observation_parts says {shape}. "
                "Return as many numbers as the shape has."
            )
        parts.append(part)
    return np.concatenate(parts)


def observation_parts(game: Game, array: Floats) -> dict[str, Floats]:
    """The parts of an observation by name, each in its shape.

    >>> import kibitz
    >>> game = kibitz.game("tic-tac-toe")
    >>> observation_parts(game, observation(game.start().play("b1"), 1))["others"]
    array([[0., 1., 0.],
           [0., 0., 0.],
           [0., 0., 0.]], dtype=float32)
    """
    require(game, "observed")
    found, place = {}, 0
    parts: Any = game
    for name, shape in parts.observation_parts.items():
        found[name] = array[place : place + prod(shape)].reshape(shape)
        place += prod(shape)
    return found


def action_mask(position: Any) -> NDArray[np.int8]:
    """One number for each move of the game: 1 if it is legal here. All are 0 when the game is over.

    >>> import kibitz
    >>> action_mask(kibitz.game("tic-tac-toe").start().play_all("a1, b2")).tolist()
    [0, 1, 1, 1, 0, 1, 1, 1, 1]
    """
    game: Any = numbered(position.game)
    mask = np.zeros(game.action_count, dtype=np.int8)
    if not position.over:
        mask[legal_numbers(position)] = 1
    return mask
