"""Loading OpenSpiel, and one of its games from a specification."""

from __future__ import annotations

from typing import Any

from kibitz.errors import SpecError, nearest
from kibitz.specs import Spec, Value

REFUSED = {
    "SIMULTANEOUS": "its players move at the same time, but in Kibitz one seat moves at a time; "
    "openspiel(turn_based_simultaneous_game(game={name})) lets them move in turn, without seeing each other's moves",
    "MEAN_FIELD": "it is a mean-field game, which has no seats",
}


def pyspiel() -> Any:
    """The package, or an error that says how to install it."""
    try:
        import pyspiel as found
    except ImportError:
        raise SpecError("this needs OpenSpiel; install it with: pip install 'kibitz[openspiel]'") from None
    return found


def load(given: Spec) -> Any:
    """Load a game of OpenSpiel; games that cannot be played here are refused with a message that says why."""
    library = pyspiel()
    if given.name not in library.registered_names():
        raise SpecError(f"openspiel has no game '{given.name}'; {nearest(given.name, library.registered_names())}")
    if given.arguments:
        raise SpecError(f"openspiel({given}): {given.name} takes parameters as name=value")
    try:
        nested = any(isinstance(value, Spec) for value in given.options.values())
        # A parameter whose value is a game can be given only as text. Other values are not, because '1' would become a
        # number.
        game = library.load_game(spelled(given)) if nested else library.load_game(given.name, dict(given.options))
    except library.SpielError as error:
        raise SpecError(f"openspiel({given}): {str(error).strip().splitlines()[0]}") from None
    kind = game.get_type()
    for dynamics, reason in REFUSED.items():
        if kind.dynamics == getattr(library.GameType.Dynamics, dynamics):
            raise SpecError(f"openspiel({given}) cannot be played here: {reason.format(name=given.name)}")
    if kind.chance_mode == library.GameType.ChanceMode.SAMPLED_STOCHASTIC and not _chance_is_listed(game):
        raise SpecError(
            f"openspiel({given}) cannot be played here: it draws chance events by itself, so no game could be repeated"
        )
    return game


def _chance_is_listed(game: Any) -> bool:
    """Whether a game wraps another one that lists its chance events: then it lists them too."""
    inner = game.get_parameters().get("game")
    if not isinstance(inner, dict):
        return False
    library = pyspiel()
    kind = library.load_game(inner["name"]).get_type()
    return bool(kind.chance_mode != library.GameType.ChanceMode.SAMPLED_STOCHASTIC)


def spelled(value: Value) -> str:
    """A specification or a value as OpenSpiel writes it.

    >>> from kibitz.specs import parse
    >>> spelled(parse("goofspiel(num_cards=4, imp_info=true)"))
    'goofspiel(num_cards=4,imp_info=True)'
    """
    if not isinstance(value, Spec):
        return str(value)
    given = ",".join(f"{name}={spelled(each)}" for name, each in value.options.items())
    return f"{value.name}({given})" if given else value.name
