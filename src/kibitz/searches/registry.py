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
        "alpha-beta": "kibitz.searches.alpha_beta:AlphaBeta",
        "best-reply": "kibitz.searches.best_reply:BestReply",
        "best-response": "kibitz.replies.best_response:BestResponse",
        "clipped-minimax": "kibitz.searches.clipped_minimax:ClippedMinimax",
        "exploit": "kibitz.replies.exploit:Exploit",
        "exploit-worlds": "kibitz.replies.exploit_worlds:ExploitWorlds",
        "greedy": "kibitz.searches.greedy:Greedy",
        "hidden-mcts": "kibitz.searches.hidden_mcts:HiddenMcts",
        "is-exploit": "kibitz.replies.is_exploit:IsExploit",
        "is-mcts": "kibitz.searches.is_mcts:IsMcts",
        "m-star": "kibitz.searches.m_star:MStar",
        "m-star-with": "kibitz.searches.m_star_with:MStarWith",
        "max-prob": "kibitz.searches.max_prob:MaxProb",
        "maxn": "kibitz.searches.maxn:MaxN",
        "mcts": "kibitz.searches.mcts:Mcts",
        "mp-mix": "kibitz.searches.mp_mix:MPMix",
        "offensive": "kibitz.searches.offensive:Offensive",
        "paranoid": "kibitz.searches.paranoid:Paranoid",
        "prob-maxn": "kibitz.searches.prob_maxn:ProbMaxN",
        "random": "kibitz.searches.random:RandomMoves",
        "safe": "kibitz.searches.safe:Safe",
        "sampled": "kibitz.searches.sampled:Sampled",
        "soft-maxn": "kibitz.searches.soft_maxn:SoftMaxN",
    },
)


def search(spec: str | Spec | Search, **options: Any) -> Search:
    """Make a search from a specification, from keyword arguments, or both.

    >>> search("maxn(depth=4)").options["ties"]
    'left-low'
    """
    if isinstance(spec, Search):
        if options:
            raise SpecError("options can be given with the name of a search, not with a search object")
        return spec
    return REGISTRY.make(spec, **options)
