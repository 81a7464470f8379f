"""The papers by name, and the items of each."""

from __future__ import annotations

import importlib

from kibitz.errors import ArgumentError, nearest
from kibitz.papers.item import Item

PAPERS = {
    "carmel1993": "kibitz.papers.carmel1993.items",
    "sturtevant2006": "kibitz.papers.sturtevant2006.items",
    "lockett2007": "kibitz.papers.lockett2007.items",
    "hashavit2011": "kibitz.papers.hashavit2011.items",
}
"""Modules with ``ITEMS``, loaded when asked for."""


def items(paper: str) -> dict[str, Item]:
    """The items of a paper by name.

    >>> "table-2" in items("sturtevant2006")
    True
    >>> items("table-4")
    Traceback (most recent call last):
    kibitz.errors.ArgumentError: there is no paper 'table-4'; name its paper first: sturtevant2006 table-4
    """
    if paper not in PAPERS:
        owners = [name for name in PAPERS if paper in items(name)]
        advice = (
            f"name its paper first: {' or '.join(f'{name} {paper}' for name in owners)}"
            if owners
            else nearest(paper, PAPERS)
        )
        raise ArgumentError(f"there is no paper '{paper}'; {advice}")
    found: tuple[Item, ...] = importlib.import_module(PAPERS[paper]).ITEMS
    return {item.name: item for item in found}


def item(paper: str, name: str) -> Item:
    """One item of a paper.

    >>> item("sturtevant2006", "table-2").paper
    'sturtevant2006'
    """
    known = items(paper)
    if name not in known:
        raise ArgumentError(f"{paper} has no item '{name}'; {nearest(name, known)}")
    return known[name]
