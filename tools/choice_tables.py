"""Write the tables of docs/reading-strangers.md: ``.venv/bin/python tools/choice_tables.py``.

They come from files in docs/results that ``python -m benchmarks.choice --write`` writes: ``choice.json``;
``choice-without-strict.json``, some of its opponents read without strict habits;
``choice-before.json`` and ``choice-after.json``, the same opponents read by two versions; ``choice-held-out.json`` and,
by an earlier version, ``choice-held-out-before.json``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from scipy.stats import t

HOME = Path(__file__).parent.parent
sys.path.insert(0, str(HOME))

from benchmarks.choice import CHECKED, cost_of, depth_found, is_worse, load, summary  # noqa: E402

PAGE = HOME / "docs" / "reading-strangers.md"
RESULTS = HOME / "docs" / "results"
WITHIN = 0.05
GOALS = ("within 0.05", "worse", "depth found", "ms")
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
        f"| {' | '.join((*heads, *(f'read, {n}' for n in checked), *GOALS))} |",
        "|---|---|" + "---:|" * (len(heads) + len(checked) + len(GOALS) - 2),
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
                str(sum(map(is_worse, some))),
                found_in(some),
                f"{sum(map(cost_of, some)) / len(some):.1f}",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def found_in(rows: Rows) -> str:
    """For how many of those that look ahead with weights the true depth is the likeliest; a dash if there are none."""
    deep = [row for row in rows if row["depth"]]
    return f"{sum(map(depth_found, deep))} of {len(deep)}" if deep else "-"


def paired(before: Rows, after: Rows) -> str:
    """The same opponents read by two versions, with a 95% interval of the mean difference (t distribution)."""
    lines = [
        "| game | opponents | read, 1 | read, 3 | read, 10 | difference after 10 | largest, 10 | within 0.05 | ms |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for game in dict.fromkeys(row["game"] for row in after):
        for inside in (True, False):
            both = [
                pair
                for pair in zip(before, after, strict=True)
                if pair[0]["game"] == game and pair[0]["of_the_class"] == inside
            ]
            losses = {n: [[beyond(row, row["read"][n]) for row in pair] for pair in both] for n in (1, 3, 10)}
            gains = [now - then for then, now in losses[10]]
            near = [sum(each <= WITHIN for each in side) for side in zip(*losses[10], strict=True)]
            cells = (
                f"`{game}`" if inside else "",
                f"{len(both)} {'of the class' if inside else 'outside'}",
                *(", now ".join(mean(side) for side in zip(*found, strict=True)) for found in losses.values()),
                interval(gains),
                ", now ".join(f"{max(side):.2f}" for side in zip(*losses[10], strict=True)),
                f"{near[0]}, now {near[1]}",
                ", now ".join(f"{sum(map(cost_of, side)) / len(side):.1f}" for side in zip(*both, strict=True)),
            )
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def interval(numbers: Sequence[float]) -> str:
    """The mean of some numbers, with its 95% interval."""
    centre, half = fmean(numbers), float(t.ppf(0.975, len(numbers) - 1)) * stdev(numbers) / len(numbers) ** 0.5
    return f"{centre:+.3f} ({centre - half:+.3f} to {centre + half:+.3f})"


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
    drawn, before = (load(RESULTS / f"choice-held-out{name}.json") for name in ("", "-before"))
    rows, without = load(RESULTS / "choice.json"), load(RESULTS / "choice-without-strict.json")
    games = {row["game"] for row in without}
    return {
        "choice": text(rows),
        "choice strict": paired(without, [row for row in rows if row["game"] in games]),
        "choice paired": paired(*(load(RESULTS / f"choice-{name}.json") for name in ("before", "after"))),
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
