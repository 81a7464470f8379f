"""Rules of thumb that people have at Chinese Checkers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games import hexagons
from kibitz.games.chinese_checkers.drawing import HOMES, PLACES
from kibitz.games.chinese_checkers.notation import HOLES
from kibitz.games.game import State
from kibitz.games.hexagons import Place
from kibitz.models.choice import choice_features, described
from kibitz.models.rule import Chosen, Rule, RuleOfThumb, best_by
from kibitz.specs import Option

ONE = 1.01  # a step, and a little for rounding
FEW = 8  # the largest number of moves for which the leader's replies are compared


@dataclass(frozen=True)
class Sight:
    """A move as a player sees it: its ends, the rows that it gains, and how far behind the pawn is."""

    move: str
    start: Place
    end: Place
    advance: float
    behind: float

    @property
    def hops(self) -> bool:
        """Whether it is longer than a step."""
        return math.dist(self.start, self.end) > ONE


def sights(state: State) -> list[Sight]:
    """The moves that bring a pawn forward, or those that lose the fewest rows if there are none; no pass."""
    names = choice_features(state.game)
    advance, behind = names.index("advance"), names.index("behind")
    found = []
    for move, row in zip(state.moves(), described(state), strict=True):
        if move != "pass":
            start, _, end = move.partition("-")
            found.append(Sight(move, PLACES[start], PLACES[end], row[advance], row[behind]))
    least = min(1.0, max((sight.advance for sight in found), default=0.0))
    return [sight for sight in found if sight.advance >= least]


def looking(choose: Callable[..., list[str]]) -> Callable[..., Chosen]:
    """Turns a rule about moves (``Sight``) into a rule about positions; a player without a move passes."""

    def chosen(state: State, **parameters: float) -> Chosen:
        seen = sights(state)
        return choose(state, seen, **parameters) if seen else state.moves()

    return chosen


def best(seen: Sequence[Sight], worth: Callable[[Sight], object]) -> list[str]:
    """The moves whose worth is the highest."""
    by_move = {sight.move: sight for sight in seen}
    return best_by(by_move, lambda move: worth(by_move[move]))


def farthest(seen: Sequence[Sight]) -> list[str]:
    """The moves that gain the most rows."""
    return best(seen, lambda sight: sight.advance)


def pawns(state: State) -> list[list[Place]]:
    """Where the pawns of each seat are."""
    return [[PLACES[HOLES[hole]] for hole in own] for own in state.core.pawns]  # type: ignore[attr-defined]


def leader(state: State) -> int:
    """The other seat that is nearest to its goal."""
    others = [seat for seat in range(state.game.players) if seat != state.to_move]
    return max(others, key=lambda seat: state.features(seat)["distance"])


@looking
def blocks_leader(state: State, seen: Sequence[Sight], give: int) -> list[str]:
    """Block the leader: among moves that gain nearly the most, one after which the leader's best move is shortest."""
    ahead = leader(state)
    most = max(sight.advance for sight in seen)
    near = sorted((sight for sight in seen if sight.advance >= most - give), key=lambda sight: -sight.advance)[:FEW]

    def left(sight: Sight) -> float:
        after = state.play(sight.move)
        if after.over:
            return -1.0
        turned: State = state.game.turned(after, ahead)  # type: ignore[attr-defined]
        return float(max(row[0] for row in described(turned)))

    return best(near, lambda sight: (-left(sight), sight.advance))


@looking
def steps_only(state: State, seen: Sequence[Sight]) -> list[str]:
    """The step that gains most; a hop only if no step goes forward."""
    return farthest([sight for sight in seen if not sight.hops] or seen)


@looking
def in_turn(state: State, seen: Sequence[Sight]) -> list[str]:
    """Takes its pawns in turn, and moves each as far as it can."""
    turn = state.core.plies // state.game.players  # type: ignore[attr-defined]
    starts = sorted({sight.start for sight in seen}, key=lambda place: (place[1], place[0]))
    chosen = starts[turn % len(starts)]
    return farthest([sight for sight in seen if sight.start == chosen])


@looking
def keeps_together(state: State, seen: Sequence[Sight]) -> list[str]:
    """Keeps its pawns as close together as it can."""
    own = pawns(state)[state.to_move]

    def scatter(sight: Sight) -> float:
        after = [place for place in own if place != sight.start] + [sight.end]
        x, y = (sum(values) / len(after) for values in zip(*after, strict=True))
        return float(round(sum((place[0] - x) ** 2 + (place[1] - y) ** 2 for place in after), 6))

    return best(seen, lambda sight: -scatter(sight))


def neighbours(state: State, sight: Sight) -> int:
    """How many pawns of anybody are next to the end of a move."""
    others = [place for own in pawns(state) for place in own if place != sight.start]
    return sum(math.dist(place, sight.end) < ONE for place in others)


@looking
def joins_crowd(state: State, seen: Sequence[Sight]) -> list[str]:
    """Moves to where most pawns are around it."""
    return best(seen, lambda sight: (neighbours(state, sight), sight.advance))


@looking
def avoids_crowd(state: State, seen: Sequence[Sight]) -> list[str]:
    """Moves to where the fewest pawns are around it."""
    return best(seen, lambda sight: (-neighbours(state, sight), sight.advance))


@looking
def left_side(state: State, seen: Sequence[Sight]) -> list[str]:
    """Moves as far to its left as it can."""
    home = HOMES[state.game.players][state.to_move]
    return best(seen, lambda sight: (-round(hexagons.turned(sight.end, 3 - home)[0], 3), sight.advance))


@looking
def front_first(state: State, seen: Sequence[Sight]) -> list[str]:
    """Moves the pawn that is farthest ahead and can still go forward."""
    return best(seen, lambda sight: (-sight.behind, sight.advance))


@looking
def rear_then_far(state: State, seen: Sequence[Sight], turns: int) -> list[str]:
    """Moves its last pawn in the first turns, and then makes the longest moves."""
    early = state.core.plies // state.game.players < turns  # type: ignore[attr-defined]
    return best(seen, lambda sight: (sight.behind, sight.advance)) if early else farthest(seen)


@looking
def follows_leader(state: State, seen: Sequence[Sight]) -> list[str]:
    """Moves as near as it can to the pawns of whoever leads."""
    theirs = pawns(state)[leader(state)]
    return best(seen, lambda sight: -round(sum(math.dist(place, sight.end) for place in theirs), 6))


@dataclass(frozen=True, repr=False)
class ChineseCheckersRule(Rule):
    """A player of Chinese Checkers who decides by a rule.

    >>> import kibitz
    >>> state = kibitz.game("chinese-checkers").start()
    >>> sum(kibitz.predict("steps-only", state).values())
    1.0
    """

    name = "blocks-leader"
    summary = "rules of thumb that people have at Chinese Checkers"
    example = "blocks-leader(give=2)"
    game = "chinese-checkers"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "blocks-leader": RuleOfThumb(
            "gives up rows (at most {give}) to leave the leader as short a move as it can",
            blocks_leader,
            (Option("give", 1, "rows that it gives up", 0, 20),),
        ),
        "steps-only": RuleOfThumb("steps forward, and hops only if it must", steps_only),
        "in-turn": RuleOfThumb("takes its pawns in turn, and moves each as far as it can", in_turn),
        "keeps-together": RuleOfThumb("goes forward with its pawns as close together as it can", keeps_together),
        "joins-crowd": RuleOfThumb("goes forward to where most pawns are around it", joins_crowd),
        "avoids-crowd": RuleOfThumb("goes forward to where the fewest pawns are around it", avoids_crowd),
        "left-side": RuleOfThumb("goes forward as far to its left as it can", left_side),
        "front-first": RuleOfThumb("moves the pawn that is farthest ahead and can go forward", front_first),
        "rear-then-far": RuleOfThumb(
            "moves its last pawn in the first {turns} turns, and then makes the longest moves",
            rear_then_far,
            (Option("turns", 10, "turns in which it moves its last pawn", 0, 10_000),),
        ),
        "follows-leader": RuleOfThumb("goes forward as near as it can to the pawns of whoever leads", follows_leader),
    }
