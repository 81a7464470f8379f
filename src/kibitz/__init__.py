"""Kibitz plays games of two or more players and learns how its opponents decide."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz.moved import find_moved

if TYPE_CHECKING:
    from kibitz.arena.league.results import LeagueResult
    from kibitz.arena.league.running import league
    from kibitz.arena.match import match
    from kibitz.arena.results import MatchResult
    from kibitz.errors import (
        GameError,
        IllegalMove,
        KibitzError,
        MissingCapability,
        NotationError,
        PolicyError,
        SpecError,
    )
    from kibitz.games.game import CHANCE, Event, Game, State
    from kibitz.games.hiding import deal_until
    from kibitz.games.perft import perft
    from kibitz.games.registry import game
    from kibitz.games.view import View
    from kibitz.learning.bayes import Bayes
    from kibitz.learning.choice_belief import ChoiceBelief
    from kibitz.models.model import Model
    from kibitz.models.prediction import predict
    from kibitz.models.registry import model
    from kibitz.players.play_game import play_game
    from kibitz.players.player import Player
    from kibitz.players.registry import player, register
    from kibitz.random import Random
    from kibitz.searches.analysis import Analysis
    from kibitz.searches.registry import search
    from kibitz.searches.search import Search
    from kibitz.wants.preference import Preference

__version__ = "0.1.0"
find_moved()

_WHERE = {
    "Analysis": "kibitz.searches.analysis",
    "Bayes": "kibitz.learning.bayes",
    "CHANCE": "kibitz.games.game",
    "ChoiceBelief": "kibitz.learning.choice_belief",
    "Event": "kibitz.games.game",
    "Game": "kibitz.games.game",
    "GameError": "kibitz.errors",
    "IllegalMove": "kibitz.errors",
    "KibitzError": "kibitz.errors",
    "LeagueResult": "kibitz.arena.league.results",
    "MatchResult": "kibitz.arena.results",
    "MissingCapability": "kibitz.errors",
    "Model": "kibitz.models.model",
    "NotationError": "kibitz.errors",
    "Player": "kibitz.players.player",
    "PolicyError": "kibitz.errors",
    "Preference": "kibitz.wants.preference",
    "Random": "kibitz.random",
    "Search": "kibitz.searches.search",
    "SpecError": "kibitz.errors",
    "State": "kibitz.games.game",
    "View": "kibitz.games.view",
    "deal_until": "kibitz.games.hiding",
    "game": "kibitz.games.registry",
    "league": "kibitz.arena.league.running",
    "match": "kibitz.arena.match",
    "model": "kibitz.models.registry",
    "perft": "kibitz.games.perft",
    "play_game": "kibitz.players.play_game",
    "player": "kibitz.players.registry",
    "predict": "kibitz.models.prediction",
    "register": "kibitz.players.registry",
    "search": "kibitz.searches.registry",
}
"""The module of every name of this package. A name is loaded when it is first used, so that the import is quick."""

__all__ = [
    "CHANCE",
    "Analysis",
    "Bayes",
    "ChoiceBelief",
    "Event",
    "Game",
    "GameError",
    "IllegalMove",
    "KibitzError",
    "LeagueResult",
    "MatchResult",
    "MissingCapability",
    "Model",
    "NotationError",
    "Player",
    "PolicyError",
    "Preference",
    "Random",
    "Search",
    "SpecError",
    "State",
    "View",
    "deal_until",
    "game",
    "league",
    "match",
    "model",
    "perft",
    "play_game",
    "player",
    "predict",
    "register",
    "search",
]


def __getattr__(name: str) -> Any:
    """Load a name of this package, or one of its modules."""
    try:
        found = getattr(import_module(_WHERE[name]), name) if name in _WHERE else import_module(f"kibitz.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"kibitz.{name}":
            raise
        raise AttributeError(f"module 'kibitz' has no attribute '{name}'") from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
