"""Which implementations of each search the shared tests run on: the twin, and beside it whatever must equal it.

A native search joins its list as a callable with the twin's signature.
"""

from collections.abc import Callable
from typing import Any

from reference.searches import best_reply, m_star, max_prob, maxn, minimax, mp_mix, offensive, paranoid, prob_maxn
from reference.searches import soft_maxn as soft

from support import native_many_player_searches as native
from support import native_outcome_set_searches as native_sets
from support import native_two_player_searches as native_two_players

Search = Callable[..., Any]

MINIMAX: list[Search] = [minimax.root_values, native_two_players.alpha_beta]
M_STAR: dict[str, list[Search]] = {
    "cautious": [m_star.cautious],
    "plain": [m_star.plain],
    "recursive": [m_star.recursive],
    "korf": [m_star.korf],
    "tie-break": [m_star.tie_break],
}
for variant, searches in M_STAR.items():
    searches.append(native_two_players.m_star(variant))
MAXN: list[Search] = [maxn.root_values, native.maxn]
PARANOID: list[Search] = [paranoid.root_values, native.paranoid]
OFFENSIVE: list[Search] = [offensive.root_values, native.offensive]
MP_MIX: list[Search] = [mp_mix.choose, native.mp_mix]
SOFT_MAXN: list[Search] = [soft.root_sets, native_sets.soft_sets]
SOFT_MAXN_MOVES: list[Search] = [soft.best_moves, native_sets.soft_moves]
PROB_MAXN: list[Search] = [prob_maxn.root_values, native_sets.prob_values]
MAX_PROB: list[Search] = [max_prob.root_values, native.max_prob]
WIN_PROBABILITIES: list[Search] = [
    max_prob.win_probabilities,
    native.win_probabilities,
    native.win_probabilities_piecewise,
]
BRS: list[Search] = [best_reply.brs_values, native.best_reply("free")]
BRS_PLUS: list[Search] = [best_reply.brs_plus_values, native.best_reply("preserved")]
