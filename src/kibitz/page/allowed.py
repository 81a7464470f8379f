"""Which specifications the web may ask for: known names, bounded numbers, no files.

A specification is parsed and checked before anything is made from it, because making a player may open a file.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from kibitz import specs
from kibitz.errors import SpecError, nearest
from kibitz.games.game import Game
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.games.registry import game as game_named
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.page.limits import SPECIFIED, Limits
from kibitz.page.strings import say
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.registry import spelled
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.specs import Option, Spec, value_text
from kibitz.wants.registry import NAMES as WANTS
from kibitz.words import in_letters

FILES = frozenset({"file", "memory", "load"})
"""Options that name a file."""
WRITTEN = frozenset({"json"})
"""Options that take a long text: a tree that somebody typed in."""
MOST_LISTED, DEEPEST, LARGEST = 24, 5, 1e9
_WORD = re.compile(r"[A-Za-z][\w^*-]{0,60}\Z", re.ASCII)  # no dot and no slash: nothing that could be a path


def allowed_game(text: str, limits: Limits) -> Game:
    """The game of a specification from the web.

    >>> allowed_game("checkers", Limits())
    kibitz.game('checkers')
    >>> allowed_game("tree(file=secrets.json)", Limits())
    Traceback (most recent call last):
    kibitz.errors.SpecError: tree: the page reads no files, so 'file' cannot be given here
    """
    spec = _read(text, limits.tree)
    if spelled(spec.name) not in GAMES:
        raise SpecError(say("no_game", name=spec.name, known=nearest(spec.name, GAMES)))
    known = {option.name: option for option in GAMES.kind(spec.name).options_known}
    _check_options(spec, known, limits)
    made = game_named(spec)
    if made.players < 1:
        raise SpecError(say("no_seats", game=made))
    return made


def allowed_player(text: str, limits: Limits) -> Spec:
    """The specification of a player or a search from the web, after it was checked.

    >>> str(allowed_player("mcts(simulations=200)", Limits()))
    'mcts(simulations=200)'
    >>> allowed_player("mcts(simulations=1000000)", Limits())
    Traceback (most recent call last):
    kibitz.errors.SpecError: mcts: simulations=1000000 is too much for the page, which takes at most 20000
    """
    spec = _read(text, limits.spec)
    _check(spec, limits, 0)
    return spec


def _read(text: str, longest: int) -> Spec:
    if len(text) > longest:
        raise SpecError(say("spec_too_long", count=len(text), most=longest))
    return specs.parse(text)


def _check(spec: Spec, limits: Limits, depth: int) -> None:
    if depth > DEEPEST:
        raise SpecError(say("spec_too_deep", most=DEEPEST))
    _check_name(spec.name)
    _check_options(spec, _options_of(spec.name), limits, depth)
    for value in spec.arguments:
        _check_value(spec.name, value, limits, depth)


def _options_of(name: str) -> dict[str, Option] | None:
    """The options of a player or a search; None if the name is that of a model or a preference, which check their own
    options.
    """
    for registry in (PLAYERS, SEARCHES):
        if spelled(name) in registry:
            return {option.name: option for option in registry.kind(name).options_known}
    return None


def _check_name(name: str) -> None:
    if not _WORD.match(name):
        raise SpecError(say("not_a_name", name=repr(name[:40])))
    known = {*PLAYERS, *SEARCHES, *MODELS, *map(in_letters, WANTS), *WANTS, "none"}
    if spelled(name) not in known and not all(in_letters(part) in known for part in name.split("_")):
        raise SpecError(say("no_player", name=name))


def _check_options(spec: Spec, known: dict[str, Option] | None, limits: Limits, depth: int = 0) -> None:
    for name, value in spec.options.items():
        if name in FILES:
            raise SpecError(say("no_files", owner=spec.name, option=name))
        option = known.get(name) if known is not None else None
        if known is not None and option is None:
            offered = nearest(name, [each for each in known if each not in FILES])
            raise SpecError(say("no_option", owner=spec.name, option=name, known=offered))
        if name in WRITTEN and isinstance(value, str):
            continue
        if option is not None and option.choices and value in option.choices:
            continue
        most = SPECIFIED.get(name)
        if most is not None and _is_number(value) and value > most:
            raise SpecError(say("too_much", owner=spec.name, option=name, value=value_text(value), most=most))
        if most is not None and value == "none":
            raise SpecError(say("no_limit", owner=spec.name, option=name, most=most))
        _check_value(spec.name, value, limits, depth)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _check_value(owner: str, value: Any, limits: Limits, depth: int) -> None:
    if isinstance(value, Spec):
        _check(value, limits, depth + 1)
    elif isinstance(value, (list, tuple)):
        if len(value) > MOST_LISTED:
            raise SpecError(say("list_too_long", owner=owner, count=len(value), most=MOST_LISTED))
        for each in value:
            _check_value(owner, each, limits, depth + 1)
    elif isinstance(value, str):
        if value:
            _check_name(value)
    elif _is_number(value) and not (isfinite(value) and abs(value) <= LARGEST):
        raise SpecError(say("too_large", owner=owner, value=value_text(value)))
