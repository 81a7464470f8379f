"""Hashavit & Markovitch, Max-Prob, 2011: Table 1, its claims, and what the paper leaves open.

What was pinned down is in ``docs/papers/hashavit2011.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import RULE, Claim, Row, decided
from kibitz.papers.contests import (
    ABALONE,
    CHINESE_CHECKERS,
    COLUMNS,
    CONTESTS,
    HEARTS,
    MAX_PROB,
    MAXN,
    MP_MIX,
    PARANOID,
    QUICK_HANDS,
    SINGLE,
    SPADES,
    TOURNAMENT_HANDS,
    TOURNAMENT_HEARTS,
    TOURNAMENT_SPADES,
    Contest,
    VictoryPoints,
    grouped,
)
from kibitz.papers.figures import columns_compared
from kibitz.papers.item import Findings, Item, Setting
from kibitz.papers.mix_tuning import tuned
from kibitz.papers.spades_pairs import apart

PAPER = "hashavit2011"

TABLE_1 = {
    CHINESE_CHECKERS: (52.0, 21.5, 24.5, 2.0),
    ABALONE: (45.7083, 5.0, 44.0417, 5.25),
    SPADES: (26.39, 25.93, 25.63, 22.05),
    HEARTS: (31.0, 26.0, 18.0, 25.0),
    TOURNAMENT_SPADES: (50.0, 16.7, 33.3, 0.0),
    TOURNAMENT_HEARTS: (75.0, 25.0, 0.0, 0.0),
}
"""Shares of the victory points, in percent, in the order of the columns."""
LAST = (CHINESE_CHECKERS, SPADES, TOURNAMENT_SPADES)
"""Where the paper's MP-Mix is last and alone there."""
AHEAD = 20.0
"""By how much Max-Prob's average is to be above that of the runner-up."""
PART = 0.5
"""Of the hands of Table 1, for what is asked beyond it."""


@dataclass(frozen=True)
class Played:
    """A contest as it was played."""

    contest: Contest
    points: VictoryPoints

    @property
    def printed(self) -> dict[str, float]:
        """What the paper has for it."""
        return dict(zip(COLUMNS, TABLE_1[self.contest], strict=True))


def _played(setting: Setting, contest: Contest) -> Played:
    """The four players of Table 1 at one game."""
    sized = contest.sized(setting)
    return Played(contest, sized.played(setting, sized.seated(), contest.times(setting)))


# Table 1.

TABLE_RULE = (
    f"{RULE} A deal is a hand, a tournament or an opening, in all its seatings. The runner-up is whoever else has the "
    "highest average; last is compared with the lowest of the others; averages, and hands with tournaments, are "
    "compared over as many groups of neighbouring deals as the smallest row has deals."
)


def table_1(setting: Setting) -> Findings:
    """All six rows, their average, and what the paper concludes from them."""
    rows = [_played(setting, contest) for contest in CONTESTS]
    by_contest = {row.contest: row for row in rows}
    claims = [claim for row in rows for claim in (*_best_claims(row), *_last_claims(row))]
    claims += [*_average_claims(rows)]
    for single, long in ((SPADES, TOURNAMENT_SPADES), (HEARTS, TOURNAMENT_HEARTS)):
        claims.append(_tournament_claim(by_contest[single], by_contest[long]))
    found = decided(claims, setting.seed)
    shares = [each for row in rows for each in _share_rows(row, setting.seed)]
    averages = [
        Row(f"Average: {column}", _printed_average(column), estimate(_average(rows, column), setting.seed), "", "%")
        for column in COLUMNS
    ]
    return Findings(
        (*shares, *averages, *found, *(each for row in rows for each in _shared_rows(row, setting.seed))),
        tuple(_note(row.contest.label, row.contest, row.points, setting) for row in rows),
        _picture([*shares, *averages]),
    )


def one_row(contest: Contest) -> Callable[[Setting], Findings]:
    """An item that runs one row of Table 1, the same games as there."""

    def work(setting: Setting) -> Findings:
        row = _played(setting, contest)
        shares = _share_rows(row, setting.seed)
        found = decided([*_best_claims(row), *_last_claims(row)], setting.seed)
        return Findings(
            (*shares, *found, *_shared_rows(row, setting.seed)),
            (_note(contest.label, contest, row.points, setting),),
            _picture(shares),
        )

    return work


def _share_rows(row: Played, seed: int) -> list[Row]:
    return _shares(row.contest.label, row.points, seed, row.printed)


def _shares(label: str, points: VictoryPoints, seed: int, printed: Mapping[str, float] | None = None) -> list[Row]:
    """Everybody's share of the victory points, beside the paper's if it has one."""
    return [
        Row(f"{label}: {column}", (printed or {}).get(column), points.share(column, seed), "", "%")
        for column in points.columns
    ]


def _shared_rows(row: Played, seed: int) -> list[Row]:
    """The other way to count, where several may win."""
    if row.contest.opening:
        return []
    return [
        Row(f"{row.contest.label}, ties shared: {column}", None, row.points.share(column, seed, shared=True), "", "%")
        for column in COLUMNS
    ]


def _best_claims(row: Played) -> list[Claim]:
    """That Max-Prob wins more than each of the others."""
    return _ahead(row.contest.label, MAX_PROB, COLUMNS[1:], row.points, row.printed)


def _ahead(
    label: str,
    first: str,
    others: Sequence[str],
    points: VictoryPoints,
    printed: Mapping[str, float] | None = None,
) -> list[Claim]:
    """That one player has more than each of these."""
    own = points.shares(first)
    return [
        Claim(
            f"{label}: {first} more than {other}, by",
            printed[first] - printed[other] if printed else None,
            apart(own, points.shares(other)),
            unit="%",
        )
        for other in others
    ]


def _last_claims(row: Played) -> list[Claim]:
    """That MP-Mix has less than whoever has least of the others."""
    if row.contest not in LAST:
        return []
    others = COLUMNS[:-1]
    lowest = min(others, key=lambda column: sum(row.points.points(column)))
    printed = min(row.printed[column] for column in others) - row.printed[MP_MIX]
    values = apart(row.points.shares(lowest), row.points.shares(MP_MIX))
    return [Claim(f"{row.contest.label}: MP-Mix is last, by", printed, values, unit="%")]


def _average(rows: Sequence[Played], column: str) -> list[float]:
    """The mean of the rows, group by group of deals."""
    groups = min(row.points.deals for row in rows)
    parts = [grouped(row.points.shares(column), groups) for row in rows]
    return [sum(part) / len(part) for part in zip(*parts, strict=True)]


def _printed_average(column: str) -> float:
    place = COLUMNS.index(column)
    return sum(printed[place] for printed in TABLE_1.values()) / len(TABLE_1)


def _average_claims(rows: Sequence[Played]) -> list[Claim]:
    averages = {column: _average(rows, column) for column in COLUMNS}
    ranked = sorted(COLUMNS[1:], key=lambda column: -sum(averages[column]))
    second, lowest = ranked[0], min((MAX_PROB, MAXN, PARANOID), key=lambda column: sum(averages[column]))
    printed = _printed_average(MAX_PROB) - _printed_average(PARANOID)
    last = _printed_average(MAXN) - _printed_average(MP_MIX)
    return [
        Claim(
            f"Average: Max-Prob more than 20 above the runner-up ({second}), by",
            printed,
            apart(averages[MAX_PROB], averages[second]),
            AHEAD,
            unit="%",
        ),
        Claim("Average: MP-Mix is last, by", last, apart(averages[lowest], averages[MP_MIX]), unit="%"),
    ]


def _tournament_claim(single: Played, long: Played) -> Claim:
    groups = min(single.points.deals, long.points.deals)
    values = apart(*(grouped(each.points.shares(MAX_PROB), groups) for each in (long, single)))
    printed = long.printed[MAX_PROB] - single.printed[MAX_PROB]
    return Claim(f"{long.contest.label}: Max-Prob more than in single hands, by", printed, values, unit="%")


def _picture(rows: Sequence[Row]) -> dict[str, str]:
    """Shares by game and player; the labels of the rows say which."""
    shown: dict[str, dict[str, tuple[float | None, Estimate]]] = {}
    for row in rows:
        game, player = row.label.split(": ")
        shown.setdefault(game, {})[player] = (row.paper, row.ours)
    return {"Shares of the victory points, the paper's and ours": columns_compared(shown, "share of victory points, %")}


def _note(label: str, contest: Contest, points: VictoryPoints, setting: Setting) -> str:
    """What was played."""
    sized = contest.sized(setting)
    what = "openings" if contest.opening else "deals"
    seatings = points.games // points.deals
    said = [
        f"{label}: {points.games:,} games, {points.deals:,} {what} in {seatings} seatings each, {sized.depth} plies"
    ]
    if contest.opening:
        said.append(
            f"after {contest.opening} random moves; {points.undecided:,} games reached the turn limit without a winner "
            f"and count for nobody, the longest decided one took {points.longest:,} moves"
        )
    if contest.game != sized.game:
        said.append(f"a quick run has {QUICK_HANDS} hands a tournament where the full one has {TOURNAMENT_HANDS}")
    if contest.depth != sized.depth:
        said.append(f"a quick run looks less far than the full one, which looks {contest.depth} plies ahead")
    return f"{'; '.join(said)}."


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
            shares += _shares(label, points, setting.seed)
            if name != USUAL:
                change = apart(points.shares(MAX_PROB), usual.shares(MAX_PROB))
                claims.append(Claim(f"{label}: Max-Prob's share changes by", None, change, 0.0, name != HEAVY, "%"))
            claims += _ahead(label, MAX_PROB, COLUMNS[1:], points)
            notes.append(_note(label, contest, points, setting))
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), _picture(shares))


TUNED_RULE = (
    f"{RULE} The claims: MP-Mix with tuned thresholds has a larger share than with those of Table 1, on the same "
    "deals, and Max-Prob has more than it still. Thresholds are chosen by the largest share on deals of another seed."
)


def mp_mix_tuned(setting: Setting) -> Findings:
    """MP-Mix with thresholds chosen for each game, which the paper did not do."""
    claims, shares, notes = [], [], []
    for contest in SINGLE:
        sized, deals = contest.sized(setting), contest.times(setting, PART)
        chosen = tuned(setting, sized)
        usual = sized.played(setting, sized.seated(), deals)
        points = sized.played(setting, sized.seated() | {MP_MIX: sized.player(MP_MIX, **chosen.options)}, deals)
        label = f"{contest.label}, MP-Mix tuned"
        shares += _shares(label, points, setting.seed)
        change = apart(points.shares(MP_MIX), usual.shares(MP_MIX))
        claims.append(Claim(f"{label}: its share changes by", None, change, unit="%"))
        claims += _ahead(label, MAX_PROB, (MP_MIX,), points)
        notes.append(f"{_note(label, contest, points, setting)} Tuned, MP-Mix {chosen}.")
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), _picture(shares))


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
            shares += _shares(label, points, setting.seed)
            for column in (MAX_PROB, MAXN):
                claims += _ahead(label, column, (name,), points)
            notes.append(f"{_note(label, contest, points, setting)} The newcomer is {player}.")
    return Findings((*shares, *decided(claims, setting.seed)), tuple(notes), _picture(shares))


ITEMS = (
    Item(PAPER, "table-1", "Shares of the victory points, six games and four players", table_1, TABLE_RULE),
    *(
        Item(PAPER, contest.label.lower().replace(" ", "-"), f"Table 1, one row: {contest.label}", one_row(contest))
        for contest in CONTESTS
    ),
    Item(PAPER, "intervals", "Left open: the interval of a value, at Hearts and Spades", intervals, INTERVALS_RULE),
    Item(PAPER, "indirect", "Section 4.2: less of an indirect part is better for Max-Prob", indirect, INDIRECT_RULE),
    Item(PAPER, "mp-mix-tuned", "Section 4.2: MP-Mix can do much better when tuned", mp_mix_tuned, TUNED_RULE),
    Item(
        PAPER, "more-columns", "Beyond the paper: best-reply, mcts at equal time, soft-max^n", more_columns, MORE_RULE
    ),
)
