"""Kibitz plays games of two or more players by reading the opponents in front of it."""

from kibitz.arena.match import match
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
from kibitz.models.model import Model
from kibitz.models.prediction import predict
from kibitz.models.registry import model
from kibitz.moved import find_moved
from kibitz.players.player import Player
from kibitz.players.registry import player, register
from kibitz.players.table import play_game
from kibitz.random import Random
from kibitz.searches.registry import search

__version__ = "0.1.0"
find_moved()

__all__ = [
    "CHANCE",
    "Event",
    "Game",
    "GameError",
    "IllegalMove",
    "KibitzError",
    "MissingCapability",
    "Model",
    "NotationError",
    "Player",
    "PolicyError",
    "Random",
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
