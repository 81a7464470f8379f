"""Where a player makes no errors, choices become what LearnStrategy and LearnDepth find."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.learning.choice_belief import ChoiceBelief
from kibitz.learning.choice_fit import FORMS, Watched, fitted, watched_in, whole_fit
from kibitz.learning.depth import learn_depth
from kibitz.learning.examples import Example
from kibitz.learning.foreseen import likeliest_moves
from kibitz.learning.strategy import LearnedStrategy, LearnStrategy
from kibitz.models.choice import choice
from kibitz.random import Random
from kibitz.searches.alpha_beta import AlphaBeta
from kibitz.wants.evaluation import Evaluation

CHECKERS: Any = kibitz.game("checkers")
POSITIONS = FORMS[1]
WEIGHTS = {"men": 2.0, "kings": 5.0, "mobility": 1.0}
DEPTH = 2


@cache
def game_of(weights: tuple[tuple[str, float], ...], depth: int, number: int) -> list[Example]:
    """The decisions of both sides, which always make the first of their best moves; then some moves at random follow,
    so that games differ."""
    player = AlphaBeta(depth=depth, own=Evaluation(dict(weights)))
    random, state, found = Random(number, "limit"), CHECKERS.start(), []
    for ply in range(90):
        if state.over:
            break
        move = player.analyse(state).best[0]
        if len(state.moves()) > 1:
            found.append(Example(state, move))
        state = state.play(random.choice(state.moves()) if ply < 4 or random.uniform() < 0.3 else move)
    return found


def games(*numbers: int) -> list[list[Example]]:
    return [game_of(tuple(WEIGHTS.items()), DEPTH, number) for number in numbers]


FITTING, ASIDE, FRESH = (0, 1, 2, 3, 4, 5), (6, 7, 8), (20, 21, 22)


def watched(*numbers: int) -> list[Watched]:
    return [watched_in(each.state, each.move) for game in games(*numbers) for each in game]


@cache
def learned() -> LearnedStrategy:
    return LearnStrategy(farthest=3, largest=9)(games(*FITTING), games(*ASIDE))


@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 5), place=st.integers(0, 30), depth=st.integers(1, 4), seed=st.integers(0, 99))
def test_without_temperature_a_choice_makes_the_best_moves_of_the_search(
    number: int, place: int, depth: int, seed: int
) -> None:
    """And a little temperature is hardly another player: the limit is reached."""
    some = games(number)[0]
    state, random = some[place % len(some)].state, Random(seed, "weights")
    weights = {name: float(random.below(7)) for name in CHECKERS.features} | {"men": 1.0 + random.below(7)}
    best = AlphaBeta(depth=depth, own=Evaluation(weights), exact=True).analyse(state).best
    policy = choice(weights, 0.0, depth).policy(state)
    assert {move for move, share in policy.items() if share} == set(best)
    nearly = choice(weights, 0.01, depth).policy(state)
    assert sum(nearly[move] for move in best) == pytest.approx(1, abs=1e-6)


def test_learn_strategy_and_the_fit_find_the_same_player() -> None:
    """Both find the depth, and expect all moves of new games. The fit finds the ratios of the weights too, because few
    and small weights are likelier."""
    seen = watched(*FITTING, *ASIDE)
    fits = [whole_fit(fitted(seen, depth, POSITIONS), seen) for depth in (1, 2, 3)]
    fit = max(fits, key=lambda each: each.worth)
    assert fit.depth == learned().depth == DEPTH
    assert fit.weights == WEIGHTS
    assert fit.noise < 0.01
    for each in (each for game in games(*FRESH) for each in game):
        assert each.move in likeliest_moves(fit.model.policy(each.state))
        assert each.move in likeliest_moves(kibitz.predict(learned().model, each.state))


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_learn_depth_and_the_belief_find_the_same_depth(depth: int) -> None:
    """A player with the game's own weights."""
    own = tuple(CHECKERS.weights.items())
    examples = game_of(own, depth, 0)
    belief = ChoiceBelief().at(CHECKERS)
    for each in examples:
        belief = belief.see(each.state, each.move)
    assert learn_depth(examples, CHECKERS.weights, farthest=4).depth == belief.depth == depth
    assert belief.depths[depth] > 0.8
