"""Put what was measured into pages about papers: ``.venv/bin/python tools/paper_tables.py docs/papers/carmel1993.md``.

Where a page says ``<!-- table figure-4 -->``, everything up to ``<!-- end -->`` is written anew from the report in
``docs/results``: the command, the verdict, the table and the notes. Other layouts of the same:

- ``<!-- grid table-1 -->`` has rows that are called "line: column" as lines and columns, the paper's beside ours;
- ``<!-- players evaluation -->`` has a column for every player and a line for everybody that it plays, where rows are
  called "player v. opponent" or "player: group";
- ``<!-- settings tie-order -->`` has shares that are called "setting: line", with a column for every setting;
- ``<!-- claims table-1 -->`` takes the rows with a verdict and findings of ours, under the command if no whole
  layout on the page has it;
- ``<!-- notes table-1 -->`` takes the notes alone, and ``<!-- command table-1 -->`` the command and the verdict.

``<!-- table figure-4: checkers -->`` takes only the rows that begin with a word, and nothing else. ``*`` stands for any
text, and `` or `` between two beginnings takes the rows of both: ``<!-- grid switching: *noticed or *won -->``. Where
there is no report yet, the page stays as it is.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from fnmatch import fnmatchcase
from math import inf
from pathlib import Path
from typing import Any

from kibitz.arena.intervals import Estimate
from kibitz.papers.claims import FAILS, HOLDS, Row
from kibitz.papers.report import markdown_line, markdown_table, number
from kibitz.papers.sturtevant2006.trends import EVERY

WHOLE = ("table", "grid", "players", "settings")
MARKED = re.compile(
    rf"(?P<mark><!-- (?P<kind>{'|'.join(WHOLE)}|claims|notes|command) (?P<item>[\w-]+)(: (?P<rows>[^>]*?))? -->\n)"
    r".*?<!-- end -->",
    re.DOTALL,
)
RESULTS = Path(__file__).parent.parent / "docs" / "results"
Lines = dict[str, dict[str, Row]]
"""Rows by line and column."""


def row(written: dict[str, Any]) -> Row:
    """A row as it was reported; reports of older versions do not say which rows are findings, and have none."""
    low, high = (end if end is not None else inf for end in written["interval"])
    ours = Estimate(written["ours"], low, high, written["clusters"])
    verdict, finding = written["verdict"] or "", written.get("finding", False)
    return Row(written["label"], written["paper"], ours, verdict, written["unit"], finding)


def grid(rows: list[Row]) -> str:
    """Lines and columns, with intervals; rows that are not called "line: column" come below, as they are."""
    lines: Lines = {}
    rest = []
    for each in rows:
        name, named, column = each.label.partition(": ")
        if named:
            lines.setdefault(name, {})[column] = each
        else:
            rest.append(each)
    tables = [laid_out(lines, _with_interval)] if lines else []
    return "\n\n".join([*tables, *([markdown_table(rest)] if rest else [])])


def players(rows: list[Row]) -> str:
    """A column for every player and a line for every opponent, with half the width of the intervals."""
    lines: Lines = {}
    for each in rows:
        player, opponent = re.split(r" v\. |: ", each.label, maxsplit=1)
        lines.setdefault(opponent, {})[player] = each
    return laid_out(lines, _with_half_width)


def laid_out(lines: Lines, cell: Callable[[Row], str]) -> str:
    """Lines and columns, and where the paper prints something of a line that as well, in its columns."""
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    written = [markdown_line(["", *columns]), f"|---|{'---:|' * len(columns)}"]
    for name, line in lines.items():
        printed = {
            column: f"{number(row.paper, row)}{row.unit}" for column, row in line.items() if row.paper is not None
        }
        if printed:
            written.append(markdown_line([f"{name}, the paper", *(printed.get(column, "") for column in columns)]))
        cells = [cell(line[column]) if column in line else "" for column in columns]
        written.append(markdown_line([f"{name}, ours" if printed else name, *cells]))
    return "\n".join(written)


def settings(rows: list[Row]) -> str:
    """A column for every setting, and what they come to; bold where ours and the paper's are on two sides of a half."""
    columns: dict[str, dict[str, Row]] = {}
    for each in rows:
        setting, _, line = each.label.partition(": ")
        columns.setdefault(setting, {})[line] = each
    together = columns.pop(EVERY, {})
    lines = next(iter(columns.values()))
    headings = ["games won by the first, %", "paper", *columns, *([EVERY] if together else [])]
    written = [markdown_line(headings), f"|---|---:|{'---:|' * len(columns)}{'---|' if together else ''}"]
    for line, first in lines.items():
        cells = [_share(column[line]) for column in columns.values()]
        verdicts = [together[line].verdict] if together else []
        name = line.replace("_", "\\_")
        written.append(f"| {' | '.join([name, f'{first.paper:.1f}', *cells, *verdicts])} |")
    return "\n".join(written)


def _share(row: Row) -> str:
    half = f" ± {(row.ours.high - row.ours.low) / 2:.0f}" if row.ours.has_interval else ""
    cell = f"{row.ours.mean:.0f}{half}"
    sure = {HOLDS: " \\*", FAILS: " †"}.get(row.verdict, "")
    other_side = row.paper is not None and (row.paper - 50) * (row.ours.mean - 50) < 0
    return f"**{cell}**{sure}" if other_side else f"{cell}{sure}"


def _with_interval(row: Row) -> str:
    mean, ends = f"{number(row.ours.mean, row)}{row.unit}", (row.ours.low, row.ours.high)
    return f"{mean} ({' to '.join(number(end, row) for end in ends)})" if row.ours.has_interval else mean


def _with_half_width(row: Row) -> str:
    mean, half = f"{number(row.ours.mean, row)}{row.unit}", (row.ours.high - row.ours.low) / 2
    return f"{mean} ± {number(half, row)}" if row.ours.has_interval else mean


def chosen(label: str, beginnings: str | None) -> bool:
    """Whether a row begins as a mark says."""
    return beginnings is None or any(fnmatchcase(label, f"{each}*") for each in beginnings.split(" or "))


LAYOUTS: dict[str, Callable[[list[Row]], str]] = {
    "table": markdown_table,
    "grid": lambda rows: grid([each for each in rows if not each.said]),
    "players": lambda rows: players([each for each in rows if not each.said]),
    "settings": settings,
    "claims": lambda rows: markdown_table([each for each in rows if each.said]),
}


def table(kind: str, name: str, beginnings: str | None, whole: bool) -> str:
    """What a report comes to, as Markdown; ``whole`` says whether a whole layout of it is on the page."""
    report = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    notes = [note.replace("*", "\\*").replace("_", "\\_") for note in report["notes"]]
    if kind == "notes":
        return "\n\n".join(notes)
    command = f"`{report['command']}` ([numbers](../results/{name}.json)): **{report['verdict']}**."
    if kind == "command":
        return command
    written = LAYOUTS[kind]([row(each) for each in report["rows"] if chosen(each["label"], beginnings)])
    if beginnings is not None or (kind == "claims" and whole):
        return written
    return "\n\n".join([command, written, *(notes if kind in WHOLE else [])])


def main() -> None:
    """Write pages anew."""
    for given in sys.argv[1:]:
        page = Path(given)
        text = page.read_text(encoding="utf-8")
        marks = MARKED.finditer(text)
        laid_out_whole = {mark["item"] for mark in marks if mark["kind"] in WHOLE and mark["rows"] is None}

        def filled(found: re.Match[str], paper: str = page.stem, whole: set[str] = laid_out_whole) -> str:
            name = f"{paper}-{found['item']}"
            if not (RESULTS / f"{name}.json").is_file():
                return found[0]
            written = table(found["kind"], name, found["rows"], found["item"] in whole)
            return f"{found['mark']}\n{written}\n\n<!-- end -->"

        page.write_text(MARKED.sub(filled, text), encoding="utf-8")


if __name__ == "__main__":
    main()
