"""Put what was measured into pages about papers: ``.venv/bin/python tools/paper_tables.py docs/papers/carmel1993.md``.

Where a page says ``<!-- table figure-4 -->``, everything up to ``<!-- end -->`` is written anew from the report in
``docs/results``: the command, the verdict, the table and the notes. ``<!-- table figure-4: checkers -->`` takes only
the rows that begin with a word, and nothing else.
"""

from __future__ import annotations

import json
import re
import sys
from math import inf
from pathlib import Path
from typing import Any

from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import Row
from kibitz.papers.report import markdown_table

MARKED = re.compile(r"(?P<mark><!-- table (?P<item>[\w-]+)(: (?P<rows>[^>]*?))? -->\n).*?<!-- end -->", re.DOTALL)
RESULTS = Path(__file__).parent.parent / "docs" / "results"


def row(written: dict[str, Any]) -> Row:
    """A row as it was reported."""
    low, high = (end if end is not None else inf for end in written["interval"])
    ours = Estimate(written["ours"], low, high, written["clusters"])
    return Row(written["label"], written["paper"], ours, written["verdict"] or "", written["unit"])


def table(name: str, beginning: str | None) -> str:
    """What a report comes to, as Markdown."""
    report = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    rows = [row(each) for each in report["rows"] if each["label"].startswith(beginning or "")]
    if beginning is not None:
        return markdown_table(rows)
    command = f"`{report['command']}` ([numbers](../results/{name}.json)): **{report['verdict']}**."
    notes = [note.replace("*", "\\*").replace("_", "\\_") for note in report["notes"]]
    return "\n\n".join([command, markdown_table(rows), *notes])


def main() -> None:
    """Write pages anew."""
    for given in sys.argv[1:]:
        page = Path(given)

        def filled(found: re.Match[str], paper: str = page.stem) -> str:
            written = table(f"{paper}-{found['item']}", found["rows"])
            return f"{found['mark']}\n{written}\n\n<!-- end -->"

        page.write_text(MARKED.sub(filled, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
