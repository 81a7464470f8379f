"""Tic-tac-toe: the known number of games, the slow twin, and states that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.tic_tac_toe import TicTacToe as Reference

import kibitz
from kibitz import NotationError

GAME = kibitz.game("tic-tac-toe")


def test_perft_gives_the_known_counts() -> None:
    counts = [kibitz.perft(GAME.start(), depth).leaves for depth in range(10)]
    assert counts == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_there_are_255168_games() -> None:
    def finished(core: Any) -> int:
        return 1 if core.over else sum(finished(core.play(code)) for code in core.moves())

    assert finished(GAME.core.start(0)) == 255_168  # type: ignore[attr-defined]


@given(st.lists(st.integers(0, 8), max_size=12))
def test_agrees_with_the_slow_twin(choices: list[int]) -> None:
    reference = Reference()
    position, state = reference.start(), GAME.start()
    for choice in [*choices, 0]:
        assert state.moves() == reference.moves(position)
        assert (state.over, state.scores, state.outcome) == (
            reference.over(position),
            reference.scores(position),
            reference.outcome(position),
        )
        if state.over:
            return
        assert state.to_move == reference.to_move(position)
        move = state.moves()[choice % len(state.moves())]
        position, state = reference.play(position, move), state.play(move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xxx/.../...", "no game of tic-tac-toe reaches"),
        ("xxx/ooo/...", "no game of tic-tac-toe reaches"),
        ("o../.../...", "no game of tic-tac-toe reaches"),
        ("xx/.../...", "not three rows"),
        ("xyz/.../...", "not three rows"),
    ],
)
def test_states_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.parse(text)


def test_open_lines() -> None:
    """Figure it by hand: x in the centre closes four of o's lines, o in a corner closes three of x's."""
    state = GAME.start().play("b2")
    assert state.features(0) == {"open_lines": 4.0}
    assert state.features(1) == {"open_lines": -4.0}
    assert state.play("a1").features(0) == {"open_lines": 5.0 - 4.0}
