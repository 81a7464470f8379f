"""The command line: ``kibitz games``, ``show``, ``searches``, ``players``, ``analyse``, ``play``, ``match``, ..."""

from kibitz.cli.main import main

__all__ = ["main"]
