"""The reports in docs/results, beside what the code writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kibitz.papers.registry import PAPERS
from kibitz.papers.report import Report

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def published_reports() -> dict[str, dict[str, Any]]:
    """Every published report of a paper, by the name of its file."""
    found = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("*.json"))}
    return {name: each for name, each in found.items() if isinstance(each, dict) and each.get("paper") in PAPERS}


def columns(rows: list[dict[str, Any]]) -> dict[str, tuple[float | None, bool, bool]]:
    """By label, without counts: what the paper has, whether it is a finding, and whether there is a verdict."""
    return {
        re.sub(r": [\d,]+ of [\d,]+$", "", row["label"]): (
            row["paper"],
            row.get("finding", False),
            row["verdict"] is not None,
        )
        for row in rows
    }


def disagreements(report: Report) -> dict[str, object]:
    """Rows that a report and the published one of its item both have, and whose columns are not the same.

    A run of a few deals has other numbers, and what is exact is compared elsewhere: here only what does not depend on
    how much was run.
    """
    ours = columns(report.to_dict()["rows"])
    theirs = columns(published_reports()[f"{report.paper}-{report.item}"]["rows"])
    shared = ours.keys() & theirs.keys()
    assert shared, f"{report.item} has no row of the published report"
    found: dict[str, object] = {label: (ours[label], theirs[label]) for label in shared if ours[label] != theirs[label]}
    for label, (_, finding, verdict) in ours.items():
        if (finding or verdict) and label not in theirs:
            found[label] = "not published"
    return found
