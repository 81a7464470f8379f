"""HTML for notebooks and reports: tables, bars and titles. Everything that is shown as HTML uses these parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

BAR = "background:#1f77b4;height:.8em;display:inline-block;vertical-align:middle"
LONGEST = 120  # the width of a full bar in pixels
LEAST = 0.005
"""Shares below this are not shown."""


def html_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in HTML; cells are text.

    >>> html_table(["who", "points"], [["Ann & Ben", "7"]]).count("&amp;")
    1
    """
    return _table(headings, ([escape(cell) for cell in row] for row in rows))


def html_shares(what: str, shares: Mapping[str, float]) -> str:
    """Shares as a table with a bar for each, the largest first; those below half a percent are left out.

    >>> html_shares("model", {"ducks": 0.25, "lowest-card": 0.75, "greedy": 0.0}).count("<td>")
    6
    """
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])
    shown = [(name, share) for name, share in ordered if share >= LEAST]
    return _table([what, "", ""], [[escape(name), html_bar(share), f"{share:.0%}"] for name, share in shown])


def html_bar(share: float) -> str:
    """A bar for a share between 0 and 1."""
    return f'<span style="{BAR};width:{round(LONGEST * min(1.0, max(0.0, share)))}px"></span>'


def html_titled(title: str, *parts: str) -> str:
    """Parts in HTML below a title.

    >>> html_titled("a < b", "<p>yes</p>")
    '<div><p><strong>a &lt; b</strong></p><p>yes</p></div>'
    """
    return f"<div><p><strong>{escape(title)}</strong></p>{''.join(parts)}</div>"


def html_lines(lines: Iterable[str]) -> str:
    """Sentences, a line each; nothing if there are none.

    >>> html_lines(["one", "two"]), html_lines([])
    ('<p>one<br>two</p>', '')
    """
    told = "<br>".join(map(escape, lines))
    return f"<p>{told}</p>" if told else ""


def html_text(text: str) -> str:
    """Text with the same line breaks and columns.

    >>> html_text("a  b")
    '<pre>a  b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose cells are HTML already."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<table cellpadding="4"><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>'
