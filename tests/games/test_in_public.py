"""What everybody may see of a position: it follows from what any one of the seats sees."""

from __future__ import annotations

from dataclasses import dataclass, replace

import kuhn  # noqa: F401
import pytest
import whist  # noqa: F401

import kibitz
from kibitz.games.game import Game, State
from kibitz.players.play_game import random_moves

HIDDEN = (
    "guess-it",
    "guess-it(cards=2)",
    "hearts(players=3, cards=5)",
    "hearts(passing=left)",
    "hearts(players=5, cards=4, passing=rotate, hands=2)",
    "spades",
    "spades(players=4, cards=4, hands=2)",
    "whist",
    "kuhn",
)
SIZE = 400


@pytest.mark.parametrize("spec", HIDDEN)
def test_it_is_the_same_in_every_deal_that_any_seat_holds_possible(spec: str) -> None:
    game = kibitz.game(spec)
    for seed in range(4):
        for ply, state in enumerate(random_moves(game.start(seed), seed, 60)):
            shown = game.in_public(state, SIZE, [])
            assert all(shown)
            for seat in range(game.players):
                world = state.view(seat).world(kibitz.Random(seed, "public", ply, seat))
                assert game.in_public(world, SIZE, []) == shown, (str(state), seat)


def test_an_open_game_is_shown_whole() -> None:
    state = kibitz.game("tic-tac-toe").start().play("b2")
    assert state.game.in_public(state, SIZE, ["b2"]) == (state.svg(SIZE, highlight="b2"), state.board())
    open_hands = kibitz.game("spades(open=true)").start(seed=1)
    assert open_hands.game.in_public(open_hands, SIZE, [])[1] == open_hands.board()


def test_cards_that_lie_on_the_table_are_shown() -> None:
    state = kibitz.game("spades(bids=[1, 1, 1])").start(seed=1)
    move = state.moves()[0]
    drawn, text = state.game.in_public(state.play(move), SIZE, [move])
    assert f"{move} (seat 0)" in text
    assert f'data-piece="{move}"' in drawn
    assert drawn.count("data-piece") == 1


@dataclass(frozen=True)
class Lots(kibitz.State):
    """Each seat has drawn a lot, and one of them knows both."""

    game: Game
    lots: tuple[int, ...] = (1, 2)
    history: tuple[str, ...] = ()


class OneKnows(kibitz.Game):
    """Hides in a way that depends on who looks first, as a game with a mistake may."""

    name = "one-knows"
    summary = "for a test"
    state_type = Lots
    players = 2

    def start(self, seed: int = 0) -> Lots:
        return Lots(self, (seed + 1, seed + 2))

    def to_move(self, state: Lots) -> int:
        return len(state.history) % 2

    def moves(self, state: Lots) -> list[str]:
        return ["on"]

    def play(self, state: Lots, move: str) -> Lots:
        return replace(state, history=(*state.history, move))

    def over(self, state: Lots) -> bool:
        return len(state.history) == 2

    def scores(self, state: Lots) -> tuple[float, ...]:
        return (0.0, 0.0)

    def hide(self, state: Lots, seat: int) -> Lots:
        return replace(state, lots=(seat, *state.lots[1:]))

    def sample_deal(self, view: kibitz.View, random: kibitz.Random) -> Lots:
        return self.start(0)


class Fails(OneKnows):
    """Cannot hide what is hidden already."""

    def hide(self, state: Lots, seat: int) -> Lots:
        if state.lots[0] == 0:
            raise IndexError("a whole state is expected")
        return replace(state, lots=(0, *state.lots[1:]))


@pytest.mark.parametrize("kind", [OneKnows, Fails])
def test_a_game_that_cannot_tell_shows_nothing(kind: type[Game]) -> None:
    game = kind()
    state: State = game.start(3)
    assert game.in_public(state, SIZE, []) == ("", "")
