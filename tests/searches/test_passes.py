"""Cards that others passed at Hearts are evidence about their hands: compared with the sum over all passes."""

from __future__ import annotations

import json
from itertools import combinations, product
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from benchmarks.passes import FEATURES, features, loss
from kibitz.errors import SpecError

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "hidden" / "passes.json"
WORTHS = json.loads(RESULTS.read_text(encoding="utf-8"))["worths"]
WEIGHTS = [WORTHS[name] for name in FEATURES]
DIRECTIONS = {"left": 1, "right": 3, "across": 2}


def held(hand: int) -> list[int]:
    return [card for card in range(52) if hand >> card & 1]


def bits(cards: Any) -> int:
    return sum(1 << card for card in cards)


def chance(hand: int, given: tuple[int, ...]) -> float:
    """How likely a hand passes these cards: the sum over all sets of three, as the definition has it."""
    weights = {
        card: exp(sum(weight * value for weight, value in zip(WEIGHTS, values, strict=True)))
        for card, values in features(hand).items()
    }
    every = sum(weights[a] * weights[b] * weights[c] for a, b, c in combinations(weights, 3))
    return float(np.prod([weights[card] for card in given])) / every


def told(hands: list[int], known: dict[int, tuple[int, ...]], seat: int, shift: int) -> float:
    """The sum, over all passes that lead to these hands, of how likely the passes of the others are."""
    givers = [giver for giver in range(4) if giver not in known]
    choices = [list(combinations(held(hands[(giver + shift) % 4]), 3)) for giver in givers]
    total = 0.0
    for chosen in product(*choices):
        given = known | dict(zip(givers, chosen, strict=True))
        likely = 1.0
        for giver in range(4):
            if giver != seat:
                dealt = hands[giver] & ~bits(given[(giver - shift) % 4]) | bits(given[giver])
                likely *= chance(dealt, given[giver])
        total += likely
    return total


def after_passing(direction: str, cards: int, seed: int) -> tuple[Any, dict[int, tuple[int, ...]]]:
    """A position of seat 0 after the pass, and the passes that it knows."""
    state: Any = kibitz.game(f"hearts(passing={direction}, cards={cards})").start(seed=seed)
    known = {}
    for seat in range(4):
        move = state.moves()[(seed + 3 * seat) % len(state.moves())]
        given = tuple("CDHS".index(card[1]) * 13 + "23456789TJQKA".index(card[0]) for card in move.split()[1:])
        if seat == 0 or (seat + DIRECTIONS[direction]) % 4 == 0:
            known[seat] = given
        state = state.play(move)
    return state, known


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_weight_of_a_world_is_on_average_the_sum_over_all_passes(direction: str) -> None:
    """One draw of the unseen passes has the right mean, in every world: the ratio to the sum is 1 on average. So the
    constants of the core are those of the stored fit, too."""
    state, known = after_passing(direction, 5, seed=4)
    worlds = state.view(0).core.weighed_worlds(count=150, evidence=0.0, seed=1, passes=1.0)
    exact = [told(list(hands), known, 0, DIRECTIONS[direction]) for hands, _ in worlds]
    ratios = [weight / true for (_, weight), true in zip(worlds, exact, strict=True)]
    error = np.std(ratios) / len(ratios) ** 0.5
    assert abs(np.mean(ratios) - 1) < 4 * error
    assert error < 0.15
    assert max(exact) > 3 * min(exact)  # the passes tell something


def test_without_unseen_passes_the_weight_is_exact() -> None:
    """Of three cards everything is passed, so nothing is left to draw."""
    state, known = after_passing("left", 3, seed=2)
    for hands, weight in state.view(0).core.weighed_worlds(count=20, evidence=0.0, seed=1, passes=1.0):
        assert weight == pytest.approx(told(list(hands), known, 0, 1), rel=1e-9)


def test_nothing_is_told_where_nothing_was_passed_or_passes_are_being_chosen() -> None:
    game = kibitz.game("hearts(passing=left)")
    choosing = game.start(seed=1).view(0)
    plain = kibitz.game("hearts").start(seed=1)
    for view in (choosing, plain.view(plain.to_move)):
        core: Any = view.core
        assert {weight for _, weight in core.weighed_worlds(count=50, evidence=0.0, seed=1, passes=1.0)} == {1.0}


def test_only_the_option_weighs_worlds_by_passes() -> None:
    state, _ = after_passing("left", 13, seed=3)
    while state.to_move != 0 or len(state.moves()) == 1:
        state = state.play(state.moves()[0])
    view = state.view(0)
    plain, weighed = (
        kibitz.search(f"hidden-mcts(simulations=300, evidence=0, passes={passes})").analyse(view) for passes in (0, 1)
    )
    assert not any("worlds weighed" in note for note in plain.notes)
    assert any("worlds weighed" in note for note in weighed.notes)
    with pytest.raises(SpecError, match="passes"):
        kibitz.search("hidden-mcts(passes=-1)")


def test_the_stored_fit_foretells_passes_better_than_chance() -> None:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert found["log loss of passes not fitted"] < 0.65 * found["at random"]
    assert list(found["worths"]) == list(FEATURES)


def test_the_loss_of_passes_has_the_gradient_that_differences_show() -> None:
    state: Any = kibitz.game("hearts(passing=left)").start(seed=8)
    hand = state.core.hands[0]
    values = features(hand)
    rows = [(np.array(list(values.values())), [0, 4, 9]), (np.array(list(values.values())), [1, 2, 12])]
    at = np.array(WEIGHTS)
    value, gradient = loss(at, rows)
    assert value == pytest.approx(
        -np.mean([np.log(chance(hand, tuple(held(hand)[place] for place in given))) for _, given in rows])
    )
    for place in range(len(at)):
        step = np.zeros_like(at)
        step[place] = 1e-5
        assert (loss(at + step, rows)[0] - loss(at - step, rows)[0]) / 2e-5 == pytest.approx(gradient[place], abs=1e-6)
