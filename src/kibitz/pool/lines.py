"""Results of a function as JSON lines: its arguments, what it returned, and a checksum of both.

A line that is cut off, or that a disk has changed, does not count: its result is computed again. Lines of earlier
versions have no checksum.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from os import SEEK_END
from pathlib import Path
from typing import IO, Any

from kibitz.errors import KibitzError

Case = tuple[Any, ...]
"""The arguments of the function that computes a result, as plain values; they alone determine the result."""


def applied(function: Callable[..., Any]) -> Callable[[Case], Any]:
    """Turn a function of several arguments into a function of one case, for ``Work(applied, (function,))``.

    >>> applied(pow)((2, 3))
    8
    """
    return lambda case: function(*case)


class Lines:
    """A store for the results of some cases, in a file to which earlier runs may have written, or without one.

    >>> store = Lines(None, [(2, 3), (3, 2), (2, 3)])
    >>> list(store.missing())
    [[(2, 3), (3, 2)]]
    >>> store.keep([(3, 2)], [9])
    >>> list(store.missing())
    [[(2, 3)]]
    """

    def __init__(self, file: Path | None, cases: Sequence[Case]) -> None:
        self.file, self.cases = file, cases
        self._known = dict(_read(file))

    def missing(self) -> list[list[Case]]:
        """The cases that have no result yet, each once."""
        left = [case for case in dict.fromkeys(self.cases) if _key(case) not in self._known]
        return [left] if left else []

    def keep(self, cases: Sequence[Case], found: Sequence[Any]) -> None:
        """Write the results, one line for each."""
        for case, result in zip(cases, found, strict=True):
            written = json.dumps(result)
            if self.file is not None:
                key = _key(case)
                _append(self.file, f"[{key}, {written}, {_checksum(key, written)}]")
            self._known[_key(case)] = json.loads(written)

    def results(self) -> list[Any]:
        """The result of every case, as JSON values."""
        return [self._known[_key(case)] for case in self.cases]


def _key(case: Case) -> str:
    return json.dumps(case)


def _checksum(case: str, result: str) -> int:
    return zlib.crc32(f"{case} {result}".encode())


def _read(file: Path | None) -> Iterator[tuple[str, Any]]:
    """The results of earlier runs; a damaged line is skipped, and its case is computed again."""
    if file is None or not file.exists():
        return
    for line in file.read_bytes().splitlines():
        try:
            case, found, *checksum = json.loads(line)
            key = json.dumps(case)
        except (ValueError, TypeError, RecursionError):
            continue
        if checksum in ([], [_checksum(key, json.dumps(found))]):
            yield key, found


def _append(file: Path, line: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab+") as out:
            out.write(_line_end(out) + line.encode() + b"\n")
    except OSError as error:
        raise KibitzError(
            f"cannot write to {file}: {error.strerror}; everything that was finished is kept: solve this problem, "
            "then give the same command again"
        ) from None


def _line_end(file: IO[bytes]) -> bytes:
    """The line break that the last line lacks if its writer was killed; otherwise nothing."""
    if file.seek(0, SEEK_END) == 0:
        return b""
    file.seek(-1, SEEK_END)
    return b"" if file.read(1) == b"\n" else b"\n"
