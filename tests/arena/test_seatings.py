"""Who sits where: the counts of the papers, and what every list of seatings must have."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.experiment import Experiment
from kibitz.arena.seatings import MOST, drawn_seatings, seatings
from kibitz.errors import SpecError


@pytest.mark.parametrize(
    ("players", "seats", "rule", "count"),
    [
        (2, 3, "all", 6),  # sturtevant2006: two types over three seats
        (4, 4, "all", 24),  # hashavit2011: four algorithms at Hearts and Spades
        (4, 3, "all", 24),  # and three of them at a board: four triples times six
        (2, 2, "all", 2),
        (2, 4, "all", 14),
        (3, 4, "all", 36),
        (1, 3, "all", 1),
        (5, 2, "all", 20),
        (4, 3, "round-robin", 36),
        (3, 2, "round-robin", 6),
        (3, 3, "round-robin", 18),  # three pairs, each in six arrangements
        (8, 8, "all", 40_320),  # not 8 ** 8 = 16,777,216, which would be refused
        (2, 3, "round-robin", 6),
    ],
)
def test_how_many_seatings_each_rule_gives(players: int, seats: int, rule: str, count: int) -> None:
    assert len(seatings(players, seats, rule)) == count


@given(st.integers(1, 5), st.integers(2, 5), st.sampled_from(["all", "round-robin"]))
def test_every_player_sits_in_every_seat_equally_often(players: int, seats: int, rule: str) -> None:
    listed = seatings(players, seats, rule)
    assert len(set(listed)) == len(listed)
    for seat in range(seats):
        assert len(set(Counter(seating[seat] for seating in listed).values())) == 1


@given(st.integers(1, 30), st.integers(0, 1000))
def test_drawn_seatings_are_different_ones_of_the_list(count: int, deal: int) -> None:
    listed = seatings(4, 4)
    drawn = drawn_seatings(listed, count, seed=1, deal=deal)
    assert len(set(drawn)) == len(drawn) == min(count, 24)
    assert set(drawn) <= set(listed)


def test_drawn_seatings_are_fair() -> None:
    listed = seatings(2, 3)
    counts = Counter(seating for deal in range(3000) for seating in drawn_seatings(listed, 2, 7, deal))
    assert all(900 < counts[seating] < 1100 for seating in listed)


def test_too_many_are_sampled_or_refused() -> None:
    many = Experiment.of("chinese-checkers(players=6)", ["random", *(f"maxn(depth={n})" for n in range(1, 7))])
    assert many.sessions_a_deal == MOST == 120  # files that were begun with another number could not be continued
    assert many.address(5) != many.address(MOST + 5)
    with pytest.raises(SpecError, match="round-robin"):
        seatings(20, 6)
    with pytest.raises(SpecError, match="all, round-robin"):
        seatings(2, 2, "some")


@pytest.mark.parametrize(
    ("players", "seats", "said"),
    [
        (3, 20, "3 players have 3,486,784,401 ways to sit on 20 seats, too many"),
        (200, 4, r"200 players have 1,552,438,800 ways to sit on 4 seats.*round-robin \(19,900 pairs\)"),
    ],
)
def test_too_many_seatings_are_counted_and_not_listed(players: int, seats: int, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        seatings(players, seats)
