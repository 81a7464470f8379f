"""Write the tables of docs/reading-strangers.md: ``.venv/bin/python tools/choice_tables.py``.

They come from files in docs/results that ``python -m benchmarks.choice --write`` writes: ``choice.json``,
``choice-earlier.json`` (of an earlier version; games that ``choice.json`` has too are not shown),
``choice-held-out.json`` and, by an earlier version, ``choice-held-out-before.json``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME))

from benchmarks.choice import CHECKED, load, summary  # noqa: E402

PAGE = HOME / "docs" / "reading-strangers.md"
RESULTS = HOME / "docs" / "results"
WITHIN = 0.05
Rows = Sequence[dict[str, Any]]


def mean(numbers: Iterable[float]) -> str:
    """The mean of some numbers, with a sign; a dash if there are none."""
    found = list(numbers)
    return f"{sum(found) / len(found):+.2f}" if found else "-"


def beyond(row: dict[str, Any], found: dict[str, float]) -> float:
    """The loss beyond that of the true policy."""
    return float(found["loss"] - row["true"]["loss"])


def lines_of(rows: Rows) -> str:
    """One row for the opponents of a game that features can express, and one for the others."""
    heads = ("game", "opponents", "uniform", "greedy", "best named", "LearnStrategy")
    checked = [number for number in CHECKED if any(number in row["read"] for row in rows)]
    lines = [
        f"| {' | '.join((*heads, *(f'read, {n}' for n in checked), 'within 0.05', 'ms'))} |",
        "|---|---|" + "---:|" * (len(heads) + len(checked)),
    ]
    for game in dict.fromkeys(row["game"] for row in rows):
        for inside in (True, False):
            some = [row for row in rows if row["game"] == game and row["of_the_class"] == inside]
            if not some:
                continue
            near = sum(beyond(row, row["read"][10]) <= WITHIN for row in some)
            cells = (
                f"`{game}`" if inside else "",
                f"{len(some)} of the class" if inside else f"{len(some)} outside",
                mean(beyond(row, row["uniform"]) for row in some),
                mean(beyond(row, row["greedy"][10]) for row in some),
                mean(beyond(row, row["named"][10]) for row in some),
                mean(beyond(row, row["learn_strategy"][10]) for row in some if row["learn_strategy"]),
                *(
                    mean(beyond(row, row["read"][number]) for row in some if number in row["read"])
                    for number in checked
                ),
                f"{near} of {len(some)}",
                f"{sum(row['milliseconds'] for row in some) / len(some):.1f}",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def text(rows: Rows) -> str:
    """The table, and whether the goals are met."""
    goals = "\n".join(f"- {line}" for line in summary(rows))
    return f"{lines_of(rows)}\n\nOver all games, after ten watched games:\n\n{goals}"


def compared(rows: Rows, before: Rows) -> str:
    """Held-out opponents by game and group, beside an earlier version; only those that both have read."""
    known = {(row["game"], row["opponent"]): row for row in before}
    both = [(known[key], row) for row in rows if (key := (row["game"], row["opponent"])) in known]
    lines = [
        "| game | opponents | before, 3 | now, 3 | before, 10 | now, 10 | ms before | ms now |",
        "|---|---|" + "---:|" * 6,
    ]
    for game in dict.fromkeys(row["game"] for _, row in both):
        for group in dict.fromkeys(row["opponent"].split(":")[0] for _, row in both):
            some = [pair for pair in both if (pair[1]["game"], pair[1]["opponent"].split(":")[0]) == (game, group)]
            if not some:
                continue
            sides = list(zip(*some, strict=True))
            losses = [mean(beyond(row, row["read"][n]) for row in side) for n in (3, 10) for side in sides]
            spent = [f"{sum(row['milliseconds'] for row in side) / len(some):.1f}" for side in sides]
            lines.append(f"| {' | '.join((f'`{game}`', f'{len(some)} {group}', *losses, *spent))} |")
    return "\n".join(lines)


def tables() -> dict[str, str]:
    """Every table of the page, by its mark."""
    now, earlier = load(RESULTS / "choice.json"), load(RESULTS / "choice-earlier.json")
    measured = {row["game"] for row in now}
    drawn, before = (load(RESULTS / f"choice-held-out{name}.json") for name in ("", "-before"))
    return {
        "choice": text(now),
        "choice earlier": lines_of([row for row in earlier if row["game"] not in measured]),
        "choice held-out": compared(drawn, before),
    }


def main() -> None:
    """Replace the texts between the marks."""
    page = PAGE.read_text(encoding="utf-8")
    for mark, made in tables().items():
        begin, end = f"<!-- {mark} -->\n", f"\n<!-- /{mark} -->"
        first = page.index(begin) + len(begin)
        page = page[:first] + made + page[page.index(end, first - 1) :]
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
