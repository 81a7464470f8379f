"""Players by name: classes of players such as ``adaptive``, every search, and every model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from kibitz import specs
from kibitz.errors import SpecError, nearest_in_groups
from kibitz.games.game import Game
from kibitz.games.registry import register as register_game
from kibitz.models.function import registered
from kibitz.models.model import Model
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.models.registry import UnknownModel, model, model_groups
from kibitz.models.registry import register as register_model
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
        "bayes-reader": "kibitz.specialists.guess_it.players:BayesReader",
        "bids": "kibitz.specialists.spades.bidder:Bidder",
        "changing": "kibitz.players.changing:Changing",
        "equilibrium": "kibitz.specialists.guess_it.players:EquilibriumPlayer",
        "network": "kibitz.specialists.guess_it.network_player:NetworkPlayer",
        "openspiel-bot": "kibitz.adapters.openspiel.bots:BotPlayer",
        "repaying": "kibitz.players.repaying:Repaying",
        "win-stay": "kibitz.players.win_stay:WinStay",
    },
)


def register(kind: Kind) -> Kind:
    """Register a game, a player or a model written in Python under its name; usable as a decorator.

    A function from a view to the probability of every move is registered as a model.

    >>> @register
    ... class First(Player):
    ...     name = "first"
    ...     def policy(self, view):
    ...         return {view.moves()[0]: 1.0}
    >>> player("first")
    kibitz.player('first')
    >>> @register
    ... def last(view):
    ...     return {view.moves()[-1]: 1.0}
    >>> player("last")
    kibitz.player('last')
    """
    if not isinstance(kind, type):
        if not callable(kind):
            raise SpecError(f"{kind!r} is neither a class nor a function of a view")
        made = registered(kind)
        _check_free(made)
        register_model(made)
    elif issubclass(kind, Game):
        register_game(kind)
    elif issubclass(kind, Model):
        _check_free(kind)
        register_model(kind)
    elif issubclass(kind, Player):
        _check_free(kind)
        REGISTRY.add(kind.name, kind)
    else:
        raise SpecError(
            f"{kind.__name__} is not a game, player or model: derive it from kibitz.Game, kibitz.Player or kibitz.Model"
        )
    return kind


def _check_free(kind: type[Player] | type[Model]) -> None:
    if not isinstance(getattr(kind, "name", None), str):
        raise SpecError(f"{kind.__name__}: set 'name', the name in specifications")
    if kind.name in SEARCHES:
        raise SpecError(f"'{kind.name}' is the name of a built-in search; choose another")
    others: list[Mapping[str, object]] = [MODELS] if issubclass(kind, Player) else [REGISTRY]
    if any(isinstance(rows.get(kind.name), str) for rows in others):
        raise SpecError(f"'{kind.name}' is a built-in name of Kibitz; choose another")


def player(spec: object, **options: Any) -> Player:
    """Make a player from a specification: ``adaptive(...)``, any search, or any model, including functions and files.

    >>> player("maxn(own=MT)"), player("random"), player("MT_mOT")
    (kibitz.player('maxn(own=most-tricks)'), kibitz.player('random'), kibitz.player('most-tricks_fewest-overtricks'))
    """
    if isinstance(spec, Player):
        if options:
            raise SpecError("options can be given with the name of a player, not with a player object")
        return spec
    if not isinstance(spec, (str, Spec)) or (isinstance(spec, str) and spec.endswith(".json")):
        if options:
            raise SpecError("options can be given with the name of a model, not with a model object or a file")
        return Modelled(model(spec))
    parsed = specs.parse(spec) if isinstance(spec, str) else spec
    if spelled(parsed.name) in REGISTRY:
        return REGISTRY.make(parsed, **options)
    if spelled(parsed.name) in SEARCHES:
        return Searching(search(parsed, **options))
    if options:
        parsed = Spec(parsed.name, parsed.arguments, {**parsed.options, **options})
    try:
        return Modelled(model(parsed))
    except UnknownModel:
        groups: dict[str, Iterable[str]] = {
            "players that learn or change": REGISTRY,
            "searches": SEARCHES,
            **model_groups(),
        }
        known = nearest_in_groups(parsed.name, groups, "kibitz players")
        raise SpecError(f"there is no player '{parsed.name}'; {known}") from None
