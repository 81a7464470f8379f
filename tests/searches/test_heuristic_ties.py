"""Equally good moves told apart by the heuristic value after them (hashavit2011 section 4.1)."""

import pytest

import kibitz
from kibitz.players.play_game import random_moves

GAMES = {
    "chinese-checkers(players=3)": (2, 30),
    "spades(players=4, scoring=tricks, open=true)": (4, 25),
    "abalone(players=3)": (1, 20),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["maxn", "paranoid", "mp-mix", "offensive", "best-reply"])
def test_of_the_best_moves_those_with_the_highest_value_stay(game: str, name: str) -> None:
    depth, plies = GAMES[game]
    order = {"order": "preserved"} if name == "best-reply" and "spades" in game else {}
    plain, told = (kibitz.search(name, depth=depth, heuristic_ties=ties, **order) for ties in (False, True))
    for seed in range(4):
        state = [each for each in random_moves(kibitz.game(game).start(seed), seed, plies) if not each.over][-1]
        seat = state.to_move
        tied, kept = plain.analyse(state), told.analyse(state)
        after = {move: state.play(move).evaluate(seat) for move in tied.best}
        assert kept.best == tuple(move for move in tied.best if after[move] == max(after.values()))
        assert kept.values == tied.values
        assert kept.line[0] in kept.best


def test_the_longer_step_is_made_first() -> None:
    state = list(random_moves(kibitz.game("chinese-checkers(players=3)").start(), 2, 6))[-1]
    assert kibitz.search("paranoid(depth=4)").analyse(state).best == ("a1-g7", "c2-g6")
    assert kibitz.search("paranoid(depth=4, heuristic_ties=true)").analyse(state).best == ("a1-g7",)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "mp-mix"])
@pytest.mark.parametrize("game", GAMES)
def test_only_the_best_moves_exact_are_the_same_best_moves(game: str, name: str) -> None:
    depth, plies = GAMES[game]
    for seed in range(6):
        state = [each for each in random_moves(kibitz.game(game).start(seed), seed, plies) if not each.over][-1]
        one, other = (kibitz.search(name, depth=depth, values=each).analyse(state) for each in ("all", "best"))
        assert one.best == other.best


def test_a_search_by_evaluation_sees_the_tricks_of_earlier_hands() -> None:
    game = kibitz.game("spades(players=4, cards=3, hands=3, scoring=tricks, open=true)")
    state = game.start(1)
    for _ in range(12):
        state = state.play(state.moves()[0])
    assert game.part(state).game.options["hands"] == 1
    assert game.part(state, to_the_end=False) is state
    assert sum(state.evaluate(seat, {"points": 0.1}) for seat in range(4)) == pytest.approx(3)
