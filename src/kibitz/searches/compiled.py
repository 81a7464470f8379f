"""The behaviour of a player in a form that the core can run in simulated games, without calling Python."""

from __future__ import annotations

from typing import NamedTuple

from kibitz import _core


class Compiled(NamedTuple):
    """A behaviour for one seat of one game. It is ``light`` if it does not search, so that it is fast enough for
    simulated games. It is ``endless`` if it searches to the end of the game."""

    behaviour: _core.Behaviour
    light: bool
    endless: bool = False


def one_of(parts: list[tuple[float, Compiled | None]]) -> Compiled | None:
    """Follow one of several behaviours, drawn at every move by shares that sum to one; None if one is not compiled."""
    known = [(share, part) for share, part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if len(known) == 1:
        return known[0][1]
    mixture = _core.Behaviour.mixture([(share, part.behaviour) for share, part in known])
    light, endless = all(part.light for _, part in known), any(part.endless for _, part in known)
    return Compiled(mixture, light, endless)


ANY_MOVE = Compiled(_core.Behaviour.random(), True)
