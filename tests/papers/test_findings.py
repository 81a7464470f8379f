"""What is the paper's and what is ours: claims have verdicts, findings have none, in every form of a report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.arena.comparisons import chance_of_mean
from kibitz.arena.intervals import Estimate, estimate
from kibitz.papers.claims import FAILS, FINDING, HOLDS, LEVEL, ONLY_FINDINGS, Claim, Row, decided
from kibitz.papers.report import Report
from kibitz.random import Random

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
    assert among[True].verdict.startswith("depends on")
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
