"""Kinds declare what they can do: no module but a kind's own decides by what kind something is.

A kind is any class of the package that is derived from one of the roles of the design: a game, a want, a search, a
model, a belief, a player. The roles are no kinds: any module may ask whether something is a model at all, or still a
text. Four ways to decide by kind are looked for: by class (``isinstance``, ``issubclass``, ``type``, ``match``), by an
attribute that only some kinds have (``hasattr``, ``getattr`` with a default), by a kind's name, and by an error's text.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz.games.game import Game
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.learning.belief import Belief
from kibitz.learning.learners import LEARNERS
from kibitz.models.model import Model
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.player import Player
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.registry import Registry
from kibitz.searches.registry import REGISTRY as SEARCHES
from kibitz.searches.search import Search
from kibitz.wants.registry import KINDS as WANTS
from kibitz.wants.want import Want

PACKAGE = Path(kibitz.__file__).parent
ROLES: tuple[type, ...] = (Game, Want, Search, Model, Belief, Player)
REGISTRIES: tuple[Registry[Any], ...] = (GAMES, SEARCHES, MODELS, PLAYERS)

NAMED = {"name", "game", "search", "model", "player", "want", "learner"}
"""What holds a kind's name when it is compared: ``spec.name``, ``search``, ``options["learner"]``."""
ALLOWED = {
    ("wants/mixture.py", "mixture"): "the one reader of weighted sets, for wants and for models",
}
"""Names that a module compares and that are a kind's: none of these decides what a kind can do."""


# What there is.


def below(role: type) -> Iterator[type]:
    """Every class derived from another, at any distance."""
    derived: list[type] = type.__subclasses__(role)
    for kind in derived:
        yield kind
        yield from below(kind)


@cache
def kinds() -> tuple[type, ...]:
    """The kinds that Kibitz brings."""
    for module in pkgutil.walk_packages([str(PACKAGE)], "kibitz."):
        if module.name != "kibitz._core":
            importlib.import_module(module.name)
    return tuple(kind for role in ROLES for kind in below(role) if kind.__module__.startswith("kibitz."))


def room(module: str) -> set[str]:
    """Where a kind of this module may be asked for: there, and if it is a game, in all folders of this game."""
    parts = module.split(".")
    if parts[1] == "games" and len(parts) > 3:
        return {f"games/{parts[2]}/", f"specialists/{parts[2]}/"}
    return {"/".join(parts[1:]) + ".py"}


@cache
def classes() -> dict[str, set[str]]:
    """The names of classes, and where each may be asked for."""
    found: dict[str, set[str]] = {}
    for kind in kinds():
        found.setdefault(kind.__name__, set()).update(room(kind.__module__))
    return found


@cache
def attributes() -> dict[str, set[str]]:
    """What some kinds have and their role has not, and where each may be asked for."""
    shared = {name for role in ROLES for base in role.__mro__ for name in (*vars(base), *declared(base))}
    found: dict[str, set[str]] = {}
    for kind in kinds():
        for name in {*vars(kind), *declared(kind)} - shared:
            if not name.startswith("_"):
                found.setdefault(name, set()).update(room(kind.__module__))
    return found


def declared(kind: type) -> dict[str, Any]:
    return dict(vars(kind).get("__annotations__", {}))


@cache
def names() -> dict[str, set[str]]:
    """The names by which registries know kinds, and where each may be compared."""
    rows = [(name, row) for registry in REGISTRIES for name, row in registry.items() if isinstance(row, str)]
    found: dict[str, set[str]] = {}
    for name, row in rows:
        found.setdefault(name, set()).update(room(row.partition(":")[0]))
    for name, read in WANTS.items():
        found.setdefault(name, set()).update(room(read.__module__))
    for name, learner in LEARNERS.items():
        found.setdefault(name, set()).update(room(learner.begin.__module__))
    return found


# What a module asks.


class Question(NamedTuple):
    """A place where something is decided, by what, and by which word."""

    line: int
    by: str
    word: str


def words_of_classes(node: ast.expr) -> Iterator[str]:
    """``X``, ``module.X``, ``(X, Y)`` and ``X | Y``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
        case ast.Tuple(elts=parts):
            for part in parts:
                yield from words_of_classes(part)
        case ast.BinOp(left=left, right=right):
            yield from words_of_classes(left)
            yield from words_of_classes(right)


def texts(node: ast.expr) -> Iterator[str]:
    """A text, or those in a literal collection."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from texts(part)


def holds_a_name(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr=word) | ast.Name(id=word) | ast.Subscript(slice=ast.Constant(value=str(word))):
            return word in NAMED
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(word)), *_]):
            return word in NAMED
    return False


def asks_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"


def mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


LOOKS_AT_TEXT = {"startswith", "endswith", "find", "index", "count", "match", "search", "fullmatch", "findall"}


def questions(source: str) -> Iterator[Question]:
    """Every decision in a module by a class, an attribute, a name, or the text of an error."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, asked]):
                yield from (Question(node.lineno, "class", word) for word in words_of_classes(asked))
            case ast.MatchClass(cls=asked):
                yield from (Question(asked.lineno, "class", word) for word in words_of_classes(asked))
            case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=str(word))]):
                yield Question(node.lineno, "attribute", word)
            case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(word)), _]):
                yield Question(node.lineno, "attribute", word)
            case ast.Compare(left=left, comparators=compared):
                sides = [left, *compared]
                if any(map(asks_type, sides)):
                    yield from (Question(node.lineno, "class", word) for side in sides for word in in_type(side))
                if any(map(holds_a_name, sides)):
                    yield from (Question(node.lineno, "name", text) for side in sides for text in texts(side))
            case ast.Match(subject=subject, cases=cases) if holds_a_name(subject):
                values = [part for each in cases for part in ast.walk(each.pattern) if isinstance(part, ast.MatchValue)]
                yield from (Question(part.value.lineno, "name", text) for part in values for text in texts(part.value))
            case ast.ExceptHandler(name=str(error)):
                yield from (Question(line, "error's text", error) for line in read_errors(node, error))


def in_type(side: ast.expr) -> Iterator[str]:
    """The classes in ``type(x) is X``, on the side that is not ``type(x)``."""
    return iter(()) if asks_type(side) else words_of_classes(side)


def read_errors(handler: ast.ExceptHandler, error: str) -> Iterator[int]:
    """Where a handler compares or searches the text of its error."""
    for node in ast.walk(handler):
        match node:
            case ast.Compare(left=left, comparators=compared):
                written = [each for side in (left, *compared) for each in ast.walk(side) if is_text_of(each, error)]
                if written:
                    yield node.lineno
            case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in LOOKS_AT_TEXT:
                if any(is_text_of(each, error) for side in (value, *args) for each in ast.walk(side)):
                    yield node.lineno


def is_text_of(node: ast.AST, error: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="str" | "repr"), args=[asked]) | ast.FormattedValue(value=asked):
            return mentions(asked, error)
        case ast.Attribute(value=asked, attr="args"):
            return mentions(asked, error)
    return False


def decided_elsewhere(file: str, source: str) -> list[Question]:
    """The questions of a module that only a kind's own module may ask."""
    known = {"class": classes(), "attribute": attributes(), "name": names()}
    found = []
    for question in questions(source):
        rooms = known.get(question.by, {question.word: set()}).get(question.word)
        paper = question.by == "name" and file.startswith("papers/")  # whose claims are about kinds by name
        if rooms is None or paper or (file, question.word) in ALLOWED:
            continue
        if not any(file == each or (each.endswith("/") and file.startswith(each)) for each in rooms):
            found.append(question)
    return found


FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES)
def test_no_module_but_its_own_decides_by_kind(file: str) -> None:
    found = decided_elsewhere(file, (PACKAGE / file).read_text(encoding="utf-8"))
    assert not found, f"{file}: let the kind declare what is asked here, as a capability or a method of its role"


def test_every_registered_kind_is_looked_for() -> None:
    for registry in REGISTRIES:
        for name, row in registry.items():
            if isinstance(row, str):
                assert registry.kind(name).__name__ in classes()
                assert name in names()
    assert {"Preference", "Evaluation", "Bayes", "Elimination", "Function", "Searched", "Wrapping"} <= classes().keys()
    assert {"Game", "Want", "Search", "Model", "Belief", "Player"}.isdisjoint(classes())


def test_what_is_allowed_is_still_there() -> None:
    for file, word in ALLOWED:
        asked = questions((PACKAGE / file).read_text(encoding="utf-8"))
        assert word in {question.word for question in asked}, f"{file} no longer asks for {word}: take it off the list"


WRONG = [
    ("isinstance(wanted, Preference)", "class"),
    ("isinstance(asked, (Searching, Modelled))", "class"),
    ("isinstance(asked, str | seeker.Seeker)", "class"),
    ("issubclass(kind, Wrapping)", "class"),
    ("type(asked) is Stationary", "class"),
    ("type(belief) in (Bayes, dict)", "class"),
    ("match asked:\n    case Noisy(inner=one): pass", "class"),
    ("hasattr(value, 'preferred')", ""),
    ("hasattr(game, 'sample_deal')", "attribute"),
    ("getattr(game, 'stage_end', None)", "attribute"),
    ("getattr(game, 'stage_end')", ""),
    ("search.name == 'alpha-beta'", "name"),
    ("search in ('maxn', 'm-star')", "name"),
    ("self.options['learner'] != 'elimination'", "name"),
    ("match spec.name:\n    case 'score': pass", "name"),
    ("ties == 'random'", ""),
    ("try: f()\nexcept SpecError as error:\n    if str(error).startswith('there is no'): raise", "error's text"),
    ("try: f()\nexcept SpecError as error:\n    if 'no model' in f'{error}': raise", "error's text"),
    ("try: f()\nexcept SpecError as error:\n    raise SpecError(str(error)) from None", ""),
    ("isinstance(given, Model)", ""),
]


@pytest.mark.parametrize(("source", "by"), WRONG)
def test_a_decision_by_kind_is_found(source: str, by: str) -> None:
    """In a module that is no kind's own; what decides nothing about kinds is left alone."""
    assert [question.by for question in decided_elsewhere("arena/somewhere.py", source)][:1] == ([by] if by else [])


def test_a_kinds_own_module_may_ask() -> None:
    assert not decided_elsewhere("wants/preference.py", "isinstance(other, Preference)")
    assert decided_elsewhere("wants/score.py", "isinstance(other, Preference)")
    assert not decided_elsewhere("specialists/guess_it/players.py", "isinstance(game, GuessIt)")
    assert decided_elsewhere("specialists/spades/players.py", "isinstance(game, GuessIt)")
