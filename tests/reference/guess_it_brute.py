"""Guess It solved by looking at everything: every deal, every legal move, every strategy. For one or two cards each.

Written from the rules of ``reference.guess_it`` and from lockett2007, section 3, alone: no counting of secret cards, no
assumption about what a sensible player does, except where a player is described that way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from reference.guess_it import GuessIt, Position

Policy = Callable[[GuessIt, Position], dict[str, float]]


def deals(game: GuessIt) -> list[Position]:
    """Every deal; all are as likely."""
    return [
        game.start((first, second))
        for first in combinations(game.pack, game.cards)
        for second in combinations([card for card in game.pack if card not in first], game.cards)
    ]


def information(game: GuessIt, position: Position, seat: int) -> tuple[Any, ...]:
    """All that the seat has seen."""
    return position.hands[seat], tuple(game.events(position))


def possible_centres(game: GuessIt, position: Position) -> list[int]:
    """The cards that the seat to move cannot exclude."""
    return _centres(game.cards, *_seen_by_mover(game, position))


def _seen_by_mover(game: GuessIt, position: Position) -> tuple[int, tuple[int, ...], tuple[Any, ...]]:
    seat = game.to_move(position)
    return seat, position.hands[seat], tuple(game.events(position))


@cache
def _centres(cards: int, seat: int, hand: tuple[int, ...], events: tuple[Any, ...]) -> list[int]:
    return sorted(deal.undealt[0] for deal in GuessIt(cards=cards).consistent_deals(seat, hand, events))


def by_habit(bluff: float, call: float) -> Policy:
    """One who bluffs and calls so often, as section 3 describes it."""

    def policy(game: GuessIt, position: Position) -> dict[str, float]:
        shares: dict[str, float] = {}

        def spread(word: str, cards: Sequence[int], share: float) -> None:
            for card in cards:
                move = f"{word} {card}"
                shares[move] = shares.get(move, 0.0) + share / len(cards)

        centres = possible_centres(game, position)
        if len(centres) == 1:
            return {f"name {centres[0]}": 1.0}
        table = game.table(position)
        left = 1.0
        if table.pending is not None:
            spread("name", [table.pending], call)
            left = 1 - call
            centres = [card for card in centres if card != table.pending]
        hidden = [
            card
            for card in position.hands[game.to_move(position)]
            if card not in table.face_up and card not in table.asked
        ]
        if len(centres) == 1 or not hidden:
            spread("name", centres, left)
        else:
            spread("ask", hidden, left * bluff)
            spread("ask", centres, left * (1 - bluff))
        return shares

    return policy


def mixed(parts: Sequence[tuple[float, Policy]]) -> Policy:
    """One who becomes one of several at every move."""

    def policy(game: GuessIt, position: Position) -> dict[str, float]:
        shares: dict[str, float] = {}
        for weight, part in parts:
            for move, share in part(game, position).items():
                shares[move] = shares.get(move, 0.0) + weight * share
        return shares

    return policy


def first_wins(game: GuessIt, first: Policy, second: Policy) -> float:
    """How often the first of two policies wins: every line of play from every deal."""

    def walk(position: Position) -> float:
        if game.over(position):
            return float(game.scores(position)[0] > 0)
        policy = (first, second)[game.to_move(position)]
        return sum(
            share * walk(game.play(position, move)) for move, share in policy(game, position).items() if share > 0
        )

    starts = deals(game)
    return sum(map(walk, starts)) / len(starts)


class Possibility(NamedTuple):
    """A position in which the responder may be, against which of the opponents it may sit, and how likely."""

    weight: float
    opponent: int
    position: Position


def best_response(
    game: GuessIt, seat: int, opponents: Sequence[tuple[float, Policy]], every_hand: bool = True
) -> float:
    """How often the best of all strategies wins in this seat, against one opponent drawn for the whole game.

    A strategy is a legal move for all that the seat may have seen; what it has seen is all that it knows. Cards differ
    by name alone, so one hand is worth as much as any other: without ``every_hand`` only the first is looked at.
    """

    def walk(possible: list[Possibility]) -> float:
        position = possible[0].position
        if game.over(position):
            return sum(each.weight for each in possible if game.scores(each.position)[seat] > 0)
        if game.to_move(position) == seat:
            return max(follow(possible, always(move)) for move in game.moves(position))
        return follow(possible, lambda each: opponents[each.opponent][1](game, each.position))

    def always(move: str) -> Callable[[Possibility], dict[str, float]]:
        return lambda each: {move: 1.0}

    def follow(possible: list[Possibility], shares: Callable[[Possibility], dict[str, float]]) -> float:
        seen: dict[Any, list[Possibility]] = {}
        for each in possible:
            for move, share in shares(each).items():
                if share > 0:
                    after = Possibility(each.weight * share, each.opponent, game.play(each.position, move))
                    seen.setdefault(game.event(each.position, move), []).append(after)
        return sum(map(walk, seen.values()))

    starts = deals(game)
    hands: dict[Any, list[Possibility]] = {}
    for start in starts:
        for number, (weight, _) in enumerate(opponents):
            hands.setdefault(start.hands[seat], []).append(Possibility(weight / len(starts), number, start))
    looked_at = list(hands.values()) if every_hand else list(hands.values())[:1]
    return sum(map(walk, looked_at)) * len(hands) / len(looked_at)


class Sequences:
    """The sequences of one seat's own moves, each after what it saw, numbered; 0 is the empty one."""

    def __init__(self) -> None:
        self.number: dict[Any, int] = {}
        self.parent: dict[Any, int] = {}

    def of(self, seen: Any, before: int, moves: Sequence[str]) -> list[int]:
        """The sequences that end with each move here."""
        self.parent[seen] = before
        return [self.number.setdefault((seen, move), len(self.number) + 1) for move in moves]

    def constraints(self) -> tuple[Any, Any]:
        """The probabilities of what may follow a sequence sum to its own."""
        import numpy as np
        from scipy.sparse import lil_matrix

        places = {seen: row for row, seen in enumerate(self.parent, start=1)}
        matrix = lil_matrix((len(places) + 1, len(self.number) + 1))
        matrix[0, 0] = 1
        for seen, row in places.items():
            matrix[row, self.parent[seen]] = -1
        for (seen, _), number in self.number.items():
            matrix[places[seen], number] = 1
        right = np.zeros(len(places) + 1)
        right[0] = 1
        return matrix.tocsr(), right


def value(game: GuessIt) -> float:
    """The first mover's chance to win when both play as well as can be: a linear program over all strategies.

    The sequence form (Koller, Megiddo & von Stengel 1996): one variable for every sequence of own moves and what was
    seen before each.
    """
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix, hstack

    both = (Sequences(), Sequences())
    starts = deals(game)
    paid: dict[tuple[int, int], float] = {}

    def walk(position: Position, reached: tuple[int, int]) -> None:
        if game.over(position):
            won = float(game.scores(position)[0] > 0) / len(starts)
            paid[reached] = paid.get(reached, 0.0) + won
            return
        seat = game.to_move(position)
        moves = game.moves(position)
        numbers = both[seat].of(information(game, position, seat), reached[seat], moves)
        for move, number in zip(moves, numbers, strict=True):
            walk(game.play(position, move), (number, reached[1]) if seat == 0 else (reached[0], number))

    for start in starts:
        walk(start, (0, 0))
    (own, own_right), (other, other_right) = (each.constraints() for each in both)
    rows, columns = zip(*paid, strict=True)
    payoff = coo_matrix((list(paid.values()), (rows, columns)), shape=(own.shape[1], other.shape[1])).tocsr()
    # Maximise over our plans x, and over the bounds p of what every answer gives: other' p <= payoff' x.
    unbounded = other.shape[0]
    found = linprog(
        np.concatenate([np.zeros(own.shape[1]), -other_right]),
        A_ub=hstack([-payoff.T, other.T]).tocsr(),
        b_ub=np.zeros(other.shape[1]),
        A_eq=hstack([own, coo_matrix((own.shape[0], unbounded))]).tocsr(),
        b_eq=own_right,
        bounds=[(0, None)] * own.shape[1] + [(None, None)] * unbounded,
        method="highs",
    )
    assert found.success, found.message
    return float(-found.fun)
