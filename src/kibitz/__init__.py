"""Kibitz plays games of two or more players by reading the opponents in front of it."""

from kibitz.errors import IllegalMove, KibitzError, MissingCapability, NotationError, SpecError
from kibitz.games import CHANCE, Event, Game, State, View, game, perft, register
from kibitz.random import Random

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Event",
    "Game",
    "IllegalMove",
    "KibitzError",
    "MissingCapability",
    "NotationError",
    "Random",
    "SpecError",
    "State",
    "View",
    "game",
    "perft",
    "register",
]
