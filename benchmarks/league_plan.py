"""How many sessions the published league of each game needs, and how long it takes.

``kibitz league GAME --scale pilot --seed 7 --json > docs/results/league/pilot/NAME.json`` for each game, and then
``python -m benchmarks.league_plan``

Reads the pilots: leagues with 12 opponents and one session of six games each. The standard deviation of the gains of
their sessions gives the number of sessions for an interval of ±5 points, for the player and for the clairvoyant. A
fifth is added, because the spread of a dozen sessions is uncertain. Without a pilot, an earlier league of the game is
used, and without that the largest spread that was measured. The result is
``src/kibitz/specialists/published_sessions.json``, which ``kibitz league --scale published`` uses.
"""

from __future__ import annotations

import json
from math import ceil, sqrt
from pathlib import Path
from statistics import stdev
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import kibitz
from benchmarks.baselines import SETTINGS
from kibitz.arena.league.statistics import needed
from kibitz.specialists.baselines import SESSIONS, key
from kibitz.specialists.populations import population

HALF_WIDTH = 0.05
MARGIN = 1.2
NORMAL = 1.96
PILOTS = Path("docs/results/league/pilot")
PLAN = Path("docs/results/league-plan.json")


def spreads(values: dict[str, Any]) -> list[float]:
    """The standard deviations of the gains of a session: of every player, and of the clairvoyant.

    With one session at every table, they are computed from the gains of the tables. With more, they follow from the
    width of the interval.
    """
    seer = [values["clairvoyant"]["player"]] if values["clairvoyant"] else []
    if values["sessions"] == 1:
        gains = ([row["gain"] for row in values["rows"] if row["player"] == who] for who in (*values["players"], *seer))
        return [stdev(each) for each in gains]
    count = values["tables"] * values["sessions"]
    pooled = [*values["gain"].values(), *([values["clairvoyant"]["gain"]] if seer else [])]
    known = [gain["interval"] for gain in pooled if gain["interval"][0] is not None]
    return [(high - low) / 2 / NORMAL * sqrt(count) for low, high in known]


def results(pilots: Path) -> dict[str, dict[str, Any]]:
    """The pilots by game; for games without a pilot, the leagues that were published before."""
    found = {}
    for file in (*sorted(pilots.parent.glob("*.json")), *sorted(pilots.glob("*.json"))):
        values = json.loads(file.read_text(encoding="utf-8"))
        found[values["game"]] = values
    return found


def main(
    pilots: Annotated[Path, typer.Option(help="The folder with JSON of pilot leagues.")] = PILOTS,
    write: Annotated[Path, typer.Option(help="The file for the numbers of sessions.")] = SESSIONS,
) -> None:
    """Print and write the plan."""
    found = results(pilots)
    measured = {game: max(spreads(values)) for game, values in found.items()}
    largest = max(measured.values())
    table = Table(title="The published league: at most 5 points either way")
    for heading in ("game", "tables", "spread of a session", "sessions a table", "core hours, as in the pilot"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    sessions, hours, rows = dict[str, int](), list[float](), list[dict[str, Any]]()
    for setting in SETTINGS:
        game = kibitz.game(setting.game)
        tables = len(population(game))
        spread = measured.get(key(game), largest)
        sessions[key(game)] = max(1, ceil(needed(MARGIN * spread, HALF_WIDTH) / tables))
        cost = "not measured"
        values = found.get(key(game), {"cost": []})
        if any("everybody" in each for each in values["cost"]):
            seconds = sum(each["everybody"] for each in values["cost"]) / (values["tables"] * values["sessions"])
            hours.append(seconds * tables * sessions[key(game)] / 3600)
            cost = f"{hours[-1]:.2f}"
        told = f"{spread:.3f}" + ("" if key(game) in measured else " (assumed)")
        rows.append(
            {
                "game": key(game),
                "tables": tables,
                "spread": round(spread, 3),
                "measured": key(game) in measured,
                "sessions": sessions[key(game)],
                "core_hours": None if cost == "not measured" else round(hours[-1], 2),
            }
        )
        table.add_row(setting.game, str(tables), told, str(sessions[key(game)]), cost)
    Console(width=140).print(table, f"in all {sum(hours):.2f} core hours for the {len(hours)} games with a pilot")
    write.write_text(json.dumps(sessions, indent=1) + "\n")
    PLAN.write_text(json.dumps({"command": "python -m benchmarks.league_plan", "games": rows}, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
