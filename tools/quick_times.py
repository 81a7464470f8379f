"""Measure how long ``kibitz reproduce PAPER ITEM --scale quick`` takes: ``.venv/bin/python tools/quick_times.py``.

It runs every item once in one process, and writes the seconds of processor time to
``src/kibitz/papers/quick_times.json``, which ``kibitz reproduce --list`` shows. Items that the file already has are not
run again; delete the file to measure all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from kibitz.papers.registry import PAPERS, items

FILE = Path(__file__).parent.parent / "src" / "kibitz" / "papers" / "quick_times.json"


def seconds(paper: str, item: str) -> float:
    """The processor time of a quick run, its child processes included."""
    before = os.times()
    words = ["reproduce", paper, item, "--scale", "quick", "--jobs", "1", "--json"]
    subprocess.run([sys.executable, "-m", "kibitz.cli", *words], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Measure what is missing, and write the file after every item."""
    known: dict[str, dict[str, float]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for paper in PAPERS:
        measured = known.get(paper, {})
        for name in items(paper):
            if name not in measured:
                measured[name] = round(seconds(paper, name), 1)
            known[paper] = {each: measured[each] for each in items(paper) if each in measured}
            FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
