"""What the commands share: the application, its console, common arguments."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import Console
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import kibitz
from kibitz.cli.commands import COMMANDS
from kibitz.cli.examples import add_examples

if TYPE_CHECKING:
    from rich.table import Table


LOAD = "--load"
LOADING = ("league",)
"""Commands that have the option ``--load`` themselves."""


class LazyCommands(TyperGroup):
    """All commands. Each is listed by its row in ``COMMANDS`` until it is called, which loads its module."""

    def __init__(self, *, commands: dict[str, Any], **attributes: Any) -> None:
        listed = {name: TyperCommand(name, short_help=summary) for name, (_, summary) in COMMANDS.items()}
        super().__init__(commands={**listed, **commands}, **attributes)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; ``--load`` may stand before or after the command."""
        return super().parse_args(ctx, load_first(args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, with its options."""
        name, command, left = super().resolve_command(ctx, args)
        if name in COMMANDS:
            command = loaded_commands([name])[name]
        return name, command, left

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help as plain text. A library that draws frames would take longer to load than all the rest."""
        super(TyperGroup, self).format_help(ctx, formatter)


def load_first(args: list[str]) -> list[str]:
    """The arguments with every ``--load FILE`` before the command.

    A command that has an option ``--load`` itself, such as ``league``, keeps what follows it.

    >>> load_first(["match", "checkers", "mine", "--load", "mine.py", "--deals", "4"])
    ['--load', 'mine.py', 'match', 'checkers', 'mine', '--deals', '4']
    """
    command = next((arg for arg in args if arg in COMMANDS), None)
    if command in LOADING:
        return args
    files: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for arg in left:
        if arg == "--":
            rest += [arg, *left]
        elif arg == LOAD:
            files += [arg, *([found] if (found := next(left, None)) is not None else [])]
        elif arg.startswith(f"{LOAD}="):
            files.append(arg)
        else:
            rest.append(arg)
    return [*files, *rest]


app = typer.Typer(
    cls=LazyCommands,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
out = Console(highlight=False)
loaded: list[str] = []  # the user's files with games and players: other processes have to load them too

GameSpec = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as checkers or 'spades(players=3, cards=7)'.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Seed = Annotated[int, typer.Option(help="Seed of the deal and of random moves.", min=0)]
Jobs = Annotated[int | None, typer.Option(help="How many processes; default: one for each core.", min=1)]
BackendName = Annotated[
    str, typer.Option("--backend", help="Where to run the work: processes (on this machine) or ray (on a Ray cluster).")
]
Cluster = Annotated[str | None, typer.Option("--address", help="The Ray cluster; default: a local one.")]

Moves = Annotated[str, typer.Option(help="Moves to play first, separated by commas.")]


def loaded_commands(names: Iterable[str] = tuple(COMMANDS)) -> dict[str, Any]:
    """All commands with their options and examples. This loads the modules of all commands."""
    for name in names:
        import_module(f"kibitz.cli.{COMMANDS[name][0]}")
    add_examples(app)
    return dict(cast("LazyCommands", get_command(app)).commands)


def print_json(value: Any) -> None:
    """Print one JSON document, unwrapped and uncoloured."""
    sys.stdout.write(json.dumps(value) + "\n")


@app.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    load_files: Annotated[
        list[str] | None,
        typer.Option(
            LOAD,
            metavar="FILE",
            help="A Python file with your own games, players or models, before or after the command; may be repeated.",
        ),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    """Play games of two or more players, and learn how the opponents decide."""
    if load_files:
        from kibitz.players.loading import load

        for file in load_files:
            load(file)
            loaded.append(file)
    if version:
        out.print(f"kibitz {kibitz.__version__}")
    elif context.invoked_subcommand is None:
        out.print(context.get_help(), markup=False)


def table(*headings: str) -> Table:
    """An empty table without lines, the style of all listings."""
    from rich.table import Table

    made = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        made.add_column(heading)
    return made


def escaped(text: str) -> str:
    """Text in which brackets are not markup."""
    return text.replace("[", "\\[")


def writable(path: Path) -> Path:
    """The path, if a file can be written there. This is checked before the work, which may take minutes."""
    if not path.parent.is_dir():
        raise kibitz.KibitzError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise kibitz.KibitzError(f"cannot write {path}: it is a folder; give the name of a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise kibitz.KibitzError(f"cannot write {path}: permission denied; choose another place with --out")
    return path
