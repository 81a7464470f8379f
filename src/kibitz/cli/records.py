"""Checking files of recorded games: ``kibitz records``."""

from __future__ import annotations

from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import Json, app, escaped, out, print_json

TOLD = 20


@app.command()
def records(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Recorded games: JSON lines, or PDN.")],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Accept games of this kind only; needed to read PDN.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check recorded games: every field, every move and the result. docs/records.md describes the format.

    The exit status is 1 if a game is not valid.
    """
    from kibitz.games.records import read

    wanted = kibitz.game(game) if game else None
    broken = False
    for file in files:
        found = read(file, wanted)
        broken = broken or bool(found.problems)
        if as_json:
            problems = [{"reason": each.reason, "sentence": each.sentence} for each in found.problems]
            print_json({"file": file, "found": found.found, "valid": len(found.records), "problems": problems})
            continue
        games = f"{found.found} game{'s' if found.found != 1 else ''} found"
        out.print(escaped(f"{file}: {games}, {len(found.records)} valid, {len(found.problems)} not"), soft_wrap=True)
        for problem in found.problems[:TOLD]:
            out.print(escaped(f"  {problem.sentence}"), soft_wrap=True)
        if len(found.problems) > TOLD:
            out.print(f"  and {len(found.problems) - TOLD} more")
    if broken:
        raise typer.Exit(1)
