"""What the environments of Gymnasium and PettingZoo share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from kibitz.games.arrays import action_mask, observation, observation_size
from kibitz.games.game import CHANCE, Game
from kibitz.random import Random


def observation_and_mask(game: Game) -> Any:
    """The space of observations with a mask of the legal moves."""
    numbers: Any = game
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (observation_size(game),), np.float32),
            "action_mask": spaces.Box(0, 1, (numbers.action_count,), np.int8),
        }
    )


def observed(state: Any, seat: int) -> dict[str, Any]:
    """What a seat sees; its mask is all 0 while another seat is to move."""
    numbers: Any = state.game
    own = not state.over and state.to_move == seat
    mask = action_mask(state) if own else np.zeros(numbers.action_count, np.int8)
    return {"observation": observation(state, seat), "action_mask": mask}


def after_chance(state: Any, random: Random, told: Callable[[Any, str], None] | None = None) -> Any:
    """The position after the chance moves that come next; ``told`` is called with each of them."""
    while not state.over and state.to_move == CHANCE:
        move = random.weighted(dict(zip(state.moves(), state.game.chance(state), strict=True)))
        if told is not None:
            told(state, move)
        state = state.play(move)
    return state
