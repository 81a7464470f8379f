"""Bids, goals, parts and deals: asked for by name, never by looking for a method."""

from dataclasses import dataclass
from typing import Any

import pytest

import kibitz
from kibitz.errors import MissingCapability
from kibitz.games.capabilities import PLAYED, Bidding, Dealt, Goals, Parts, bidding, goals


@dataclass(frozen=True)
class CountState(kibitz.State):
    game: kibitz.Game
    said: tuple[int, ...] = ()


class Promises(kibitz.Game):
    """Two seats say a number each, a bid and a goal at once; then the first plays 1 or 2."""

    name = "promises"
    state_type = CountState
    players = 2

    def start(self, seed: int = 0) -> CountState:
        return CountState(self)

    def to_move(self, state: Any) -> int:
        return len(state.said) % 2

    def moves(self, state: Any) -> list[str]:
        return [] if self.over(state) else ["1", "2"]

    def play(self, state: Any, move: str) -> CountState:
        return CountState(self, (*state.said, int(move)))

    def over(self, state: Any) -> bool:
        return len(state.said) == 3

    def scores(self, state: Any) -> tuple[float, ...]:
        done = state.said[2] if self.over(state) else 0
        return (float(done == state.said[0]), 0.0) if done else (0.0, 0.0)

    def bidding(self, position: Any) -> bool:
        return len(position.said) < 2

    def usual_bid(self, position: Any) -> str:
        return "2"

    def goals(self, state: Any) -> tuple[int, ...] | None:
        return None if self.bidding(state) else state.said[:2]


def test_a_game_in_python_offers_bids_and_goals_by_having_them() -> None:
    game = Promises()
    assert game.capabilities & PLAYED.keys() == {"bidding", "goals"}
    start = game.start()
    assert bidding(start)
    assert goals(start) is None
    assert kibitz.player("maxn").policy(start) == {"2": 1.0}  # a search makes the usual bid, and then searches
    bid = start.play_all("2, 1")
    assert not bidding(bid)
    assert goals(bid) == (2, 1)
    assert kibitz.player("maxn").policy(bid) == {"1": 0.0, "2": 1.0}


@pytest.mark.parametrize(
    ("spec", "offered"),
    [
        ("spades(hands=2)", {"bidding", "goals", "parts", "dealt"}),
        ("hearts", {"dealt"}),
        ("guess-it", {"dealt"}),
        ("checkers", {"handicapping"}),
        ("abalone", {"handicapping"}),
        ("tic-tac-toe", set()),
    ],
)
def test_what_games_offer_to_players_and_learners(spec: str, offered: set[str]) -> None:
    game = kibitz.game(spec)
    assert game.capabilities & PLAYED.keys() == offered
    assert game.has_parts == ("parts" in offered)
    for name, protocol in {"bidding": Bidding, "goals": Goals, "parts": Parts, "dealt": Dealt}.items():
        assert isinstance(game, protocol) == (name in offered)


def test_a_game_without_bids_or_goals_has_none_to_make() -> None:
    start = kibitz.game("checkers").start()
    assert not bidding(start)
    assert goals(start) is None
    with pytest.raises(MissingCapability, match="does not offer 'bidding'"):
        start.game.usual_bid(start)  # type: ignore[attr-defined]


def test_the_part_of_a_long_game_is_named_where_it_offers_what_the_whole_does_not() -> None:
    long = kibitz.game("spades(hands=3, limit=300, open=true)")
    with pytest.raises(MissingCapability, match=r"the part that is being played does: use state\.game\.part"):
        long.outcomes()  # type: ignore[attr-defined]
    assert isinstance(long, Parts)
    for seed in range(3):
        state = long.start(seed)
        assert long.part(state).game == long.rules_of_part(0)
    single = kibitz.game("spades")
    assert isinstance(single, Parts)
    assert single.rules_of_part(0) is single
