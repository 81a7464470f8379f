"""Every search with options so small that it can be tried on any game."""

from typing import Any

from kibitz import State
from kibitz.searches.registry import REGISTRY
from kibitz.searches.search import Search

SMALL = {"depth": 2, "simulations": 20, "worlds": 2, "buckets": 3}  # whichever of these options a search has
INNER, INNER_FEW = "maxn(depth=2)", "maxn(depth=2, nodes=1000)"
TO_THE_END = {"prob-maxn", "best-response"}  # whatever their options
AGAINST_MODELS = {
    "best-response",
    "exploit",
    "exploit-worlds",
    "is-exploit",
}  # which are told who the others are


def small(name: str, few_nodes: bool = False) -> Search:
    """With ``few_nodes`` whoever takes a limit in nodes gets one, for positions with hundreds of moves."""
    kind = REGISTRY.kind(name)
    limits = SMALL | ({"nodes": 1000} if few_nodes else {})
    options: dict[str, Any] = {
        option.name: limits[option.name] for option in kind.options_known if option.name in limits
    }
    if name in AGAINST_MODELS:
        options["others"] = "random"
    if name == "exploit":
        options["rollout"] = "others"  # simple rules of a game are not known to the same game in Python
    arguments = (INNER_FEW if few_nodes else INNER,) * getattr(kind, "arguments_taken", 0)
    return kind(*arguments, **options)


def affordable(name: str, state: State) -> bool:
    """Whether a search is done in a moment: one that looks to the end needs a position with few moves left."""
    for _ in range(9 if name in TO_THE_END else 0):
        if state.over or len(state.moves()) > 9:
            break
        state = state.play(state.moves()[0])
    return name not in TO_THE_END or state.over
