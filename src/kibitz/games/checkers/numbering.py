"""Ways to number the squares. PDN counts squares from a corner, as the first player sees the board; variants use
different corners.

English draughts is ``21,B,8,8,N1,0`` in the ``GameType`` tag: Black begins and square 1 is at Black's bottom right,
which is the numbering of this package. PDN 3.0 allows all four corners (bottom left 0, bottom right 1, top left 2, top
right 3), squares named as in chess (the tag then has ``A`` in place of ``N``), and White to begin. Programs that come
from international draughts let White begin and count from White's top left: ``21,W,8,8,N2,0``. This gives every square
the same number as ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from kibitz.games.checkers.notation import BLACK, LETTERS, WHITE, Path, place

_DECLARED = re.compile(r"[0-9]+,([BW]),[0-9]+,[0-9]+,([AN])([0-3])(?:,[01])?", re.ASCII)
_SQUARE = re.compile(r"[a-h][1-8]|[0-9]{1,2}", re.ASCII)


class Numbering(NamedTuple):
    """Who moves first, numbers or chess names, and the corner of square 1 as the first player sees it.

    >>> Numbering(BLACK, "N", 1).path("11-15"), Numbering(BLACK, "N", 2).path("22-18"), Numbering(BLACK).path("40-45")
    ((11, 15), (11, 15), None)
    >>> Numbering(WHITE, "A", 0).path("c3-d4")
    (22, 18)
    """

    beginner: int
    kind: str = "N"
    corner: int = 1

    @property
    def is_usual(self) -> bool:
        """Whether this is the numbering of this package."""
        return self.kind == "N" and self.corner == (1 if self.beginner == BLACK else 2)

    def square(self, text: str) -> int | None:
        """The usual number of a square, if there is such a square."""
        return _squares(self).get(text.lower().lstrip("0"))

    def path(self, text: str) -> Path | None:
        """The squares of a move in the usual numbers, if there are such squares."""
        squares = [self.square(square) for square in _SQUARE.findall(text.lower())]
        return None if None in squares else tuple(square for square in squares if square is not None)


USUAL = Numbering(BLACK)
_UNDECLARED = {  # in the order in which they are tried
    "N": (USUAL, Numbering(WHITE, "N", 2), Numbering(BLACK, "N", 0), Numbering(WHITE, "N", 3)),
    "A": (Numbering(BLACK, "A", 0), Numbering(WHITE, "A", 0)),
}


def candidates(game_type: str, kind: str) -> Sequence[Numbering]:
    """The numberings that a game may be written in, the most likely first: what its tag declares, then the others.

    >>> candidates("21,W,8,8,N2,0", "N")[0], candidates("21", "N")[0] == USUAL
    (Numbering(beginner=1, kind='N', corner=2), True)
    """
    declared = _DECLARED.fullmatch("".join(game_type.upper().split()))
    if declared is None:
        return _UNDECLARED[kind]
    first = Numbering(LETTERS.index(declared[1]), declared[2], int(declared[3]))
    return (first, *(each for each in _UNDECLARED[kind] if each != first))


@cache
def _squares(numbering: Numbering) -> Mapping[str, int]:
    named = {}
    for square in range(1, 33):
        row, column = place(square)
        across, up = (7 - column, row) if numbering.beginner == BLACK else (column, 7 - row)
        across = 7 - across if numbering.corner in (1, 3) else across
        up = 7 - up if numbering.corner in (2, 3) else up
        named["abcdefgh"[across] + str(up + 1) if numbering.kind == "A" else str(4 * up + across // 2 + 1)] = square
    return named
