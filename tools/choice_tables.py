"""Write the tables of docs/reading-strangers.md: ``.venv/bin/python tools/choice_tables.py``.

They come from ``docs/results/choice.json``, which ``python -m benchmarks.choice --write`` writes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME))

from benchmarks.choice import CHECKED, load, summary  # noqa: E402

PAGE = HOME / "docs" / "reading-strangers.md"
RESULTS = HOME / "docs" / "results" / "choice.json"
WITHIN = 0.05


def mean(numbers: Iterable[float]) -> str:
    """The mean of some numbers, with a sign; a dash if there are none."""
    found = list(numbers)
    return f"{sum(found) / len(found):+.2f}" if found else "-"


def lines_of(rows: Sequence[dict[str, Any]]) -> str:
    """One row for the opponents of a game that features can express, and one for the others."""
    heads = ("game", "opponents", "uniform", "greedy", "best named", "LearnStrategy")
    lines = [
        f"| {' | '.join((*heads, *(f'read, {n}' for n in CHECKED), 'within 0.05', 'ms'))} |",
        "|---|---|" + "---:|" * (len(heads) + len(CHECKED)),
    ]
    for game in dict.fromkeys(row["game"] for row in rows):
        for inside in (True, False):
            some = [row for row in rows if row["game"] == game and row["of_the_class"] == inside]

            def beyond(row: dict[str, Any], found: dict[str, float]) -> float:
                return float(found["loss"] - row["true"]["loss"])

            near = sum(beyond(row, row["read"][10]) <= WITHIN for row in some)
            cells = (
                f"`{game}`" if inside else "",
                f"{len(some)} of the class" if inside else f"{len(some)} outside",
                mean(beyond(row, row["uniform"]) for row in some),
                mean(beyond(row, row["greedy"][10]) for row in some),
                mean(beyond(row, row["named"][10]) for row in some),
                mean(beyond(row, row["learn_strategy"][10]) for row in some if row["learn_strategy"]),
                *(mean(beyond(row, row["read"][number]) for row in some) for number in CHECKED),
                f"{near} of {len(some)}",
                f"{sum(row['milliseconds'] for row in some) / len(some):.1f}",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def text(rows: Sequence[dict[str, Any]]) -> str:
    """The generated part of the page."""
    goals = "\n".join(f"- {line}" for line in summary(rows))
    return f"{lines_of(rows)}\n\nOver all games, after ten watched games:\n\n{goals}"


def main() -> None:
    """Replace the text between the marks."""
    page = PAGE.read_text(encoding="utf-8")
    made = f"<!-- choice -->\n{text(load(RESULTS))}\n<!-- /choice -->"
    PAGE.write_text(re.sub(r"<!-- choice -->.*?<!-- /choice -->", lambda _: made, page, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main()
