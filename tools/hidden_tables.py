"""Write the tables of docs/hidden-information.md that have a mark: ``.venv/bin/python tools/hidden_tables.py``.

They come from ``docs/results/hidden.json``, which ``python -m benchmarks.hidden`` writes, from
``docs/results/hidden-reading.json``, which ``python -m benchmarks.hidden_reading`` writes, and from
``docs/results/hidden-ceiling.json``, which ``python -m benchmarks.hidden_ceiling`` writes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
PAGE = HOME / "docs" / "hidden-information.md"
RESULTS = HOME / "docs" / "results"
GAMES = {
    "hearts": "Hearts",
    "spades": "Spades by tricks",
    "spades-bids": "Spades with bids",
    "spades-to-300": "Spades for three to 300 points",
    "spades by tricks": "Spades by tricks",
    "spades with bids": "Spades for three with bids",
}
TUNING = 1000
"""Seeds below this one are for tuning."""
TABLE = r"\A\n*(\|[^\n]*\n+)*"
Found = dict[str, Any]


def share(numbers: list[float]) -> str:
    """A share in percent, with its interval."""
    mean, low, high = (100 * each for each in numbers)
    return f"{mean:.1f}% ({low:.1f}% to {high:.1f}%)"


def kept(numbers: list[float]) -> str:
    """The same in whole percent, if its interval is bounded."""
    if None in numbers:
        return "not bounded"
    mean, low, high = (f"{100 * each:.0f}%" for each in numbers)
    return f"{mean} ({low} to {high})"


def points(numbers: list[float], scale: float = 1, digits: int = 2) -> str:
    """A signed number with its interval, if it has one."""
    if None in numbers:
        return f"{scale * numbers[0]:+.{digits}f}"
    mean, low, high = (scale * each for each in numbers)
    return f"{mean:+.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    cells = [list(head), *map(list, rows)]
    cells.insert(1, ["---"] * len(cells[0]))
    return "\n".join("|" + "|".join(row) + "|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in cells)


def effect(match: Found) -> str:
    """What the first player of a match gains over the second."""
    if match["game"] == "hearts":
        return f"{points(match['points a hand'])} penalty points a hand"
    by_tricks = match["game"] == "spades"
    more = points([-match["points a hand"][at] for at in (0, 2, 1)], 0.1 if by_tricks else 1)
    return (
        f"{share(match['share of the wins'])} of the wins, {more} {'tricks a seat' if by_tricks else 'points a game'}"
    )


def matches(chosen: Callable[[Found], bool]) -> Callable[[], str]:
    """A table of some of the matches."""

    def shown() -> str:
        found = json.loads((RESULTS / "hidden.json").read_text(encoding="utf-8"))
        head = ("player", "against", "game, seed", "ms a move", "deals", "effect")
        rows = (
            (
                f"`{match['players'][0]}`",
                f"`{match['players'][1]}`",
                f"{GAMES[match['game']]}, {match['seed']}",
                f"{match['milliseconds']:g}",
                str(match["deals"]),
                effect(match),
            )
            for match in found
            if chosen(match)
        )
        return table(head, rows)

    return shown


def readings() -> list[Found]:
    """What reading gained, as it is stored."""
    found: list[Found] = json.loads((RESULTS / "hidden-reading.json").read_text(encoding="utf-8"))
    return found


def equal_time(seeds: Iterable[int]) -> Callable[[], str]:
    """What reading gains if everybody has the same time."""

    def shown() -> str:
        head = (
            "game and hands",
            "sessions",
            "player without models, and its simulations",
            "simulations of the reader",
            "share of wins without models",
            "share of wins of the reader",
            "gain in percentage points",
        )
        rows = []
        for found in readings():
            if found["seed"] not in seeds or "--milliseconds" not in found["command"]:
                continue
            for at, hands in enumerate(("open", "hidden")):
                plain, reader = (found["arms"][f"{hands}, {who}"] for who in ("without models", "reader"))
                simulations = found["simulations"][2 * at : 2 * at + 2]
                rows.append(
                    (
                        f"{GAMES[found['table']]}, {hands}",
                        str(found["sessions"]),
                        f"`{plain['player'].replace(f'simulations={simulations[0]}, ', '')}`, {simulations[0]:,}",
                        f"{simulations[1]:,}",
                        share(plain["share of the win"]),
                        share(reader["share of the win"]),
                        points(found[f"gain, {hands}"], 100, 1),
                    )
                )
        return table(head, rows)

    return shown


def shares_kept() -> str:
    """The shares of the gain that are kept, in all comparisons with learning."""
    head = ("game", "seed, sessions", "each move", "open baseline", "open gain", "hidden gain", "share kept")
    rows = []
    for found in readings():
        if "share of the gain kept" not in found or found["seed"] < TUNING:
            continue
        given = re.search(r"--milliseconds (\S+)", found["command"])
        baseline = re.sub(r"simulations=\d+, ", "", found["arms"]["open, without models"]["player"])
        rows.append(
            (
                GAMES[found["table"]],
                f"{found['seed']}, {found['sessions']}",
                f"{given[1]} ms" if given else f"{found['simulations']:,} simulations",
                f"`{baseline}`",
                points(found["gain, open"], 100, 1),
                points(found["gain, hidden"], 100, 1),
                kept(found["share of the gain kept"]),
            )
        )
    return table(head, rows)


def baselines() -> str:
    """Searches without models against the same opponents."""
    head = ("game, seed", "hands", "search", "ms a move", "share of wins", "behind the best, percentage points")
    rows = []
    for found in readings():
        for number, (spec, each) in enumerate(found.get("baselines", {}).items()):
            behind = points(each["behind the best"], 100, 1) if number else ""
            rows.append(
                (
                    f"{GAMES[found['table']]}, {found['seed']}",
                    str(found["sessions"] * found["hands"]),
                    f"`{spec.replace('simulations={n}, ', '')}`",
                    f"{each['ms a move']:.0f}",
                    share(each["share of the win"]),
                    behind,
                )
            )
    return table(head, rows)


def ceilings(repeated: bool, small: bool) -> Callable[[], str]:
    """What a perfect reader keeps, by the number of tricks left."""

    def shown() -> str:
        head = (
            "game, seed, worlds",
            "tricks left",
            "deals",
            "open gain, exact",
            "hidden gain, reader",
            "hidden gain, exact",
            "as it expects",
            "exact over reader",
            "ceiling",
            "as it expects",
        )
        found = json.loads((RESULTS / "hidden-ceiling.json").read_text(encoding="utf-8"))
        rows = (
            (
                f"{GAMES[each['table']]}, {each['seed']}, {each['worlds']:,}",
                str(each["left"]) if isinstance(each["left"], int) else f"{each['left'][0]} to {each['left'][-1]}",
                str(each["deals"]),
                points(each["gain, open exact"], 100, 1),
                points(each["gain, hidden reader"], 100, 1),
                points(each["gain, hidden exact"], 100, 1),
                points(each["gain, hidden exact, as it expects"], 100, 1),
                points(each["exact over reader, hidden"], 100, 1),
                kept(each["ceiling"]),
                kept(each["ceiling, as it expects"]),
            )
            for each in found
            if (each["repeats"] > 1) == repeated and (each["cards"] is not None) == small
        )
        return table(head, rows)

    return shown


MARKS: dict[str, Callable[[], str]] = {
    "hidden matches for tuning": matches(lambda match: match["seed"] < TUNING),
    "hidden spades to 300": matches(lambda match: match["game"] == "spades-to-300" and match["seed"] >= TUNING),
    "hidden reading at equal time": equal_time((2107, 2120)),
    "hidden reading at equal time before": equal_time((2104,)),
    "hidden reading kept": shares_kept,
    "hidden baselines": baselines,
    "hidden ceiling": ceilings(True, False),
    "hidden ceiling of small deals": ceilings(True, True),
    "hidden ceiling before": ceilings(False, False),
}


def filled(page: str) -> str:
    """The page with the tables of its marks."""
    for mark, shown in MARKS.items():
        before, sign, after = page.partition(f"<!-- {mark} -->")
        if sign:
            page = f"{before}{sign}\n\n{shown()}\n\n{re.sub(TABLE, '', after)}"
    return page.rstrip() + "\n"


def main() -> None:
    """Write the tables."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
