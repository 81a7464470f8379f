"""Strong players of Spades: the core weighs worlds by the formula of ``strong_play``."""

import json
from math import log, prod
from pathlib import Path
from typing import Any

import pytest
from reference.spades_worlds import dealt

import kibitz
from kibitz.games.cards.tricks import suit, table_of
from kibitz.random import Random
from kibitz.specialists.spades.strong_play import KINDS, TERMS, fits_of_core, kind_of, likelihood, terms_of

FITS = fits_of_core()
RESULTS = Path(__file__).parents[3] / "docs" / "results"
SPEC = "spades(players=4, scoring=tricks)"


def views(spec: str, plies: int, count: int) -> list[Any]:
    """Views after so many random moves."""
    found = []
    for seed in range(count):
        state, random = kibitz.game(spec).start(seed), Random(seed, "views")
        for _ in range(plies):
            state = state.play(random.choice(state.moves()))
        found.append(state.view(state.to_move))
    return found


def weight_by_hand(view: Any, hands: tuple[int, ...]) -> float:
    """The product of the likelihoods of the cards that the others played, if this world is the true one."""
    state, factors = dealt(view, hands), []
    for code in view.core.record:
        card = view.game.move_text(code)
        if state.to_move != view.seat:
            factors.append(4 * likelihood(state, card, FITS))
        state = state.play(card)
    return prod(factors)


@pytest.mark.parametrize("plies", [3, 18, 30, 47])
def test_worlds_weigh_what_the_formula_says(plies: int) -> None:
    for view in views(SPEC, plies, 4):
        for hands, weight in view.core.weighed_worlds(count=5, evidence=1.0, seed=3, strong=True):
            assert log(weight) == pytest.approx(log(weight_by_hand(view, tuple(hands))), abs=1e-6)


def test_the_rules_of_light_play_weigh_otherwise() -> None:
    view = views(SPEC, 30, 1)[0]
    weights = [
        [weight for _, weight in view.core.weighed_worlds(count=20, evidence=1.0, seed=3, strong=strong)]
        for strong in (False, True)
    ]
    assert weights[0] != weights[1]


@pytest.mark.parametrize("spec", ["spades", "spades(players=2, cards=26)", "spades(players=3, hands=2, cards=4)"])
def test_bids_and_sated_players_are_weighed_by_the_rules(spec: str) -> None:
    """Every weight is a positive number, and bids alone weigh as they do without strong players."""
    for plies in (1, 2, 6):
        for view in views(spec, plies, 3):
            if view.core.over:
                continue
            strong = view.core.weighed_worlds(count=20, evidence=1.0, seed=5, strong=True)
            light = view.core.weighed_worlds(count=20, evidence=1.0, seed=5, strong=False)
            assert all(weight > 0 for _, weight in strong)
            if plies <= 2 and "players=2" not in spec:
                assert [weight for _, weight in strong] == pytest.approx([weight for _, weight in light])


def test_every_kind_of_card_has_weights_and_is_met() -> None:
    assert set(FITS) == set(KINDS)
    assert all(set(fit) == set(TERMS) for fit in FITS.values())
    met = set()
    for seed in range(40):
        state, random = kibitz.game(SPEC).start(seed), Random(seed, "kinds")
        while not state.over:
            table = table_of(state)
            assert table is not None
            for card in table.legal:
                kind, terms = kind_of(table, card), terms_of(table, card)
                met.add(kind)
                assert kind.startswith("lead") == table.leads
                assert (kind in ("lead_trump", "under", "ruff", "ruff_last")) <= (suit(card) == "S")
                assert terms["cheapest"] <= (kind in ("win", "win_last", "ruff", "ruff_last"))
            state = state.play(random.choice(state.moves()))
    assert met == set(KINDS)


def test_hidden_mcts_takes_the_others_for_strong_or_light_players() -> None:
    view = views(SPEC, 24, 1)[0]
    notes = [
        kibitz.search("hidden-mcts(simulations=400)", seen_as=seen_as).analyse(view).notes
        for seen_as in ("strong", "light")
    ]
    assert notes[0] != notes[1]
    with pytest.raises(kibitz.KibitzError, match="light"):
        kibitz.search("hidden-mcts(seen_as=clever)")


def test_the_weights_are_those_of_the_stored_fit() -> None:
    """Up to the rounding of two runs of the optimiser."""
    stored = json.loads((RESULTS / "evidence.json").read_text())["weights"]
    for kind, fit in FITS.items():
        assert fit == pytest.approx(stored[kind], abs=0.025)
