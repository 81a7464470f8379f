"""What a paper claims, and the verdict on it: decided by a rule that is written down before anything is run.

A *claim* is the paper's and gets a verdict. A *finding* is ours: measured in the same way, with an interval, but the
paper says nothing of the kind, so there is nothing to hold or not to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.arena.comparisons import chance_of_mean, holm
from kibitz.arena.intervals import Bounds, Estimate, estimate, exact

HOLDS, FAILS, DEPENDS = "holds", "does not hold", "depends on"
LEVEL = 0.01
FINDING = "finding"
ONLY_FINDINGS = "no verdict: findings of ours, not claims of the paper"
FINDINGS_RULE = (
    "Findings are ours, not the paper's: they have no verdict, but they count among the tests that are corrected for, "
    "so that no claim is easier to confirm because another comparison is called a finding."
)
PERCENT: Bounds = (0.0, 100.0)
"""What a share in percent cannot leave."""


def rule_over(clusters: str) -> str:
    """The rule of ``decided``, in words; ``clusters`` is the word for what there is one number of.

    >>> rule_over("trials")[:48]
    'A claim holds if the mean over trials lies on th'
    """
    return (
        f"A claim holds if the mean over {clusters} lies on the side of the level that the paper says, with p below 1% "
        f"by a t test over {clusters}, two-sided, after Holm's correction for all claims of the item, where claims "
        "that come to the same test count once; it does not hold if the mean lies on the other side with the same "
        f"certainty; otherwise it depends on the {clusters}: so many cannot tell."
    )


RULE = rule_over("deals")


@dataclass(frozen=True)
class Row:
    """A line of a table: what, the paper's value, ours, and the verdict if the paper claims something.

    ``paper`` holds only what the paper prints, or a difference of printed numbers or of their means: never a threshold
    or a reading of ours. Where it says "never" or "always", that is 0 or 100 in a hundred.
    """

    label: str
    paper: float | None
    ours: Estimate
    verdict: str = ""
    unit: str = ""
    finding: bool = False
    """Ours and not the paper's: shown among the claims, without a verdict."""

    def __post_init__(self) -> None:
        if self.finding and self.verdict:
            raise ValueError(f"a finding has no verdict: {self.label}")

    @property
    def said(self) -> str:
        """What stands in the column of verdicts.

        >>> Row("beyond the paper", None, Estimate(5.0, 4.0, 6.0, 9), finding=True).said
        'finding'
        """
        return FINDING if self.finding else self.verdict

    @property
    def close(self) -> bool | None:
        """Whether the paper's value lies in our interval, if there are both."""
        if self.paper is None or not self.ours.has_interval:
            return None
        return self.ours.low <= self.paper <= self.ours.high


@dataclass(frozen=True)
class Claim:
    """That a mean is above a level, or below it; one value for every deal."""

    label: str
    paper: float | None
    values: Sequence[float]
    level: float = 0.0
    above: bool = True
    unit: str = ""
    finding: bool = False
    """Whether the comparison is ours: it is tested with the others and gets no verdict."""


def decided(claims: Sequence[Claim], seed: int, clusters: str = "deals") -> list[Row]:
    """The verdicts on all claims of an item, by ``rule_over(clusters)``; findings have none, by ``FINDINGS_RULE``.

    >>> sure = Claim("more than half", 60, [0.6, 0.7, 0.8, 0.7, 0.6, 0.8] * 5, level=0.5)
    >>> wrong = Claim("less than half", 40, sure.values, level=0.5, above=False)
    >>> open = Claim("more than 0.7", None, sure.values, level=0.7)
    >>> [row.verdict for row in decided([sure, wrong, open], seed=1)]
    ['holds', 'does not hold', 'depends on the deals: 30 cannot tell']
    """
    tests = list(dict.fromkeys(map(_tested, claims)))
    chances = dict(zip(tests, holm([chance_of_mean(test) for test in tests]), strict=True))
    rows = []
    for claim in claims:
        ours = estimate(claim.values, seed)
        if claim.finding:
            verdict = ""
        elif chances[_tested(claim)] >= LEVEL:
            verdict = f"{DEPENDS} the {clusters}: {len(claim.values):,} cannot tell"
        else:
            verdict = HOLDS if (ours.mean > claim.level) == claim.above else FAILS
        rows.append(Row(claim.label, claim.paper, ours, verdict, claim.unit, claim.finding))
    return rows


def _tested(claim: Claim) -> tuple[float, ...]:
    """How far every deal is from the level; the side does not matter, so that "above" and "below" are one test."""
    apart = [value - claim.level for value in claim.values]
    first = next((each for each in apart if each), 0.0)
    return tuple(-each for each in apart) if first < 0 else tuple(apart)


def inside(ours: Estimate, low: float, high: float, clusters: str = "deals") -> str:
    """The verdict on a mean that should lie from one end to the other: all of its interval inside, or all outside.

    >>> inside(Estimate(5.0, 4.0, 6.0, 9), 3, 7), inside(Estimate(5.0, 4.0, 6.0, 9), 7, 8)
    ('holds', 'does not hold')
    """
    if low <= ours.low and ours.high <= high:
        return HOLDS
    if ours.high < low or high < ours.low:
        return FAILS
    return f"{DEPENDS} the {clusters}: {ours.clusters:,} cannot tell"


def as_finding(row: Row) -> Row:
    """The same numbers as a finding of ours: without a verdict, and with nothing of the paper's beside them.

    >>> as_finding(Row("Lemma 1, for a later version", 0.0, Estimate(5.0, 4.0, 6.0, 9), FAILS)).said
    'finding'
    """
    return replace(row, paper=None, verdict="", finding=True)


def exactly(value: float, cases: int = 1) -> Estimate:
    """A number that was worked out and not measured: nothing about it is uncertain.

    >>> exactly(2)
    Estimate(mean=2.0, low=2.0, high=2.0, clusters=1)
    """
    return Estimate(float(value), float(value), float(value), cases)


EXACT_RULE = (
    "A row holds if what the search finds is what the paper says, as far as it is printed. Nothing is drawn by chance."
)


def agreed(label: str, paper: float, ours: float, rounding: float = 0.001) -> Row:
    """A number that was worked out beside the printed one: it holds if they are the same, but for rounding.

    >>> agreed("wins", 0.66, 2 / 3, rounding=0.01).verdict, agreed("chooses b", True, False).verdict
    ('holds', 'does not hold')
    """
    return Row(label, float(paper), exactly(ours), HOLDS if abs(paper - ours) <= rounding else FAILS)


def contradicted(label: str, against: Sequence[int], cases: Sequence[int] | None = None, clusters: str = "") -> Row:
    """The verdict on something that is said of every case: one that contradicts it is enough.

    ``against`` has for every cluster how many of its cases contradict, ``cases`` how many there are, 1 each if not
    told; ``clusters`` is the word for them. Cases of one cluster are not independent, so the interval, of the share of
    cases in percent, is by cluster: Clopper and Pearson's where each has one case.

    >>> contradicted("Lemma 1", [0] * 100).verdict, contradicted("Lemma 1", [1] + [0] * 99).label
    ('holds', 'Lemma 1: 1 of 100')
    >>> row = contradicted("the true depth is behind", [0, 0, 0, 0], [100, 100, 100, 100], "sessions")
    >>> row.label, f"{row.ours.low:.1f} to {row.ours.high:.1f}"
    ('the true depth is behind: 0 of 400 in 4 sessions', '0.0 to 60.2')
    """
    import numpy as np

    counts = np.array([1] * len(against) if cases is None else cases, dtype=float)[:, None]
    [ours] = exact(100 * np.array(against, dtype=float)[:, None], counts, PERCENT)
    counted = f"{sum(against):,} of {int(counts.sum()):,}" + (f" in {len(against):,} {clusters}" if cases else "")
    return Row(f"{label}: {counted}", 0.0, ours, FAILS if any(against) else HOLDS, "%")


def together(verdicts: Sequence[str]) -> str:
    """The verdict on an item: that of all its claims if they agree.

    >>> together([HOLDS, HOLDS]), together([HOLDS, FAILS, FAILS])
    ('holds', 'depends on the row: 1 holds, 2 do not hold')
    """
    given = [verdict for verdict in verdicts if verdict]
    if not given or len(set(given)) == 1:
        return given[0] if given else ""
    held, failed = given.count(HOLDS), given.count(FAILS)
    counts = [
        f"{held} hold{'s' if held == 1 else ''}" if held else "",
        f"{failed} do{'es' if failed == 1 else ''} not hold" if failed else "",
        f"{len(given) - held - failed} open" if len(given) > held + failed else "",
    ]
    return f"{DEPENDS} the row: {', '.join(filter(None, counts))}"
