"""Players that play like one of two others: who is asked, what both see, and their specification."""

import pytest

import kibitz
from kibitz.errors import MissingCapability, SpecError


def first_moves(spec: str, games: int) -> list[str]:
    player = kibitz.player(spec)
    return [kibitz.play_game("tic-tac-toe", [player, "random"], seed=seed).moves[0] for seed in range(games)]


def test_it_changes_after_so_many_games() -> None:
    assert first_moves("changing(first-move, last-move, after=2)", 4) == ["a1", "a1", "c3", "c3"]
    assert first_moves("changing(first-move, last-move, after=0)", 1) == ["c3"]


def test_it_changes_within_every_game() -> None:
    player = kibitz.player("changing(first-move, last-move, moves=1)")
    for seed in range(2):
        moves = kibitz.play_game("tic-tac-toe", [player, "middle-move"], seed=seed).moves
        assert (moves[0], moves[2]) == ("a1", "c3")


def test_one_that_learns_has_seen_the_games_before_its_turn() -> None:
    player = kibitz.player("changing(random, adaptive(candidates=[first-move, last-move]), after=9)")
    kibitz.play_game("tic-tac-toe", [player, "last-move"], seed=1, names=["me", "Ann"])
    assert player.then.beliefs()[0].weights["last-move"] > 0.5  # type: ignore[attr-defined]


def test_it_is_written_and_refused() -> None:
    text = "changing(noisy(first-move, 0.1), adaptive(candidates=[greedy]), after=3)"
    assert kibitz.player(str(kibitz.player(text))) == kibitz.player(text) != kibitz.player("changing(greedy, random)")
    with pytest.raises(SpecError, match="takes two players"):
        kibitz.player("changing(greedy)")
    with pytest.raises(MissingCapability):
        kibitz.play_game("checkers", ["repaying", "random"], seed=1)
