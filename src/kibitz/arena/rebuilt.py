"""Refuses player and game objects that a match cannot create again from their specification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.games.registry import game as game_named
from kibitz.models.function import name_of
from kibitz.models.model import Model
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.player import Player
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.players.registry import player as player_named
from kibitz.specs import Spec, Specified

WHY = "a match creates games and players from their specifications, again for every session and in every process"
INSTEAD = "kibitz.play_game plays an object as it is"
_IGNORED = ("seat",)  # the last seat of a player: ``begin`` sets it again


def written(given: object) -> str:
    """A game or player as text, from which it is created again: a specification, an object, or a registered function or
    class.

    >>> written(player_named("maxn(own=MT)"))
    'maxn(own=MT)'
    """
    require_rebuildable(given)
    if isinstance(given, type):
        name = getattr(given, "name", None)
        if isinstance(name, str) and any(
            name in rows and rows.kind(name) is given for rows in (GAMES, PLAYERS, MODELS)
        ):
            return name
        raise SpecError(
            f"{given.__name__} is not registered, and {WHY}. Put @kibitz.register before the class, and give its name"
        )
    if callable(given) and not isinstance(given, (str, Spec, Specified, Model)):
        name = name_of(given)
        if name is None:
            called = getattr(given, "__name__", type(given).__name__)
            raise SpecError(
                f"the function {called} is not registered, and {WHY}. Put @kibitz.register before it; then give the "
                f"function or its name, {called.strip('<>').replace('_', '-')!r}"
            )
        return name
    return str(given)


def all_written(given: object, what: str) -> tuple[str, ...]:
    """Several players as text. A single one is refused: a text is a list of letters for Python."""
    if isinstance(given, (str, Spec, Player)) or not isinstance(given, Iterable):
        raise SpecError(f"{what} is a list, also if there is only one: {what}=[{str(given)!r}, ...]")
    return tuple(map(written, given))


def require_rebuildable(given: object) -> None:
    """Refuse an object that cannot be created again from its specification.

    >>> require_rebuildable(player_named("maxn(own=MT)"))
    """
    if not isinstance(given, Specified):
        return
    kind = type(given)
    seated = given if isinstance(given, Player) else None
    registered: Any = GAMES if seated is None else PLAYERS
    own_name = seated is None or not seated.stands_for_another
    if own_name and (given.name not in registered or registered.kind(given.name) is not kind):
        raise SpecError(
            f"{kind.__name__} is not registered, and {WHY}. Put @kibitz.register before the class; {INSTEAD}"
        )
    make: Any = game_named if seated is None else player_named
    try:
        fresh = make(str(given))
    except SpecError as error:
        raise SpecError(f"{kind.__name__} cannot be made again from {str(given)!r}: {error}. {WHY}") from None
    if fresh != given:
        raise SpecError(f"{given!r} was made in code, so its specification does not describe it, but {WHY}. {INSTEAD}")
    if seated is not None and own_name:
        _require_new(seated, fresh)


def _require_new(given: Player, fresh: Player) -> None:
    """Refuse a player that has learned something, because a new one would not know it."""
    ours, new = _parts(given), _parts(fresh)
    for name in sorted({*ours, *new} - {*_IGNORED}):
        if name not in ours or name not in new or not alike(ours[name], new[name]):
            raise SpecError(
                f"{given} has changed since it was made: its {name} differs from that of a new one, but {WHY}, so "
                "everything that it has learned would be lost. Give it an option that names a file, and let it read "
                f"the file; {INSTEAD}"
            )


def alike(one: Any, other: Any, compared: frozenset[tuple[int, int]] = frozenset()) -> bool:
    """Whether two objects have equal parts. Functions and objects without readable parts count as equal.

    >>> alike({"a": [1, 2.0]}, {"a": [1, 2.0]}), alike({"a": [1]}, {"a": [2]})
    (True, False)
    """
    pair = (id(one), id(other))
    if one is other or pair in compared:
        return True
    if type(one) is not type(other):
        return False
    compared |= {pair}
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key], compared) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(alike(a, b, compared) for a, b in zip(one, other, strict=True))
    if "__eq__" in {name for kind in type(one).__mro__[:-1] for name in vars(kind)} and not isinstance(one, Player):
        return _equal(one, other)
    parts = _parts(one)
    return callable(one) or not parts or alike(parts, _parts(other), compared)


def _equal(one: Any, other: Any) -> bool:
    """Whether two values are equal; arrays are equal if all their elements are."""
    equal = one == other
    try:
        return bool(equal)
    except (TypeError, ValueError):
        return bool(equal.all())


def _parts(given: object) -> dict[str, Any]:
    """The attributes of an object, in its dictionary and in its slots."""
    return {**dict(_slots(given)), **getattr(given, "__dict__", {})}


def _slots(given: object) -> Iterator[tuple[str, Any]]:
    for kind in type(given).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(given, name):
                yield name, getattr(given, name)
