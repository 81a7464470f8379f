"""The report of a league as Markdown, HTML, JSON and pictures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from kibitz.arena.figures import COLOURS, bars, columns_compared, curves, panels
from kibitz.arena.league.results import AXIS, LeagueResult, Section, hundredfold
from kibitz.arena.league.tables import Table
from kibitz.arena.pages import html_figures, html_page, markdown_line, write_files
from kibitz.html_tables import html_table
from kibitz.shown_figures import svg_of
from kibitz.words import in_words

LONGEST = 60
"""The largest number of characters for the opponents of a table in a picture."""


@dataclass(frozen=True)
class LeagueReport:
    """A result, and the command that reproduces it.

    >>> from kibitz.arena.league.running import league
    >>> found = league("tic-tac-toe", ["random"], ["maxn"], "greedy", sessions=2, games=2, clairvoyant="none")
    >>> print(LeagueReport(found, "kibitz league tic-tac-toe").markdown().splitlines()[0])
    # A league of tic-tac-toe
    """

    result: LeagueResult
    command: str

    @property
    def title(self) -> str:
        """The title."""
        return f"A league of {self.result.league.game}"

    def figures(self) -> dict[str, str]:
        """Pictures by title: gains by game of a session, the share of the clairvoyant's gain, and the gain at every
        table.
        """
        found = {}
        if self.result.league.games > 1:
            found["Gain over the baseline by games seen"] = self._gains()
            if kept := self._kept():
                found["Share of the clairvoyant's gain that is kept, by games seen"] = kept
        found["Gain at every table, with the table where the first player gains least on top"] = self._tables()
        if believed := self._believed():
            found["Weight of the true model at the end of a session, where it is a candidate"] = believed
        found["Processor time a move, learning included"] = self._costs()
        return found

    def _gains(self) -> str:
        return svg_of(self.result.plot())

    def _tables(self) -> str:
        first, *_ = self.result.league.players
        gains = {(row.opponents, row.player): row.gain.gain for row in self.result.rows if row.gain is not None}
        arms = [arm for arm in self.result.league.arms if arm != self.result.league.baseline]
        tables = sorted(self.result.league.tables, key=lambda table: gains[table, first].mean)
        rows = {
            self._short(table): {self.result.label(arm): (None, hundredfold(gains[table, arm])) for arm in arms}
            for table in tables
        }
        return columns_compared(rows, AXIS)

    def _short(self, table: Table) -> str:
        """The opponents of a table, by name; numbered if several tables would look the same."""
        text = in_words(", ".join(map(self.result.called, table)))
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}... ({self.result.league.tables.index(table)})"

    def _believed(self) -> str | None:
        """The weight of the truth for each opponent, as bars; None if nobody has it as a candidate."""
        known = [each for each in self.result.beliefs if each.truth is not None]
        rows = {f"{self.result.called(each.opponent)}, {self.result.label(each.player)}": each.truth for each in known}
        return bars({name: 100 * (truth or 0.0) for name, truth in rows.items()}, "weight, %") if rows else None

    def _costs(self) -> str:
        known = {self.result.label(cost.player): cost.milliseconds for cost in self.result.costs}
        return bars({name: time for name, time in known.items() if time is not None}, "ms a move", logarithmic=True)

    def _kept(self) -> str | None:
        lines = {}
        for arm in self.result.league.players:
            found = [(seen, pooled.kept[arm]) for seen, pooled in enumerate(self.result.by_game)]
            known = [(seen, hundredfold(kept)) for seen, kept in found if kept is not None]
            if len(known) > 1:
                places, estimates = zip(*known, strict=True)
                lines[self.result.label(arm)] = (places, estimates)
        if not lines:
            return None
        names = [str(number) for number in range(self.result.league.games)]
        return curves(lines, "games seen before", "kept, %", level=100, names=names, bars=True)

    def markdown(self, pictures: Iterable[str] = ()) -> str:
        """The report as Markdown; ``pictures`` are the files of the figures."""
        shown = [f"![{name}]({file})" for name, file in zip(self.figures() if pictures else (), pictures, strict=True)]
        lines = [f"# {self.title}", *map(in_words, self.result.warnings()), *shown]
        for section in self.result.sections():
            rule = f"|{'---|' * len(section.headings)}"
            table = "\n".join([markdown_line(section.headings), rule, *map(markdown_line, _worded(section))])
            lines += [f"## {section.title}", table]
        lines += [*map(in_words, self.result.remarks()), f"Again: `{self.command}`"]
        return "\n\n".join(lines) + "\n"

    def html(self) -> str:
        """The report as an HTML page that needs no other file."""
        parts = [f"<p><b>{escape(in_words(line))}</b></p>" for line in self.result.warnings()]
        parts.append(html_figures(self.figures()))
        for section in self.result.sections():
            parts += [f"<h2>{escape(section.title)}</h2>", html_table(section.headings, _worded(section))]
        parts += [f"<p>{escape(in_words(line))}</p>" for line in self.result.remarks()]
        return html_page(self.title, [*parts, f"<p>Again: <code>{escape(self.command)}</code></p>"])

    def write(self, folder: Path) -> list[Path]:
        """Write the report and its pictures into a folder, and say which files."""
        pictures = {f"league-{number}.svg": each for number, each in enumerate(self.figures().values(), start=1)}
        values = {"command": self.command, **self.result.to_dict()}
        files = {
            "league.md": self.markdown(list(pictures)),
            "league.html": self.html(),
            "league.json": json.dumps(values, indent=1) + "\n",
            **pictures,
        }
        return write_files(folder, files)


def _worded(section: Section) -> list[list[str]]:
    return [[in_words(cell) for cell in row] for row in section.rows]


def several_games(found: Mapping[str, Mapping[str, Any]], player: int = 0) -> str:
    """Gain over the baseline by games seen as an SVG picture: a panel for each game, with the player's line, its
    interval, and a dotted line for the clairvoyant. All panels have the same scale.

    ``found`` are the values of ``league.json`` by the name of the game; ``player`` is the number of the player, from 0.

    >>> from kibitz.arena.league.running import league
    >>> one = league("tic-tac-toe", ["random"], ["maxn"], "greedy", sessions=2, games=2, simulations=20).to_dict()
    >>> several_games({"tic-tac-toe": one}).count("<svg")
    1
    """

    def draw(axes: Any, name: str) -> None:
        values = found[name]
        who, parts = values["players"][player], values["by_game"]
        seen = list(range(len(parts)))
        gains = [part["gain"][who] for part in parts]
        axes.plot(seen, [100 * gain["mean"] for gain in gains], color=COLOURS[0], marker="o", markersize=3)
        if all(gain["interval"][0] is not None for gain in gains):
            low, high = ([100 * gain["interval"][end] for gain in gains] for end in (0, 1))
            axes.fill_between(seen, low, high, color=COLOURS[0], alpha=0.15)
        if values["clairvoyant"]:
            best = [100 * part["clairvoyant"]["gain"]["mean"] for part in parts]
            axes.plot(seen, best, color=COLOURS[1], linestyle=":", linewidth=1.8)
        axes.axhline(0, color="grey", linestyle="--", linewidth=1)
        axes.xaxis.get_major_locator().set_params(integer=True)

    seen = any(values["clairvoyant"] for values in found.values())
    best = {"the clairvoyant": (COLOURS[1], ":")} if seen else {}
    lines = {"the player": (COLOURS[0], "-"), **best, "the baseline": ("grey", "--")}
    return panels(list(found), draw, "games seen before", AXIS, lines)
