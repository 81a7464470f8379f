"""A player with another threshold bids otherwise, and plays like the player in it."""

import pytest

import kibitz
from kibitz.errors import SpecError
from kibitz.games.spades.bidding import bid
from kibitz.specialists.spades.bidder import Bidder


def test_bids_grow_with_the_threshold_and_the_cards_are_played_alike() -> None:
    game = kibitz.game("spades(open=true)")
    inner = kibitz.player("model(mOT, others=MT, ties=left-low)")
    sums = []
    for threshold in (-0.5, 0.25, 1.0):
        bidder = kibitz.player(f"bids(model(mOT, others=MT, ties=left-low), threshold={threshold})")
        sums.append(0)
        for seed in range(20):
            state = game.start(seed)
            while game.bidding(state):  # type: ignore[attr-defined]
                [(made, _)] = bidder.policy(state).items()
                sums[-1] += int(made.split()[1])
                state = state.play(made)
            if seed < 3:
                assert bidder.policy(state) == inner.policy(state)
    assert sums[0] < sums[1] < sums[2]


def test_the_usual_threshold_is_the_rule_itself() -> None:
    for seed in range(20):
        state = kibitz.game("spades(open=true)").start(seed)
        assert list(kibitz.player("bids(MT)").policy(state)) == [bid(state)]


def test_its_specification_makes_it_again() -> None:
    made = kibitz.player("bids(model(mOT, others=MT, ties=left-low), threshold=0.5)")
    again = kibitz.player(str(made))
    assert made == again
    assert made != kibitz.player("bids(MT, threshold=0.5)")
    assert "threshold=0.25" in str(kibitz.player("bids(MT)").full_spec)


def test_an_adaptive_player_in_it_still_learns() -> None:
    bidder = kibitz.player("bids(adaptive(own=mOT, candidates=[MT, mOT]), threshold=0.3)")
    assert isinstance(bidder, Bidder)
    others = [kibitz.player("MT"), kibitz.player("MT")]
    kibitz.play_game(kibitz.game("spades(open=true, hands=3, cards=5)"), [bidder, *others], 1, ["me", "Ann", "Ben"])
    beliefs = bidder.beliefs()
    assert all(reading.weights["MT"] > 0.5 for reading in beliefs)


def test_without_a_player_it_is_refused() -> None:
    with pytest.raises(SpecError, match="takes a player"):
        kibitz.player("bids(threshold=0.5)")
