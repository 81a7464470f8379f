"""Which learner gets what: the games once each, the defaults, and the steps that are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import kibitz
from kibitz.errors import KibitzError, MissingCapability
from kibitz.games.records import Recorded, read_text
from kibitz.learning import from_records
from kibitz.learning.from_records import (
    LEARNERS,
    Effort,
    Learner,
    compare_players,
    distinct,
    games_used,
    learn_player,
    learner_named,
)

GAME = kibitz.game("tic-tac-toe")


def line(*moves: str) -> str:
    return f'{{"game": "tic-tac-toe", "players": ["Ann", "Ben"], "moves": {list(moves)}}}'.replace("'", '"')


TWICE = read_text("\n".join([line("b2", "a1"), line("a1", "b2"), line("b2", "a1"), line("c3")]))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The arguments of a learner that stands in for all others."""
    found: list[Any] = []

    def learn(*given: Any) -> Any:
        found.append(given)
        return "learned"

    monkeypatch.setattr(from_records, "LEARNERS", (Learner("stand-in", "any game", lambda game: True, learn),))
    return found


def test_a_learner_gets_every_game_once_and_the_defaults(asked: list[Any]) -> None:
    assert str(learn_player(TWICE, "Ann", GAME)) == "learned"
    [(recorded, player, farthest, seed, effort, report)] = asked
    assert sorted(record.moves for record in recorded.records) == [("a1", "b2"), ("b2", "a1"), ("c3",)]
    assert (player, farthest, seed, effort) == ("Ann", 9, 0, Effort(1, None))
    assert report(1, 2) is None
    learn_player(TWICE, "Ann", GAME, farthest=3, seed=5, workers=4)
    assert asked[1][2:5] == (3, 5, Effort(4))


def test_games_are_counted_once_if_the_player_had_a_choice() -> None:
    assert len(distinct(TWICE).records) == 3
    assert games_used(TWICE, "Ann") == 3
    assert games_used(TWICE, "Ben") == 2


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("spades", "preference"),
        ("checkers", "strategy"),
        ("tic-tac-toe", "strategy"),
        ("chinese-checkers(players=3)", "choice"),  # an evaluation, but three players
    ],
)
def test_the_first_learner_that_suits_is_taken(game: str, name: str) -> None:
    assert learner_named("auto", kibitz.game(game)).name == name
    assert learner_named("auto", kibitz.game(game), compares=True).name == "choice"


def test_a_strategy_needs_an_evaluation() -> None:
    plain: Any = SimpleNamespace(players=2, capabilities=frozenset())
    assert learner_named("auto", plain).name == "choice"


def test_other_learners_say_what_they_need() -> None:
    with pytest.raises(KibitzError, match="did you mean 'strategy'"):
        learner_named("stratgy", GAME)
    with pytest.raises(
        MissingCapability, match=r"takes a game with bids, not tic-tac-toe; learner 'choice' takes every"
    ):
        learner_named("preference", GAME)
    with pytest.raises(MissingCapability, match="learner 'strategy' cannot compare two players; learner 'choice' can"):
        learner_named("strategy", GAME, compares=True)
    assert learner_named("strategy", GAME).name == "strategy"
    assert learner_named("choice", GAME, compares=True).name == "choice"


def test_only_a_strategy_is_divided_among_workers_and_only_choices_are_compared() -> None:
    assert [each.name for each in LEARNERS if each.spreads] == ["strategy"]
    assert [each.name for each in LEARNERS if each.compares] == ["choice"]
    assert not Learner("x", "", lambda game: True, lambda *given: None).spreads  # type: ignore[arg-type]


def test_the_steps_of_two_players_are_reported_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def learn(
        recorded: Recorded, player: str, farthest: int, seed: int, effort: Effort, report: Callable[..., None]
    ) -> Any:
        report(1, 3)
        report(3, 3)
        return player, len(recorded.records), farthest, seed, effort

    monkeypatch.setattr(from_records, "_choice", learn)
    monkeypatch.setattr("kibitz.learning.choice_versus.Versus", lambda *both: both)
    steps: list[tuple[int, int]] = []
    found: Any = compare_players(TWICE, "Ann", "Ben", GAME, report=lambda *step: steps.append(step))
    assert found == (("Ann", 3, 9, 0, Effort()), ("Ben", 3, 9, 0, Effort()))
    assert steps == [(1, 6), (3, 6), (4, 6), (6, 6)]
    with pytest.raises(KibitzError, match="'Ann' cannot be compared with itself"):
        compare_players(TWICE, "Ann", "Ann", GAME)
    with pytest.raises(KibitzError, match="nobody called 'Cleo'"):
        compare_players(TWICE, "Ann", "Cleo", GAME)


def test_a_strategy_reports_each_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Fit:
        depth = 2

    class Stand:
        def __init__(self, **options: Any) -> None:
            made.append(options)

        def __call__(self, fitting: Any, aside: Any, fresh: Any, told: Callable[[Any], None]) -> str:
            told(Fit())
            return "learned"

    monkeypatch.setattr("kibitz.learning.strategy.LearnStrategy", Stand)
    steps: list[tuple[int, int]] = []
    learn_player(TWICE, "Ann", GAME, farthest=4, workers=3, report=lambda *step: steps.append(step))
    assert made == [{"farthest": 4, "workers": 3, "backend": None}]
    assert steps == [(0, 4), (2, 4)]


@contextmanager
def here(work: Any) -> Iterator[Any]:
    """A backend that works in this process."""
    learn = work.begin()

    def workers(chunks: Any) -> Iterator[Any]:
        while (chunk := chunks.next()) is not None:
            yield chunk, [learn(each) for each in chunk]

    yield workers


def test_a_backend_learns_a_player_with_one_worker(asked: list[Any]) -> None:
    given: Any = here
    assert str(learn_player(TWICE, "Ben", GAME, farthest=3, seed=5, workers=4, backend=given)) == "learned"
    [(recorded, player, farthest, seed, effort, report)] = asked
    assert len(recorded.records) == 3
    assert (player, farthest, seed, effort) == ("Ben", 3, 5, Effort(1))  # one worker does all of it
    assert report(1, 2) is None


def test_a_backend_learns_each_of_two_players_by_itself(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = from_records.LEARNERS[0]
    monkeypatch.setattr(from_records, "LEARNERS", (replace(stand_in, name="choice"),))
    monkeypatch.setattr("kibitz.learning.choice_versus.Versus", lambda *both: both)
    given: Any = here
    found: Any = compare_players(TWICE, "Ann", "Ben", GAME, backend=given)
    assert found == ("learned", "learned")
    assert [(each[1], each[2], each[3], each[4]) for each in asked] == [
        ("Ann", 9, 0, Effort(1)),
        ("Ben", 9, 0, Effort(1)),
    ]


def test_two_players_are_learned_by_a_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    def learned(backend: object, recorded: Recorded, game: object, players: list[str], *more: Any) -> list[Any]:
        return [(each, len(recorded.records), *more) for each in players]

    monkeypatch.setattr(from_records, "_learned_by", learned)
    monkeypatch.setattr("kibitz.learning.choice_versus.Versus", lambda *both: both)
    given: Any = "a backend"
    found: Any = compare_players(TWICE, "Ann", "Ben", GAME, backend=given)
    assert found == (("Ann", 3, 9, 0, "choice"), ("Ben", 3, 9, 0, "choice"))
