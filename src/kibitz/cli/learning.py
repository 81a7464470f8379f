"""Learning from recorded games: ``kibitz learn``."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import kibitz
from kibitz.cli.app import GameSpec, Json, app, out, print_json, writable
from kibitz.games import records
from kibitz.games.broken_records import reasons
from kibitz.progress import Bar

REASONS_TOLD = 5


@app.command()
def learn(
    game: GameSpec,
    source: Annotated[
        str, typer.Option("--from", metavar="FILE", help="Recorded games: JSON lines; checkers: PDN too.")
    ],
    player: Annotated[str, typer.Option(metavar="NAME", help="The player to learn, by name.")],
    file: Annotated[str | None, typer.Option("--out", metavar="FILE", help="Where to save the model.")] = None,
    limit_depth: Annotated[int, typer.Option(help="The greatest depth to try.", min=1, max=20)] = 9,
    seed: Annotated[int, typer.Option(help="Determines which games are held back.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """Learn a model of a player from recorded games, and save it.

    For example: kibitz learn checkers --from games.pdn --player Tinsley
    """
    from kibitz.learning.from_records import distinct, games_used, learn_player

    played = kibitz.game(game)
    path = writable(Path(file or "-".join([*re.findall(r"\w+", player), f"{played.name}.json"])))
    found = records.read(source, played)
    _tell_problems(found)
    if not found.records:
        raise kibitz.KibitzError(f"{source}: none of the {found.found} games could be read")
    with Bar(f"learning how {player} plays", quiet=as_json) as bar:
        learned = learn_player(found, player, played, limit_depth, seed, os.cpu_count() or 1, bar.update)
    counted = {
        "found": found.found,
        "read": len(found.records),
        "repeated": len(found.records) - len(distinct(found).records),
        "used": games_used(found, player),
        "skipped": len(found.problems),
    }
    learned_json, refused = learned.to_json(), None
    try:
        path.write_text(learned_json + "\n", encoding="utf-8")
    except OSError as error:  # what was learned is printed nevertheless
        refused = f"cannot write {path}: {error.strerror}; the model is only printed"
    if as_json:
        saved = None if refused else str(path)
        skipped = list(map(str, found.problems))
        counts = {**counted, "reasons": reasons(found.problems)}
        print_json({**json.loads(learned_json), "player": player, "games": counts, "skipped": skipped, "saved": saved})
    else:
        told = (f"{count} {what}" for what, count in counted.items() if count or what != "repeated")
        out.print("games: " + ", ".join(told))
        out.print(learned.summary(), markup=False, soft_wrap=True)
    if refused:
        raise kibitz.KibitzError(refused)
    if not as_json:
        out.print(f"saved to {path}", style="dim", markup=False, soft_wrap=True)


def _tell_problems(found: records.Recorded) -> None:
    """Print to standard error what was skipped: the most frequent reasons, each with its first message."""
    told = Console(stderr=True, highlight=False)
    first = {problem.reason: problem for problem in reversed(found.problems)}
    for reason, count in list(reasons(found.problems).items())[:REASONS_TOLD]:
        told.print(f"{count} skipped: {reason}, first {first[reason]}", markup=False, soft_wrap=True)
    if found.problems:
        told.print(f"{len(found.problems)} skipped, {len(found.records)} games read", style="dim")
