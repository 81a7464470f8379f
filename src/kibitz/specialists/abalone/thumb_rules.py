"""Rules of thumb that people have at Abalone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.games.abalone.drawing import PLACES
from kibitz.games.abalone.notation import CELLS, NUMBERS
from kibitz.games.game import State
from kibitz.games.hexagons import Place
from kibitz.models.rule import Chosen, Rule, RuleOfThumb, best_by, best_evaluated
from kibitz.specs import Option

FAR = 3.4  # only the cells of the outer ring are farther from the middle
EDGE = {cell for cell, name in enumerate(CELLS) if math.dist(PLACES[name], (0.0, 0.0)) > FAR}


def marbles(state: State) -> list[list[int]]:
    """The cells of each seat's marbles."""
    found: list[list[int]] = state.core.marbles  # type: ignore[attr-defined]
    return found


def ejected(state: State) -> Sequence[int]:
    """How many marbles each seat has pushed off."""
    found: Sequence[int] = state.core.ejected  # type: ignore[attr-defined]
    return found


def others(state: State) -> list[int]:
    """The seats that do not move."""
    return [seat for seat in range(state.game.players) if seat != state.to_move]


def pushed(state: State) -> dict[str, set[int]]:
    """For every move, the seats whose marbles it moves."""
    before, seats = marbles(state), others(state)
    found = {}
    for move in state.moves():
        after = marbles(state.play(move))
        found[move] = {seat for seat in seats if after[seat] != before[seat]}
    return found


def preferring(state: State, wanted: Iterable[str]) -> list[str]:
    """The best of these moves by the evaluation; if there are none, the best of all moves."""
    return best_evaluated(state, list(wanted) or state.moves())


def pushes_always(state: State) -> Chosen:
    """Pushes whenever it can."""
    return preferring(state, [move for move, seats in pushed(state).items() if seats])


def never_pushes(state: State) -> Chosen:
    """Pushes only if it must."""
    return preferring(state, [move for move, seats in pushed(state).items() if not seats])


def pushes_one(state: State, target: int) -> Chosen:
    """Pushes this seat whenever it can."""
    return preferring(state, [move for move, seats in pushed(state).items() if target in seats])


def attacks_leader(state: State) -> Chosen:
    """Pushes whoever has pushed off the most marbles."""
    return pushes_one(state, max(others(state), key=lambda seat: ejected(state)[seat]))


def attacks_weakest(state: State) -> Chosen:
    """Pushes whoever has the fewest marbles left."""
    return pushes_one(state, min(others(state), key=lambda seat: len(marbles(state)[seat])))


def broadsides(state: State) -> Chosen:
    """Moves rows sideways whenever it can."""
    return preferring(state, [move for move in state.moves() if move.count("-") == 2])


def single_marbles(state: State) -> Chosen:
    """Moves one marble at a time."""
    taken = {cell for own in marbles(state) for cell in own}
    plain = [move for move in state.moves() if move.count("-") == 1]
    return preferring(state, [move for move in plain if NUMBERS[move.split("-")[1]] not in taken])


def middle(cells: Sequence[int]) -> Place:
    """The mean of the places of cells."""
    places = [PLACES[CELLS[cell]] for cell in cells] or [(0.0, 0.0)]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def gap(state: State, seat: int) -> float:
    """How far the middle of a seat's marbles is from that of the nearest other seat's."""
    all_marbles = marbles(state)
    own = middle(all_marbles[seat])
    return round(min(math.dist(own, middle(each)) for other, each in enumerate(all_marbles) if other != seat), 6)


def by_after(state: State, worth: Callable[[State], float]) -> list[str]:
    """The moves that lead to the positions with the highest ``worth``."""
    return best_by(state.moves(), lambda move: worth(state.play(move)))


def closes_in(state: State) -> Chosen:
    """Brings its marbles as near to another's as it can."""
    seat = state.to_move
    return by_after(state, lambda after: -gap(after, seat))


def backs_off(state: State) -> Chosen:
    """Keeps its marbles as far from the others' as it can."""
    seat = state.to_move
    return by_after(state, lambda after: gap(after, seat))


def stays_round(state: State) -> Chosen:
    """Keeps its marbles in as round a group as it can."""
    seat = state.to_move

    def scatter(after: State) -> float:
        own = marbles(after)[seat]
        centre = middle(own)
        return round(sum(math.dist(PLACES[CELLS[cell]], centre) ** 2 for cell in own), 6)

    return by_after(state, lambda after: -scatter(after))


def rests_when_ahead(state: State, lead: int) -> Chosen:
    """Pushes until it is ahead, and then only keeps its marbles in the middle."""
    seat = state.to_move
    most = max(ejected(state)[other] for other in others(state))
    if ejected(state)[seat] - most < lead:
        return pushes_always(state)
    return by_after(state, lambda after: after.evaluate(seat, {"centre": 1, "cohesion": 1}))


def crowds_edge(state: State) -> Chosen:
    """Brings as many opposing marbles to the edge as it can."""
    seats = others(state)

    def at_edge(after: State) -> float:
        return sum(cell in EDGE for seat in seats for cell in marbles(after)[seat])

    return best_evaluated(state, by_after(state, at_edge))


def one_flank(state: State) -> Chosen:
    """Moves the marbles that are farthest to the left."""

    def left(move: str) -> float:
        return -PLACES[move.split("-")[0]][0] if move != "pass" else -math.inf

    return best_by(state.moves(), left)


@dataclass(frozen=True, repr=False)
class AbaloneRule(Rule):
    """A player of Abalone who decides by a rule.

    >>> import kibitz
    >>> kibitz.model("rests-when-ahead(lead=2)").words
    'pushes whenever it can until its lead in marbles is 2, and then only keeps its marbles in the middle'
    """

    name = "pushes-always"
    summary = "rules of thumb that people have at Abalone"
    example = "rests-when-ahead(lead=2)"
    game = "abalone"
    rules: ClassVar[Mapping[str, RuleOfThumb]] = {
        "pushes-always": RuleOfThumb(
            "pushes whenever it can, and otherwise makes the move with the best evaluation", pushes_always
        ),
        "never-pushes": RuleOfThumb(
            "pushes only if it must, and otherwise makes the move with the best evaluation", never_pushes
        ),
        "attacks-leader": RuleOfThumb(
            "pushes whoever has pushed off the most marbles, and otherwise makes the move with the best evaluation",
            attacks_leader,
        ),
        "attacks-weakest": RuleOfThumb(
            "pushes whoever has the fewest marbles left, and otherwise makes the move with the best evaluation",
            attacks_weakest,
        ),
        "broadsides": RuleOfThumb("moves rows sideways whenever it can", broadsides),
        "single-marbles": RuleOfThumb("moves one marble at a time whenever it can", single_marbles),
        "closes-in": RuleOfThumb("brings its marbles as near to another's as it can", closes_in),
        "backs-off": RuleOfThumb("keeps its marbles as far from the others' as it can", backs_off),
        "stays-round": RuleOfThumb("keeps its marbles in as round a group as it can", stays_round),
        "rests-when-ahead": RuleOfThumb(
            "pushes whenever it can until its lead in marbles is {lead}, and then only keeps its marbles in the middle",
            rests_when_ahead,
            (Option("lead", 1, "it rests when it has pushed off this many marbles more", -22, 22),),
        ),
        "crowds-edge": RuleOfThumb("brings as many opposing marbles to the edge as it can", crowds_edge),
        "one-flank": RuleOfThumb("moves the marbles that are farthest to the left", one_flank),
    }
