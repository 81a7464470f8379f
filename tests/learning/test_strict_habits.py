"""Strict habits: small whole weights where there are few features, ordered lists of preferences elsewhere."""

from __future__ import annotations

from itertools import product
from math import gcd, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.preference_lists import all_lists, remaining, worth_of

import kibitz
from kibitz import _core
from kibitz.learning.choice_belief import STRICT, ChoiceBelief, foretold_by
from kibitz.learning.choice_fit import TOLD, Boards, features_at, watched_in
from kibitz.learning.strict_habits import (
    BEAM,
    ERRORS,
    ERRS,
    HABITS_KEPT,
    LARGEST,
    LISTED,
    LONGEST,
    foretold_strictly,
    strict_habits,
)
from kibitz.models.choice import choice_features
from kibitz.random import Random

GUESS_IT: Any = kibitz.game("guess-it(cards=5)")


def decisions_of(player: str, games: int, game: Any = GUESS_IT) -> list[Any]:
    """Decisions of a player against random moves."""
    model, found = kibitz.model(player), list[Any]()
    for number in range(games):
        random, state = Random(number, "habits"), game.start(number)
        while not state.over:
            moves, seen = state.moves(), state.view(state.to_move) if game.hidden else state
            move = random.choice(moves)
            if state.to_move == number % game.players and len(moves) > 1:
                move = random.weighted(dict(model.policy(seen)))
                found.append(watched_in(seen, move))
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
    assert belief.kinds[STRICT] > 0.3
    held = decisions_of("call-then-bluff", 30)[len(seen) :]
    player = kibitz.model("call-then-bluff")
    lost = [log(player.policy(each.position)[each.move] / belief.expects(each.position)[each.move]) for each in held]
    assert np.mean(lost) < 0.1


RATES, TOLD_EACH = (0.02, 0.3), 1.0


@st.composite
def small_decisions(draw: st.DrawFn) -> list[tuple[list[list[float]], int]]:
    """A few decisions with few features, which are often equal."""
    width = draw(st.integers(1, 3))
    row = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=width, max_size=width)
    moves = draw(st.lists(st.lists(row, min_size=1, max_size=4), min_size=1, max_size=6))
    return [(each, draw(st.integers(0, len(each) - 1))) for each in moves]


def lists_of(
    decisions: list[tuple[list[list[float]], int]], beam: int, longest: int, most: int
) -> list[tuple[list[int], float]]:
    """The lists of the core."""
    rows = np.array([row for moves, _ in decisions for row in moves])
    counts = np.array([len(moves) for moves, _ in decisions], dtype=np.int64)
    made = np.array([made for _, made in decisions], dtype=np.int64)
    return _core.preference_lists(rows, counts, made, RATES, TOLD_EACH, beam, longest, most)


@given(small_decisions())
def test_a_wide_beam_finds_the_best_of_all_lists(decisions: list[tuple[list[list[float]], int]]) -> None:
    """Lists of the same preferences that leave the same moves are one list, whatever their order."""
    kinds = {
        (tuple(sorted(each)), round(worth_of(decisions, each, RATES, TOLD_EACH), 6)) for each in all_lists(decisions, 3)
    }
    found = lists_of(decisions, 10_000, 3, 10_000)
    assert {(tuple(sorted(each)), round(worth, 6)) for each, worth in found} == kinds
    assert len({tuple(each) for each, _ in found}) == len(found)
    assert [worth for _, worth in found] == sorted((worth for _, worth in found), reverse=True)


@given(small_decisions(), st.integers(1, 3))
def test_a_narrow_beam_says_what_its_lists_are_worth(decisions: list[tuple[list[list[float]], int]], beam: int) -> None:
    for preferences, worth in lists_of(decisions, beam, 3, 5):
        assert worth == pytest.approx(worth_of(decisions, preferences, RATES, TOLD_EACH))


@pytest.mark.parametrize(
    ("made", "errors", "says"),
    [([2], [0.1], "none of the legal ones"), ([0], [], "between 0 and 1"), ([0], [1.0], "between 0 and 1"),
     ([0, 0], [0.1], "do not fit"), ([0], [0.1] * 5, "at most four error rates")],
)  # fmt: skip
def test_wrong_arrays_are_refused(made: list[int], errors: list[float], says: str) -> None:
    rows, counts = np.zeros((2, 1)), np.array([2], dtype=np.int64)
    with pytest.raises(ValueError, match=says):
        _core.preference_lists(rows, counts, np.array(made, dtype=np.int64), errors, 1.0, 2, 2, 2)


HEARTS: Any = kibitz.game("hearts(open=true)")


@pytest.mark.parametrize("player", ["takes-tricks", "lowest-card", "noisy(highest-card, 0.1)"])
def test_players_of_cards_follow_lists(player: str) -> None:
    """After four games the likeliest list makes nearly all moves of a player with a habit, also where it errs."""
    models, shares = strict_habits(decisions_of(player, 4, HEARTS))
    assert shares.sum() == pytest.approx(1.0)
    fresh = decisions_of(player.removeprefix("noisy(").split(",")[0], 10, HEARTS)[-40:]  # of the last games
    right = [models[0].policy(each.position).get(each.move, 0.0) for each in fresh]
    assert np.mean(right) > 0.8


def test_weights_follow_the_list() -> None:
    """A choice leaves the same moves as its list in every decision: a feature outweighs all later ones."""
    seen = decisions_of("ducks", 6, HEARTS)
    names = HEARTS.move_feature_names
    boards = Boards.of(seen, {}, 1, frozenset(names))
    rows = boards.stacked.rows[:, [boards.names.index(name) for name in names]]
    fresh = [place for place, name in enumerate(names) if boards.effects[boards.names.index(name)] > 0]
    counts = boards.stacked.counts.astype(np.int64)
    made = (boards.made - boards.stacked.starts).astype(np.int64)
    columns = np.ascontiguousarray(rows[:, fresh])
    lists = _core.preference_lists(columns, counts, made, ERRORS, LISTED, BEAM, LONGEST, HABITS_KEPT)
    models, _ = strict_habits(seen)
    assert max(len(preferences) for preferences, _ in lists) > 1
    for (preferences, _), model in zip(lists, models, strict=True):
        for start, count, each in zip(boards.stacked.starts, counts, seen, strict=True):
            left = remaining(columns[start : start + count].tolist(), preferences)
            liked = [number for number, share in enumerate(model.policy(each.position).values()) if share]
            assert liked == left


def test_a_belief_learns_a_habit_of_cards_in_a_few_games() -> None:
    """It foretells the next games better than a belief that tries no strict habits."""
    seen, player = decisions_of("takes-tricks", 4, HEARTS), kibitz.model("takes-tricks")
    held = decisions_of("takes-tricks", 12, HEARTS)[len(seen) :]

    def lost(belief: ChoiceBelief) -> float:
        for each in seen:
            belief = belief.see(each.position, each.move)
        return float(np.mean([
            log(player.policy(each.position)[each.move] / belief.expects(each.position)[each.move]) for each in held
        ]))  # fmt: skip

    assert lost(ChoiceBelief()) < lost(ChoiceBelief(without=frozenset({"strict"})))


@pytest.mark.parametrize("spec", ["hearts(open=true)", "hearts", "hearts(passing=left)", "spades(open=true)", "spades"])
def test_players_asked_at_once_say_what_each_of_them_says(spec: str) -> None:
    """Also where bids are made and cards are passed."""
    game: Any = kibitz.game(spec)
    models, _ = strict_habits(decisions_of("ducks", 5, HEARTS))
    names = set(game.move_feature_names)
    known = [each for each in models if {name for name, _ in each.weights} <= {*names, "end"}]
    if not known:
        known = strict_habits([
            watched_in(state, Random(number, "any").choice(state.moves()))
            for number in range(9) for state in [played(spec, number, 8)] if len(state.moves()) > 1
        ])[0]  # fmt: skip
    compared = 0
    for number in range(12):
        for plies in (0, 1, 5, 11, 17):
            state = played(spec, number, plies)
            if state.over or len(state.moves()) < 2:
                continue
            position = state.view(state.to_move) if game.hidden else state
            rows = foretold_strictly(known, position)
            for model, row in zip(known, rows, strict=True):
                assert row.tolist() == pytest.approx(foretold_by(model, position, 1).tolist())
            compared += 1
    assert compared > 20


def played(spec: str, seed: int, plies: int) -> Any:
    """A game after so many random moves."""
    state, random = kibitz.game(spec).start(seed), Random(seed, "played")
    for _ in range(plies):
        if not state.over:
            state = state.play(random.choice(state.moves()))
    return state
