"""The log of evaluations on held-out opponents: each of them is written down with the commit that it judged.

A seed may be used only after the defaults are committed. The log shows how often a commit was judged, and with which
seeds, so that nobody tunes a player on opponents that were held out.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from kibitz.errors import KibitzError

COLUMNS = ("date", "commit", "game", "seed", "opponents", "command")
COMMIT = re.compile(r"[0-9a-f]{7,40}")


class Evaluation(NamedTuple):
    """One evaluation: its date, the commit, the game, the seed, the number of opponents, and the command."""

    date: str
    commit: str
    game: str
    seed: int
    opponents: int
    command: str


def log_evaluation(page: Path, evaluation: Evaluation) -> None:
    """Append an evaluation to the table at the end of the page.

    >>> import tempfile
    >>> page = Path(tempfile.mkdtemp()) / "held-out.md"
    >>> row = Evaluation("2026-11-16", "59d0bb8", "checkers", 7, 24, "kibitz league checkers --held-out 24 --seed 7")
    >>> page.touch(), log_evaluation(page, row), logged(page) == [row]
    (None, None, True)
    """
    if not page.is_file():
        raise KibitzError(f"there is no log {page}; name the page docs/results/held-out.md of a checkout")
    try:
        date.fromisoformat(evaluation.date)
    except ValueError:
        raise KibitzError(f"{evaluation.date!r} is not a date such as 2026-11-16") from None
    if not COMMIT.fullmatch(evaluation.commit):
        raise KibitzError(f"{evaluation.commit!r} is not a commit: 7 to 40 hexadecimal digits")
    cells = [str(cell) for cell in evaluation[:-1]]
    if any("|" in cell or "\n" in cell for cell in (*cells, evaluation.command)) or "`" in evaluation.command:
        raise KibitzError("an evaluation is one row of a table: leave out '|', '`' and line breaks")
    text = page.read_text(encoding="utf-8").rstrip("\n")
    page.write_text(f"{text}\n| {' | '.join((*cells, f'`{evaluation.command}`'))} |\n", encoding="utf-8")


def logged(page: Path) -> list[Evaluation]:
    """The evaluations on the page, in order."""
    found = []
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == len(COLUMNS) and COMMIT.fullmatch(cells[1]):
            day, commit, game, seed, opponents, command = cells
            found.append(Evaluation(day, commit, game, int(seed), int(opponents), command.strip("`")))
    return found
