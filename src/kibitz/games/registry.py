"""The games by name."""

from __future__ import annotations

import dataclasses
from typing import Any

from kibitz.errors import SpecError
from kibitz.games.checking import check_registered
from kibitz.games.game import Game
from kibitz.games.hiding import check_methods, check_views
from kibitz.published import page
from kibitz.registry import Registry
from kibitz.specs import Spec

REGISTRY: Registry[Game] = Registry(
    "game",
    {
        "abalone": "kibitz.games.abalone.rules:Abalone",
        "checkers": "kibitz.games.checkers.rules:Checkers",
        "chinese-checkers": "kibitz.games.chinese_checkers.rules:ChineseCheckers",
        "guess-it": "kibitz.games.guess_it.rules:GuessIt",
        "hearts": "kibitz.games.hearts.rules:Hearts",
        "openspiel": "kibitz.adapters.openspiel.game:SpielGame",
        "spades": "kibitz.games.spades.rules:Spades",
        "tic-tac-toe": "kibitz.games.tic_tac_toe.rules:TicTacToe",
        "tree": "kibitz.games.tree.rules:Tree",
    },
    yours="if it is your own game, register it with @kibitz.register, or load its file with --load",
)


GUIDE = "docs/writing-a-game.md"
"""The page that explains how to write a game."""


def named_alone() -> list[str]:
    """The games whose name alone is a specification. Others, such as ``openspiel(kuhn_poker)``, need an argument.

    >>> "openspiel" in named_alone(), "checkers" in named_alone()
    (False, True)
    """
    return [name for name in REGISTRY if not REGISTRY.kind(name).arguments_taken]


def register(kind: type[Game]) -> type[Game]:
    """Make a game written in Python known by its name; usable as a decorator.

    The game is checked first, on a few random playouts under its default options. A wrong answer raises a
    ``GameError``.
    """
    if not isinstance(getattr(kind, "name", None), str):
        raise SpecError(f"{kind.__name__}: set 'name', the name of the game in specifications")
    if kind.__abstractmethods__:
        raise SpecError(
            f"{kind.name}: these methods are missing: {', '.join(sorted(kind.__abstractmethods__))}. "
            f"{page(GUIDE)} says what each of them returns"
        )
    frozen = getattr(getattr(kind, "state_type", None), "__dataclass_params__", None)
    if frozen is None or not frozen.frozen:
        raise SpecError(f"{kind.name}: 'state_type' must be a dataclass with frozen=True")
    fields = [field.name for field in dataclasses.fields(kind.state_type)]  # type: ignore[arg-type]
    if fields[:1] != ["game"]:
        raise SpecError(
            f"{kind.name}: the first field of {kind.state_type.__name__} must be 'game', because a state knows its "
            f"game; the fields are {', '.join(fields) or 'none'}"
        )
    REGISTRY.require_free(kind.name, kind)
    check_methods(kind)
    check_registered(kind)
    REGISTRY.add(kind.name, kind)
    return kind


def game(spec: str | Spec | Game, **options: Any) -> Game:
    """Make a game from a specification, from keyword arguments, or both.

    >>> game("tic-tac-toe").players
    2
    """
    if isinstance(spec, Game):
        if options:
            raise SpecError("options can be given with the name of a game, not with a game object")
        return spec
    made = REGISTRY.make(spec, **options)
    if not isinstance(REGISTRY[made.name], str):  # not a game of Kibitz itself
        check_views(made)
    return made
