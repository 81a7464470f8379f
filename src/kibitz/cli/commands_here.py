"""Commands that work as they are printed: from the folder where the person is, in a checkout or elsewhere."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import kibitz
from kibitz.published import page


def checkout() -> Path | None:
    """The checkout in whose own environment this runs, so that ``make`` works there; None elsewhere."""
    root = Path(kibitz.__file__).resolve().parents[2]
    return root if (root / "Makefile").is_file() and Path(sys.prefix).resolve().parent == root else None


def serve_command() -> str:
    """The command that serves the page: ``make serve`` in a checkout, which also installs what the page needs."""
    root = checkout()
    if root is None:
        return f"{kibitz_command()} serve --open"
    return "make serve" if Path.cwd() == root else shlex.join(["make", "-C", str(root), "serve"])


def kibitz_command() -> str:
    """``kibitz``, with its folder if that is not on the path."""
    own = Path(sys.executable).with_name("kibitz")
    if not own.exists() or shutil.which("kibitz") == str(own):
        return "kibitz"
    inside = own.is_relative_to(Path.cwd())
    return shlex.quote(str(own.relative_to(Path.cwd()) if inside else own))


def next_steps() -> dict[str, str]:
    """What to try after the demonstration: commands and files, each with its purpose."""
    root = checkout()
    guide = page("docs/start.md") if root is None or Path.cwd() == root else str(root / "docs" / "start.md")
    return {
        serve_command(): "play in the browser: what does it think of you?",
        f"{kibitz_command()} play checkers adaptive": "play in this terminal",
        guide: "the tutorial, which takes fifteen minutes",
    }
