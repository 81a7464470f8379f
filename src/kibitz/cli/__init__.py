"""The command line: ``kibitz games``, ``show``, ``searches``, ``players``, ``analyse``, ``play``, ``match``, ..."""

from __future__ import annotations

from rich.console import Console

from kibitz.cli import evolve, games, learning, matches, papers, play, searches  # noqa: F401  # their commands come with them
from kibitz.cli.app import app, escaped


def main() -> None:
    """Run the command line; an error that a person can mend is one line, not a traceback."""
    try:
        app()
    except ValueError as error:  # KibitzError is one
        Console(stderr=True, highlight=False).print(f"[bold red]error:[/] {escaped(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
