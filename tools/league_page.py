"""Write the page of the published leagues and its picture:
``.venv/bin/python tools/league_page.py``.

It reads ``docs/results/league/*.json``, each the ``league.json`` that ``kibitz league --report DIR`` writes, and
``docs/results/baselines.json``. It writes ``docs/results/league.svg``, the picture of the README
(``docs/pictures/gain.svg``: the leagues of held-out opponents at equal time), and the tables between the marks in
``README.md``, ``docs/index.md``, ``docs/results/league.md`` and ``docs/league.md``. A test compares these pages with
the results.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.figures import COLOURS, panels
from kibitz.arena.intervals import estimate
from kibitz.arena.league.report import several_games
from kibitz.arena.league.results import AXIS, members_of
from kibitz.arena.pages import markdown_line
from kibitz.specialists import populations

HOME = Path(__file__).parent.parent
RESULTS = HOME / "docs" / "results"
PAGE, GUIDE = RESULTS / "league.md", HOME / "docs" / "league.md"
FRONT = HOME / "docs" / "pictures" / "gain.svg"
FRONT_PAGES = HOME / "README.md", HOME / "docs" / "index.md"
HELD_OUT = "held-out-"
FIRST = {
    "checkers": "kibitz league checkers --baseline mcts --handicap men=3",
    "hearts": 'kibitz league "hearts(open=true)" --baseline mcts',
}
"""The first leagues, which have a table of their own in the guide, and how their commands begin today."""
CALLED = {
    "abalone(players=3)": "Abalone for three",
    "checkers": "checkers",
    "chinese-checkers": "Chinese Checkers",
    "guess-it": "Guess It",
    "hearts(open=true)": "Hearts, open hands",
    "spades(open=true)": "Spades with bids, open hands",
    "spades(players=4, scoring=tricks, open=true)": "Spades by tricks, open hands",
    "tic-tac-toe": "tic-tac-toe",
}
"""The games of the leagues on the front pages, as people call them."""
WORST = 8


def main() -> None:
    """Read the results, and write pictures and tables."""
    found = leagues()
    (RESULTS / "league.svg").write_text(several_games(found), encoding="utf-8")
    FRONT.write_text(front_picture(held_out(found)), encoding="utf-8")
    for path, text in pages(found).items():
        path.write_text(text, encoding="utf-8")


def leagues() -> dict[str, dict[str, Any]]:
    """The stored leagues by name: those of held-out opponents first, then the older ones."""
    files = sorted(RESULTS.glob("league/*.json"), key=lambda file: (not file.stem.startswith(HELD_OUT), file.stem))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


def pages(found: dict[str, dict[str, Any]]) -> dict[Path, str]:
    """The text of every page, with its tables as they follow from the results."""
    chosen = json.loads((RESULTS / "baselines.json").read_text(encoding="utf-8"))["games"]
    planned = json.loads((RESULTS / "league-plan.json").read_text(encoding="utf-8"))["games"]
    strange = held_out(found)
    tables = {
        **{path: {"gains": gains(strange)} for path in FRONT_PAGES},
        PAGE: {"standing": standing(found), "worst": worst(found), "costs": costs(found)},
        GUIDE: {
            "baselines": baselines(chosen),
            "plan": plan(planned),
            "strangers": strangers(strange),
            "outside": outside(strange),
            "first": first_leagues(found),
        },
    }
    written = {}
    for path, marks in tables.items():
        text = path.read_text(encoding="utf-8")
        for mark, table_of_it in marks.items():
            text = marked(text, mark, table_of_it)
        written[path] = text
    return written


def front_picture(found: dict[str, dict[str, Any]]) -> str:
    """Gain over the baseline by games seen, a panel for each game, and the pooled gain of the later games.

    The pooled gain is drawn where its games are: a line from the first to the last of them, with its interval.
    """
    shown = {CALLED[game].replace(", ", ",\n"): values for game, values in found.items()}

    def draw(axes: Any, name: str) -> None:
        values = shown[name]
        [who] = values["players"]
        parts, later = values["by_game"], values["later"]
        means = [100 * part["gain"][who]["mean"] for part in parts]
        axes.plot(range(len(parts)), means, color=COLOURS[0], marker="o", markersize=2.5, linewidth=0.8, alpha=0.6)
        best = [100 * part["clairvoyant"]["gain"]["mean"] for part in parts if part["clairvoyant"]]
        if best:  # not every league has a clairvoyant
            axes.plot(range(len(parts)), best, color=COLOURS[1], linestyle=":", linewidth=1.8)
        first, last = (number - 1 for number in later["games"])  # game 6 is played after five games were seen
        gain = later["gain"][who]
        low, high = (100 * end for end in gain["interval"])
        axes.fill_between([first, last], low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
        axes.plot([first, last], [100 * gain["mean"]] * 2, color=COLOURS[0], linewidth=3, solid_capstyle="butt")
        axes.axhline(0, color="grey", linestyle="--", linewidth=1)
        axes.xaxis.get_major_locator().set_params(integer=True)

    lines = {
        "Kibitz (thick: games 6 to 10, 95% interval)": (COLOURS[0], "-"),
        "clairvoyant, told how each opponent decides": (COLOURS[1], ":"),
        "baseline": ("grey", "--"),
    }
    return panels(list(shown), draw, "games seen before", AXIS, lines)


def gains(found: dict[str, dict[str, Any]]) -> str:
    """The table of the front pages: one row for each league of held-out opponents, about the later games."""
    rows = []
    for game, values in found.items():
        [player], later = values["players"], values["later"]
        rows.append(
            [
                CALLED[game],
                sessions(values),
                f"{100 * later['baseline']['mean']:.0f}%",
                points(later["gain"][player]),
                points(later["clairvoyant"]["gain"]) if later["clairvoyant"] else "not played",
            ]
        )
    headings = ["game", "sessions", "wins of the baseline", "gain of Kibitz (95% interval)"]
    return table([*headings, "gain of the clairvoyant"], rows)


def first_leagues(found: dict[str, dict[str, Any]]) -> str:
    """One row for each of the first leagues, with its command."""
    rows = []
    for name, begins in FIRST.items():
        values = found[name]
        lengths = f"--sessions {values['sessions']} --games {values['games']}"
        command = f"{begins} --simulations 100 {lengths} --seed {values['seed']}"
        [player], seer = values["players"], values["clairvoyant"]
        rows.append(
            [
                f"`{command}`, {values['tables']} tables ([numbers](results/league/{name}.json))",
                f"{100 * values['baseline']['mean']:.1f}%",
                points(values["gain"][player]),
                points(seer["gain"]),
                share_kept(values["kept"][player]),
            ]
        )
    headings = ["league", "share of the baseline, `mcts`", "gain of the reader", "gain of the clairvoyant", "kept"]
    return table(headings, rows)


def held_out(found: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The leagues of held-out opponents, by game."""
    return {values["game"]: values for name, values in found.items() if name.startswith(HELD_OUT)}


def marked(page: str, mark: str, text: str) -> str:
    """The page with a text between the marks ``<!-- mark -->`` and ``<!-- end -->``.

    >>> marked("a <!-- x -->old<!-- end --> b", "x", "new")
    'a <!-- x -->\\\\n\\\\nnew\\\\n\\\\n<!-- end --> b'
    """
    begins = f"<!-- {mark} -->"
    if begins not in page:
        sys.exit(f"there is no {begins} in the page")
    return re.sub(
        f"{re.escape(begins)}.*?<!-- end -->", lambda _: f"{begins}\n\n{text}\n\n<!-- end -->", page, flags=re.S
    )


def table(headings: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    return "\n".join([markdown_line(headings), f"|{'---|' * len(headings)}", *map(markdown_line, rows)])


def points(gain: dict[str, Any]) -> str:
    """A gain in percentage points with its interval."""
    low, high = gain["interval"]
    ends = "no interval" if low is None else f"{100 * low:+.1f} to {100 * high:+.1f}"
    return f"{100 * gain['mean']:+.1f} ({ends})"


def standing(found: dict[str, dict[str, Any]]) -> str:
    """One row for each league and player."""
    rows = []
    for name, values in found.items():
        for player in values["players"]:
            kept, seer = values["kept"][player], values["clairvoyant"]
            rows.append(
                [
                    f"[{name}](league/{name}.json)",
                    f"`{player}`",
                    f"{values['tables']} x {values['sessions']} x {values['games']}",
                    f"{100 * values['baseline']['mean']:.1f}%",
                    points(values["gain"][player]),
                    points(seer["gain"]) if seer else "",
                    share_kept(kept),
                ]
            )
    headings = ["league", "player", "tables x sessions x games", "share of the baseline", "gain of the player"]
    return table([*headings, "gain of the clairvoyant", "kept"], rows)


def strangers(found: dict[str, dict[str, Any]]) -> str:
    """One row for each league of held-out opponents: the later games of its sessions, and the time for a move."""
    rows = []
    for game, values in found.items():
        later = values.get("later") or values
        times = {row["player"]: row for row in values["cost"]}
        for player in values["players"]:
            kept, seer = later["kept"][player], later["clairvoyant"]
            own, baseline = times[player], times[values["baseline"]["player"]]
            rows.append(
                [
                    f"`{game}`",
                    sessions(values),
                    f"{100 * later['baseline']['mean']:.1f}%",
                    points(later["gain"][player]),
                    by_table(values, player),
                    points(seer["gain"]) if seer else "",
                    share_kept(kept),
                    f"{baseline['milliseconds']:.1f}, {own['milliseconds']:.1f}, {own['watching']:.1f}",
                    f"{100 * own['differs']:.0f}%" if own.get("differs") is not None else "",
                ]
            )
    headings = ["game", "sessions", "share of the baseline", "gain of `adaptive`"]
    headings += ["gain in all games, interval by table", "gain of the clairvoyant", "kept"]
    headings += ["ms a move: baseline, reader, its watching", "moves that differ"]
    return table(headings, rows)


def outside(found: dict[str, dict[str, Any]]) -> str:
    """The mean gain over the tables of all games together, and over those at which most opponents cannot be expressed
    by features. A table is one observation."""
    gains: list[float] = []
    strange: list[float] = []
    for game, values in found.items():
        drawn = populations.held_out(kibitz.game(game), values["tables"], values["seed"])
        expressible = {str(kibitz.player(each.player)): each.expressible for each in drawn}
        for row in values["rows"]:
            if row["player"] in values["players"]:
                gains.append(row["gain"])
                known = sum(expressible[each] for each in row["opponents"])
                strange += [row["gain"]] if 2 * known < len(row["opponents"]) else []
    rows = []
    for name, each in (("all", gains), ("most opponents cannot be expressed by features", strange)):
        mean = estimate(each, seed=1)
        rows.append([name, str(len(each)), points({"mean": mean.mean, "interval": [mean.low, mean.high]})])
    return table(["tables of all games", "number of tables", "gain of `adaptive` in all games of the sessions"], rows)


def sessions(values: dict[str, Any]) -> str:
    """The number of sessions, and that of the clairvoyant if it played fewer.

    >>> sessions({"tables": 21, "sessions": 6, "clairvoyant_sessions": 2}), sessions({"tables": 21, "sessions": 6})
    ('126 (clairvoyant 42)', '126')
    """
    fewer = values.get("clairvoyant_sessions")
    told = f" (clairvoyant {values['tables'] * fewer})" if fewer and fewer < values["sessions"] else ""
    return f"{values['tables'] * values['sessions']}{told}"


def share_kept(kept: dict[str, Any] | None) -> str:
    """The share of the clairvoyant's gain that is kept, with its interval; empty if it is not given."""
    return "" if kept is None else f"{100 * kept['mean']:.0f}% ({_ends(kept)})"


def by_table(values: dict[str, Any], player: str) -> str:
    """The gain in all games of the sessions, with an interval that counts a table as one observation.

    The tables were drawn at random, so this interval is about other opponents of the same kind as well.
    """
    found = estimate([row["gain"] for row in values["rows"] if row["player"] == player], seed=1, bounds=(-1.0, 1.0))
    return points({"mean": found.mean, "interval": found.ends})


def _ends(kept: dict[str, Any]) -> str:
    low, high = kept["interval"]
    return "no interval" if low is None else f"{100 * low:.0f} to {100 * high:.0f}"


def worst(found: dict[str, dict[str, Any]]) -> str:
    """The tables at which players gain least, of all leagues."""
    rows = []
    for name, values in found.items():
        names = members_of(kibitz.game(values["game"]), values["opponents"])
        for row in values["rows"]:
            if row["player"] in values["players"]:
                opponents = ", ".join(names[each].name if each in names else each for each in row["opponents"])
                gain = {"mean": row["gain"], "interval": row["gain_interval"]}
                cells = [name, f"`{row['player']}`", opponents, points(gain), f"{row['corrected']:.2g}"]
                rows.append((row["gain"], cells))
    rows.sort(key=lambda pair: pair[0])
    return table(["league", "player", "opponents", "gain", "p (Holm)"], [row for _, row in rows[:WORST]])


def costs(found: dict[str, dict[str, Any]]) -> str:
    """The time a move of everybody who was measured."""
    rows = [
        [name, f"`{cost['player']}`", f"{cost['milliseconds']:.1f}"]
        for name, values in found.items()
        for cost in values["cost"]
    ]
    return table(["league", "who", "ms a move"], rows)


def baselines(chosen: dict[str, dict[str, Any]]) -> str:
    """What was chosen for each game, and what came second."""
    rows = []
    for game, values in chosen.items():
        first, second = (values["candidates"] + [None])[:2]
        rows.append(
            [
                f"`{game}`",
                values["handicap"] or "none",
                f"`{values['baseline']}`",
                f"{100 * first['share']:.0f}% ({_ends(first)}) of {first['games']}",
                f"{first['milliseconds']:.1f}",
                "" if second is None else f"`{second['player']}` {100 * second['share']:.0f}% of {second['games']}",
            ]
        )
    return table(["game", "handicap", "baseline", "share of wins", "ms a move", "the second"], rows)


def plan(rows: list[dict[str, Any]]) -> str:
    """How many sessions each game needs, and its time."""
    cells = []
    for row in rows:
        spread = f"{100 * row['spread']:.0f}" if row["measured"] else f"{100 * row['spread']:.0f} (assumed)"
        hours = "not measured" if row["core_hours"] is None else f"{row['core_hours']:.2f}"
        cells.append([f"`{row['game']}`", str(row["tables"]), spread, str(row["sessions"]), hours])
    return table(["game", "tables", "spread of a session, points", "sessions at each table", "core hours"], cells)


if __name__ == "__main__":
    main()
