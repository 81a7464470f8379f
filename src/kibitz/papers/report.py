"""A report: numbers of a paper next to ours, as text, Markdown, HTML and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from kibitz.arena.pages import html_figures, html_page, markdown_line, write_files
from kibitz.arena.results import aligned
from kibitz.html_tables import html_lines, html_table, html_titled
from kibitz.papers.claims import ONLY_FINDINGS, Row, together

HEADINGS = ("quantity", "paper", "ours", "95% interval", "verdict")


@dataclass(frozen=True)
class Report:
    """The result of an item.

    >>> from kibitz.arena.intervals import Estimate
    >>> report = Report("sturtevant2006", "table-2", "Opponent models", "kibitz reproduce ...", 1, "the rule",
    ...     (Row("(a)", 74.7, Estimate(70.0, 66.0, 74.0, 100), "holds", "%"),))
    >>> print(report.text())
    sturtevant2006, table-2: Opponent models
    Verdict: holds
    <BLANKLINE>
    quantity  paper   ours  95% interval  verdict
    (a)       74.7%  70.0%  66.0 to 74.0    holds
    <BLANKLINE>
    Rule: the rule
    Again: kibitz reproduce ...
    """

    paper: str
    item: str
    title: str
    command: str
    seed: int
    rule: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)
    """SVG pictures, by title."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """More values for JSON, besides the rows."""

    @property
    def verdict(self) -> str:
        """The verdict on all claims together, or that there is none if the item has only findings."""
        given = together([row.verdict for row in self.rows])
        return given or (ONLY_FINDINGS if any(row.finding for row in self.rows) else "")

    @property
    def heading(self) -> str:
        """The paper, the item and its title."""
        return f"{self.paper}, {self.item}: {self.title}"

    def text(self) -> str:
        """The report as text for a terminal."""
        table = aligned([HEADINGS, *map(_cells, self.rows)])
        said = [*self.notes, f"Rule: {self.rule}", f"Again: {self.command}"]
        return "\n".join([self.heading, f"Verdict: {self.verdict}", "", table, "", *said])

    def markdown(self, pictures: Sequence[str] = ()) -> str:
        """The report as Markdown; ``pictures`` are the files of the figures."""
        shown = [f"![{name}]({file})" for name, file in zip(self.figures, pictures, strict=False)]
        lines = [
            f"# {self.heading}",
            f"Verdict: **{self.verdict}**",
            markdown_table(self.rows),
            *shown,
            *self.notes,
            f"Rule: {self.rule}",
            f"Again: `{self.command}`",
        ]
        return "\n\n".join(lines) + "\n"

    def html(self) -> str:
        """The report as an HTML page that needs no other file."""
        said = [f"<p>{escape(line)}</p>" for line in (*self.notes, f"Rule: {self.rule}")]
        parts = [
            f"<p>Verdict: <b>{escape(self.verdict)}</b></p>",
            html_table(HEADINGS, map(_cells, self.rows)),
            html_figures(self.figures),
            *said,
            f"<p>Again: <code>{escape(self.command)}</code></p>",
        ]
        return html_page(self.heading, parts)

    def _repr_html_(self) -> str:
        table = html_table(HEADINGS, map(_cells, self.rows))
        told = html_lines([f"Verdict: {self.verdict}", *self.notes])
        return html_titled(self.heading, table, told, html_figures(self.figures))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON. Only findings have the field ``finding``."""
        return {
            "paper": self.paper,
            "item": self.item,
            "title": self.title,
            "command": self.command,
            "seed": self.seed,
            "rule": self.rule,
            "verdict": self.verdict,
            "rows": [
                {
                    "label": row.label,
                    "paper": row.paper,
                    "ours": row.ours.mean,
                    "interval": list(row.ours.ends),
                    "paper_inside": row.close,
                    "clusters": row.ours.clusters,
                    "unit": row.unit,
                    "verdict": row.verdict or None,
                    **({"finding": True} if row.finding else {}),
                }
                for row in self.rows
            ],
            "notes": list(self.notes),
            **({"values": dict(self.values)} if self.values else {}),
        }

    def write(self, folder: Path) -> list[Path]:
        """Write the report and its figures into a folder, and say which files."""
        import json

        name = f"{self.paper}-{self.item}"
        pictures = [f"{name}-{number}.svg" for number in range(1, len(self.figures) + 1)]
        files = {
            f"{name}.md": self.markdown(pictures),
            f"{name}.html": self.html(),
            f"{name}.json": json.dumps(self.to_dict(), indent=1) + "\n",
            **dict(zip(pictures, self.figures.values(), strict=True)),
        }
        return write_files(folder, files)


def markdown_table(rows: Iterable[Row]) -> str:
    """Rows as a Markdown table.

    >>> from kibitz.arena.intervals import Estimate
    >>> print(markdown_table([Row("(a)", 74.7, Estimate(70.0, 66.0, 74.0, 100), "holds", "%")]))
    | quantity | paper | ours | 95% interval | verdict |
    |---|---:|---:|---:|---|
    | (a) | 74.7% | 70.0% | 66.0 to 74.0 | holds |
    """
    return "\n".join(
        [markdown_line(HEADINGS), "|---|---:|---:|---:|---|", *(markdown_line(_cells(row)) for row in rows)]
    )


def _cells(row: Row) -> tuple[str, ...]:
    ours = row.ours
    interval = f"{number(ours.low, row)} to {number(ours.high, row)}" if ours.has_interval else "no interval"
    interval = "exact" if ours.is_exact else interval
    paper = "" if row.paper is None else f"{number(row.paper, row)}{row.unit}"
    return (row.label, paper, f"{number(ours.mean, row)}{row.unit}", interval, row.said)


def number(value: float, row: Row) -> str:
    """A number with one decimal, or two if the row's numbers are small; zero has no sign.

    A share is small if both ends of its interval would be equal with one decimal.

    >>> from kibitz.arena.intervals import Estimate
    >>> number(-0.04, Row("misses", None, Estimate(-0.04, -0.1, 0.0, 9), unit="%"))
    '0.0'
    """
    ends = (row.ours.low, row.ours.high) if row.ours.has_interval else (row.ours.mean,)
    farthest = max(map(abs, ends))
    small = 0 < farthest < 0.1 if row.unit == "%" else farthest < 5
    return f"{value:z.2f}" if small else f"{value:z.1f}"
