"""The games by name. ``REGISTRY`` says where each lives; nothing is loaded before it is asked for."""

from __future__ import annotations

import importlib
from typing import Any

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.specs import Spec

REGISTRY: dict[str, str | type[Game]] = {
    "abalone": "kibitz.games.abalone.rules:Abalone",
    "checkers": "kibitz.games.checkers.rules:Checkers",
    "chinese-checkers": "kibitz.games.chinese_checkers.rules:ChineseCheckers",
    "guess-it": "kibitz.games.guess_it.rules:GuessIt",
    "hearts": "kibitz.games.hearts.rules:Hearts",
    "spades": "kibitz.games.spades.rules:Spades",
    "tic-tac-toe": "kibitz.games.tic_tac_toe.rules:TicTacToe",
    "tree": "kibitz.games.tree.rules:Tree",
}


def register(kind: type[Game]) -> type[Game]:
    """Make a game written in Python known by its name; usable as a decorator."""
    if not isinstance(getattr(kind, "name", None), str):
        raise SpecError(f"{kind.__name__}: set 'name', the word by which the game is known")
    if kind.__abstractmethods__:
        raise SpecError(f"{kind.name}: still to be written: {', '.join(sorted(kind.__abstractmethods__))}")
    frozen = getattr(getattr(kind, "state_type", None), "__dataclass_params__", None)
    if frozen is None or not frozen.frozen:
        raise SpecError(f"{kind.name}: 'state_type' must be a dataclass with frozen=True")
    if REGISTRY.get(kind.name, kind) is not kind and isinstance(REGISTRY[kind.name], str):
        raise SpecError(f"'{kind.name}' is the name of a game that Kibitz brings; choose another")
    REGISTRY[kind.name] = kind
    return kind


def kind(name: str) -> type[Game]:
    """Find the class of a game by its name."""
    found = REGISTRY.get(name.lower().replace("_", "-"))
    if found is None:
        raise SpecError(f"there is no game '{name}'; {nearest(name, REGISTRY)}")
    if isinstance(found, str):
        module, _, attribute = found.partition(":")
        found = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, type)
    return found


def game(spec: str | Spec | Game, **options: Any) -> Game:
    """Make a game from a specification, from keyword arguments, or both.

    >>> game("tic-tac-toe").players
    2
    """
    if isinstance(spec, Game):
        if options:
            raise SpecError("options go with a name, not with a finished game")
        return spec
    parsed = specs.parse(spec) if isinstance(spec, str) else spec
    if not isinstance(parsed, Spec):
        raise SpecError(f"a game is named by text such as 'checkers', not by {type(spec).__name__}")
    if parsed.arguments:
        alone = specs.value_text(parsed.arguments[0])
        raise SpecError(f"{parsed.name} takes options as name=value, not '{alone}' alone")
    both = parsed.options.keys() & options.keys()
    if both:
        raise SpecError(f"{parsed.name}: option '{min(both)}' is given twice")
    return kind(parsed.name)(**parsed.options, **options)
