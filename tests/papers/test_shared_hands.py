"""Hands that are shared come to what a plain match comes to."""

import pytest

from kibitz.arena.experiment import Experiment
from kibitz.arena.session import Director
from kibitz.errors import KibitzError
from kibitz.papers.sturtevant2006 import other_games
from kibitz.papers.sturtevant2006.shared_hands import SharedHands
from kibitz.papers.sturtevant2006.spades_pairs import TYPES, Variant


@pytest.mark.parametrize(
    "variant",
    [
        Variant(cards=5, limit=100),
        Variant(cards=5, limit=60, ties="left-high", lead="any"),
        Variant(cards=5, limit=60, threshold=0.6, missed="indifferent"),
        Variant(cards=5, limit=60, ties="random"),
    ],
)
def test_every_session_is_what_the_director_plays(variant: Variant) -> None:
    experiment = variant.experiment(seed=3)
    shared, plain = SharedHands(experiment), Director(experiment)
    for number in [*range(0, 60, 7), 60, 61]:  # into the second deal, and in any order
        assert shared.play(number).games == plain.play(number).games
    assert shared.play(14).games == plain.play(14).games


@pytest.mark.parametrize("game", other_games.GAMES.values())
def test_hands_of_other_games_are_shared_as_well(game: str) -> None:
    experiment = other_games.experiment(game.replace("cards=7", "cards=4"), seed=3)
    shared, plain = SharedHands(experiment), Director(experiment)
    for number in [*range(0, 36, 5), 36, 40]:
        assert shared.play(number).games == plain.play(number).games


class Searched(SharedHands):
    foresee = False


@pytest.mark.parametrize("variant", [Variant(limit=60), Variant(cards=6, ties="left-high", lead="any", limit=60)])
def test_the_rest_of_a_line_is_what_another_search_finds(variant: Variant) -> None:
    experiment = variant.experiment(seed=8)
    shared, searched = SharedHands(experiment), Searched(experiment)
    for number in range(0, 60, 7):
        assert shared.play(number).games == searched.play(number).games


def test_every_two_types_sit_in_all_six_arrangements() -> None:
    experiment = Variant().experiment(seed=1)
    seatings = [experiment.address(number).seating for number in range(experiment.sessions_a_deal)]
    assert len(set(seatings)) == len(seatings) == 60
    assert all(len(set(seating)) == 2 for seating in seatings)
    assert experiment.players == tuple(str(Experiment.of("spades", [Variant().player(t)]).players[0]) for t in TYPES)


def test_what_a_clock_decided_is_marked_wherever_it_is_shared() -> None:
    game, players = "spades(open=true, cards=3, bids=[1, 1, 1])", ["mcts(seconds=0.001)", "model(MT, ties=left-low)"]
    shared = SharedHands(Experiment.of(game, players, seed=1))
    assert [game.clocked for number in range(6) for game in shared.play(number).games] == [True] * 6
    plain = SharedHands(Experiment.of(game, players[1:], seed=1))
    assert [game.clocked for game in plain.play(0).games] == [False]


def test_who_remembers_is_refused() -> None:
    with pytest.raises(KibitzError, match="remembers"):
        SharedHands(Experiment.of("spades(open=true)", ["MT", "adaptive(own=mOT, candidates=[MT, mOT])"]))
