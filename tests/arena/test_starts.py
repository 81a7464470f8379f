"""Matches from given positions, and with a handicap for the first player."""

import json
from typing import Any

import pytest

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.session import Director


def starts(experiment: Experiment, sessions: int) -> list[Any]:
    director = Director(experiment, records=True)
    found = []
    for number in range(sessions):
        deal, seating = experiment.address(number)
        found.append((seating, director.start_for(seating, deal)))
    return found


def test_the_first_player_has_less_wherever_it_sits() -> None:
    experiment = Experiment.of("checkers", ["greedy", "random"], seed=1, handicap="men=3")
    for seating, start in starts(experiment, 8):
        men = [len(start.to_dict()[f"{colour}_men"]) for colour in ("black", "white")]
        assert men[seating.index(0)] == 9
        assert men[seating.index(1)] == 12


def test_positions_are_taken_in_turn() -> None:
    game = kibitz.game("tic-tac-toe")
    texts = [str(game.start().play_all(moves)) for moves in ("a1, b2", "b2, a1")]
    experiment = Experiment.of("tic-tac-toe", ["greedy", "random"], seed=1, positions=texts)
    assert [str(start) for _, start in starts(experiment, 8)] == [texts[0], texts[0], texts[1], texts[1]] * 2


def test_they_are_part_of_what_is_played() -> None:
    plain = Experiment.of("checkers", ["greedy", "random"], seed=1)
    handicapped = Experiment.of("checkers", ["greedy", "random"], seed=1, handicap=" men = 2")
    position = Experiment.of("checkers", ["greedy", "random"], seed=1, positions=["B:W21,22:B1,2"])
    assert len({plain.identity, handicapped.identity, position.identity}) == 3
    assert handicapped.handicap == "men=2"
    for each in (plain, handicapped, position):
        assert Experiment.from_json(each.to_json()) == each
    assert not {"positions", "handicap"} & set(json.loads(plain.to_json()))  # as 0.1.0 wrote it


def test_a_handicap_costs_games() -> None:
    shares = [
        kibitz.match("checkers", ["greedy", "random"], deals=30, seed=2, opening=2, handicap=handicap).standings
        for handicap in ("", "men=9")
    ]
    even, less = ({each.player: each.points.mean for each in standings} for standings in shares)
    assert less["greedy"] < even["greedy"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"handicap": "mn=2"}, "did you mean 'men'"),
        ({"handicap": "two"}, "write NAME=NUMBER"),
        ({"positions": ["nonsense"]}, "nonsense"),
        ({"positions": ["B:W21:B"]}, "over"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(options: Any, says: str) -> None:
    with pytest.raises(kibitz.KibitzError, match=says):
        Experiment.of("checkers", ["greedy", "random"], seed=1, **options)
