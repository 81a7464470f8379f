"""Numbers of moves and observations: the same everywhere, and nothing that a seat does not see."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from support.conformance_games import SPECS

import kibitz
from kibitz.errors import GameError, IllegalMove, MissingCapability
from kibitz.games.arrays import action_mask, observation, observation_parts, observation_size
from kibitz.games.capabilities import ARRAYS
from kibitz.games.checkers import arrays as checkers_arrays
from kibitz.games.numbering import legal_numbers

PLIES = 120


def positions(spec: str, seed: int) -> list[Any]:
    """A game played at random."""
    game = kibitz.game(spec)
    state: Any = game.start(seed)
    found = [state]
    for ply in range(PLIES):
        if state.over:
            break
        state = state.play(kibitz.Random(seed, "arrays", ply).choice(state.moves()))
        found.append(state)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_move_has_a_number_of_its_own(spec: str) -> None:
    game: Any = kibitz.game(spec)
    assert game.capabilities >= ARRAYS.keys()
    assert len(set(game.all_moves())) == game.action_count
    for seed in (1, 2):
        for state in positions(spec, seed):
            if state.over:
                assert not action_mask(state).any()
            elif state.to_move >= 0:
                numbers = legal_numbers(state)
                assert [game.numbered_move(state, number) for number in numbers] == state.moves()
                assert np.flatnonzero(action_mask(state)).tolist() == sorted(numbers)


@pytest.mark.parametrize("spec", SPECS)
def test_an_observation_has_its_size_and_numbers_from_minus_one_to_one(spec: str) -> None:
    for state in positions(spec, 3):
        for seat in range(state.game.players):
            array = observation(state, seat)
            assert array.shape == (observation_size(state.game),)
            assert array.dtype == np.float32
            assert abs(array).max() <= 1
            parts = observation_parts(state.game, array)
            assert {name: part.shape for name, part in parts.items()} == state.game.observation_parts


@pytest.mark.parametrize("spec", [spec for spec in SPECS if kibitz.game(spec).hidden])
def test_worlds_that_a_seat_cannot_distinguish_look_the_same(spec: str) -> None:
    for ply, state in enumerate(positions(spec, 4)):
        for seat in range(state.game.players):
            world = state.view(seat).world(kibitz.Random(4, "world", ply, seat))
            assert (observation(world, seat) == observation(state, seat)).all()


@pytest.mark.parametrize("spec", [spec for spec in SPECS if kibitz.game(spec).hidden])
def test_an_observation_tells_a_seat_that_others_have_moved(spec: str) -> None:
    """Cards, bids and questions do not come back, so no two turns of a seat look the same to it."""
    turns = [state for state in positions(spec, 5) if not state.over and state.to_move == 0]
    assert len({observation(state, 0).tobytes() for state in turns}) == len(turns)


def test_cards_are_where_they_lie() -> None:
    state = kibitz.game("spades(players=3, cards=3, bids=[1, 1, 1])").start(seed=1).play("TC")
    parts = observation_parts(state.game, observation(state, 1))
    cards = state.game.all_moves()  # type: ignore[attr-defined]
    assert [cards[place] for place in np.flatnonzero(parts["hands"][0])] == ["JD", "9H", "AH"]
    assert not parts["hands"][1:].any()  # seats 2 and 0
    assert [cards[place] for place in np.flatnonzero(parts["table"][2])] == ["TC"]
    assert parts["turn"].tolist() == [1, 0, 0]
    assert parts["bids"].tolist() == pytest.approx([1 / 3] * 3)


def test_cards_passed_and_received_are_known_to_those_who_know_them() -> None:
    state: Any = kibitz.game("hearts(cards=4, passing=left)").start(seed=1)
    while state.core.choosing:
        state = state.play(state.moves()[0])
    game: Any = state.game
    for seat in range(4):
        parts = observation_parts(game, observation(state, seat))
        received = [game.all_moves()[place] for place in np.flatnonzero(parts["received"])]
        assert received == game.received(state, seat)
        before = observation_parts(game, observation(state, (seat + 1) % 4))
        assert np.flatnonzero(parts["passed"]).tolist() == np.flatnonzero(before["received"]).tolist()


def test_long_chains_of_jumps_have_numbers() -> None:
    game: Any = kibitz.game("checkers")
    state = game.parse("B:W6,7,8,14,15,16,22,23,24:BK1")
    assert any(move.count("x") > 3 for move in state.moves())
    assert len(set(legal_numbers(state))) == len(state.moves())
    assert len(checkers_arrays.codes()) == 1034  # 98 steps and 936 chains


def test_a_number_that_no_move_has_is_refused() -> None:
    game: Any = kibitz.game("tic-tac-toe")
    with pytest.raises(IllegalMove, match="numbers 0 to 8"):
        game.numbered_move(game.start(), 9)
    with pytest.raises(IllegalMove, match="all_moves"):
        game.action_number(game.start(), "d4")


@dataclass(frozen=True)
class Once(kibitz.State):
    game: kibitz.Game
    made: bool = False


class Plain(kibitz.Game):
    """A game without numbers."""

    name = "plain"
    state_type = Once
    players = 1

    def start(self, seed: int = 0) -> Once:
        return Once(self)

    def to_move(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> list[str]:
        return ["move"]

    def play(self, state: Any, move: str) -> Once:
        return Once(self, True)

    def over(self, state: Any) -> bool:
        return bool(state.made)

    def scores(self, state: Any) -> tuple[float, ...]:
        return (0.0,)


class WrongSize(Plain):
    observation_parts = {"all": (2,)}  # noqa: RUF012

    def observe(self, position: Any, seat: int) -> dict[str, list[float]]:
        return {"all": [0.0]}


def test_a_game_without_numbers_is_refused_with_a_sentence() -> None:
    with pytest.raises(MissingCapability, match="plain does not offer 'numbered' \\(every move has a fixed number"):
        action_mask(Plain().start())
    with pytest.raises(MissingCapability, match="'observed'"):
        observation(Plain().start(), 0)
    with pytest.raises(GameError, match="returned 1 numbers for 'all', but observation_parts says"):
        observation(WrongSize().start(), 0)
