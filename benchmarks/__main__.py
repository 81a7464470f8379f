"""Run the benchmarks: ``make bench``, or ``python -m benchmarks [--json] [NAME...]``."""

import argparse
import json
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table

from benchmarks import (
    arena,
    boards,
    evolution,
    fixed_depth,
    multi_player,
    python_games,
    searching,
    traversal,
    whole_hands,
)
from benchmarks.rows import Measure, Row, Timed

BENCHMARKS: dict[str, Callable[[], Sequence[Row] | Sequence[Measure] | Sequence[Timed]]] = {
    "traversal": traversal.run,
    "searching": searching.run,
    "multi-player": multi_player.run,
    "boards": boards.run,
    "whole-hands": whole_hands.run,
    "fixed-depth": fixed_depth.run,
    "python-games": python_games.run,
    "arena": arena.run,
    "evolution": evolution.run,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark '{name}'; known: {', '.join(BENCHMARKS)}")
    out = Console(highlight=False, width=180)
    found = {}
    for name in arguments.names or BENCHMARKS:
        with out.status(f"measuring {name}"):
            rows = BENCHMARKS[name]()
        found[name] = [row._asdict() for row in rows]
        if arguments.json:
            continue
        table = Table(title=name, title_justify="left", box=None, header_style="bold", pad_edge=False)
        for heading in rows[0].headings():
            table.add_column(heading, justify="left" if heading in ("what", "", "remark") else "right")
        for row in rows:
            table.add_row(*row.cells())
        out.print(table)
    if arguments.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
