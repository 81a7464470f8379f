"""Draw the pictures of the README and the documentation anew: ``.venv/bin/python tools/pictures.py``."""

import re
from pathlib import Path

import kibitz
from kibitz.games import svg
from kibitz.players.play_game import random_moves
from kibitz.wants.preference import PREFERENCES

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SHOWN = [  # specification, seed, random moves played first, seat that looks
    ("checkers", 3, 24, None),
    ("chinese-checkers(players=3)", 1, 60, None),
    ("abalone(players=3)", 2, 40, None),
    ("spades(players=3, cards=7)", 5, 10, 0),
    ("hearts", 2, 13, 0),
    ("guess-it", 4, 3, 1),
]
WIDTH, GAP, COLUMNS = 300, 14, 3


def board(spec: str, seed: int, plies: int, seat: int | None) -> str:
    """Draw one position after some random moves."""
    state = list(random_moves(kibitz.game(spec).start(seed), seed, plies))[-1]
    return state.svg(size=WIDTH) if seat is None else state.view(seat).svg(size=WIDTH)


def placed(picture: str, x: float, y: float) -> str:
    """Put a picture at a place inside another."""
    return picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)


def height(picture: str) -> int:
    """Read how high a picture is."""
    found = re.search(r'<svg [^>]*\bheight="(\d+)"', picture)
    assert found
    return int(found[1])


def preference(name: str) -> str:
    """Draw a preference of the first seat, as in sturtevant2006 Figures 3 and 4: two tricks, a bid of one."""
    return PREFERENCES[name].svg(kibitz.game("spades(players=3, cards=2, bids=[1, 1, 1])").start(1), seat=0, size=WIDTH)


def main() -> None:
    """Draw every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    beside("boards", [board(*shown) for shown in SHOWN], "boards drawn by Kibitz")
    beside("preferences", [preference(name) for name in ("MT", "mOT", "generic")], "preferences over two tricks")


def beside(name: str, pictures: list[str], title: str) -> None:
    """Put pictures into one, in rows."""
    parts, top = [], float(GAP)
    for row in range(0, len(pictures), COLUMNS):
        shown = pictures[row : row + COLUMNS]
        high = max(map(height, shown))
        for column, picture in enumerate(shown):
            parts.append(placed(picture, GAP + column * (WIDTH + GAP), top + (high - height(picture)) / 2))
        top += high + GAP
    width = GAP + COLUMNS * (WIDTH + GAP)
    (FOLDER / f"{name}.svg").write_text(svg.picture(parts, width, top, width, title))


if __name__ == "__main__":
    main()
