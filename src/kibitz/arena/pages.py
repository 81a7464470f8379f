"""Parts of reports that people read: lines of Markdown tables, and pages in HTML that need no other file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from kibitz.errors import KibitzError

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}code{background:#f4f4f4}"
)


def markdown_line(cells: Iterable[str]) -> str:
    """A line of a Markdown table, with special characters escaped.

    >>> markdown_line(["M* v. mOT_MT", "0.5"])
    '| M\\\\* v. mOT\\\\_MT | 0.5 |'
    """
    return f"| {' | '.join(map(_escaped_cell, cells))} |"


def _escaped_cell(cell: str) -> str:
    return cell.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*")


def html_figures(figures: Mapping[str, str]) -> str:
    """SVG pictures by title, each with its title below it."""
    return "\n".join(
        f"<figure>{picture[picture.index('<svg') :]}<figcaption>{escape(name)}</figcaption></figure>"
        for name, picture in figures.items()
    )


def html_page(title: str, parts: Iterable[str]) -> str:
    """An HTML page that needs no other file, with the title as its first heading; ``parts`` are HTML.

    >>> html_page("a < b", ["<p>yes</p>"]).count("a &lt; b")
    2
    """
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def write_files(folder: Path, files: Mapping[str, str]) -> list[Path]:
    """Write texts into a folder, by file name, and say which files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise KibitzError(f"cannot write to {folder}: {error.strerror}") from None
    return [folder / file for file in files]
