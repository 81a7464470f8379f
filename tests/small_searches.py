"""Every search with options so small that it can be tried on any game."""

from kibitz.searches.registry import REGISTRY
from kibitz.searches.search import Search

SMALL = {"depth": 2, "simulations": 20, "worlds": 2}  # whichever of these options a search has
INNER = "maxn(depth=2)"


def small(name: str) -> Search:
    kind = REGISTRY.kind(name)
    options = {option.name: SMALL[option.name] for option in kind.options_known if option.name in SMALL}
    arguments = (INNER,) * getattr(kind, "arguments_taken", 0)
    return kind(*arguments, **options)
