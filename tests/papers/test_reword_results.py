"""Stored reports are brought up to date in words only, and results that are no reports stay as they are."""

import json
import shutil
from pathlib import Path
from runpy import run_path

HOME = Path(__file__).parent.parent.parent


def test_results_that_are_lists_stay_as_they_are(tmp_path: Path) -> None:
    """The results of some benchmarks are lists of rows, not reports of papers."""
    shutil.copy(HOME / "docs" / "results" / "hidden.json", tmp_path)
    report = json.loads((HOME / "docs" / "results" / "carmel1993-figure-2.json").read_text(encoding="utf-8"))
    (tmp_path / "carmel1993-figure-2.json").write_text(json.dumps(report | {"title": "an old title"}), encoding="utf-8")
    run_path(str(HOME / "tools" / "reword_results.py"))["main"](tmp_path)
    assert (tmp_path / "hidden.json").read_text() == (HOME / "docs" / "results" / "hidden.json").read_text()
    assert json.loads((tmp_path / "carmel1993-figure-2.json").read_text())["title"] == report["title"]
