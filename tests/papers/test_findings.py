"""What is the paper's and what is ours: claims have verdicts, findings have none, in every form of a report."""

from __future__ import annotations

import json
import re
from math import isclose
from pathlib import Path

import pytest
from support.published_reports import RESULTS, disagreements, published_reports

from kibitz.arena.comparisons import chance_of_mean
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.carmel1993 import depth_sessions, lemma_counts, strategy_accuracy, varying_depth
from kibitz.papers.claims import FAILS, FINDING, HOLDS, LEVEL, ONLY_FINDINGS, Claim, Row, decided, together
from kibitz.papers.item import Setting
from kibitz.papers.lockett2007 import ceilings, mixtures, validation
from kibitz.papers.lockett2007.training import Trained
from kibitz.papers.registry import PAPERS, item, items
from kibitz.papers.report import Report
from kibitz.papers.sturtevant2006 import won_back
from kibitz.papers.sturtevant2006.learners import HANDS_SHOWN, HandsReached, LearnerGames
from kibitz.random import Random

PAGES = RESULTS.parent / "papers"
OURS = Estimate(1.5, 1.0, 2.0, 9)


def noise(seed: int, count: int, mean: float) -> list[float]:
    random = Random(seed, "findings")
    return [mean + random.uniform() - 0.5 for _ in range(count)]


# The notion.


def test_a_finding_has_an_interval_and_no_verdict() -> None:
    sure = noise(1, 50, 5.0)
    claimed, found = decided([Claim("the paper's", None, sure), Claim("ours", None, sure, finding=True)], 1)
    assert (claimed.verdict, claimed.said) == (HOLDS, HOLDS)
    assert (found.verdict, found.said) == ("", FINDING)
    assert found.ours == claimed.ours == estimate(sure, 1)


def test_a_finding_cannot_have_a_verdict() -> None:
    with pytest.raises(ValueError, match="a finding has no verdict: ours"):
        Row("ours", None, OURS, HOLDS, finding=True)


def test_calling_others_findings_does_not_make_a_claim_easier_to_confirm() -> None:
    weak = next(values for seed in range(99) if 1e-4 < chance_of_mean(values := noise(seed, 30, 0.16)) < LEVEL)
    others = [noise(seed, 30, 0.0) for seed in range(100, 200)]
    among = {
        finding: decided(
            [Claim("weak", None, weak), *(Claim(f"{n}", None, o, finding=finding) for n, o in enumerate(others))], 1
        )[0]
        for finding in (False, True)
    }
    assert among[True] == among[False]
    assert among[True].verdict.startswith("inconclusive")
    assert decided([Claim("weak", None, weak)], 1)[0].verdict == HOLDS


def test_every_form_of_a_report_says_what_is_a_finding(tmp_path: Path) -> None:
    rows = (Row("claimed", 2.0, OURS, FAILS), Row("found", None, OURS, finding=True), Row("measured", None, OURS))
    report = Report("carmel1993", "figure-1", "title", "kibitz reproduce ...", 1, "rule", rows)
    assert report.verdict == FAILS  # what is ours has no part in it
    assert re.search(r"found +1\.50 +1\.00 to 2\.00 +finding\n", report.text())
    assert "| found |  | 1.50 | 1.00 to 2.00 | finding |" in report.markdown()
    assert "<td>found</td><td></td><td>1.50</td><td>1.00 to 2.00</td><td>finding</td>" in report.html()
    report.write(tmp_path)
    written = json.loads((tmp_path / "carmel1993-figure-1.json").read_text())
    assert [row.get("finding", False) for row in written["rows"]] == [False, True, False]
    assert [row["verdict"] for row in written["rows"]] == [FAILS, None, None]


def test_a_report_of_findings_alone_says_that_there_is_no_verdict() -> None:
    report = Report("carmel1993", "cost", "title", "kibitz ...", 1, "rule", (Row("found", None, OURS, finding=True),))
    assert report.verdict == report.to_dict()["verdict"] == ONLY_FINDINGS
    assert f"Verdict: {ONLY_FINDINGS}\n" in report.text()


# What is published.


@pytest.mark.parametrize("name", published_reports())
def test_a_published_report_says_what_its_rows_and_its_rule_say(name: str) -> None:
    report = published_reports()[name]
    rows = report["rows"]
    assert not [row["label"] for row in rows if row.get("finding") and row["verdict"]]
    verdict = together([row["verdict"] or "" for row in rows])
    assert report["verdict"] == (verdict or ONLY_FINDINGS)
    asked = item(report["paper"], report["item"])
    assert (report["title"], report["rule"]) == (asked.title, asked.rule)


@pytest.mark.parametrize(
    "name", [name for name, report in published_reports().items() if "Beyond the" in report["title"]]
)
def test_beyond_the_paper_there_is_no_verdict(name: str) -> None:
    if name == "sturtevant2006-learning":  # the paper says that a right model and inference win more
        claimed = [f"{name}: points a hand minus those of the generic model" for name in ("right model", "elimination")]
    else:
        claimed = []
    assert [row["label"] for row in published_reports()[name]["rows"] if row["verdict"]] == claimed


@pytest.mark.parametrize("paper", PAPERS)
def test_rules_of_items_without_claims_say_so(paper: str) -> None:
    for name, each in items(paper).items():
        report = published_reports().get(f"{paper}-{name}")
        if report is not None:
            assert each.rule.startswith("There is no verdict") == (report["verdict"] == ONLY_FINDINGS)


def test_the_column_of_the_paper_has_no_numbers_of_ours() -> None:
    figures = {name: {row["label"]: row for row in report["rows"]} for name, report in published_reports().items()}
    few = figures["carmel1993-figure-8"]["whole function: share of the session with a wrong depth (claim: below 10%)"]
    assert (few["paper"], few["verdict"]) == (None, HOLDS)  # the paper: "after a few examples"
    alone = [row for label, row in figures["carmel1993-figure-7"].items() if "alone has the highest counter" in label]
    assert [(row["paper"], row["finding"]) for row in alone] == [(None, True)] * 2  # the paper: among the highest
    loss = figures["sturtevant2006-table-4"]["(a) mOT_g v. MT_mOT: games lost compared with a right model"]
    assert loss["paper"] == 6.8  # as printed, though its own wins give 6.2
    assert (
        figures["sturtevant2006-learning"]["right model: games won minus those of the generic model"]["paper"] is None
    )
    for row in figures["lockett2007-identifier-ceiling"].values():
        assert row["finding"]
        assert row["paper"] in (None, 302.0)


def test_the_summary_of_inference_has_the_papers_count_beside_ours() -> None:
    rows = {row["label"]: row for row in published_reports()["sturtevant2006-inference"]["rows"]}
    row = rows["inferences, repeated ones included, per 900 hands"]
    low, high = row["interval"]
    assert not low <= row["paper"] <= high
    opening = (PAGES / "sturtevant2006.md").read_text(encoding="utf-8").split("<!-- end -->")[0]
    [line] = [line for line in opening.splitlines() if line.startswith("| Inferences in 900 hands")]
    assert line.endswith(f"| {row['paper']:.1f} | {row['ours']:.1f} ({low:.1f} to {high:.1f}) |  |")


# What the code writes is what is published.


def test_what_learners_gain_is_claimed_of_the_papers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(setting: Setting, what: str, player: str, opponent: str, deals: int, seatings: str) -> LearnerGames:
        points = [HandsReached(noise(len(player) + hand, deals, 9.0), [1] * deals) for hand in range(HANDS_SHOWN)]
        return LearnerGames(noise(len(player), deals, 50.0), points)

    monkeypatch.setattr(won_back, "learned", played)
    report = item("sturtevant2006", "learning").run(Setting("quick"))
    assert not disagreements(report)
    assert "4 to 8 more games in a hundred" in report.notes[0]


def test_lemmas_are_claimed_of_the_papers_m_star_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemma_counts, "QUICK_POSITIONS", 3)
    report = item("carmel1993", "lemmas").run(Setting("quick"))
    assert not disagreements(report)
    claimed = {row.label.split(", ")[1] for row in report.rows if row.verdict}
    assert claimed == {"cautious", "plain"}


def test_figure_2_is_claimed_of_minimax_and_the_papers_m_star_only() -> None:
    report = item("carmel1993", "figure-2").run(Setting("quick"))
    assert not disagreements(report)
    assert sum(bool(row.verdict) for row in report.rows) == 3


@pytest.mark.parametrize("name", ["figure-7", "figure-8"])
def test_learn_depth_has_the_columns_that_are_published(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for constant, value in {"EXAMPLES": 3, "TRUE_DEPTH": 2, "FARTHEST": 3, "TRIED": 3, "TRUE_DEPTHS": (2,)}.items():
        monkeypatch.setattr(depth_sessions, constant, value)
    monkeypatch.setattr("kibitz.papers.carmel1993.function_difference.BOARDS", 2)
    monkeypatch.setattr(depth_sessions, "QUICK_FIGURE_8_SESSIONS", 2)
    assert not disagreements(item("carmel1993", name).run(Setting("quick")))


def test_that_the_functions_differ_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(setting: Setting, what: str, work: object, cases: list[tuple[str, int]]) -> list[object]:
        counts = [[9.0, 8.0], [10.0, 10.0]]
        if what == "positions":
            return [counts] * len(cases)
        return [{"depth": depth, "weights": {}, "aside": [counts] * 8, "fresh": [counts] * 8} for _, depth, *_ in cases]

    monkeypatch.setattr(strategy_accuracy, "spread", found)
    assert not disagreements(item("carmel1993", "figure-10").run(Setting("quick")))


@pytest.mark.parametrize("name", ["cost", "varying-depth"])
def test_beyond_carmel_1993_nothing_is_decided(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.points_played", lambda *given: noise(1, 6, 1.0))
    monkeypatch.setattr(varying_depth, "points_played", lambda *given: noise(1, 6, 1.0))
    monkeypatch.setattr("kibitz.papers.carmel1993.equal_time.QUICK_POSITIONS", 2)
    monkeypatch.setattr("kibitz.papers.carmel1993.depth_sessions.EXAMPLES", 3)
    monkeypatch.setattr(varying_depth, "QUICK_GAMES", 1)
    report = item("carmel1993", name).run(Setting("quick"))
    assert report.verdict == ONLY_FINDINGS
    assert sum(row.finding for row in report.rows) == 3


def test_what_can_be_identified_is_no_claim_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceilings, "QUICK_IDENTIFIED", 4)
    monkeypatch.setattr(ceilings, "WATCHED", ("always-ask",))
    report = item("lockett2007", "identifier-ceiling").run(Setting("quick"))
    assert report.verdict == ONLY_FINDINGS
    assert not disagreements(report)
    stored = {row["label"]: row["ours"] for row in published_reports()["lockett2007-identifier-ceiling"]["rows"]}
    for row in report.rows:
        if row.label.startswith("fitness of even weights"):  # exact: the same whatever was played
            assert isclose(row.ours.mean, stored[row.label])


def champion(best: float) -> Trained:
    return Trained(network=None, best=best, best_generation=1, rescored=297.0, generations=2, games=400)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reached", "verdict"), [((302.5, 302.9, 303.1), HOLDS), ((302.9, 303.4, 301.9), FAILS), ((294.6,) * 3, FAILS)]
)
def test_that_identifiers_reach_302_fails_where_one_does_not(
    reached: tuple[float, ...], verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mixtures, "trained", lambda *given: list(map(champion, reached)))
    monkeypatch.setattr(mixtures, "trials_of", lambda setting: len(reached))
    report = item("lockett2007", "identifier").run(Setting("quick"))
    assert not disagreements(report)
    assert report.verdict == verdict


@pytest.mark.parametrize(
    ("generations", "best", "verdict"),
    [
        (100, (160.0, 170.0, 180.0), HOLDS),
        (100, (233.0, 234.0, 235.0), FAILS),
        (100, (190.0, 200.0, 210.0), "inconclusive with 3 trials"),
        (10_000, (310.0, 320.0, 330.0), HOLDS),
        (1_000, (160.0, 170.0, 180.0), None),
    ],
)
def test_total_control_is_judged_by_what_is_printed_of_as_many_generations(
    generations: int, best: tuple[float, ...], verdict: str | None
) -> None:
    rows = validation.reached(list(map(champion, best)), generations, seed=1)
    assert [row.verdict for row in rows] == ([] if verdict is None else [verdict])
