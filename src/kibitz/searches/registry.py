"""The searches by name."""

from __future__ import annotations

from typing import Any

from kibitz.errors import SpecError
from kibitz.registry import Registry
from kibitz.searches.search import Search
from kibitz.specs import Spec

REGISTRY: Registry[Search] = Registry(
    "search",
    {
        "best-reply": "kibitz.searches.best_reply:BestReply",
        "max-prob": "kibitz.searches.max_prob:MaxProb",
        "maxn": "kibitz.searches.maxn:MaxN",
        "mp-mix": "kibitz.searches.mp_mix:MPMix",
        "offensive": "kibitz.searches.offensive:Offensive",
        "paranoid": "kibitz.searches.paranoid:Paranoid",
    },
)


def search(spec: str | Spec | Search, **options: Any) -> Search:
    """Make a search from a specification, from keyword arguments, or both.

    >>> search("maxn(depth=4)").options["ties"]
    'left-low'
    """
    if isinstance(spec, Search):
        if options:
            raise SpecError("options go with a name, not with a finished search")
        return spec
    return REGISTRY.make(spec, **options)
