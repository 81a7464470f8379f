"""Write measured results into the pages about papers: ``.venv/bin/python tools/paper_tables.py docs/papers/*.md``.

A page marks the place of a table with ``<!-- table figure-4 -->``. The tool replaces everything from there to
``<!-- end -->`` with the content of the report in ``docs/results``: the command, the verdict, the table and the notes.
There are other layouts:

- ``<!-- summary`` opens a page: a table with the columns claim, paper, ours, verdict. The lines of the comment say what
  to show, one line for each claim: ``figure-3 | difference 1: benefit | A model gains points.`` names the item, the
  beginning of a row's label, and the claim in words. Without a label the line shows the item as a whole.
- ``<!-- grid table-1 -->`` is for rows labelled "line: column"; the paper's values stand next to ours.
- ``<!-- players evaluation -->`` is for rows labelled "player v. opponent" or "player: group": one column for each
  player, one line for each opponent.
- ``<!-- settings tie-order -->`` is for shares labelled "setting: line": one column for each setting.
- ``<!-- claims table-1 -->`` shows only rows with a verdict, and findings. The command is added if no other mark on the
  page shows the whole item.
- ``<!-- notes table-1 -->`` shows only the notes, and ``<!-- command table-1 -->`` only the command and the verdict.

``<!-- table figure-4: checkers -->`` shows only the rows whose label begins with a word, without command or notes.
``*`` matches any text, and `` or `` separates alternatives: ``<!-- grid switching: *noticed or *won -->``. If there is
no report yet, the page is not changed.
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
from kibitz.arena.pages import markdown_line
from kibitz.papers.claims import FAILS, FINDING, HOLDS, ONLY_FINDINGS, Row, in_current_words, together
from kibitz.papers.report import markdown_table, number
from kibitz.papers.sturtevant2006.trends import EVERY

WHOLE = ("table", "grid", "players", "settings")
MARKED = re.compile(
    rf"(?P<mark><!-- (?P<kind>{'|'.join(WHOLE)}|claims|notes|command) (?P<item>[\w-]+)(: (?P<rows>[^>]*?))? -->\n)"
    r".*?<!-- end -->",
    re.DOTALL,
)
SUMMARY = re.compile(r"(?P<mark><!-- summary\n(?P<lines>.*?)-->\n).*?<!-- end -->", re.DOTALL)
RESULTS = Path(__file__).parent.parent / "docs" / "results"
SAMPLED = ("Abalone, mcts: mcts",)
"""Published rows whose interval has no width although they are sampled: all ten deals were lost, and the bootstrap of
that time did not say "no interval". All others without a width were computed exactly (``claims.exactly``)."""
Lines = dict[str, dict[str, Row]]
"""Rows by line and column."""


def row(written: dict[str, Any]) -> Row:
    """A row of a stored report. The first reports word verdicts differently, and the oldest mark no findings."""
    low, high = (end if end is not None else inf for end in written["interval"])
    if written["label"] in SAMPLED:
        low, high = -inf, inf
    ours = Estimate(written["ours"], low, high, written["clusters"])
    verdict, finding = in_current_words(written["verdict"] or ""), written.get("finding", False)
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
    """A table of lines and columns. If the paper has values for a line, they stand in a line of their own above
    ours."""
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
    """A column for every setting, and the verdict over all settings. A cell is bold if our share and the paper's share
    are on different sides of 50%."""
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
    if row.ours.is_exact:
        return f"{mean} (exact)"
    return f"{mean} ({' to '.join(number(end, row) for end in ends)})" if row.ours.has_interval else mean


def _with_half_width(row: Row) -> str:
    mean, half = f"{number(row.ours.mean, row)}{row.unit}", (row.ours.high - row.ours.low) / 2
    if row.ours.is_exact:
        return f"{mean} (exact)"
    return f"{mean} ± {number(half, row)}" if row.ours.has_interval else mean


def chosen(label: str, beginnings: str | None) -> bool:
    """Whether a label begins with one of the given texts."""
    return beginnings is None or any(fnmatchcase(label, f"{each}*") for each in beginnings.split(" or "))


LAYOUTS: dict[str, Callable[[list[Row]], str]] = {
    "table": markdown_table,
    "grid": lambda rows: grid([each for each in rows if not each.said]),
    "players": lambda rows: players([each for each in rows if not each.said]),
    "settings": settings,
    "claims": lambda rows: markdown_table([each for each in rows if each.said]),
}


def stored(name: str) -> tuple[dict[str, Any], list[Row]]:
    """A stored report and its rows, with the verdict in today's words."""
    report = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    rows = [row(each) for each in report["rows"]]
    return {**report, "verdict": together([each.verdict for each in rows]) or ONLY_FINDINGS}, rows


def summary(paper: str, lines: str) -> str:
    """The table that opens a page: claim, paper, ours, verdict; ``lines`` are "item | label of a row | claim"."""
    written = [markdown_line(["claim", "paper", "ours", "verdict"]), "|---|---:|---:|---|"]
    for line in lines.strip().splitlines():
        name, label, claim = (part.strip() for part in line.split("|"))
        report, rows = stored(f"{paper}-{name}")
        cells = _of_row(rows, label, name) if label else _of_item(rows, report["verdict"])
        numbers = f"[{name}](../results/{paper}-{name}.json)"
        written.append(f"| {claim} ({numbers}) | {' | '.join(cells)} |")
    return "\n".join(written)


def _of_row(rows: list[Row], label: str, name: str) -> tuple[str, str, str]:
    found = [each for each in rows if chosen(each.label, label)]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} rows of {name} begin with {label!r}; there must be exactly one")
    [each] = found
    return _values(each)


def _values(row: Row) -> tuple[str, str, str]:
    paper = "" if row.paper is None else f"{number(row.paper, row)}{row.unit}"
    return paper, _with_interval(row), row.said


def _of_item(rows: list[Row], verdict: str) -> tuple[str, str, str]:
    claims = [each for each in rows if each.verdict]
    if not claims:
        return "", "", FINDING
    if len(claims) == 1:
        return _values(claims[0])
    held = sum(each.verdict == HOLDS for each in claims)
    return "", f"{held} of {len(claims)} claims hold", verdict


def table(kind: str, name: str, beginnings: str | None, whole: bool) -> str:
    """The part of a report that a mark asks for; ``whole`` says whether the page shows the whole item elsewhere."""
    report, rows = stored(name)
    notes = [in_current_words(note).replace("*", "\\*").replace("_", "\\_") for note in report["notes"]]
    if kind == "notes":
        return "\n\n".join(notes)
    command = f"`{report['command']}` ([numbers](../results/{name}.json)): **{report['verdict']}**."
    if kind == "command":
        return command
    written = LAYOUTS[kind]([each for each in rows if chosen(each.label, beginnings)])
    if beginnings is not None or (kind == "claims" and whole):
        return written
    return "\n\n".join([command, written, *(notes if kind in WHOLE else [])])


def main() -> None:
    """Fill in every page that was given."""
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

        def opened(found: re.Match[str], paper: str = page.stem) -> str:
            return f"{found['mark']}\n{summary(paper, found['lines'])}\n\n<!-- end -->"

        page.write_text(SUMMARY.sub(opened, MARKED.sub(filled, text)), encoding="utf-8")


if __name__ == "__main__":
    main()
