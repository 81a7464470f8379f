"""Put what was measured into pages about papers: ``.venv/bin/python tools/paper_tables.py docs/papers/carmel1993.md``.

Where a page says ``<!-- table figure-4 -->``, everything up to ``<!-- end -->`` is written anew from the report in
``docs/results``: the command, the verdict, the table and the notes. ``<!-- table figure-4: checkers -->`` takes only
the rows that begin with a word, and nothing else. ``<!-- grid table-1 -->`` lays out rows that are called "line:
column" as lines and columns, the paper's beside ours, and ``<!-- claims table-1 -->`` takes the rows with a verdict.
``<!-- settings tie-order -->`` lays out shares that are called "setting: line" with a column for every setting.
Where there is no report yet, the page stays as it is.
"""

from __future__ import annotations

import json
import re
import sys
from math import inf
from pathlib import Path
from typing import Any

from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import FAILS, HOLDS, Row
from kibitz.papers.report import markdown_table

MARKED = re.compile(
    r"(?P<mark><!-- (?P<kind>table|grid|claims|settings) (?P<item>[\w-]+)(: (?P<rows>[^>]*?))? -->\n).*?<!-- end -->",
    re.DOTALL,
)
RESULTS = Path(__file__).parent.parent / "docs" / "results"


def row(written: dict[str, Any]) -> Row:
    """A row as it was reported."""
    low, high = (end if end is not None else inf for end in written["interval"])
    ours = Estimate(written["ours"], low, high, written["clusters"])
    return Row(written["label"], written["paper"], ours, written["verdict"] or "", written["unit"])


def grid(rows: list[Row]) -> str:
    """Lines and columns, with intervals, and where the paper prints a line that as well."""
    lines: dict[str, dict[str, Row]] = {}
    for each in rows:
        name, _, column = each.label.partition(": ")
        lines.setdefault(name, {})[column] = each
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    written = [f"| | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for name, line in lines.items():
        printed = [each.paper for each in line.values() if each.paper is not None]
        if printed:
            written.append(f"| {name}, the paper | {' | '.join(f'{value:.1f}' for value in printed)} |")
        cells = [_cell(line[column]) if column in line else "" for column in columns]
        written.append(f"| {name}{', ours' if printed else ''} | {' | '.join(cells)} |")
    return "\n".join(written)


def settings(rows: list[Row]) -> str:
    """A column for every setting; bold where ours and the paper's are on different sides of a half."""
    columns: dict[str, dict[str, Row]] = {}
    for each in rows:
        setting, _, line = each.label.partition(": ")
        columns.setdefault(setting, {})[line] = each
    lines = next(iter(columns.values()))
    written = [f"| games won by the first, % | paper | {' | '.join(columns)} |", f"|---|---:|{'---:|' * len(columns)}"]
    for line, first in lines.items():
        cells = [_share(column[line]) for column in columns.values()]
        name = line.replace("_", "\\_")
        written.append(f"| {name} | {first.paper:.1f} | {' | '.join(cells)} |")
    return "\n".join(written)


def _share(row: Row) -> str:
    cell = f"{row.ours.mean:.0f} ± {(row.ours.high - row.ours.low) / 2:.0f}"
    sure = {HOLDS: " \\*", FAILS: " †"}.get(row.verdict, "")
    other_side = row.paper is not None and (row.paper - 50) * (row.ours.mean - 50) < 0
    return f"**{cell}**{sure}" if other_side else f"{cell}{sure}"


def _cell(row: Row) -> str:
    return f"{row.ours.mean:.1f} ({row.ours.low:.1f} to {row.ours.high:.1f})"


def table(kind: str, name: str, beginning: str | None) -> str:
    """What a report comes to, as Markdown."""
    report = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    rows = [row(each) for each in report["rows"] if each["label"].startswith(beginning or "")]
    if kind == "claims":
        return markdown_table([each for each in rows if each.verdict])
    if kind == "table" and beginning is not None:
        return markdown_table(rows)
    if kind == "grid":
        written = grid([each for each in rows if not each.verdict])
    else:
        written = settings(rows) if kind == "settings" else markdown_table(rows)
    if beginning is not None:
        return written
    command = f"`{report['command']}` ([numbers](../results/{name}.json)): **{report['verdict']}**."
    notes = [note.replace("*", "\\*").replace("_", "\\_") for note in report["notes"]]
    return "\n\n".join([command, written, *notes])


def main() -> None:
    """Write pages anew."""
    for given in sys.argv[1:]:
        page = Path(given)

        def filled(found: re.Match[str], paper: str = page.stem) -> str:
            if not (RESULTS / f"{paper}-{found['item']}.json").is_file():
                return found[0]
            written = table(found["kind"], f"{paper}-{found['item']}", found["rows"])
            return f"{found['mark']}\n{written}\n\n<!-- end -->"

        page.write_text(MARKED.sub(filled, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
