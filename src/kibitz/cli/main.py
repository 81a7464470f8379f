"""Runs the command line."""

from __future__ import annotations

from kibitz.cli import evolve, games, league, learning, matches, papers, play, records, searches, serve  # noqa: F401  # their commands come with them
from kibitz.cli.app import app
from kibitz.cli.printed_errors import printed_errors


def main() -> None:
    """Run the command line, and print what goes wrong."""
    with printed_errors():
        app()
