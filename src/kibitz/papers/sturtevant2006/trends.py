"""Whether the directions of sturtevant2006's tables depend on what the paper does not specify or calls irrelevant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kibitz.arena.figures import columns_compared
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import DEPENDS, FAILS, HOLDS, INCONCLUSIVE, RULE, Claim, Row, decided
from kibitz.papers.item import Findings, Setting
from kibitz.papers.paired import averaged
from kibitz.papers.sturtevant2006.model_tables import DEALS, TABLE_2, TABLE_4, direction
from kibitz.papers.sturtevant2006.spades_pairs import USUAL, Pairs, Variant, variants_played

QUICK_DEALS, QUICK_TREND_DEALS = 3, 2
EVERY = "every setting"
DIRECTIONS_RULE = f"{RULE} The claims are the directions of Tables 2 and 4, each under every setting."
SENSITIVE_RULE = (
    f"{DIRECTIONS_RULE} Over all settings together, a direction holds if it holds under every setting, and does "
    "not hold if it is refuted under every setting. If it is refuted under some settings only, it depends on the "
    "setting, and these are named. If it is refuted under no setting but inconclusive under some, it is "
    "inconclusive."
)
PAPER_ROWS = (*((row, "2") for row in TABLE_2), *((row, "4") for row in TABLE_4))


def sensitivity(variants: dict[str, Variant]) -> Callable[[Setting], Findings]:
    """An item that runs every direction of both tables under several variants."""

    def work(setting: Setting) -> Findings:
        deals = setting.times(DEALS, QUICK_DEALS)
        claims = _directions(variants_played(setting, deals, variants))
        rows = decided(claims, setting.seed)
        fewer = {name: variant.deals(deals) for name, variant in variants.items() if variant.deals(deals) != deals}
        others = "".join(f" {count:,} under {name}, which takes longer." for name, count in fewer.items())
        notes = (f"{deals:,} deals under every setting.{others}",)
        return Findings((*_by_direction(claims, rows, setting.seed), *rows), notes, _drawn(rows))

    return work


def _by_direction(claims: Sequence[Claim], rows: Sequence[Row], seed: int) -> list[Row]:
    """For every row of the tables, the verdict over all settings."""
    lines = dict.fromkeys(_line(row) for row in rows)
    found = []
    for line in lines:
        own = [number for number, row in enumerate(rows) if _line(row) == line]
        fewest = min(len(claims[number].values) for number in own)
        mean = averaged([list(claims[number].values)[:fewest] for number in own])
        verdict = regardless([rows[number] for number in own])
        found.append(Row(f"{EVERY}: {line}", rows[own[0]].paper, estimate(mean, seed), verdict, "%"))
    return found


def _line(row: Row) -> str:
    return row.label.partition(": ")[2]


def _drawn(rows: Sequence[Row]) -> dict[str, str]:
    """Shares by direction and setting; the paper's value of a direction is shown for every setting."""
    shown: dict[str, dict[str, tuple[float | None, Estimate]]] = {}
    for row in rows:
        name, _, line = row.label.partition(": ")
        shown.setdefault(line, {})[name] = (row.paper, row.ours)
    return {"Games won by the first, under every setting": columns_compared(shown, "games won by the first, %")}


def _directions(played: Mapping[str, Pairs]) -> list[Claim]:
    """For both tables and every setting, the claims about which type of a row wins more games."""
    claims = []
    for name, pairs in played.items():
        for row, table in PAPER_ROWS:
            label = f"{name}: {table}{row.label[1:]}".replace(") ", " ", 1)
            claims.append(direction(row, pairs.wins(row.first, row.second), label))
    return claims


USUAL_THRESHOLD = 0.25
THRESHOLDS = (0.0, 0.1, 0.2, USUAL_THRESHOLD, 0.3, 0.4, 0.5)


def _bidding(threshold: float) -> Variant:
    """A variant with this threshold of the bidding rule; the usual variant has the rule's default."""
    return USUAL if threshold == USUAL_THRESHOLD else replace(USUAL, threshold=threshold)


VARIANTS: dict[str, tuple[str, dict[str, Variant]]] = {
    "bid-threshold": (
        "Sensitivity: the threshold of the bidding rule",
        {f"threshold {value:g}": _bidding(value) for value in THRESHOLDS},
    ),
    "tie-order": (
        "Sensitivity: which of equally good moves is made",
        {ties: replace(USUAL, ties=ties) for ties in ("left-low", "left-high", "random")},
    ),
    "breaking-rule": (
        "Sensitivity: when spades may be led",
        {"once broken": USUAL, "any time": replace(USUAL, lead="any")},
    ),
    "missed-bid": (
        "Sensitivity: what mOT wants when its bid is lost",
        {"more tricks": USUAL, "indifferent": replace(USUAL, missed="indifferent")},
    ),
}

TRENDS: dict[str, Variant] = {
    **{f"{cards} cards": replace(USUAL, cards=cards) for cards in (5, 6, 8, 9)},
    **{f"to {limit}": replace(USUAL, limit=limit) for limit in (200, 300, 400, 500)},
    **{f"threshold {value:g}": _bidding(value) for value in (0.0, 0.1, 0.4, 0.5)},
}
"""The settings; each changes one thing, and otherwise has seven cards, games to 300 and the usual threshold."""
TRENDS_RULE = (
    f"{DIRECTIONS_RULE} The claim as a whole holds if every direction holds under every setting, and does not hold if "
    "under every setting some direction is refuted. If directions are refuted under some settings only, it depends on "
    "the setting, and these are named. If no direction is refuted but some are inconclusive, it is inconclusive."
)


def similar_trends(setting: Setting) -> Findings:
    """Whether the same type of each row wins more games with other cards, score limits and bids."""
    deals = setting.times(DEALS, QUICK_TREND_DEALS)
    claims = _directions(variants_played(setting, deals, TRENDS))
    rows = decided(claims, setting.seed)
    sides = [[value - 50 if claim.above else 50 - value for value in claim.values] for claim in claims]
    ours = estimate(averaged(sides), setting.seed)
    paper = sum(abs(row.wins - 50) for row, _ in PAPER_ROWS) / len(PAPER_ROWS)
    whole = Row(
        "similar trends regardless: mean distance from 50% to the paper's side", paper, ours, regardless(rows), "%"
    )
    return Findings((whole, *rows), (f"{deals:,} deals under every setting.",))


def regardless(rows: Sequence[Row]) -> str:
    """The verdict on all settings together: by ``TRENDS_RULE``, or by ``SENSITIVE_RULE`` for a single direction."""
    settings = dict.fromkeys(row.label.split(":")[0] for row in rows)
    failed = dict.fromkeys(row.label.split(":")[0] for row in rows if row.verdict == FAILS)
    held = sum(row.verdict == HOLDS for row in rows)
    if not failed:
        return HOLDS if held == len(rows) else f"{INCONCLUSIVE} in {len(rows) - held} of {len(rows)} comparisons"
    return FAILS if len(failed) == len(settings) else f"{DEPENDS} the setting: not with {', '.join(failed)}"
