"""Runs the command line."""

from __future__ import annotations

from kibitz.cli.app import app
from kibitz.cli.printed_errors import printed_errors

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line, and print what goes wrong."""
    with printed_errors():
        app()
