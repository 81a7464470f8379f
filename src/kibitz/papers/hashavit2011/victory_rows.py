"""Rows, claims and notes about victory points: what Table 1 of hashavit2011 and everything beyond it share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.arena.figures import columns_compared
from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import Claim, Row
from kibitz.papers.hashavit2011.contests import QUICK_HANDS, TOURNAMENT_HANDS, Contest, VictoryPoints
from kibitz.papers.item import Setting
from kibitz.papers.paired import apart


def share_rows(label: str, points: VictoryPoints, seed: int, printed: Mapping[str, float] | None = None) -> list[Row]:
    """Everybody's share of the victory points, beside the paper's if it has one."""
    return [
        Row(f"{label}: {column}", (printed or {}).get(column), points.share(column, seed), "", "%")
        for column in points.columns
    ]


def ahead(
    label: str,
    first: str,
    others: Sequence[str],
    points: VictoryPoints,
    printed: Mapping[str, float] | None = None,
    finding: bool = False,
) -> list[Claim]:
    """The claims that one player has more than each of the others; ``finding`` if the paper does not claim it."""
    own = points.shares(first)
    return [
        Claim(
            f"{label}: share of {first} minus share of {other}",
            printed[first] - printed[other] if printed else None,
            apart(own, points.shares(other)),
            unit="%",
            finding=finding,
        )
        for other in others
    ]


def shares_drawn(rows: Sequence[Row]) -> dict[str, str]:
    """A figure of the shares by game and player, which are read from the labels of the rows."""
    shown: dict[str, dict[str, tuple[float | None, Estimate]]] = {}
    for row in rows:
        game, player = row.label.split(": ")
        shown.setdefault(game, {})[player] = (row.paper, row.ours)
    return {"Shares of the victory points, the paper's and ours": columns_compared(shown, "share of victory points, %")}


def what_was_played(label: str, contest: Contest, points: VictoryPoints, setting: Setting) -> str:
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
            f"and count for nobody; the longest decided game took {points.longest:,} moves"
        )
    if contest.game != sized.game:
        said.append(f"a quick run has {QUICK_HANDS} hands a tournament where the full one has {TOURNAMENT_HANDS}")
    if contest.depth != sized.depth:
        said.append(f"a quick run searches less deep than the full one, which searches {contest.depth} plies")
    return f"{'; '.join(said)}."
