"""What was published with this version: pages, results of papers, leagues and benchmarks, and pictures."""

from __future__ import annotations

from pathlib import Path

from kibitz.errors import KibitzError

KINDS = ("results", "pictures")
PACKAGE = Path(__file__).parent
INSTALLED = "published_files"
"""The folder of an installed package that contains what is in docs/ in a checkout."""


def folder(kind: str) -> Path:
    """The folder with the published ``results`` or ``pictures``: in the installed package, or in a checkout's docs.

    >>> folder("results").is_dir()
    True
    """
    if kind not in KINDS:
        raise KibitzError(f"nothing called {kind!r} is published, only {' and '.join(KINDS)}")
    for place in (PACKAGE / INSTALLED / kind, PACKAGE.parent.parent / "docs" / kind):
        if place.is_dir():
            return place
    raise KibitzError(f"this installation does not contain the published {kind}")


def page(name: str) -> str:
    """Where you can read a page of the documentation: the installed file, or the name of the page in a checkout.

    >>> page("docs/start.md").endswith("start.md")
    True
    """
    installed = PACKAGE / INSTALLED / name.removeprefix("docs/")
    return str(installed) if installed.is_file() else name
