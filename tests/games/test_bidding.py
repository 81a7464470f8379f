"""The bidding rule goes by the bidder's own cards and bids a little less than there are tricks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz.errors import MissingCapability
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


def test_where_there_is_no_rule_a_sentence_says_what_to_do() -> None:
    with pytest.raises(MissingCapability, match=r"fit one with tools/fit_bidding\.py"):
        rule_for(kibitz.game("spades(players=4)"))
    assert not bidding(kibitz.game("checkers").start())
    assert not bidding(kibitz.game("spades(bids=[1, 1, 1])").start())
