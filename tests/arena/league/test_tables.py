"""The design of tables: everybody sits everywhere equally often, and pairs meet as seldom as possible."""

from collections import Counter
from itertools import combinations

import pytest

from kibitz.arena.league.tables import seat_of, tables


@pytest.mark.parametrize("places", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 24, 30])
def test_every_opponent_takes_every_place_once(count: int, places: int) -> None:
    opponents = [f"opponent-{number}" for number in range(count)]
    made = tables(opponents, places)
    assert len(made) == count
    for place in range(places):
        assert sorted(table[place] for table in made) == sorted(opponents)


@pytest.mark.parametrize(("count", "places"), [(7, 3), (24, 2), (24, 3), (24, 4), (30, 5)])
def test_no_pair_meets_at_two_tables_if_there_are_enough_opponents(count: int, places: int) -> None:
    made = tables([f"opponent-{number}" for number in range(count)], places)
    met = Counter(pair for table in made for pair in combinations(sorted(table), 2))
    assert set(met.values()) == {1}
    assert len(met) == count * places * (places - 1) // 2


def test_nobody_sits_beside_itself_unless_there_are_too_few() -> None:
    for count in range(3, 12):
        assert all(len(set(table)) == 3 for table in tables([str(number) for number in range(count)], 3))
    assert tables(["a", "b"], 3) == [("a", "b", "a"), ("b", "a", "b")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_are_balanced_in_every_game_of_a_session(seats: int) -> None:
    for game in range(5):
        assert Counter(seat_of(session, game, seats) for session in range(3 * seats)) == dict.fromkeys(range(seats), 3)
