"""Table 1 of hashavit2011: six games and four players, and what section 4.2 concludes from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.arena.intervals import estimate
from kibitz.papers.claims import FAILS, HOLDS, INCONCLUSIVE, RULE, Claim, Row, decided, exactly
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
    SPADES,
    TOURNAMENT_HEARTS,
    TOURNAMENT_SPADES,
    Contest,
    VictoryPoints,
    grouped,
)
from kibitz.papers.hashavit2011.victory_rows import ahead, share_rows, shares_drawn, what_was_played
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import apart

TABLE_1 = {
    CHINESE_CHECKERS: (52.0, 21.5, 24.5, 2.0),
    ABALONE: (45.7083, 5.0, 44.0417, 5.25),
    SPADES: (26.39, 25.93, 25.63, 22.05),
    HEARTS: (31.0, 26.0, 18.0, 25.0),
    TOURNAMENT_SPADES: (50.0, 16.7, 33.3, 0.0),
    TOURNAMENT_HEARTS: (75.0, 25.0, 0.0, 0.0),
}
"""Shares of the victory points, in percent, in the order of the columns."""
LAST = (CHINESE_CHECKERS, SPADES, TOURNAMENT_SPADES, TOURNAMENT_HEARTS)
"""The rows in which MP-Mix is last in the paper; in tournaments of Hearts it shares the last place with Paranoid."""
MOST = len(TABLE_1) // 2 + 1
"""The number of rows that counts as most of them."""
AHEAD = 20.0
"""The paper's claim: Max-Prob's average is at least this much above every other average."""
BETTER = (
    (CHINESE_CHECKERS, ABALONE),
    (CHINESE_CHECKERS, SPADES),
    (CHINESE_CHECKERS, HEARTS),
    (TOURNAMENT_SPADES, SPADES),
    (TOURNAMENT_HEARTS, HEARTS),
)
"""Pairs of games: according to section 4.2, Max-Prob does better in the first than in the second."""


@dataclass(frozen=True)
class Played:
    """A contest as it was played."""

    contest: Contest
    points: VictoryPoints

    @property
    def printed(self) -> dict[str, float]:
        """The values that the paper prints for it."""
        return dict(zip(COLUMNS, TABLE_1[self.contest], strict=True))


def _played(setting: Setting, contest: Contest) -> Played:
    """The four players of Table 1 at one game."""
    sized = contest.sized(setting)
    return Played(contest, sized.played(setting, sized.seated(), contest.times(setting)))


CLUSTERS = "A deal is a hand, a tournament or an opening, in all its seatings."
ROW_RULE = (
    f"{RULE} {CLUSTERS} The first claim: Max-Prob has a larger share than each of the others. If MP-Mix is last in the "
    "paper, there is a second claim: each player above it in the paper has a larger share than MP-Mix."
)
TABLE_RULE = (
    f"{RULE} {CLUSTERS} Four kinds of comparisons were fixed before the games. Max-Prob is compared with each of the "
    "others. The average of Max-Prob is compared with each other average plus 20. In the four rows in which MP-Mix is "
    "last in the paper, it is compared with each player above it. The average of Paranoid, which is second in the "
    "paper, is compared with those of MaxN and MP-Mix. The claim that MP-Mix is last in most rows holds if all "
    "comparisons of these four rows hold. It does not hold if a comparison is refuted in three of these rows, because "
    "then MP-Mix can be last in at most three of six rows. Averages, and shares in different games, are compared over "
    "as many groups of neighbouring deals as the smallest row has deals."
)


def table_1(setting: Setting) -> Findings:
    """All six rows, their average, and what the paper concludes from them."""
    rows = [_played(setting, contest) for contest in CONTESTS]
    by_contest = {row.contest: row for row in rows}
    claims = [claim for row in rows for claim in (*_best_claims(row), *_last_claims(row))]
    claims += _average_claims(rows)
    claims += [_better_claim(by_contest[better], by_contest[worse]) for better, worse in BETTER]
    found = decided(claims, setting.seed)
    shares = [each for row in rows for each in _printed_rows(row, setting.seed)]
    averages = [
        Row(f"Average: {column}", _printed_average(column), estimate(_average(rows, column), setting.seed), "", "%")
        for column in COLUMNS
    ]
    return Findings(
        (
            *shares,
            *averages,
            *found,
            last_in_most(found),
            *(each for row in rows for each in _shared_rows(row, setting.seed)),
        ),
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
    """The other way to count wins, for games in which several players may win."""
    if row.contest.opening:
        return []
    return [
        Row(f"{row.contest.label}, ties shared: {column}", None, row.points.share(column, seed, shared=True), "", "%")
        for column in COLUMNS
    ]


def _best_claims(row: Played) -> list[Claim]:
    """The claims that Max-Prob wins more than each of the others."""
    return ahead(row.contest.label, MAX_PROB, COLUMNS[1:], row.points, row.printed)


def _last_claims(row: Played) -> list[Claim]:
    """The claims that MaxN and Paranoid have more than MP-Mix, in rows in which MP-Mix is last in the paper. Max-Prob
    is compared in other claims."""
    if row.contest not in LAST:
        return []
    above = [other for other in (MAXN, PARANOID) if row.printed[other] > row.printed[MP_MIX]]
    return [claim for other in above for claim in ahead(row.contest.label, other, (MP_MIX,), row.points, row.printed)]


def last_in_most(rows: Sequence[Row]) -> Row:
    """The verdict on MP-Mix being last in most rows, by ``TABLE_RULE``, from the verdicts on every comparison."""
    verdicts = [
        [
            row.verdict
            for row in rows
            if row.label.startswith(f"{contest.label}: ") and row.label.endswith(f" minus share of {MP_MIX}")
        ]
        for contest in LAST
    ]
    held = sum(all(verdict == HOLDS for verdict in of_row) for of_row in verdicts)
    failed = sum(FAILS in of_row for of_row in verdicts)
    refuted = len(TABLE_1) - failed < MOST
    verdict = HOLDS if held >= MOST else FAILS if refuted else INCONCLUSIVE
    return Row(
        "number of the six rows in which MP-Mix is certainly last (claim: most of them)",
        float(len(LAST)),
        exactly(held),
        verdict,
    )


def _average(rows: Sequence[Played], column: str) -> list[float]:
    """The mean of the rows, for each group of deals."""
    groups = min(row.points.deals for row in rows)
    parts = [grouped(row.points.shares(column), groups) for row in rows]
    return [sum(part) / len(part) for part in zip(*parts, strict=True)]


def _printed_average(column: str) -> float:
    place = COLUMNS.index(column)
    return sum(printed[place] for printed in TABLE_1.values()) / len(TABLE_1)


def _average_claims(rows: Sequence[Played]) -> list[Claim]:
    """Max-Prob far ahead of everybody, then Paranoid, then MaxN, then MP-Mix."""
    ordered = (
        *((MAX_PROB, other, AHEAD) for other in COLUMNS[1:]),
        *((PARANOID, other, 0.0) for other in (MAXN, MP_MIX)),
        (MAXN, MP_MIX, 0.0),
    )
    return [
        Claim(
            f"Average: share of {first} minus share of {second}{f' (claim: above {level:g})' if level else ''}",
            _printed_average(first) - _printed_average(second),
            apart(_average(rows, first), _average(rows, second)),
            level,
            unit="%",
        )
        for first, second, level in ordered
    ]


def _better_claim(better: Played, worse: Played) -> Claim:
    """The claim that Max-Prob has a larger share in one game than in another."""
    groups = min(better.points.deals, worse.points.deals)
    return Claim(
        f"Max-Prob's share at {better.contest.label} minus its share at {worse.contest.label}",
        better.printed[MAX_PROB] - worse.printed[MAX_PROB],
        apart(*(grouped(each.points.shares(MAX_PROB), groups) for each in (better, worse))),
        unit="%",
    )
