"""Loads the user's own games, players and models from Python files."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError
from kibitz.games.registry import REGISTRY as GAMES
from kibitz.models.registry import REGISTRY as MODELS
from kibitz.players.registry import REGISTRY as PLAYERS
from kibitz.pool.work import Address, Backend, Found, Work, Workers


def load(file: str | Path) -> None:
    """Run a Python file, so that the games, players and models in it are registered; once in a process.

    The folder of the file is added to the end of the module path, so that the file can import its neighbours.

    >>> load("missing.py")
    Traceback (most recent call last):
    kibitz.errors.KibitzError: there is no file missing.py
    """
    path, before = Path(file), _registered()
    if not path.is_file():
        raise KibitzError(f"there is no file {file}")
    name = f"kibitz_loaded_{path.stem}"  # a name that clashes with no module: the file may be called random.py
    known = getattr(sys.modules.get(name), "__file__", None)
    if known is not None and Path(known).samefile(path):
        return
    described = importlib.util.spec_from_file_location(name, path)
    if described is None or described.loader is None:
        raise KibitzError(f"{file} is not a Python file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # not first: a neighbour called random.py must not replace the standard library's
    module = sys.modules[name] = importlib.util.module_from_spec(described)
    try:
        described.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]  # otherwise the next attempt would find it loaded
        if isinstance(error, KibitzError):
            raise type(error)(f"{file}: {error}") from error
        raise KibitzError(f"{file}: {_last_line(error, path)}{type(error).__name__}: {error}") from error
    if _registered() == before:
        raise KibitzError(f"{file} registers no game, player or model: put @kibitz.register before the class")


def _registered() -> list[dict[str, object]]:
    return [dict(GAMES), dict(PLAYERS), dict(MODELS)]


def _last_line(error: Exception, path: Path) -> str:
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if Path(step.filename) == path]
    return f"line {lines[-1]}: " if lines else ""


def loading_first(backend: Backend, files: Sequence[str]) -> Backend:
    """A backend whose workers load files before they begin.

    >>> from kibitz.pool.backends import here
    >>> with loading_first(here, ["missing.py"])(Work(getattr, ({3: "three"}, "get"))):
    ...     pass
    Traceback (most recent call last):
    kibitz.errors.KibitzError: there is no file missing.py
    """

    def prepared(work: Work[Address, Found]) -> AbstractContextManager[Workers[Address, Found]]:
        return backend(Work(_loaded, (tuple(files), work.prepare, work.arguments), work.what))

    return prepared


def _loaded(files: Sequence[str], prepare: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    for file in files:
        load(file)
    return prepare(*arguments)
