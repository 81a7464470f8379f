"""Bring published reports to what the code writes today, from their stored numbers: labels, findings, rules, notes.

Nothing is measured: values and intervals stay as they are. Every file is read as rows, each row is looked up in
``CHANGES`` (the first pattern that its whole label matches), and the report is written as ``Report`` writes it, so that
verdicts of items follow from those of their rows.

``.venv/bin/python tools/results_anew.py``
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import Row, as_finding, contradicted, inside
from kibitz.papers.registry import item
from kibitz.papers.report import Report

RESULTS = Path(__file__).parent.parent / "docs" / "results"
Change = Callable[[Row], list[Row]]


def finding(row: Row) -> list[Row]:
    """Ours: no verdict, and nothing of the paper's."""
    return [as_finding(row)]


def beside(label: str) -> Change:
    """Ours under another name, with what the paper prints still beside it."""
    return lambda row: [replace(row, label=label.format(row=row), verdict="", finding=True)]


def named(label: str, **changed: Any) -> Change:
    """Another name, another value of the paper's."""
    return lambda row: [replace(row, label=label, **changed)]


def printed(paper: float | None) -> Change:
    """Another value of the paper's."""
    return lambda row: [replace(row, paper=paper)]


def in_every_trial(row: Row) -> list[Row]:
    """All ten trials ended before their 600 generations were over, so each had reached the goal."""
    return [contradicted("an identifier does not reach 302 of 400 in training", 0, row.ours.clusters)]


def reached(row: Row) -> list[Row]:
    """The best fitness is already a row: 233.4."""
    best = Estimate(233.4, 228.60927274097884, 237.4, 10)
    label = "total control reaches 150 to 200 of 400 after 100 generations"
    fresh = "total control reaches less than 350 of 400 in fresh games"
    return [Row(label, None, best, inside(best, 150, 200, "trials")), replace(row, label=fresh)]


def posterior(row: Row) -> list[Row]:
    """The posterior mean, by who plays."""
    who = row.label.removeprefix("the posterior mean stays below 302 while ")
    return [replace(row, label=f"the posterior mean while {who}", verdict="", finding=True)]


CHANGES: dict[str, dict[str, Change]] = {
    "carmel1993-figure-2": {r"M\*, (recursive|korf) chooses right": finding},
    "carmel1993-lemmas": {r"Lemma \d, (recursive|korf|tie-break), .*": finding},
    "carmel1993-figure-4": {},
    "carmel1993-figure-5": {},
    "carmel1993-figure-7": {"right function: true depth ahead.*|.*alone at the top": finding},
    "carmel1993-figure-8": {
        "whole function: wrong for less than": named("whole function: wrong for less than a tenth", paper=None),
        ".*smallest range: longer still, by|zeroed less clamped": finding,
    },
    "carmel1993-figure-10": {".*unforced positions in which.*": finding},
    "carmel1993-cost": {".*M\\* ahead at equal time.*": finding},
    "carmel1993-varying-depth": {"fixed depth: benefit.*|perfect model: benefit.*|perfect model more.*": finding},
    "sturtevant2006-table-2": {},
    "sturtevant2006-table-4": {r"\(a\).*loss to a right model": printed(6.8)},
    "sturtevant2006-inference": {},
    "sturtevant2006-hands-per-game": {},
    "sturtevant2006-learning": {
        "(right model|elimination): points a hand more than generic": lambda row: [row],
        ".*: points a hand more than generic": finding,
        "right model: games won more than generic": printed(None),
    },
    "lockett2007-identifier-ceiling": {
        "the posterior mean stays below 302 while .*": posterior,
        "even weights reach 302 by luck": beside("even weights"),
        "standard deviation of one evaluation": beside("even weights: {row.label}"),
    },
    "lockett2007-identifier": {
        "an identifier reaches 302 of 400 in training": in_every_trial,
        "an identifier reaches 302 of 400 in fresh games": beside("an identifier in fresh games, of 400"),
        "an identifier beats the constant in fresh games, by": finding,
    },
    "lockett2007-table-1": {
        "ID Only is below 400": lambda row: finding(replace(row, label="ID Only in fresh games, of 400"))
    },
    "lockett2007-total-control": {"total control reaches less than 350 of 400": reached},
    **{
        f"lockett2007-evaluation{way}": {
            "the same, all eleven, when it is not told.*|its identifier is worth.*|the same, IDs .*": finding,
            "beyond the paper: .*": lambda row: finding(
                replace(row, label=row.label.removeprefix("beyond the paper: "))
            ),
            "the reader across games misses of.*": finding,
        }
        for way in ("", "-drawn-game")
    },
    "lockett2007-switching": {".* notices in fewer games than the reader, by": finding},
    **{f"lockett2007-{name}": {} for name in ("figure-2", "head-to-head", "modules", "predictor")},
    "lockett2007-across-games": {"mixtures, before the first game|.*: missing after 50 games": finding},
    "hashavit2011-intervals": {".*, interval=.*(changes by|more than .*)": finding},
    "hashavit2011-indirect": {".*, (no indirect part|indirect part five times): Max-Prob more than.*": finding},
    "hashavit2011-mp-mix-tuned": {".*: Max-Prob more than MP-Mix, by": finding},
    "hashavit2011-more-columns": {".* more than .*, by": finding},
    "hashavit2011-pushes": {},
}
ADDED_NOTES = {
    "carmel1993-figure-8": " The paper says «after a few examples»; less than a tenth of a session is our reading of "
    "that.",
    "hashavit2011-pushes": " The paper says «a small percentage»; less than 10 is our reading of that.",
    "sturtevant2006-inference": " The paper says «in about one in six hands» and prints how often each candidate was "
    "ruled out; differences of these are worked out.",
    "lockett2007-identifier-ceiling": " The paper's 302 is the best of many evaluations, and lies 2.2 standard "
    "deviations of one evaluation above what even weights score.",
}
"""At the end of the last note."""


def rows_of(written: dict[str, Any]) -> list[Row]:
    """Rows as they are stored."""
    rows = []
    for each in written["rows"]:
        low, high = (end if end is not None else float("inf") for end in each["interval"])
        ours = Estimate(each["ours"], low, high, each["clusters"])
        stored = (each["label"], each["paper"], ours, each["verdict"] or "", each["unit"], each.get("finding", False))
        rows.append(Row(*stored))
    return rows


def changed(name: str, rows: list[Row]) -> list[Row]:
    """The rows as the code writes them today."""
    found = []
    for row in rows:
        change = next((each for label, each in CHANGES[name].items() if re.fullmatch(label, row.label)), None)
        found += change(row) if change else [row]
    return found


def report_of(written: dict[str, Any], rows: list[Row], rule: str, notes: list[str]) -> str:
    """The JSON of a report with these rows."""
    paper, name, title, command, seed = (written[each] for each in ("paper", "item", "title", "command", "seed"))
    values = written.get("values", {})
    made = Report(paper, name, title, command, seed, rule, tuple(rows), tuple(notes), values=values)
    return json.dumps(made.to_dict(), indent=1) + "\n"


def main() -> None:
    """Write every report of ``CHANGES`` anew."""
    from kibitz.papers.sturtevant2006.model_tables import DIFFERENCES, HANDS_NOTE, SLIP

    for name in CHANGES:
        file = RESULTS / f"{name}.json"
        written = json.loads(file.read_text(encoding="utf-8"))
        assert report_of(written, rows_of(written), written["rule"], written["notes"]) == file.read_text("utf-8"), name
        notes = list(written["notes"])
        if name in ADDED_NOTES:
            notes[-1] += ADDED_NOTES[name]
        if name == "sturtevant2006-table-2":
            notes.append(DIFFERENCES)
        if name == "sturtevant2006-table-4":
            notes.insert(1, SLIP)
        if name == "sturtevant2006-hands-per-game":
            notes.append(HANDS_NOTE)
        if name == "sturtevant2006-learning":
            notes[0] = notes[0].replace(
                "The paper's loss is the mean of the four in Table 4.",
                "The paper says that a right model wins 4 to 8 games in a hundred more.",
            )
        rows = changed(name, rows_of(written))
        if name == "lockett2007-identifier":
            best = next(row for row in rows_of(written) if row.label == "an identifier reaches 302 of 400 in training")
            rows.insert(3, replace(best, label="fitness reached in training", verdict=""))
        rule = item(written["paper"], written["item"]).rule
        file.write_text(report_of(written, rows, rule, notes), encoding="utf-8")


if __name__ == "__main__":
    main()
