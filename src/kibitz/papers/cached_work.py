"""Work that is no match, such as learning sessions: spread over processes, and kept as it comes in."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.core_identity import core_signature
from kibitz.errors import KibitzError
from kibitz.papers.item import Setting

PACKAGE = Path(kibitz.__file__).parent
Case = tuple[Any, ...]
"""Everything that decides a piece of work, as plain values: the arguments of the function that does it."""


def spread(setting: Setting, what: str, work: Callable[..., Any], cases: Sequence[Case]) -> list[Any]:
    """What a function of a module gives for every case, in order, whatever the number of processes.

    Results are plain values, as JSON has them. With a folder each is written down when it is there, and a run that was
    stopped goes on; after a change of any source file of this package, or of the core, it begins anew.

    >>> spread(Setting(), "powers", pow, [(2, 3), (3, 2)])
    [8, 9]
    """
    known = dict(_kept(setting, work))
    missing = [case for case in dict.fromkeys(cases) if _key(case) not in known]
    done = len(cases) - len(missing)
    setting.say(what, done, len(cases))
    for case, found in _worked(work, missing, setting.jobs):
        known[_key(case)] = json.loads(json.dumps(found))
        _keep(setting, work, case, found)
        done += 1
        setting.say(what, done, len(cases))
    return [known[_key(case)] for case in cases]


def _key(case: Case) -> str:
    return json.dumps(case)


def _worked(work: Callable[..., Any], cases: Sequence[Case], jobs: int) -> Iterator[tuple[Case, Any]]:
    if jobs == 1 or len(cases) < 2:
        yield from ((case, work(*case)) for case in cases)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        waiting = {pool.submit(work, *case): case for case in cases}
        for finished in as_completed(waiting):
            yield waiting[finished], finished.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _file(setting: Setting, work: Callable[..., Any]) -> Path | None:
    """Where results of a function are kept; another core, another package or text of its module keeps its own."""
    if setting.folder is None:
        return None
    text = getattr(sys.modules[work.__module__], "__file__", None)
    described = json.dumps([work.__module__, work.__qualname__, core_signature(), sources_signature(PACKAGE)]).encode()
    described += Path(text).read_bytes() if text else b""  # a function need not be one of this package
    return setting.folder / f"{blake2b(described, digest_size=16).hexdigest()}.jsonl"


@cache
def sources_signature(package: Path) -> str:
    """A hash of all Python files below a folder: whatever a result may hang on, since nobody lists what calls what.

    >>> len(sources_signature(PACKAGE))
    32
    """
    found = blake2b(digest_size=16)
    for file in sorted(package.rglob("*.py")):
        text = file.read_bytes()
        found.update(f"{file.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()


def _kept(setting: Setting, work: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """What earlier runs wrote down; a line that was cut off is worked out again."""
    file = _file(setting, work)
    if file is None or not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            case, found = json.loads(line)
        except ValueError:
            continue
        yield json.dumps(case), found


def _keep(setting: Setting, work: Callable[..., Any], case: Case, found: Any) -> None:
    file = _file(setting, work)
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps([case, found]) + "\n")
    except OSError as error:
        raise KibitzError(f"cannot write to {file}: {error.strerror}") from None
