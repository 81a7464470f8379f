"""Columns that Table 1 of hashavit2011 lacks: best-reply, mcts at equal time, soft-max^n."""

from __future__ import annotations

from dataclasses import replace

from kibitz.papers.claims import decided
from kibitz.papers.hashavit2011.contests import (
    ABALONE,
    CHINESE_CHECKERS,
    HEARTS,
    MAX_PROB,
    MAXN,
    PARANOID,
    SINGLE,
    SPADES,
    Contest,
)
from kibitz.papers.hashavit2011.victory_rows import ahead, share_rows, shares_drawn, what_was_played
from kibitz.papers.item import Findings, Setting

SIMULATIONS = {SPADES.label: 1000, HEARTS.label: 1000, CHINESE_CHECKERS.label: 850, ABALONE.label: 2900}
"""Simulations of mcts in the time of a Max-Prob move, measured by ``python -m benchmarks.equal_time``."""
QUICK_SIMULATIONS = 200
"""Simulations at board games in a quick run, in which all players search less deep."""
MCTS = {False: "mcts(simulations={})", True: "mcts(simulations={}, rollout=greedy, depth=12)"}
"""Rollouts: random to the end for cards; short and by evaluation for boards, where random games hardly end."""
BUCKETS = {
    SPADES.label: {"buckets": 13, "low": 0, "high": 13},
    HEARTS.label: {"buckets": 26, "low": -26, "high": 0},
    CHINESE_CHECKERS.label: {"buckets": 121},
    ABALONE.label: {"buckets": 60},
}
"""soft-max^n over divisions of the evaluation: tricks, points, steps, tenths of a marble."""
MORE_RULE = (
    "There is no verdict: the paper does not have these algorithms. The findings are how many more victory points "
    "Max-Prob and max^n have than the new algorithm. At cards it replaces MP-Mix; at boards it plays with "
    "Max-Prob and max^n. Intervals count a deal or an opening as one observation."
)


def newcomers(contest: Contest) -> dict[str, str]:
    """The players that Table 1 lacks, at one game.

    In board games, soft-max^n takes too long, so it searches one ply less than the others.

    >>> newcomers(SPADES)["mcts"], newcomers(CHINESE_CHECKERS)["best-reply"]
    ('mcts(simulations=1000)', 'best-reply(depth=4, heuristic_ties=true, line=false)')
    >>> newcomers(ABALONE)["soft-max^n"]
    'soft-maxn(depth=3, buckets=60, heuristic_ties=true)'
    """
    shallow = replace(contest, depth=max(1, contest.depth - (contest.opening > 0)))
    ordered = {} if contest.opening else {"order": "preserved"}
    simulations = QUICK_SIMULATIONS if contest.depth == contest.quick_depth else SIMULATIONS[contest.label]
    return {
        "best-reply": contest.searched("best-reply", **ordered, heuristic_ties="true", line="false"),
        "mcts": MCTS[contest.opening > 0].format(simulations),
        "soft-max^n": shallow.searched("soft-maxn", **BUCKETS[contest.label], heuristic_ties="true"),
    }


def more_columns(setting: Setting) -> Findings:
    """Best-reply, Monte Carlo tree search and soft-max^n beside Max-Prob and max^n."""
    claims, shares, notes = [], [], []
    for contest in SINGLE:
        sized = contest.sized(setting)
        beside = (MAX_PROB, MAXN) if contest.opening else (MAX_PROB, MAXN, PARANOID)
        for name, player in newcomers(sized).items():
            players = {column: sized.player(column) for column in beside} | {name: player}
            points = sized.played(setting, players, contest.times_beyond(setting))
            label = f"{contest.label}, {name}"
            shares += share_rows(label, points, setting.seed)
            for column in (MAX_PROB, MAXN):
                claims += ahead(label, column, (name,), points, finding=True)
            notes.append(f"{what_was_played(label, contest, points, setting)} The newcomer is {player}.")
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), shares_drawn(shares))
