"""The players by name: those that are more than a search, every search, and every model."""

from __future__ import annotations

from typing import Any

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.models.model import KINDS, model
from kibitz.models.preference import PREFERENCES
from kibitz.players.player import Player
from kibitz.players.searching import Modelled, Searching
from kibitz.registry import Registry
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.registry import search
from kibitz.specs import Spec

REGISTRY: Registry[Player] = Registry("player", {"adaptive": "kibitz.players.adaptive:Adaptive"})


def player(spec: str | Spec | Player, **options: Any) -> Player:
    """Make a player from a specification: ``adaptive(...)``, any search, or any model.

    >>> player("maxn(own=MT)"), player("random"), player("MT_mOT")
    (kibitz.player('maxn(own=MT)'), kibitz.player('random'), kibitz.player('MT_mOT'))
    """
    if isinstance(spec, Player):
        if options:
            raise SpecError("options go with a name, not with a finished player")
        return spec
    parsed = specs.parse(spec) if isinstance(spec, str) else spec
    if parsed.name in REGISTRY:
        return REGISTRY.make(parsed, **options)
    if parsed.name.lower().replace("_", "-") in SEARCHES:
        return Searching(search(parsed, **options))
    if options:
        parsed = Spec(parsed.name, parsed.arguments, {**parsed.options, **options})
    try:
        return Modelled(model(parsed))
    except SpecError as error:
        if not str(error).startswith("there is no model"):
            raise
        known = nearest(parsed.name, [*REGISTRY, *SEARCHES, *KINDS, *PREFERENCES])
        raise SpecError(f"there is no player '{parsed.name}'; {known}") from None
