"""The players by name: those that are more than a search, every search, and every model."""

from __future__ import annotations

from typing import Any, TypeVar

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.games.registry import register as register_game
from kibitz.models.model import KINDS, model
from kibitz.models.preference import PREFERENCES
from kibitz.players.player import Player
from kibitz.players.searching import Modelled, Searching
from kibitz.registry import Registry, spelled
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.registry import search
from kibitz.specs import Spec

Kind = TypeVar("Kind")

REGISTRY: Registry[Player] = Registry(
    "player",
    {
        "adaptive": "kibitz.players.adaptive:Adaptive",
        "bayes-reader": "kibitz.players.guess_it:BayesReader",
        "bids": "kibitz.players.bidder:Bidder",
        "equilibrium": "kibitz.players.guess_it:EquilibriumPlayer",
        "network": "kibitz.players.network:NetworkPlayer",
    },
)


def register(kind: type[Kind]) -> type[Kind]:
    """Make a game or a player written in Python known by its name; usable as a decorator.

    >>> @register
    ... class First(Player):
    ...     name = "first"
    ...     def policy(self, view):
    ...         return {view.moves()[0]: 1.0}
    >>> player("first")
    kibitz.player('first')
    """
    if issubclass(kind, Game):
        register_game(kind)
        return kind
    if not issubclass(kind, Player):
        raise SpecError(f"{kind.__name__} is neither a game nor a player: derive it from kibitz.Game or kibitz.Player")
    if not isinstance(getattr(kind, "name", None), str):
        raise SpecError(f"{kind.__name__}: set 'name', the word by which the player is known")
    if kind.name in SEARCHES:
        raise SpecError(f"'{kind.name}' is the name of a search that Kibitz brings; choose another")
    REGISTRY.add(kind.name, kind)
    return kind


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
    if spelled(parsed.name) in REGISTRY:
        return REGISTRY.make(parsed, **options)
    if spelled(parsed.name) in SEARCHES:
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
