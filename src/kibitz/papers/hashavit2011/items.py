"""Hashavit & Markovitch, Max-Prob, 2011: Table 1, its claims, and what the paper leaves open.

What was pinned down is in ``docs/papers/hashavit2011.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kibitz.papers.by_deal import apart
from kibitz.papers.claims import DEPENDS, EXACT_RULE, RULE, Claim, Row, decided, exactly
from kibitz.papers.hashavit2011 import one_adversary, win_examples
from kibitz.papers.hashavit2011.contest_table import ROW_RULE, TABLE_RULE, one_row, table_1
from kibitz.papers.hashavit2011.contests import (
    ABALONE,
    CHINESE_CHECKERS,
    COLUMNS,
    CONTESTS,
    HEARTS,
    MAX_PROB,
    MAXN,
    MP_MIX,
    PARANOID,
    SINGLE,
    SPADES,
    Contest,
)
from kibitz.papers.hashavit2011.mix_tuning import DEALS, DEPTH_OF_TUNING, OPENINGS, tuned
from kibitz.papers.hashavit2011.victory_rows import ahead, share_rows, shares_drawn, what_was_played
from kibitz.papers.item import Findings, Item, Setting

PAPER = "hashavit2011"

PART = 0.5
"""Of the hands of Table 1, for what is asked beyond it."""

# What the paper leaves open.

USUAL = "as in Table 1"
Versions = Mapping[str, Mapping[str, str]]
"""Who plays, by version and column."""

INTERVALS_RULE = (
    f"{RULE} The claims: with values below the heuristic, or within what is reachable, Max-Prob has a larger share "
    "than with values above it, as in Table 1; and in every version it has more than each of the others."
)


def intervals(setting: Setting) -> Findings:
    """Where Max-Prob takes the final values to lie: above the heuristic, below it, or within what is reachable."""

    def versions(contest: Contest) -> Versions:
        others = {f"interval={way}": contest.player(MAX_PROB, interval=way) for way in ("down", "reachable")}
        return {name: contest.seated() | {MAX_PROB: player} for name, player in others.items()}

    return _versions_compared(setting, (HEARTS, SPADES), versions)


HEAVY = "indirect part five times"
INDIRECT_RULE = (
    f"{RULE} The claims: when everybody's heuristic has no indirect part, Max-Prob has a larger share than in Table 1, "
    "and when that part weighs five times as much a smaller one; and in every version it has more than each "
    "of the others."
)


def indirect(setting: Setting) -> Findings:
    """Whether Max-Prob does better where the indirect part of everybody's heuristic weighs less."""

    def versions(contest: Contest) -> Versions:
        heuristics = {"no indirect part": contest.direct, HEAVY: contest.heavy}
        return {name: contest.seated(own=own) for name, own in heuristics.items() if own}

    return _versions_compared(setting, (SPADES, HEARTS, ABALONE), versions)


def _versions_compared(
    setting: Setting, contests: Sequence[Contest], versions: Callable[[Contest], Versions]
) -> Findings:
    """Contests in several versions, on the same deals, and Max-Prob's share beside that in the usual version."""
    claims, shares, notes = [], [], []
    for contest in contests:
        sized, deals = contest.sized(setting), contest.times(setting, PART)
        usual = sized.played(setting, sized.seated(), deals)
        for name, players in {USUAL: sized.seated(), **versions(sized)}.items():
            points = usual if name == USUAL else sized.played(setting, players, deals)
            label = f"{contest.label}, {name}"
            shares += share_rows(label, points, setting.seed)
            if name != USUAL:
                change = apart(points.shares(MAX_PROB), usual.shares(MAX_PROB))
                claims.append(Claim(f"{label}: Max-Prob's share changes by", None, change, 0.0, name != HEAVY, "%"))
            claims += ahead(label, MAX_PROB, COLUMNS[1:], points)
            notes.append(what_was_played(label, contest, points, setting))
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), shares_drawn(shares))


TUNED_RULE = (
    f"{RULE} The claims: MP-Mix with tuned thresholds has a larger share than with those of Table 1, on the same "
    f"deals, and Max-Prob has more than it still. Thresholds are chosen by the largest share on a few deals of another "
    f"seed ({DEALS} hands at cards; {OPENINGS} openings at boards, where everybody looks {DEPTH_OF_TUNING} plies ahead "
    "while they are chosen; fewer in a quick run). Where those of Table 1 are chosen, nothing is changed and there is "
    "no first claim: it depends on the tuning."
)
UNCHANGED = f"{DEPENDS} the tuning: it chose the thresholds of Table 1"


def mp_mix_tuned(setting: Setting) -> Findings:
    """MP-Mix with thresholds chosen for each game, which the paper did not do."""
    claims, shares, unchanged, notes = [], [], [], []
    for contest in SINGLE:
        sized, deals = contest.sized(setting), contest.times(setting, PART)
        chosen = tuned(setting, sized)
        points = usual = sized.played(setting, sized.seated(), deals)
        label = f"{contest.label}, MP-Mix tuned"
        changes = f"{label}: its share changes by"
        if chosen.usual:
            unchanged.append(Row(changes, None, exactly(0, usual.deals), UNCHANGED, "%"))
        else:
            points = sized.played(setting, sized.seated() | {MP_MIX: sized.player(MP_MIX, **chosen.options)}, deals)
            claims.append(Claim(changes, None, apart(points.shares(MP_MIX), usual.shares(MP_MIX)), unit="%"))
        shares += share_rows(label, points, setting.seed)
        claims += ahead(label, MAX_PROB, (MP_MIX,), points)
        notes.append(f"{what_was_played(label, contest, points, setting)} Tuned, MP-Mix {chosen}.")
    return Findings((*shares, *decided(claims, setting.seed), *unchanged), tuple(notes), shares_drawn(shares))


# Columns that the paper lacks.

SIMULATIONS = {SPADES.label: 1000, HEARTS.label: 1000, CHINESE_CHECKERS.label: 850, ABALONE.label: 2900}
"""Of mcts in the time that Max-Prob takes for a move, as ``python -m benchmarks.equal_time`` measured it once."""
QUICK_SIMULATIONS = 200
"""On a board in a quick run, where everybody looks less far."""
MCTS = {False: "mcts(simulations={})", True: "mcts(simulations={}, rollout=greedy, depth=12)"}
"""Cards are played to their end at random; boards, whose random games hardly end, by the evaluation and not far."""
BUCKETS = {
    SPADES.label: {"buckets": 13, "low": 0, "high": 13},
    HEARTS.label: {"buckets": 26, "low": -26, "high": 0},
    CHINESE_CHECKERS.label: {"buckets": 121},
    ABALONE.label: {"buckets": 60},
}
"""soft-max^n over divisions of the evaluation: tricks, points, steps, tenths of a marble."""
MORE_RULE = (
    f"{RULE} The claims: Max-Prob has more victory points than the newcomer, and so has max^n. At cards the newcomer "
    "has the chair of MP-Mix; at boards it sits with Max-Prob and max^n."
)


def newcomers(contest: Contest) -> dict[str, str]:
    """The players that Table 1 lacks, at one game.

    soft-max^n looks a ply less far than the others at boards, where it takes too long.

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
            points = sized.played(setting, players, contest.times(setting, PART))
            label = f"{contest.label}, {name}"
            shares += share_rows(label, points, setting.seed)
            for column in (MAX_PROB, MAXN):
                claims += ahead(label, column, (name,), points)
            notes.append(f"{what_was_played(label, contest, points, setting)} The newcomer is {player}.")
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), shares_drawn(shares))


ITEMS = (
    Item(PAPER, "figure-1", "A complete tree: Max-Prob, Paranoid and MaxN", win_examples.figure_1, EXACT_RULE),
    Item(PAPER, "figure-2", "A partial tree: probabilities from intervals", win_examples.figure_2, EXACT_RULE),
    Item(
        PAPER,
        "one-adversary",
        "Abstract: with one adversary Max-Prob is minimax",
        one_adversary.one_adversary,
        one_adversary.RULE,
    ),
    Item(PAPER, "table-1", "Shares of the victory points, six games and four players", table_1, TABLE_RULE),
    *(
        Item(
            PAPER,
            contest.label.lower().replace(" ", "-"),
            f"Table 1, one row: {contest.label}",
            one_row(contest),
            ROW_RULE,
        )
        for contest in CONTESTS
    ),
    Item(PAPER, "intervals", "Left open: the interval of a value, at Hearts and Spades", intervals, INTERVALS_RULE),
    Item(PAPER, "indirect", "Section 4.2: less of an indirect part is better for Max-Prob", indirect, INDIRECT_RULE),
    Item(PAPER, "mp-mix-tuned", "Section 4.2: MP-Mix can do much better when tuned", mp_mix_tuned, TUNED_RULE),
    Item(
        PAPER, "more-columns", "Beyond the paper: best-reply, mcts at equal time, soft-max^n", more_columns, MORE_RULE
    ),
)
