"""Claims of a paper, and the verdict on each. The rule that decides is written down before anything is run.

A *claim* is made by the paper and gets a verdict. A *finding* is our own result: it is measured in the same way and has
an interval, but the paper makes no such claim, so there is no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.arena.comparisons import chance_of_mean
from kibitz.arena.intervals import Bounds, Estimate, estimate, exact
from kibitz.holm import holm

HOLDS, FAILS, DEPENDS, INCONCLUSIVE = "holds", "does not hold", "depends on", "inconclusive"
LEVEL = 0.01
FINDING = "finding"
ONLY_FINDINGS = "no verdict: findings of ours, not claims of the paper"
FINDINGS_RULE = (
    "Findings are our own results, not claims of the paper. They have no verdict. Holm's correction counts their tests "
    "too, so calling a comparison a finding does not make it easier to confirm the claims."
)
PERCENT: Bounds = (0.0, 100.0)
"""The lowest and highest possible value of a share in percent."""


def rule_over(clusters: str) -> str:
    """The rule of ``decided``, in words. ``clusters`` is the word for the independent units, such as deals; each has
    one number.

    >>> rule_over("trials")[:48]
    'A claim says that a mean over trials is above or'
    """
    return (
        f"A claim says that a mean over {clusters} is above or below a level. It holds if the mean is on that side "
        f"with p below 1% in a two-sided t test over {clusters}; it does not hold if it is on the other side with "
        "p below 1%; otherwise it is inconclusive. P values have Holm's correction for all claims of the item; claims "
        "that lead to the same test count once."
    )


RULE = rule_over("deals")


@dataclass(frozen=True)
class Row:
    """One row of a table: a label, the paper's value, our value, and the verdict if the paper makes a claim.

    ``paper`` is a number that the paper prints, or a difference of printed numbers or of their means. It is not our
    interpretation of a word, with two exceptions: "never" is 0% and "always" is 100%.
    """

    label: str
    paper: float | None
    ours: Estimate
    verdict: str = ""
    unit: str = ""
    finding: bool = False
    """Whether this is our own result: shown next to the claims, without a verdict."""

    def __post_init__(self) -> None:
        if self.finding and self.verdict:
            raise ValueError(f"a finding has no verdict: {self.label}")

    @property
    def said(self) -> str:
        """The text in the column of verdicts.

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
    """The claim that a mean is above a level, or below it. ``values`` has one number for every deal."""

    label: str
    paper: float | None
    values: Sequence[float]
    level: float = 0.0
    above: bool = True
    unit: str = ""
    finding: bool = False
    """Whether the comparison is our own: it is tested like the others but gets no verdict."""


def decided(claims: Sequence[Claim], seed: int, clusters: str = "deals") -> list[Row]:
    """The verdicts on all claims of an item, by ``rule_over(clusters)``. Findings get no verdict (``FINDINGS_RULE``).

    >>> sure = Claim("more than half", 60, [0.6, 0.7, 0.8, 0.7, 0.6, 0.8] * 5, level=0.5)
    >>> wrong = Claim("less than half", 40, sure.values, level=0.5, above=False)
    >>> open = Claim("more than 0.7", None, sure.values, level=0.7)
    >>> [row.verdict for row in decided([sure, wrong, open], seed=1)]
    ['holds', 'does not hold', 'inconclusive with 30 deals']
    """
    tests = list(dict.fromkeys(map(_tested, claims)))
    chances = dict(zip(tests, holm([chance_of_mean(test) for test in tests]), strict=True))
    rows = []
    for claim in claims:
        ours = estimate(claim.values, seed)
        if claim.finding:
            verdict = ""
        elif chances[_tested(claim)] >= LEVEL:
            verdict = inconclusive_with(len(claim.values), clusters)
        else:
            verdict = HOLDS if (ours.mean > claim.level) == claim.above else FAILS
        rows.append(Row(claim.label, claim.paper, ours, verdict, claim.unit, claim.finding))
    return rows


def inconclusive_with(count: int, clusters: str) -> str:
    """The verdict if there were too few cases to decide.

    >>> inconclusive_with(1000, "deals")
    'inconclusive with 1,000 deals'
    """
    return f"{INCONCLUSIVE} with {count:,} {clusters}"


OLD_WORDS = (
    (re.compile(r"depends on the (\w+): ([\d,]+) cannot tell"), rf"{INCONCLUSIVE} with \2 \1"),
    (re.compile(r"depends on the deals: ([\d,]+ of [\d,]+) cannot tell"), rf"{INCONCLUSIVE} in \1 comparisons"),
    (re.compile(r"depends on the deals: so many cannot tell"), INCONCLUSIVE),
)
"""Words for verdicts in the first reports, and the words that are used now."""


def in_current_words(text: str) -> str:
    """A verdict on a claim of a stored report, or a note that quotes it, in the words that are used now.

    >>> in_current_words("depends on the deals: 8 cannot tell")
    'inconclusive with 8 deals'
    >>> in_current_words("depends on the setting: not with 9 cards")
    'depends on the setting: not with 9 cards'
    """
    for old, new in OLD_WORDS:
        text = old.sub(new, text)
    return text


def _tested(claim: Claim) -> tuple[float, ...]:
    """The difference of every deal from the level. The sign is normalised, so "above" and "below" are one test."""
    apart = [value - claim.level for value in claim.values]
    first = next((each for each in apart if each), 0.0)
    return tuple(-each for each in apart) if first < 0 else tuple(apart)


def inside(ours: Estimate, low: float, high: float, clusters: str = "deals") -> str:
    """The verdict on the claim that a mean lies in a range, from the confidence interval of the mean.

    It holds if the whole interval is inside the range, does not hold if the whole interval is outside, and is
    inconclusive otherwise.

    >>> inside(Estimate(5.0, 4.0, 6.0, 9), 3, 7), inside(Estimate(5.0, 4.0, 6.0, 9), 7, 8)
    ('holds', 'does not hold')
    """
    if low <= ours.low and ours.high <= high:
        return HOLDS
    if ours.high < low or high < ours.low:
        return FAILS
    return inconclusive_with(ours.clusters, clusters)


def as_finding(row: Row) -> Row:
    """The same row as a finding of our own: without a verdict, and without a value of the paper.

    >>> as_finding(Row("Lemma 1, for a later version", 0.0, Estimate(5.0, 4.0, 6.0, 9), FAILS)).said
    'finding'
    """
    return replace(row, paper=None, verdict="", finding=True)


def exactly(value: float, cases: int = 1) -> Estimate:
    """A number that was computed exactly: its interval has no width.

    >>> exactly(2)
    Estimate(mean=2.0, low=2.0, high=2.0, clusters=1)
    """
    return Estimate(float(value), float(value), float(value), cases)


EXACT_RULE = "A row holds if the search finds what the paper prints. Nothing is random."


def agreed(label: str, paper: float, ours: float, rounding: float = 0.001) -> Row:
    """Compare a number that was computed exactly with the printed one: it holds if they are equal up to rounding.

    >>> agreed("wins", 0.66, 2 / 3, rounding=0.01).verdict, agreed("chooses b", True, False).verdict
    ('holds', 'does not hold')
    """
    return Row(label, float(paper), exactly(ours), HOLDS if abs(paper - ours) <= rounding else FAILS)


def contradicted(label: str, against: Sequence[int], cases: Sequence[int] | None = None, clusters: str = "") -> Row:
    """The verdict on a claim about every case: a single counterexample refutes it.

    ``against`` holds the number of counterexamples in each cluster. ``cases`` holds the number of cases in each
    cluster; by default it is 1. ``clusters`` is the word for the clusters in the verdict, such as deals. Cases of one
    cluster are not independent, so the interval of the share of counterexamples, in percent, is computed from clusters.
    With one case in each cluster it is the Clopper-Pearson interval.

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
    """The verdict on an item: the verdict of its claims if they all have the same, otherwise the count of each verdict.

    >>> together([HOLDS, HOLDS]), together([HOLDS, FAILS, FAILS])
    ('holds', 'mixed: 1 holds, 2 do not hold')
    >>> together([inconclusive_with(10, "deals"), inconclusive_with(20, "deals")])
    'inconclusive'
    """
    given = [verdict for verdict in verdicts if verdict]
    if not given or len(set(given)) == 1:
        return given[0] if given else ""
    held, failed = given.count(HOLDS), given.count(FAILS)
    unsure = sum(verdict.startswith(INCONCLUSIVE) for verdict in given)
    if unsure == len(given):
        return INCONCLUSIVE
    depend = len(given) - held - failed - unsure
    counts = [
        f"{held} hold{'s' if held == 1 else ''}" if held else "",
        f"{failed} do{'es' if failed == 1 else ''} not hold" if failed else "",
        f"{unsure} {INCONCLUSIVE}" if unsure else "",
        f"{depend} depend{'s' if depend == 1 else ''} on the setting" if depend else "",
    ]
    return f"mixed: {', '.join(filter(None, counts))}"
