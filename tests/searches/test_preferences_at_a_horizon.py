"""Preferences compare outcomes: a search that stops before the end says so, in every search."""

import pytest

import kibitz

GAME = "spades(cards=5, bids=[1, 2, 2], open=true)"
STOPPING = [
    "maxn(own=MT, depth=3)",
    "maxn(own=MT, nodes=500)",
    "paranoid(own=MT, depth=3)",
    "offensive(own=MT, depth=3)",
    "mp-mix(own=MT, depth=3)",
    "greedy(own=MT)",
    "maxn(own=win, depth=3)",
]


@pytest.mark.parametrize("spec", STOPPING)
def test_a_preference_needs_the_end_of_the_game(spec: str) -> None:
    with pytest.raises(kibitz.KibitzError, match="end of the game"):
        kibitz.search(spec).analyse(kibitz.game(GAME).start(seed=1))


def test_a_horizon_beyond_the_end_is_none() -> None:
    state = kibitz.game("spades(cards=2, bids=[1, 1, 1], open=true)").start(seed=1)
    assert kibitz.search("maxn(own=MT, depth=6)").analyse(state).values == (
        kibitz.search("maxn(own=MT)").analyse(state).values
    )
