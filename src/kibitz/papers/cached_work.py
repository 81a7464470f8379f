"""Work other than matches, such as learning sessions. The pool does it, and each result is stored as it arrives."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.core_identity import core_signature
from kibitz.papers.item import Setting
from kibitz.pool.backends import PROCESSES
from kibitz.pool.lines import Case, Lines, applied
from kibitz.pool.resuming import finish
from kibitz.pool.work import Work

PACKAGE = Path(kibitz.__file__).parent


def spread(setting: Setting, what: str, work: Callable[..., Any], cases: Sequence[Case]) -> list[Any]:
    """The results of a function for all cases, in order; they do not depend on the number of processes.

    Results are plain JSON values. With a folder, each result is stored at once, and a run that was stopped
    continues. It starts again if any source file of this package, or the core, has changed.

    >>> spread(Setting(), "powers", pow, [(2, 3), (3, 2)])
    [8, 9]
    """
    store = Lines(_file(setting, work), cases)
    missing = sum(map(len, store.missing()))
    done = len(cases) - missing
    setting.say(what, done, len(cases))

    def watch(finished: Sequence[Case], _: Sequence[Any]) -> None:
        nonlocal done
        done += len(finished)
        setting.say(what, done, len(cases))

    single = missing == 1 and setting.backend == PROCESSES
    finish(Work(applied, (work,)), store, (setting.alone if single else setting).workers, size=1, watch=watch)
    return store.results()


def _file(setting: Setting, work: Callable[..., Any]) -> Path | None:
    """The file for the results of a function; it differs if the core, the package or the module changes."""
    if setting.folder is None:
        return None
    text = getattr(sys.modules[work.__module__], "__file__", None)
    described = json.dumps([work.__module__, work.__qualname__, core_signature(), sources_signature(PACKAGE)]).encode()
    described += Path(text).read_bytes() if text else b""  # a function need not be one of this package
    return setting.folder / f"{blake2b(described, digest_size=16).hexdigest()}.jsonl"


@cache
def sources_signature(package: Path) -> str:
    """A hash of all Python files below a folder: a result may depend on any of them.

    >>> len(sources_signature(PACKAGE))
    32
    """
    found = blake2b(digest_size=16)
    for file in sorted(package.rglob("*.py")):
        text = file.read_bytes()
        found.update(f"{file.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()
