"""Kibitz plays games of two or more players and learns how its opponents decide."""

from typing import TYPE_CHECKING, Any

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
from kibitz.games.perft import perft
from kibitz.games.registry import game
from kibitz.games.view import View
from kibitz.learning.bayes import Bayes
from kibitz.models.model import Model
from kibitz.models.prediction import predict
from kibitz.models.registry import model
from kibitz.moved import find_moved
from kibitz.players.play_game import play_game
from kibitz.players.player import Player
from kibitz.players.registry import player, register
from kibitz.random import Random
from kibitz.searches.analysis import Analysis
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.wants.preference import Preference

if TYPE_CHECKING:
    from kibitz.learning.choice_belief import ChoiceBelief

__version__ = "0.1.0"
find_moved()

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
    "game",
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
    if name == "ChoiceBelief":  # needs NumPy, which takes longer to load than all the rest
        from kibitz.learning.choice_belief import ChoiceBelief

        return ChoiceBelief
    raise AttributeError(f"module 'kibitz' has no attribute '{name}'")
