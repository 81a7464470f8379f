"""Which implementations of each search the shared tests run on: the twin, and beside it whatever must equal it.

A native search joins its list as a callable with the twin's signature.
"""

from collections.abc import Callable
from typing import Any

import native_sets
from reference.searches import best_reply, m_star, max_prob, maxn, minimax, mp_mix, offensive, paranoid, prob_maxn
from reference.searches import soft_maxn as soft

Search = Callable[..., Any]

MINIMAX: list[Search] = [minimax.root_values]
M_STAR: dict[str, list[Search]] = {
    "cautious": [m_star.cautious],
    "plain": [m_star.plain],
    "recursive": [m_star.recursive],
    "korf": [m_star.korf],
    "tie-break": [m_star.tie_break],
}
MAXN: list[Search] = [maxn.root_values]
PARANOID: list[Search] = [paranoid.root_values]
OFFENSIVE: list[Search] = [offensive.root_values]
MP_MIX: list[Search] = [mp_mix.choose]
SOFT_MAXN: list[Search] = [soft.root_sets, native_sets.soft_sets]
SOFT_MAXN_MOVES: list[Search] = [soft.best_moves, native_sets.soft_moves]
PROB_MAXN: list[Search] = [prob_maxn.root_values]
MAX_PROB: list[Search] = [max_prob.root_values]
WIN_PROBABILITIES: list[Search] = [max_prob.win_probabilities]
BRS: list[Search] = [best_reply.brs_values]
BRS_PLUS: list[Search] = [best_reply.brs_plus_values]
