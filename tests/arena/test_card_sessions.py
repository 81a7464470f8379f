"""Games of many hands, hand by hand: the points of all hands are those of the whole game, player by player."""

from functools import partial

import pytest

import kibitz
from kibitz.arena.card_sessions import Points, hands_finished, play_session

GAME = "spades(hands=3, cards=4, open=true)"
PLAYERS, NAMES = ("MT", "mOT", "random"), ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize("turned", [None, 0, 1, 2])
def test_the_points_of_all_hands_are_those_of_the_game(turned: int | None) -> None:
    watched: list[tuple[int, Points]] = []
    game, first = kibitz.game(GAME), turned or 0
    order = [0, 1, 2, 0, 1][first : first + 3]
    players = [kibitz.player(each) for each in PLAYERS]
    play = partial(play_session, game, players, NAMES, seed=5, watch=lambda *shown: watched.append(shown))
    hands = play() if turned is None else play(turned=turned)
    whole = kibitz.play_game(game, [kibitz.player(PLAYERS[n]) for n in order], 5, [NAMES[n] for n in order])
    assert whole.scores is not None
    assert [sum(each) for each in zip(*hands, strict=True)] == [whole.scores[order.index(n)] for n in range(3)]
    assert watched == [*enumerate(hands, start=1)]
    assert hands_finished(whole.end) == len(hands) == 3
    assert len(set(whole.scores)) == 3  # or players in other seats could not be told apart
