"""Games in which a player is watched by a learner (carmel1993 section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.games.records import GameRecord
from kibitz.games.registry import game
from kibitz.learning.examples import Example, unforced
from kibitz.random import Random
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.searches.registry import search
from kibitz.searches.search import Search
from kibitz.wants.evaluation import Evaluation

GAME = "checkers"
OPENING = 6  # random plies
SLIPS = 0.2  # the share of random moves of the opponent
OPPONENT = AlphaBeta(depth=3, own=Evaluation({"men": 2.0, "kings": 3.0, "mobility": 0.1}))
LONGEST = 160  # plies
WATCHED = "watched"


def observed(player: Search, seed: int, number: int) -> GameRecord:
    """One game of a player, who makes the first of its best moves, against a weaker one that sometimes errs.

    It starts from random moves; the player has the first move in games of even number.

    >>> observed(AlphaBeta(depth=2), seed=1, number=0).players
    ('watched', 'opponent')
    """
    state = game(GAME).start()
    for ply in range(OPENING):
        state = state.play(Random(seed, "opening", number, ply).choice(state.moves()))
    start, seat = state, number % 2
    moves: list[str] = []
    while not state.over and len(moves) < LONGEST:
        random = Random(seed, "slip", number, len(moves))
        slips = state.to_move != seat and random.uniform() < SLIPS
        chooser = player if state.to_move == seat else OPPONENT
        moves.append(random.choice(state.moves()) if slips else chooser.analyse(state).best[0])
        state = state.play(moves[-1])
    players = (WATCHED, "opponent") if seat == 0 else ("opponent", WATCHED)
    return GameRecord(start, players, tuple(moves), state.scores if state.over else None)


def games_of(player: str | Search, seed: int, numbers: Sequence[int]) -> list[list[Example]]:
    """The unforced moves of a player, one list for each game. The numbers identify the games.

    >>> [len(examples) > 10 for examples in games_of("alpha-beta(depth=1)", seed=1, numbers=range(2))]
    [True, True]
    """
    made = search(player)
    return [unforced(observed(made, seed, number), WATCHED) for number in numbers]


def examples_of(player: str | Search, seed: int, first: int, count: int) -> list[Example]:
    """The first ``count`` unforced moves of a player, from games numbered from ``first``; as many games as needed are
    played.

    >>> len(examples_of("alpha-beta(depth=1)", seed=1, first=0, count=30))
    30
    """
    found: list[Example] = []
    while len(found) < count:
        found += games_of(player, seed, [first])[0]
        first += 1
    return found[:count]
