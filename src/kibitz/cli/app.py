"""What the commands share: the application, its console, common arguments."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import kibitz
from kibitz.players.loading import load

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
out = Console(highlight=False)
loaded: list[str] = []  # files with games and players of one's own: other processes have to load them too

GameSpec = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as checkers or 'spades(players=3, cards=7)'.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Seed = Annotated[int, typer.Option(help="Seed of the deal and of random moves.", min=0)]
Jobs = Annotated[int | None, typer.Option(help="How many processes; default: one for each core.", min=1)]
BackendName = Annotated[str, typer.Option("--backend", help="processes, or ray.")]
Cluster = Annotated[str | None, typer.Option("--address", help="The Ray cluster; default: a local one.")]

Moves = Annotated[str, typer.Option(help="Moves to play first, separated by commas.")]


def print_json(value: Any) -> None:
    """Print one JSON document, unwrapped and uncoloured."""
    sys.stdout.write(json.dumps(value) + "\n")


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    load_files: Annotated[
        list[str] | None,
        typer.Option(
            "--load",
            metavar="FILE",
            help="A Python file with your own games or players; give it before the command; may be repeated.",
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Play games of two or more players, and learn how the opponents decide."""
    for file in load_files or ():
        load(file)
        loaded.append(file)
    if version:
        out.print(f"kibitz {kibitz.__version__}")
    elif context.invoked_subcommand is None:
        out.print(context.get_help())


def table(*headings: str) -> Table:
    """An empty table without lines, the style of all listings."""
    made = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        made.add_column(heading)
    return made


def escaped(text: str) -> str:
    """Text in which brackets are not markup."""
    return text.replace("[", "\\[")


def writable(path: Path) -> Path:
    """The path, if a file can be written there. Checked before the work, which may take minutes."""
    if not path.parent.is_dir():
        raise kibitz.KibitzError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise kibitz.KibitzError(f"cannot write {path}: it is a folder; give the name of a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise kibitz.KibitzError(f"cannot write {path}: permission denied; choose another place with --out")
    return path
