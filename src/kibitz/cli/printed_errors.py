"""How the command line prints errors and warnings: ours in one line, bugs with their traceback."""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from kibitz.cli.app import escaped, loaded
from kibitz.cli.core_fault import REBUILD, core_fault
from kibitz.errors import KibitzError
from kibitz.published import page
from kibitz.words import in_words


@contextmanager
def printed_errors() -> Iterator[None]:
    """Print what goes wrong in a command, and leave with its exit code.

    An error that Kibitz raises on purpose is printed as one line that says what to do, and the page that explains
    such errors. Any other error is a bug in Kibitz or in a file of the user. It is printed with its traceback and with
    advice on where to report it. Warnings about old names are one line each.
    """
    warnings.filterwarnings("default", r"(?s).*will be removed in", DeprecationWarning)
    warnings.showwarning = _show_warning
    try:
        yield
    except KibitzError as error:
        _say(f"[bold red]error:[/] {escaped(in_words(error))}")
        if error.page:
            _say(f"[dim]see {escaped(page(error.page))}[/]")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        fault = core_fault() if isinstance(error, ImportError) else ""
        if fault:  # then no command works, except doctor
            _say(f"[bold red]error:[/] the native core of Kibitz does not load: {escaped(fault)}; {REBUILD}")
            raise SystemExit(1) from None
        traceback.print_exc()
        sys.stderr.write(f"\n{_whose_bug(error)}\n")
        raise SystemExit(1) from None


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _say(f"[bold yellow]warning:[/] {escaped(str(message))}")


def _say(line: str) -> None:
    Console(stderr=True, highlight=False).print(line, soft_wrap=True)


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
