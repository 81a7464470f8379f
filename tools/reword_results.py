"""Bring the words of stored reports up to date: ``.venv/bin/python tools/reword_results.py``.

Titles and rules are taken from the items, and verdicts are changed to the current words. Numbers, labels, commands and
seeds stay as they are. Run it after a rule or a title is reworded; a rule whose meaning changes needs a new run
instead.
"""

from __future__ import annotations

import json
from pathlib import Path

from kibitz.papers.claims import ONLY_FINDINGS, in_current_words, together
from kibitz.papers.registry import PAPERS, item

RESULTS = Path(__file__).parent.parent / "docs" / "results"


def main(results: Path = RESULTS) -> None:
    """Rewrite every stored report whose words are out of date."""
    for file in sorted(results.glob("*.json")):
        text = file.read_text(encoding="utf-8")
        report = json.loads(text)
        if not isinstance(report, dict) or report.get("paper") not in PAPERS:  # results of benchmarks are often lists
            continue
        asked = item(report["paper"], report["item"])
        report["title"], report["rule"] = asked.title, asked.rule
        for row in report["rows"]:
            row["verdict"] = in_current_words(row["verdict"] or "") or None
        report["verdict"] = together([row["verdict"] or "" for row in report["rows"]]) or ONLY_FINDINGS
        report["notes"] = [in_current_words(note) for note in report["notes"]]
        reworded = json.dumps(report, indent=1) + "\n"
        if reworded != text:
            file.write_text(reworded, encoding="utf-8")


if __name__ == "__main__":
    main()
