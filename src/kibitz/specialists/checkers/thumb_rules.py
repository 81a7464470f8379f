"""Rules of thumb that people have at checkers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.checkers.notation import place
from kibitz.games.game import State
from kibitz.models.rule import Chosen, Rule, RuleOfThumb, best_by, best_evaluated
from kibitz.specs import Option

Square = tuple[int, int]
BLACK_BACK, WHITE_BACK = range(1, 5), range(29, 33)


def squares(move: str) -> list[int]:
    """The squares of a move, from its start to its end.

    >>> squares("15x22x31")
    [15, 22, 31]
    """
    return [int(square) for square in re.split("[-x]", move)]


def captures(state: State) -> bool:
    """Whether the mover has to capture."""
    return "x" in state.moves()[0]


def pieces(state: State, seat: int) -> list[int]:
    """The squares of a seat's pieces."""
    fields = state.to_dict()
    colour = ("black", "white")[seat]
    return [*fields[f"{colour}_men"], *fields[f"{colour}_kings"]]


def count(state: State, seat: int) -> int:
    """How many pieces a seat has."""
    own: int = state.core.pieces[seat].bit_count()  # type: ignore[attr-defined]
    return own


def forward(square: int, seat: int) -> int:
    """How many rows a square is from the seat's own back row."""
    row = (square - 1) // 4
    return row if seat == 0 else 7 - row


def is_trade(state: State, move: str) -> bool:
    """Whether the move is a trade: the other side must capture, and can be captured in return whatever it takes."""
    after = state.play(move)
    if after.over or not captures(after):
        return False
    replies = [after.play(reply) for reply in after.moves()]
    return all(not each.over and captures(each) for each in replies)


def quiet_or_any(state: State) -> list[str]:
    """The moves after which the other side need not capture; all moves if there are none."""

    def safe(move: str) -> bool:
        after = state.play(move)
        return after.over or not captures(after)

    return [move for move in state.moves() if safe(move)] or state.moves()


def always_trades(state: State) -> Chosen:
    """Trades if it can; otherwise makes the move with the best evaluation."""
    moves = state.moves()
    return best_evaluated(state, [move for move in moves if is_trade(state, move)] or moves)


def never_trades(state: State) -> Chosen:
    """The best move after which the other side need not capture."""
    return best_evaluated(state, quiet_or_any(state))


def trades_when_ahead(state: State, lead: int) -> Chosen:
    """Trades when it has more pieces than the other side, and avoids captures otherwise."""
    seat = state.to_move
    ahead = count(state, seat) - count(state, 1 - seat) >= lead
    return always_trades(state) if ahead else never_trades(state)


def runs_ahead(state: State) -> Chosen:
    """Moves the piece that is farthest forward."""
    return best_by(state.moves(), lambda move: forward(squares(move)[0], state.to_move))


def brings_up_rear(state: State) -> Chosen:
    """Moves the piece that is farthest back."""
    return best_by(state.moves(), lambda move: -forward(squares(move)[0], state.to_move))


def keeps_back_row(state: State, until: int) -> Chosen:
    """Leaves the back row only if it must, or when the other side has few pieces."""
    back = BLACK_BACK if state.to_move == 0 else WHITE_BACK
    others = [move for move in state.moves() if squares(move)[0] not in back]
    late = count(state, 1 - state.to_move) <= until
    return best_evaluated(state, state.moves() if late or not others else others)


def distance(one: Square, other: Square) -> int:
    """The number of moves that a king needs from one square to another on an empty board."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def nearest(state: State, move: str) -> int:
    """After a move, how far the moved piece is from the nearest opposing piece."""
    others = pieces(state.play(move), 1 - state.to_move)
    end = place(squares(move)[-1])
    return min((distance(end, place(square)) for square in others), default=0)


def charges(state: State) -> Chosen:
    """Moves as near to an opposing piece as it can, without being captured if possible."""
    return best_by(quiet_or_any(state), lambda move: -nearest(state, move))


def keeps_away(state: State) -> Chosen:
    """Moves as far from the opposing pieces as it can."""
    return best_by(quiet_or_any(state), lambda move: nearest(state, move))


def mirrors(state: State) -> Chosen:
    """Makes the position as symmetric as it can: the same after turning the board and exchanging the colours."""
    seat = state.to_move

    def alike(move: str) -> int:
        after = state.play(move)
        theirs = set(pieces(after, 1 - seat))
        return sum(33 - square in theirs for square in pieces(after, seat))

    return best_by(state.moves(), alike)


def one_wing(state: State) -> Chosen:
    """Moves the piece that is farthest to the left as the board is printed."""
    return best_by(state.moves(), lambda move: -place(squares(move)[0])[1])


def cramps(state: State) -> Chosen:
    """Leaves the other side as few moves as it can."""

    def left(move: str) -> int:
        after = state.play(move)
        return 0 if after.over else len(after.moves())

    return best_by(state.moves(), lambda move: -left(move))


def sacrifices(state: State, every: int) -> Chosen:
    """Gives a piece away when its number of pieces is a multiple of a number; otherwise makes the best quiet move."""
    if count(state, state.to_move) % every == 0:
        given = [move for move in state.moves() if move not in quiet_or_any(state)]
        if given:
            return best_evaluated(state, given)
    return never_trades(state)


@dataclass(frozen=True, repr=False)
class CheckersRule(Rule):
    """A player of checkers who decides by a rule.

    >>> import kibitz
    >>> state = kibitz.game("checkers").start().play_all("11-15")
    >>> [move for move, share in kibitz.predict("always-trades", state).items() if share]
    ['24-19']
    """

    name = "always-trades"
    summary = "rules of thumb that people have at checkers"
    example = "keeps-back-row(until=4)"
    game = "checkers"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "always-trades": RuleOfThumb(
            "trades pieces whenever it can, and otherwise makes the move with the best evaluation", always_trades
        ),
        "never-trades": RuleOfThumb(
            "never lets the other side capture if it can avoid it, and otherwise makes the move with the best "
            "evaluation",
            never_trades,
        ),
        "trades-when-ahead": RuleOfThumb(
            "trades pieces once it is ahead by {lead}, and avoids captures until then",
            trades_when_ahead,
            (Option("lead", 1, "it trades when it has at least this many pieces more", -12, 12),),
        ),
        "runs-ahead": RuleOfThumb("moves the piece that is farthest forward", runs_ahead),
        "brings-up-rear": RuleOfThumb("moves the piece that is farthest back", brings_up_rear),
        "keeps-back-row": RuleOfThumb(
            "leaves its back row only if it must, until the other side has {until} pieces; otherwise makes the move "
            "with the best evaluation",
            keeps_back_row,
            (Option("until", 5, "it moves freely when the other side has at most this many pieces", 0, 12),),
        ),
        "charges": RuleOfThumb("moves as near to an opposing piece as it safely can", charges),
        "keeps-away": RuleOfThumb("moves as far from the opposing pieces as it can", keeps_away),
        "mirrors": RuleOfThumb("copies the other side's formation, turned round", mirrors),
        "one-wing": RuleOfThumb("moves the piece that is farthest to the left", one_wing),
        "cramps": RuleOfThumb("leaves the other side as few moves as it can", cramps),
        "sacrifices": RuleOfThumb(
            "gives a piece away whenever its number of pieces is a multiple of {every}, and otherwise avoids captures",
            sacrifices,
            (Option("every", 4, "it gives a piece away at multiples of this number of pieces", 1, 12),),
        ),
    }
