"""Table 1 of hashavit2011: six games and four players, and what section 4.2 concludes from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.arena.intervals import estimate
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
    SPADES,
    TOURNAMENT_HEARTS,
    TOURNAMENT_SPADES,
    Contest,
    VictoryPoints,
    grouped,
)
from kibitz.papers.item import Findings, Setting
from kibitz.papers.spades_pairs import apart
from kibitz.papers.victory_rows import ahead, share_rows, shares_drawn, what_was_played

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
    shares = [each for row in rows for each in _printed_rows(row, setting.seed)]
    averages = [
        Row(f"Average: {column}", _printed_average(column), estimate(_average(rows, column), setting.seed), "", "%")
        for column in COLUMNS
    ]
    return Findings(
        (*shares, *averages, *found, *(each for row in rows for each in _shared_rows(row, setting.seed))),
        tuple(what_was_played(row.contest.label, row.contest, row.points, setting) for row in rows),
        shares_drawn([*shares, *averages]),
    )


def one_row(contest: Contest) -> Callable[[Setting], Findings]:
    """An item that runs one row of Table 1, the same games as there."""

    def work(setting: Setting) -> Findings:
        row = _played(setting, contest)
        shares = _printed_rows(row, setting.seed)
        found = decided([*_best_claims(row), *_last_claims(row)], setting.seed)
        return Findings(
            (*shares, *found, *_shared_rows(row, setting.seed)),
            (what_was_played(contest.label, contest, row.points, setting),),
            shares_drawn(shares),
        )

    return work


def _printed_rows(row: Played, seed: int) -> list[Row]:
    return share_rows(row.contest.label, row.points, seed, row.printed)


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
    return ahead(row.contest.label, MAX_PROB, COLUMNS[1:], row.points, row.printed)


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
