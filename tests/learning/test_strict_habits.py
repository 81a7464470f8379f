"""Strict habits: every order of preference that small whole weights can express is tried."""

from __future__ import annotations

from itertools import product
from math import gcd, log
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.learning.choice_belief import WHOLE, ChoiceBelief
from kibitz.learning.choice_fit import TOLD, features_at, watched_in
from kibitz.learning.strict_habits import ERRS, HABITS_KEPT, LARGEST, strict_habits
from kibitz.models.choice import choice_features
from kibitz.random import Random

GUESS_IT: Any = kibitz.game("guess-it(cards=5)")


def decisions_of(player: str, games: int) -> list[Any]:
    """Decisions of a player against random moves."""
    model, found = kibitz.model(player), list[Any]()
    for number in range(games):
        random, state = Random(number, "habits"), GUESS_IT.start(number)
        while not state.over:
            moves, view = state.moves(), state.view(state.to_move)
            move = random.choice(moves)
            if state.to_move == number % 2 and len(moves) > 1:
                move = random.weighted(dict(model.policy(view)))
                found.append(watched_in(view, move))
            state = state.play(move)
    return found


DECISIONS = decisions_of("call-then-bluff", 6)


def test_the_likeliest_habits_are_those_of_an_enumeration() -> None:
    """The same by loops: every set of whole weights, the probability of each move among the best, and what it takes to
    tell the weights."""
    names = GUESS_IT.move_feature_names
    columns = [choice_features(GUESS_IT).index(name) for name in names]
    worth = []
    for weights in product(range(-LARGEST, LARGEST + 1), repeat=len(names)):
        if gcd(*weights) != 1:
            continue
        total = -sum(TOLD + log(1 + abs(weight)) for weight in weights if weight)
        for each in DECISIONS:
            values = [sum(w * row[c] for w, c in zip(weights, columns, strict=True))
                      for row in features_at(each.position, {}, 1)]  # fmt: skip
            best = [abs(value - max(values)) < 1e-9 for value in values]
            share = best[each.number] / sum(best)
            total += log((1 - ERRS) * share + ERRS / len(values))
        worth.append(total)
    best_first = sorted(worth, reverse=True)[:HABITS_KEPT]
    models, shares = strict_habits(DECISIONS)
    expected = np.exp(np.array(best_first) - best_first[0])
    assert shares.tolist() == pytest.approx((expected / expected.sum()).tolist())
    assert len(set(models)) == HABITS_KEPT


def test_a_habit_is_found_and_predicts_fresh_decisions() -> None:
    """The likeliest one makes exactly the moves of the player."""
    models, _ = strict_habits(DECISIONS)
    fresh = decisions_of("call-then-bluff", 12)[len(DECISIONS) :]
    player = kibitz.model("call-then-bluff")
    for each in fresh:
        found, true = models[0].policy(each.position), player.policy(each.position)
        assert {move for move, share in found.items() if share} == {move for move, share in true.items() if share}


def test_a_belief_about_a_habit_becomes_sure_of_it() -> None:
    belief, seen = ChoiceBelief().at(GUESS_IT), decisions_of("call-then-bluff", 20)
    for each in seen:
        belief = belief.see(each.position, each.move)
    assert belief.kinds[WHOLE] > 0.3
    held = decisions_of("call-then-bluff", 30)[len(seen) :]
    player = kibitz.model("call-then-bluff")
    lost = [log(player.policy(each.position)[each.move] / belief.expects(each.position)[each.move]) for each in held]
    assert np.mean(lost) < 0.1
