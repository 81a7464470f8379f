"""The bidding rule goes by the bidder's own cards and bids a little less than there are tricks."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.games.spades.bidding import RULES, bid, bidding, rule_for

SPADES = kibitz.game("spades")


def bids_of(deal: int) -> list[int]:
    state: kibitz.State = SPADES.start(deal)
    while bidding(state):
        state = state.play(bid(state))
    goals = SPADES.goals(state)  # type: ignore[attr-defined]
    return list(goals)


def test_three_bids_sum_to_what_the_notes_ask_for() -> None:
    sums = [sum(bids_of(deal)) for deal in range(400)]
    assert 6.2 <= sum(sums) / len(sums) <= 6.45


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10_000))
def test_a_view_bids_like_the_whole_position(deal: int) -> None:
    state: kibitz.State = SPADES.start(deal)
    while bidding(state):
        assert bid(state) == bid(state.view(state.to_move))
        assert bid(state) in state.moves()
        state = state.play(bid(state))


@pytest.mark.parametrize(("players", "cards"), RULES)
def test_better_cards_are_never_worth_less(players: int, cards: int) -> None:
    rule = RULES[players, cards]
    assert all(weight > 0 for weight in rule.weights)
    assert rule.bid(0b111, cards) >= rule.lowest


@pytest.mark.parametrize(
    "spec", ["spades(players=2, cards=5)", "spades(players=2, cards=13)", "spades(players=4)", "spades(cards=4)"]
)
def test_without_a_fitted_rule_bids_are_scaled_to_the_tricks_there_are(spec: str) -> None:
    game: Any = kibitz.game(spec)
    rule, deals = rule_for(game), range(1000, 3000)  # other deals than those that scale the rule
    hands = [hand for deal in deals for hand in game.start(deal).core.hands[: game.players]]
    assert sum(map(rule.estimate, hands)) / len(deals) == pytest.approx(game.cards, rel=0.06)
    assert 0.85 < sum(rule.bid(hand, game.cards) for hand in hands) / len(deals) / game.cards < 1.1


def test_only_states_in_which_somebody_bids_are_bidding() -> None:
    assert not bidding(kibitz.game("checkers").start())
    assert not bidding(kibitz.game("spades(bids=[1, 1, 1])").start())
