"""Write the tables of docs/opponents.md: ``.venv/bin/python tools/opponents_page.py``.

They list the population of each game. ``tests/specialists/test_populations.py`` checks that they are up to date.
"""

from __future__ import annotations

from pathlib import Path

import kibitz
from kibitz.specialists.populations import population

PAGE = Path(__file__).parent.parent / "docs" / "opponents.md"
TABLES = {
    "Checkers": "checkers",
    "Hearts": "hearts",
    "Spades with bids": "spades",
    "Spades by tricks": "spades(scoring=tricks)",
    "Chinese Checkers": "chinese-checkers",
    "Abalone for two": "abalone",
    "Abalone for three": "abalone(players=3)",
    "Guess It": "guess-it",
    "Tic-tac-toe": "tic-tac-toe",
}
MARK = "<!-- tables -->"


def table(title: str, spec: str) -> str:
    """The opponents of one game."""
    members = population(kibitz.game(spec))
    rows = [
        f"| `{each.name}` | {each.group} | {'yes' if each.expressible else 'no'} | {each.words} |" for each in members
    ]
    odd = sum(not each.expressible for each in members)
    said = f"`{spec}`: {len(members)} opponents, {odd} of them not expressible by features."
    return "\n".join(
        [f"## {title}", "", said, "", "| name | group | expressible | what it does |", "|---|---|---|---|", *rows]
    )


def written(page: str) -> str:
    """The page, with the tables after its mark replaced."""
    before, _, _ = page.partition(MARK)
    return f"{before}{MARK}\n\n" + "\n\n".join(table(*row) for row in TABLES.items()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
