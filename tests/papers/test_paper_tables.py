"""The tool that fills the tables of pages about papers."""

import importlib.util
import json
import re
import sys
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import Row
from kibitz.papers.report import Report

TOOL = Path(__file__).parents[2] / "tools" / "paper_tables.py"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("paper_tables", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_a_page_gets_the_rows_of_the_report_and_stays_the_same_when_filled_again(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (Row("M* wins", 0.5, Estimate(0.25, 0.0, 0.5, 9), "holds"), Row("other", None, Estimate(7.0, 6.0, 8.0, 9)))
    Report("paper1993", "figure-1", "title", "kibitz reproduce ...", 1, "rule", rows, ("a note",)).write(tmp_path)
    page = tmp_path / "paper1993.md"
    page.write_text(
        "before\n<!-- table figure-1 -->\nstale\n<!-- end -->\n<!-- table figure-1: other -->\n<!-- end -->\n"
    )
    monkeypatch.setattr(tool, "RESULTS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["paper_tables.py", str(page)])
    tool.main()
    filled = page.read_text()
    assert "| M\\* wins | 0.50 | 0.25 | 0.00 to 0.50 | holds |" in filled
    assert "a note" in filled
    assert "stale" not in filled
    assert filled.count("| other |  | 7.0 | 6.0 to 8.0 |  |") == 2
    tool.main()
    assert page.read_text() == filled


def test_findings_stand_among_the_claims(tool: ModuleType) -> None:
    ours = {"ours": 2.0, "interval": [1.0, 3.0], "clusters": 9, "unit": ""}
    claimed = {"label": "M*: won", "paper": 2.5, "verdict": "holds", **ours}  # as it was written before findings
    found = {"label": "M*: gained", "paper": None, "verdict": None, "finding": True, **ours}
    measured = {"label": "M*: lost", "paper": None, "verdict": None, **ours}
    rows = [tool.row(each) for each in (claimed, found, measured)]
    assert [row.said for row in rows] == ["holds", "finding", ""]
    assert tool.LAYOUTS["claims"](rows).splitlines()[2:] == [
        "| M\\*: won | 2.50 | 2.00 | 1.00 to 3.00 | holds |",
        "| M\\*: gained |  | 2.00 | 1.00 to 3.00 | finding |",
    ]
    assert "gained" not in tool.LAYOUTS["grid"](rows)
    assert "lost" in tool.LAYOUTS["grid"](rows)


def test_settings_are_columns(tool: ModuleType) -> None:
    rows = [
        Row("low: a_b", 60.0, Estimate(40.0, 35.0, 45.0, 9), "does not hold", "%"),
        Row("low: c", 70.0, Estimate(80.0, 70.0, 90.0, 9), "inconclusive with 9 deals", "%"),
        Row("high: a_b", 60.0, Estimate(65.0, 61.0, 69.0, 9), "holds", "%"),
        Row("high: c", 70.0, Estimate(50.0, 50.0, 50.0, 9), "", "%"),
    ]
    heading, _, *lines = tool.settings(rows).splitlines()
    assert heading.endswith("| paper | low | high |")
    assert lines == ["| a\\_b | 60.0 | **40 ± 5** † | 65 ± 4 \\* |", "| c | 70.0 | 80 ± 10 | 50 ± 0 |"]
    together = [
        Row("every setting: a_b", 60.0, Estimate(52.0, 48.0, 56.0, 9), "depends on the setting: not with low", "%"),
        Row("every setting: c", 70.0, Estimate(65.0, 60.0, 70.0, 9), "holds", "%"),
    ]
    heading, _, *lines = tool.settings([*together, *rows]).splitlines()
    assert heading.endswith("| paper | low | high | every setting |")
    assert lines[0].endswith("| 65 ± 4 \\* | depends on the setting: not with low |")


def test_what_the_paper_prints_stands_in_its_column(tool: ModuleType) -> None:
    rows = [
        Row("a_b: won", None, Estimate(40.0, 35.0, 45.0, 9), unit="%"),
        Row("a_b: scored", 0.5, Estimate(0.25, -0.001, 0.5, 9)),
        Row("c: scored", None, Estimate(3.0, inf, inf, 9)),
        Row("d wins", 7.0, Estimate(6.0, 5.0, 8.0, 9)),
    ]
    assert tool.grid(rows).splitlines() == [
        "|  | won | scored |",
        "|---|---:|---:|",
        "| a\\_b, the paper |  | 0.50 |",
        "| a\\_b, ours | 40.0% (35.0 to 45.0) | 0.25 (0.00 to 0.50) |",
        "| c |  | 3.00 |",
        "",
        "| quantity | paper | ours | 95% interval | verdict |",
        "|---|---:|---:|---:|---|",
        "| d wins | 7.0 | 6.0 | 5.0 to 8.0 |  |",
    ]


def test_players_are_columns(tool: ModuleType) -> None:
    rows = [
        Row("control: all", 57.7, Estimate(78.0, 74.0, 82.0, 9), unit="%"),
        Row("reader, pure: all", None, Estimate(82.0, 80.0, 84.0, 9), unit="%"),
        Row("control v. always-ask", None, Estimate(35.0, 29.0, 43.0, 9), unit="%"),
        Row("the best reply v. always-ask", None, Estimate(98.0, 98.0, 98.0, 9), unit="%"),
    ]
    assert tool.players(rows).splitlines() == [
        "|  | control | reader, pure | the best reply |",
        "|---|---:|---:|---:|",
        "| all, the paper | 57.7% |  |  |",
        "| all, ours | 78.0% ± 4.0 | 82.0% ± 2.0 |  |",
        "| always-ask | 35.0% ± 7.0 |  | 98.0% (exact) |",
    ]


@pytest.mark.parametrize(
    ("layout", "notes"),
    [("", 0), ("grid figure-1", 1), ("grid figure-1: *won or other", 0), ("notes figure-1", 1)],
)
def test_a_page_says_once_how_claims_are_found_again(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str, notes: int
) -> None:
    rows = (
        Row("M* wins", 0.5, Estimate(0.25, 0.0, 0.5, 9), "holds"),
        Row("M*: won", None, Estimate(7.0, 6.0, 8.0, 9)),
        Row("M*: lost", None, Estimate(9.0, 8.0, 9.5, 9)),
    )
    Report("paper1993", "figure-1", "title", "kibitz reproduce ...", 1, "rule", rows, ("a note",)).write(tmp_path)
    page = tmp_path / "paper1993.md"
    more = f"<!-- {layout} -->\n<!-- end -->\n" if layout else ""
    page.write_text(f"<!-- claims figure-1 -->\n<!-- end -->\n{more}")
    monkeypatch.setattr(tool, "RESULTS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["paper_tables.py", str(page)])
    tool.main()
    filled = page.read_text()
    command = "`kibitz reproduce ...` ([numbers](../results/paper1993-figure-1.json)): **holds**."
    assert filled.count(command) == 1
    assert filled.count("a note") == notes
    assert filled.count("| M\\* wins |") == 1
    assert ("7.0 (6.0 to 8.0)" in filled) == layout.startswith("grid")
    assert ("9.0 (8.0 to 9.5)" in filled) == (layout == "grid figure-1")


def test_a_report_of_0_1_is_shown_in_todays_words(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = {"ours": 2.0, "interval": [-1.0, 5.0], "clusters": 9, "unit": "", "paper": None}
    verdicts = ("depends on the deals: 9 cannot tell", "depends on the deals: 2 of 3 cannot tell", "holds")
    report = {
        "command": "kibitz reproduce ...",
        "verdict": "depends on the row: 1 holds, 2 open",
        "rows": [
            {"label": f"{name}", "verdict": verdict, **ours} for name, verdict in zip("abc", verdicts, strict=True)
        ],
        "notes": ["Not so with seed 2 (depends on the games: 1,000 cannot tell)."],
    }
    (tmp_path / "paper1993-figure-1.json").write_text(json.dumps(report))
    monkeypatch.setattr(tool, "RESULTS", tmp_path)
    shown = tool.table("table", "paper1993-figure-1", None, True)
    assert "**mixed: 1 holds, 2 inconclusive**" in shown
    assert "| inconclusive with 9 deals |" in shown
    assert "| inconclusive in 2 of 3 comparisons |" in shown
    assert "(inconclusive with 1,000 games)" in shown
    assert "cannot tell" not in shown


def test_a_summary_has_the_claim_in_words_and_the_numbers_of_the_report(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (
        Row("M* wins, by", 50.0, Estimate(25.0, 20.0, 30.0, 9), "does not hold", "%"),
        Row("M* wins more, by", None, Estimate(7.0, 6.0, 8.0, 9), "holds"),
        Row("M* loses", None, Estimate(1.0, 1.0, 1.0, 9), finding=True),
    )
    Report("paper1993", "figure-1", "title", "kibitz reproduce ...", 1, "rule", rows).write(tmp_path)
    monkeypatch.setattr(tool, "RESULTS", tmp_path)
    lines = "figure-1 | M* wins, | M\\* wins\nfigure-1 | | All of it\nfigure-1 | M* loses | Never loses\n"
    link = "([figure-1](../results/paper1993-figure-1.json))"
    assert tool.summary("paper1993", lines).splitlines() == [
        "| claim | paper | ours | verdict |",
        "|---|---:|---:|---|",
        f"| M\\* wins {link} | 50.0% | 25.0% (20.0 to 30.0) | does not hold |",
        f"| All of it {link} |  | 1 of 2 claims hold | mixed: 1 holds, 1 does not hold |",
        f"| Never loses {link} |  | 1.00 (exact) | finding |",
    ]
    with pytest.raises(SystemExit, match="2 rows of figure-1 begin with 'M\\* wins'"):
        tool.summary("paper1993", "figure-1 | M* wins | which?")


PAGES = sorted((TOOL.parents[1] / "docs" / "papers").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_say_what_the_results_say(
    page: Path, tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / page.name
    copy.write_text(page.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["paper_tables.py", str(copy)])
    tool.main()
    assert copy.read_text(encoding="utf-8") == page.read_text(encoding="utf-8"), f"run {TOOL.name} {page.name}"
    published = {json.loads(file.read_text())["command"] for file in tool.RESULTS.glob(f"{page.stem}-*.json")}
    numbered = re.findall(r"`(kibitz reproduce [^`]*)` \(\[numbers\]", page.read_text(encoding="utf-8"))
    assert numbered
    assert set(numbered) <= published


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_opens_with_its_claims(page: Path) -> None:
    title, citation, opening, *_ = page.read_text(encoding="utf-8").split("\n\n")
    assert title.startswith("# ")
    assert len(citation.splitlines()) == 1
    assert opening.startswith("<!-- summary\n")


def test_what_was_computed_exactly_has_no_interval() -> None:
    report = Report("p", "i", "t", "c", 1, "r", (Row("wins", None, Estimate(98.0, 98.0, 98.0, 1), unit="%"),))
    assert "98.0 to 98.0" not in report.text()
    assert "98.0%         exact" in report.text()
    assert "| 98.0% | exact |" in report.markdown()


def test_what_was_sampled_is_not_called_exact(tool: ModuleType) -> None:
    """One published row without a width is sampled: ten lost deals. Exact ones are single cases, or at Guess It."""
    called_exact = set()
    for file in (Path(__file__).parents[2] / "docs" / "results").glob("*-*.json"):
        report = json.loads(file.read_text())
        for written in report.get("rows", []) if "paper" in report else []:
            if tool.row(written).ours.is_exact and written["clusters"] > 1:
                called_exact.add(report["paper"])
    assert called_exact == {"lockett2007"}
