"""Examples: only moves that were chosen, and whole games on one side of a split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.errors import IllegalMove, KibitzError
from kibitz.games.records import GameRecord
from kibitz.learning.accuracy import Accuracy
from kibitz.learning.examples import Example, split, unforced


def test_forced_moves_and_the_other_side_do_not_count() -> None:
    start = kibitz.game("checkers").start()
    record = GameRecord(start, ("Ann", "Ben"), ("11-15", "22-18", "15x22", "25x18", "8-11"))
    assert [example.move for example in unforced(record, "Ann")] == ["11-15", "8-11"]
    assert [example.move for example in unforced(record, "Ben")] == ["22-18", "25x18"]
    assert all(example.move in example.state.moves() for example in unforced(record, "Ben"))
    assert unforced(record, "Cy") == []


@given(st.integers(3, 40), st.integers(0, 2**32))
def test_every_game_is_on_one_side(count: int, seed: int) -> None:
    deals = [kibitz.game("spades(cards=5, bids=[1, 2, 2])").start(number) for number in range(count)]
    games = [[Example(deal, deal.moves()[0])] for deal in deals]
    parts = split([*games, []], seed)
    dealt = [example.state for side in (parts.fitting, parts.aside, parts.fresh) for (example,) in side]
    assert sorted(dealt, key=str) == sorted(deals, key=str)
    assert parts.fitting
    assert parts.aside
    assert parts.fresh
    assert parts == split(games, seed)


def test_a_move_that_is_not_legal_is_no_example() -> None:
    start = kibitz.game("checkers").start()
    with pytest.raises(IllegalMove, match="'11-22' is not legal here"):
        Example(start, "11-22")
    assert Example(start, " 11-15") == Example(start, "11-15")


def test_too_few_games_are_refused() -> None:
    one = [Example(kibitz.game("checkers").start(), "11-15")]
    with pytest.raises(KibitzError, match="2 games with unforced moves of this player are too few: 3 are needed"):
        split([one, one, []], 0)


@pytest.mark.parametrize(("count", "sizes"), [(3, (1, 1, 1)), (7, (5, 1, 1)), (8, (4, 2, 2))])
def test_each_part_has_a_game_however_few_there_are(count: int, sizes: tuple[int, int, int]) -> None:
    one = [Example(kibitz.game("checkers").start(), "11-15")]
    parts = split([one] * count, 0)
    assert (len(parts.fitting), len(parts.aside), len(parts.fresh)) == sizes


def test_error_is_that_of_games_not_of_moves() -> None:
    """Two games of opposite luck say less than twenty moves that are mixed in each."""
    assert Accuracy((10, 0), (10, 10)).error > 3 * Accuracy((6, 4), (10, 10)).error
    assert Accuracy((5,), (10,)).error == 1.0
    behind, error = Accuracy((5, 6), (10, 10)).behind(Accuracy((7, 8), (10, 10)))
    assert (behind, error) == (0.2, 0.0)
