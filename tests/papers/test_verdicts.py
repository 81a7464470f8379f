"""Verdicts follow the rule that is written down."""

import json

import pytest
from scipy import stats

from kibitz.arena.comparisons import chance_of_mean
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import FAILS, HOLDS, LEVEL, PERCENT, Claim, Row, contradicted, decided, together
from kibitz.papers.item import Setting
from kibitz.papers.report import Report
from kibitz.papers.sturtevant2006.equilibrium_counts import lemma_1
from kibitz.random import Random


def noise(seed: int, count: int, mean: float) -> list[float]:
    random = Random(seed, "noise")
    return [mean + random.uniform() - 0.5 for _ in range(count)]


def test_a_true_null_is_decided_once_in_a_hundred() -> None:
    seeds = 1000
    claims = [Claim("nothing", None, noise(seed, 40, 0.0)) for seed in range(seeds)]
    wrong = sum(chance_of_mean(claim.values) < LEVEL for claim in claims)
    assert 2 <= wrong <= 22  # with a level of 1% all but once in 500 times; with 3% once in 15
    one = next(claim for claim in claims if chance_of_mean(claim.values) < LEVEL)
    other = next(claim for claim in claims if chance_of_mean(claim.values) >= LEVEL)
    assert decided([one], 1)[0].verdict in (HOLDS, FAILS)
    assert decided([other], 1)[0].verdict == "inconclusive with 40 deals"


def test_many_claims_are_corrected_for_their_number() -> None:
    weak = noise(1, 30, 0.16)  # alone it is clear enough
    [alone] = decided([Claim("weak", None, weak)], 1)
    rest = [Claim(f"nothing {seed}", None, noise(seed, 30, 0.0)) for seed in range(2, 60)]
    among = decided([Claim("weak", None, weak), *rest], 1)[0]
    assert alone.verdict == HOLDS
    assert among.verdict.startswith("inconclusive")


def test_claims_that_come_to_the_same_test_count_once() -> None:
    weak = [round(64 * value) / 64 for value in noise(1, 30, 0.16)]  # nothing of it is lost where 50 is added
    same = [
        Claim("above", None, weak),
        Claim("below", None, weak, above=False),
        Claim("beyond a level", None, [50 + value for value in weak], level=50),
        Claim("the other way round", None, [-value for value in weak], above=False),
    ]
    verdicts = [row.verdict for row in decided(same, 1)]
    assert verdicts == [HOLDS, FAILS, HOLDS, HOLDS]
    others = [Claim(f"another {seed}", None, noise(seed, 30, 0.0)) for seed in range(2, 5)]
    assert decided([same[0], *others], 1)[0].verdict.startswith("inconclusive")


def test_the_side_decides() -> None:
    values = noise(3, 200, 1.0)
    rows = decided([Claim("above", None, values), Claim("below", None, values, above=False)], 1)
    assert [row.verdict for row in rows] == [HOLDS, FAILS]


def test_deals_that_are_all_the_same_are_no_more_than_so_many_deals() -> None:
    same = [Claim(f"{count} the same", None, [3.0] * count) for count in (1, 2, 5, 20)]
    rows = decided([*same, Claim("level", None, [0.0] * 20)], 1)
    assert [row.verdict.split()[0] for row in rows] == [
        "inconclusive",
        "inconclusive",
        "inconclusive",
        "holds",
        "inconclusive",
    ]


def test_rounding_is_no_spread() -> None:
    values = [100 * 5 / 22 - 100 * 3 / 22, 100 * 4 / 22 - 100 * 2 / 22, 100 * 9 / 22 - 100 * 7 / 22]
    assert len(set(values)) > 1  # the same two in 22, were it not for rounding
    [row] = decided([Claim("two of 22", None, values)], 1)
    assert row.verdict.startswith("inconclusive")


def test_close_means_inside_the_interval() -> None:
    ours = Estimate(2.0, 1.0, 3.0, 9)
    assert [Row("x", paper, ours).close for paper in (1.5, 3.5, None)] == [True, False, None]


def test_what_is_said_of_every_case_is_counted_by_cluster() -> None:
    """A hundred examples of one session are not a hundred sessions."""
    row = contradicted("another depth is ahead", [0] * 60, [100] * 60, "sessions")
    assert (row.label, row.verdict) == ("another depth is ahead: 0 of 6,000 in 60 sessions", HOLDS)
    assert row.ours.clusters == 60
    assert row.ours.high == pytest.approx(100 * stats.binomtest(0, 60).proportion_ci().high)
    one = contradicted("another depth is ahead", [100] + [0] * 59, [100] * 60, "sessions")
    assert one.verdict == FAILS
    assert one.ours.high == pytest.approx(100 * stats.binomtest(1, 60).proportion_ci().high)


def test_clusters_of_one_case_are_those_of_clopper_and_pearson() -> None:
    for against, cases in ((0, 3000), (29, 2000), (700, 2000), (2000, 2000)):
        row = contradicted("Lemma 1", [1] * against + [0] * (cases - against))
        ends = stats.binomtest(against, cases).proportion_ci()
        assert (row.ours.low, row.ours.high) == pytest.approx((100 * ends.low, 100 * ends.high))
        assert row.label == f"Lemma 1: {against:,} of {cases:,}"


def test_large_clusters_do_not_hide_behind_small_ones() -> None:
    """Of a hundred sessions, ten have nearly all examples: they are what is known."""
    row = contradicted("another depth is ahead", [0] * 100, [1000] * 10 + [1] * 90, "sessions")
    assert row.ours.high == pytest.approx(100 * stats.binomtest(0, 10).proportion_ci().high, abs=3)


def test_nodes_of_a_tree_are_one_cluster() -> None:
    rows = lemma_1(Setting(scale="0.02")).rows
    assert all(row.label.endswith("in 20 trees") and row.ours.clusters == 20 for row in rows)
    assert all(row.ours.high > 100 * stats.binomtest(0, 20).proportion_ci().high - 1 for row in rows)


def test_equal_values_without_bounds_have_no_interval() -> None:
    rows = (
        Row("fitness", 400.0, estimate([400.0] * 10)),
        Row("sure", 100.0, estimate([100.0] * 10, 1, PERCENT), "", "%"),
    )
    report = Report("lockett2007", "table-1", "", "", 1, "", rows)
    free, bounded = json.loads(json.dumps(report.to_dict(), allow_nan=False))["rows"]
    assert (free["interval"], free["paper_inside"]) == ([None, None], None)
    assert bounded["interval"] == pytest.approx([69.15, 100.0], abs=0.01)
    assert "no interval" in report.text()
    assert "69.2 to 100.0" in report.text()


def test_a_mixed_item_counts_its_rows() -> None:
    assert together([]) == together([""]) == ""
    assert together([HOLDS, "", HOLDS]) == HOLDS
    assert together([HOLDS, FAILS, "inconclusive with 8 deals"]) == ("mixed: 1 holds, 1 does not hold, 1 inconclusive")
    assert together(["inconclusive with 8 deals", "inconclusive with 9 deals"]) == "inconclusive"
    assert together([HOLDS, "depends on the setting: not with 9 cards", "inconclusive"]) == (
        "mixed: 1 holds, 1 inconclusive, 1 depends on the setting"
    )
