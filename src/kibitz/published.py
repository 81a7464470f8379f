"""What was published with this version: results of papers, leagues and benchmarks, and pictures."""

from __future__ import annotations

from pathlib import Path

from kibitz.errors import KibitzError

KINDS = ("results", "pictures")


def folder(kind: str) -> Path:
    """The folder with the published ``results`` or ``pictures``: in the installed package, or in a checkout's docs.

    >>> folder("results").is_dir()
    True
    """
    if kind not in KINDS:
        raise KibitzError(f"nothing called {kind!r} is published, only {' and '.join(KINDS)}")
    package = Path(__file__).parent
    for place in (package / "published_files" / kind, package.parent.parent / "docs" / kind):
        if place.is_dir():
            return place
    raise KibitzError(f"this installation does not contain the published {kind}")
