"""Rules of thumb that people have at tic-tac-toe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.game import State
from kibitz.games.tic_tac_toe.notation import SQUARES
from kibitz.models.rule import Chosen, Rule, RuleOfThumb, best_by
from kibitz.specs import Option

STRAIGHT = [{f"{column}{row}" for column in "abc"} for row in "123"] + [
    {f"{column}{row}" for row in "123"} for column in "abc"
]
DIAGONAL = [{"a1", "b2", "c3"}, {"a3", "b2", "c1"}]
LINES = STRAIGHT + DIAGONAL
CORNERS, EDGES, CENTRE = ("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2"), ("b2",)


def marks(state: State, seat: int) -> set[str]:
    """The squares that a seat has marked."""
    bits: int = state.core.marks[seat]  # type: ignore[attr-defined]
    return {square for place, square in enumerate(SQUARES) if bits >> place & 1}


def own(state: State) -> set[str]:
    """The mover's squares."""
    return marks(state, state.to_move)


def theirs(state: State) -> set[str]:
    """The other's squares."""
    return marks(state, 1 - state.to_move)


def completing(state: State, held: set[str], lines: Iterable[set[str]] = LINES) -> list[str]:
    """The free squares that complete a line of these squares."""
    return [move for move in state.moves() if any(move in line and line - {move} <= held for line in lines)]


def first_of(state: State, *wishes: Iterable[str]) -> list[str]:
    """The free squares in the first of these sets that has a free square; all free squares if none has."""
    free = state.moves()
    for wish in wishes:
        found = [move for move in free if move in set(wish)]
        if found:
            return found
    return free


def wins_and_blocks(state: State) -> Chosen:
    """Completes a line, otherwise blocks one, otherwise takes a random square."""
    return first_of(state, completing(state, own(state)), completing(state, theirs(state)))


def wins_only(state: State) -> Chosen:
    """Completes a line, otherwise takes a random square."""
    return first_of(state, completing(state, own(state)))


def blocks_only(state: State) -> Chosen:
    """Blocks a line, otherwise takes a random square."""
    return first_of(state, completing(state, theirs(state)))


def blind_to_diagonals(state: State) -> Chosen:
    """Completes and blocks rows and columns only."""
    return first_of(state, completing(state, own(state), STRAIGHT), completing(state, theirs(state), STRAIGHT), CENTRE)


def blocks_late(state: State, marks_needed: int) -> Chosen:
    """Blocks only when enough squares are marked; it wins when it can."""
    late = 9 - len(state.moves()) >= marks_needed
    return first_of(state, completing(state, own(state)), completing(state, theirs(state)) if late else ())


def by_the_book(state: State) -> Chosen:
    """Wins, otherwise blocks, otherwise takes the centre, otherwise a corner."""
    return first_of(state, completing(state, own(state)), completing(state, theirs(state)), CENTRE, CORNERS)


def corners_first(state: State) -> Chosen:
    """Takes a corner, otherwise a random square."""
    return first_of(state, CORNERS)


def edges_first(state: State) -> Chosen:
    """Takes the middle of an edge, otherwise a random square."""
    return first_of(state, EDGES)


def opposite(state: State) -> Chosen:
    """Takes the square opposite to one of the other's marks, otherwise the centre."""
    return first_of(state, {SQUARES[8 - SQUARES.index(square)] for square in theirs(state)}, CENTRE)


def builds_lines(state: State) -> Chosen:
    """Adds to the open line on which it has most marks, and does not look at the other's."""
    mine, other = own(state), theirs(state)
    return best_by(
        state.moves(),
        lambda move: max((len(line & mine) for line in LINES if move in line and not line & other), default=-1),
    )


def distance(one: str, other: str) -> int:
    """How many columns and rows two squares are apart."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def sits_beside(state: State) -> Chosen:
    """The square next to most of the other's marks."""
    other = theirs(state)
    return best_by(state.moves(), lambda move: sum(distance(move, square) == 1 for square in other))


def sits_apart(state: State) -> Chosen:
    """The square farthest from the other's marks."""
    other = theirs(state)
    return best_by(state.moves(), lambda move: sum(distance(move, square) for square in other))


def forks(state: State) -> Chosen:
    """Wins, otherwise blocks, otherwise makes two threats at once, otherwise takes a random square."""
    mine, other = own(state), theirs(state)

    def threats(move: str) -> int:
        held = mine | {move}
        return sum(len(line & held) == 2 and not line & other for line in LINES)

    return first_of(
        state,
        completing(state, mine),
        completing(state, other),
        [move for move in state.moves() if threats(move) >= 2],
    )


@dataclass(frozen=True, repr=False)
class TicTacToeRule(Rule):
    """A player of tic-tac-toe who decides by a rule.

    >>> import kibitz
    >>> state = kibitz.game("tic-tac-toe").start().play_all("a1, b1, a2")
    >>> kibitz.predict("wins-and-blocks", state)["a3"]
    1.0
    """

    name = "wins-and-blocks"
    summary = "rules of thumb that people have at tic-tac-toe"
    example = "blocks-late(marks_needed=5)"
    game = "tic-tac-toe"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "wins-and-blocks": RuleOfThumb(
            "completes a line if it can, otherwise blocks one, otherwise takes a random square", wins_and_blocks
        ),
        "wins-only": RuleOfThumb("completes a line if it can, and never blocks", wins_only),
        "blocks-only": RuleOfThumb("blocks a line if it can, and ignores its own lines", blocks_only),
        "blind-to-diagonals": RuleOfThumb(
            "completes and blocks rows and columns, and does not see diagonals", blind_to_diagonals
        ),
        "blocks-late": RuleOfThumb(
            "completes lines, and blocks them only when {marks_needed} squares are marked",
            blocks_late,
            (Option("marks_needed", 5, "it blocks when at least this many squares are marked", 0, 9),),
        ),
        "by-the-book": RuleOfThumb(
            "completes a line, otherwise blocks one, otherwise takes the centre, otherwise a corner", by_the_book
        ),
        "corners-first": RuleOfThumb("takes a corner, and otherwise a random square", corners_first),
        "edges-first": RuleOfThumb("takes the middle of an edge, and otherwise a random square", edges_first),
        "opposite": RuleOfThumb("takes the square opposite to one of the other's, and otherwise the centre", opposite),
        "builds-lines": RuleOfThumb("adds to its longest open line, and never blocks", builds_lines),
        "sits-beside": RuleOfThumb("takes the square beside most of the other's marks", sits_beside),
        "sits-apart": RuleOfThumb("takes the square farthest from the other's marks", sits_apart),
        "forks": RuleOfThumb(
            "completes a line, blocks one, or threatens two at once; otherwise takes a random square", forks
        ),
    }
