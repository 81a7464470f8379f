"""Runs the command line, and prints errors: ours in one line, bugs with their traceback."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

from rich.console import Console

from kibitz.cli import evolve, games, learning, matches, papers, play, searches  # noqa: F401  # their commands come with them
from kibitz.cli.app import app, escaped, loaded
from kibitz.errors import KibitzError


def main() -> None:
    """Run the command line.

    An error that Kibitz raises on purpose is printed as one line that says what to do. Any other error is a bug in
    Kibitz or in a file of the user. It is printed with its traceback and with advice on where to report it.
    """
    try:
        app()
    except KibitzError as error:
        Console(stderr=True, highlight=False).print(f"[bold red]error:[/] {escaped(str(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        traceback.print_exc()
        sys.stderr.write(f"\n{_whose_bug(error)}\n")
        raise SystemExit(1) from None


def _whose_bug(error: Exception) -> str:
    """Advice on where to report an unexpected error."""
    files = {Path(step.filename).resolve() for step in traceback.extract_tb(error.__traceback__)}
    own = [file for file in loaded if Path(file).resolve() in files]
    if own:
        return f"The error was raised in {own[-1]}, which --load named: see the last lines above that mention it."
    return (
        "This is a bug in Kibitz, not a mistake of yours. Please report it to the project, with the command that you "
        "gave and everything above."
    )
