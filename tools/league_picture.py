"""Draw the gains of leagues of several games into one picture:
``.venv/bin/python tools/league_picture.py docs/results/league.svg checkers/league.json hearts/league.json``.

Each file is the JSON that ``kibitz league --report DIR`` writes, or that ``--json`` prints.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kibitz.arena.league.report import several_games


def main(picture: str, *files: str) -> None:
    """Read the leagues, and write the picture."""
    found = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files]
    text = several_games({values["game"]: values for values in found})
    Path(picture).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
