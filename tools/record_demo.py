"""Record ``make run`` as an animated SVG of a terminal: ``.venv/bin/python tools/record_demo.py``.

It runs ``kibitz demo``, notes when each line is printed, and writes ``docs/pictures/make-run.svg``. Pauses last at most
``LONGEST_PAUSE`` seconds, and at least ``SHORTEST_PAUSE``, so that one can read along. The text is what is printed.
"""

from __future__ import annotations

import sys
import time
from html import escape
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

from kibitz import demonstration
from kibitz.cli.commands_here import next_steps

FILE = Path(__file__).parent.parent / "docs" / "pictures" / "make-run.svg"
PROMPT = "$ make run"
SEED = 10  # the default of kibitz demo
WIDTH, ROWS = 82, 27
LINE, LETTER, MARGIN, TOP = 18, 8.4, 14, 40
LONGEST_PAUSE = 1.6
SHORTEST_PAUSE = 0.3
LAST = 8.0
"""Seconds for which the last lines stay."""
COLOURS = {"color(2)": "#4ec96f", "color(3)": "#e5c558", "dim": "#8b949e", "plain": "#e6edf3"}
"""Colours by their numbers in terminals: 2 is green, 3 is yellow."""


class Clocked:
    """A file that notes when each line was finished, in seconds."""

    def __init__(self) -> None:
        self.lines: list[tuple[float, str]] = []
        self.rest = ""

    def write(self, text: str) -> int:
        """Take text: a part of a line, a line, or several lines."""
        *whole, self.rest = (self.rest + text).split("\n")
        self.lines += [(time.monotonic(), line) for line in whole]
        return len(text)

    def flush(self) -> None:
        """Nothing to do."""


def recorded() -> list[tuple[float, Text]]:
    """Run the demonstration, and return its lines, each with the second at which the picture shows it."""
    file = Clocked()
    console = Console(file=file, width=WIDTH - 2, color_system="standard", force_terminal=False, highlight=False)  # type: ignore[arg-type]
    began = time.monotonic()
    demonstration.reading(console, SEED)
    demonstration.say_next(console, next_steps())
    shown, before, at = [(0.0, Text(PROMPT, style="bold color(2)"))], began, 0.8
    for when, line in file.lines:
        at += min(LONGEST_PAUSE, max(SHORTEST_PAUSE, when - before))
        before = when
        shown.append((at, Text.from_ansi(line)))
    return shown


def fill(style: Style) -> str:
    """The colour of a style."""
    if style.dim:
        return COLOURS["dim"]
    name = style.color.name if style.color else "plain"
    return COLOURS.get(name, COLOURS["plain"])


def spans(line: Text) -> str:
    """A line as parts of SVG text; every part has its place, so that columns stay aligned in every font."""
    parts, column = [], 0
    console = Console(width=WIDTH)
    for segment in line.render(console, end=""):
        style = segment.style or Style()
        if segment.text.strip():
            bold = ' font-weight="bold"' if style.bold else ""
            place = f'x="{MARGIN + column * LETTER:g}" textLength="{len(segment.text) * LETTER:g}"'
            parts.append(f'<tspan {place} fill="{fill(style)}"{bold}>{escape(segment.text)}</tspan>')
        column += len(segment.text)
    return "".join(parts)


def picture(shown: list[tuple[float, Text]]) -> str:
    """The animated picture: every line appears at its time, and the screen scrolls when it is full."""
    total = shown[-1][0] + LAST
    width, height = round(2 * MARGIN + WIDTH * LETTER), TOP + ROWS * LINE + MARGIN
    rules, texts, scrolls = [], [], []
    for number, (at, line) in enumerate(shown):
        part = 100 * at / total
        texts.append(f'<text class="l l{number}" y="{TOP + (number + 1) * LINE - 5}">{spans(line)}</text>')
        if number:
            rules.append(f"@keyframes k{number}{{0%,{part:.2f}%{{opacity:0}}{part + 0.01:.2f}%,100%{{opacity:1}}}}")
            rules.append(f".l{number}{{animation-name:k{number}}}")
        if number >= ROWS:
            up = LINE * (number - ROWS + 1)
            scrolls.append(f"{part:.2f}%,{_until(shown, number, total):.2f}%{{transform:translateY(-{up}px)}}")
    last = LINE * max(0, len(shown) - ROWS)
    first = _until(shown, ROWS - 1, total) if len(shown) > ROWS else 100.0
    steps = f"@keyframes up{{0%,{first:.2f}%{{transform:none}}{''.join(scrolls)}}}"
    style = (
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
        f".l{{animation:{total:.1f}s step-end infinite}}"
        f".up{{transform:translateY(-{last}px);animation:up {total:.1f}s step-end infinite}}"
        "@media (prefers-reduced-motion:reduce){.l,.up{animation:none}}"
        f"{''.join(rules)}{steps}"
    )
    dots = "".join(
        f'<circle cx="{MARGIN + 8 + 20 * number}" cy="18" r="6" fill="{colour}"/>'
        for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img"><title>What make run prints</title><style>{style}</style>'
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>{dots}'
        f'<svg y="{TOP}" width="{width}" height="{ROWS * LINE + 4}" viewBox="0 {TOP} {width} {ROWS * LINE + 4}">'
        f'<g class="up">{"".join(texts)}</g></svg></svg>\n'
    )


def _until(shown: list[tuple[float, Text]], number: int, total: float) -> float:
    """The percent of the time just before the line after this one appears."""
    return 100.0 if number + 1 >= len(shown) else 100 * shown[number + 1][0] / total - 0.01


def main() -> None:
    """Write the picture."""
    shown = recorded()
    FILE.write_text(picture(shown), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {len(shown)} lines, {shown[-1][0]:.0f} seconds\n")


if __name__ == "__main__":
    main()
