"""Starts with a handicap."""

import pytest

import kibitz
from kibitz.games.handicaps import handicapped

CASES = [("checkers", "men"), ("abalone", "marbles"), ("abalone(players=3)", "marbles"), ("chinese-checkers", "moves")]


@pytest.mark.parametrize(("spec", "name"), CASES)
@pytest.mark.parametrize("amount", [1, 2, 4])
def test_only_the_seat_has_less(spec: str, name: str, amount: int) -> None:
    game = kibitz.game(spec)
    for seat in range(game.players):
        start = game.start()
        made = handicapped(start, seat, f"{name}={amount}", seed=3)
        assert made == handicapped(start, seat, f"{name}={amount}", seed=3)
        assert made.to_move == start.to_move
        assert game.from_json(made.to_json()) == made
        before = [start.evaluate(each) for each in range(game.players)]
        after = [made.evaluate(each) for each in range(game.players)]
        lead_before = before[seat] - max(value for each, value in enumerate(before) if each != seat)
        lead_after = after[seat] - max(value for each, value in enumerate(after) if each != seat)
        assert lead_after < lead_before
    assert handicapped(start, 0, f"{name}=0", seed=3) == start


def test_which_is_missing_depends_on_the_seed() -> None:
    start = kibitz.game("checkers").start()
    assert len({str(handicapped(start, 0, "men=2", seed)) for seed in range(10)}) > 5


@pytest.mark.parametrize(
    ("spec", "text", "says"),
    [
        ("checkers", "men", "write NAME=NUMBER"),
        ("checkers", "man=2", "did you mean 'men'"),
        ("checkers", "men=12", "one has to stay"),
        ("hearts", "points=3", "does not offer 'handicapping'"),
        ("abalone(players=3, goal=1)", "marbles=1", "over before it begins"),
    ],
)
def test_what_cannot_be_is_refused(spec: str, text: str, says: str) -> None:
    with pytest.raises(kibitz.KibitzError, match=says):
        handicapped(kibitz.game(spec).start(), 0, text, seed=1)
