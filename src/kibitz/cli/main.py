"""Runs the command line, and prints errors: ours in one line, bugs with their traceback."""

from __future__ import annotations

import sys
import traceback
import warnings
from pathlib import Path
from typing import Any

from rich.console import Console

from kibitz.cli import evolve, games, learning, matches, papers, play, searches  # noqa: F401  # their commands come with them
from kibitz.cli.app import app, escaped, loaded
from kibitz.errors import KibitzError
from kibitz.words import in_words


def main() -> None:
    """Run the command line.

    An error that Kibitz raises on purpose is one line that says what to do. Any other is a bug, here or in a file of
    the user's own: it is shown with its traceback, and with whom to tell.
    """
    warnings.filterwarnings("default", r"(?s).*will be removed in", DeprecationWarning)
    warnings.showwarning = _show_warning
    try:
        app()
    except KibitzError as error:
        Console(stderr=True, highlight=False).print(f"[bold red]error:[/] {escaped(in_words(error))}", soft_wrap=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        traceback.print_exc()
        sys.stderr.write(f"\n{_whose_bug(error)}\n")
        raise SystemExit(1) from None


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """A warning in one line, as errors are."""
    Console(stderr=True, highlight=False).print(f"[bold yellow]warning:[/] {escaped(str(message))}", soft_wrap=True)


def _whose_bug(error: Exception) -> str:
    """Whom to tell of an error that nobody expected."""
    files = {Path(step.filename).resolve() for step in traceback.extract_tb(error.__traceback__)}
    own = [file for file in loaded if Path(file).resolve() in files]
    if own:
        return f"The error was raised in {own[-1]}, which --load named: see the last lines above that mention it."
    return (
        "This is a bug in Kibitz, not a mistake of yours. Please report it to the project, with the command that you "
        "gave and everything above."
    )
