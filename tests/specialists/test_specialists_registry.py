"""Rows: a name is listed without loading its module, and what a row names is there."""

import subprocess
import sys

import pytest

import kibitz
from kibitz.players.person import Guide
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.registry import load_row
from kibitz.specialists import registry

LISTED = """
import sys
import kibitz.cli
from kibitz.players.registry import REGISTRY
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.specialists.registry import EVOLUTION, GUIDES
names = [*REGISTRY, *GUIDES, *MODELS, EVOLUTION]
print(*(name for name in sys.modules if name.startswith("kibitz.specialists.")))
"""
LOADED = {"kibitz.specialists.registry"}


def test_names_are_listed_without_loading_a_specialist() -> None:
    done = subprocess.run([sys.executable, "-c", LISTED], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == LOADED


def test_every_row_names_something() -> None:
    assert all(callable(load_row(row)) for row in PLAYERS.values() if isinstance(row, str))
    assert all(isinstance(registry.guide(kibitz.game(name)), Guide) for name in registry.GUIDES)
    assert callable(registry.evolution())


def test_the_usual_opponent_of_a_guide_can_sit_down() -> None:
    named = [opponent for name in registry.GUIDES if (opponent := registry.guide(kibitz.game(name)).opponent)]
    assert named
    assert all(map(kibitz.player, named))


def test_a_game_without_a_guide_has_an_empty_one() -> None:
    assert registry.guide(kibitz.game("tic-tac-toe")) == Guide()
    with pytest.raises(AttributeError):
        load_row("kibitz.specialists.registry:nothing")
