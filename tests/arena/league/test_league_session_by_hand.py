"""What a session of a league counts, measures and compares, with a clock and decisions that are made up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

import kibitz
from kibitz.arena.league import session
from kibitz.arena.league.experiment import Case, League
from kibitz.arena.league.session import Counting, Sessions, _believed, died
from kibitz.games.game import Event, Game
from kibitz.players.belief_report import Reading
from kibitz.players.player import Player, Policy, Position

TABLE = ("random",)


class Listed:
    """A position with these moves."""

    def __init__(self, *moves: str) -> None:
        self.listed = list(moves)

    def moves(self) -> list[str]:
        return self.listed


def view(*moves: str) -> Position:
    return cast(Position, Listed(*moves))


class Slow(Player):
    """Takes 2 seconds for a move, and 0.5, 0.25 and 0.125 to begin, to see and to end; believes what it is told."""

    name = "slow"

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.seeds: list[int] = []
        self.told: list[Reading] = []

    def begin(self, game: Game, seat: int, view: Position, names: Sequence[str] = ()) -> None:
        self.now += 0.5

    def see(self, event: Event) -> None:
        self.now += 0.25

    def end(self, view: Position) -> None:
        self.now += 0.125

    def act(self, view: Position, seed: int = 7) -> str:
        self.now += 2
        self.seeds.append(seed)
        return view.moves()[-1]

    def policy(self, view: Position) -> Policy:
        return {view.moves()[-1]: 1.0}

    def beliefs(self) -> Sequence[Reading]:
        return self.told


def test_moves_times_and_decisions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, game = Slow(), kibitz.game("tic-tac-toe")
    monkeypatch.setattr(session, "process_time", lambda: slow.now)
    ours = Counting(slow)
    assert (ours.moves, ours.seconds, ours.watching, ours.decisions) == (0, 0.0, 0.0, [])
    ours.begin(game, 0, game.start(), ["a", "b"])
    assert ours.watching == 0.5
    one, two, three = view("a"), view("a", "b"), view("a", "b", "c")
    assert [ours.act(one, 5), ours.act(two), ours.act(three, 6)] == ["a", "b", "c"]
    assert slow.seeds == [5, 0, 6]
    assert (ours.moves, ours.seconds, ours.watching) == (3, 6.0, 0.5)
    assert ours.decisions == [(two, 0, "b"), (three, 6, "c")]  # where there was a choice
    ours.see(cast(Event, None))
    ours.end(game.start())
    assert (ours.seconds, ours.watching) == (6.0, 0.875)
    ours.begin(game, 0, game.start(), ["a", "b"])
    assert (ours.moves, ours.watching, ours.decisions) == (3, 1.375, [])


def made(games: int = 2) -> Sessions:
    return Sessions(League.of("tic-tac-toe", TABLE, ["greedy"], "first-move", games=games, clairvoyant="none"))


def test_each_game_has_its_own_moves_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks once whenever it is read: a move takes 1 second, and so does whatever is watched. The diary
    watches how a game begins and ends, and all moves, of which ours are half or one more or less."""
    ticks = count(100)
    monkeypatch.setattr(session, "process_time", lambda: float(next(ticks)))
    own = str(Path(__file__).parent / "own_opponents.py")
    watching = League.of("tic-tac-toe", TABLE, ["diary"], "random", games=3, clairvoyant="none", loads=[own])
    for game in Sessions(watching).play(Case("diary", TABLE, 0)):
        assert 1 <= game["moves"] <= 5
        assert game["seconds"] == game["moves"]
        assert abs(game["watching"] - 2 - 2 * game["moves"]) <= 1
        assert game["everybody"] == 1 + 2 * (game["seconds"] + game["watching"])


def test_games_of_players_are_compared_and_those_of_the_baseline_are_not() -> None:
    for game in made().play(Case("greedy", TABLE, 0)):
        assert game["compared"][0] == 2
    assert all("compared" not in game for game in made().play(Case("first-move", TABLE, 0)))


@pytest.mark.parametrize(
    ("watches", "clocked", "expected"),
    [
        (True, [True, False, False], [True, True, True]),
        (True, [False, True, False], [False, True, True]),
        (True, [False, False, False], [False, False, False]),
        (False, [True, False, True], [True, False, True]),
    ],
)
def test_a_clock_counts_for_later_games_if_somebody_remembers(
    watches: bool, clocked: list[bool], expected: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, left = made(games=3), iter(clocked)
    seated = sessions._seated

    def remembering(*given: Any) -> Any:
        ours, others = seated(*given)
        cast(Any, ours).watches = watches
        return ours, others

    monkeypatch.setattr(sessions, "_seated", remembering)
    monkeypatch.setattr(sessions, "_game", lambda *given: {"clocked": next(left)})
    assert [game["clocked"] for game in sessions.play(Case("greedy", TABLE, 0))] == expected


class First(Player):
    """Makes the first move, and notes what it is asked."""

    name = "first"
    watches = False

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def act(self, view: Position, seed: int = 0) -> str:
        self.asked.append(seed)
        return view.moves()[0]

    def policy(self, view: Position) -> Policy:
        return {view.moves()[0]: 1.0}


@pytest.mark.parametrize(
    ("decisions", "place", "asked"),
    [
        (1, 0, [0]),
        (1, 1, [0]),
        (2, 0, [0, 1]),
        (3, 1, [0, 1]),
        (5, 0, [0, 2]),
        (5, 1, [1, 3]),
        (5, 2, [0, 2]),
        (6, 2, [2, 5]),
        (9, 0, [0, 4]),
    ],
)
def test_two_decisions_of_a_game_are_compared_with_the_baseline(decisions: int, place: int, asked: list[int]) -> None:
    sessions, ours = made(), Counting(kibitz.player("greedy"))
    for move, differing in (("a", 0), ("b", len(asked))):
        first = sessions.plain = First()
        ours.decisions = [(view("a", "b"), number, move) for number in range(decisions)]
        assert sessions._compared(ours, place) == [len(asked), differing]
        assert first.asked == asked


def test_what_is_not_compared() -> None:
    """The baseline itself, a baseline with a memory, which did not watch these games, and games without a choice."""
    sessions, ours = made(), Counting(kibitz.player("greedy"))
    sessions.plain = First()
    assert sessions._compared(ours, 0) == []
    ours.decisions = [(view("a", "b"), 0, "b")]
    assert sessions._compared(ours, 0) != []
    baseline = Counting(kibitz.player("first-move"))
    baseline.decisions = ours.decisions
    assert sessions._compared(baseline, 0) == []
    cast(Any, sessions.plain).watches = True
    assert sessions._compared(ours, 0) == []
    baseline.decisions = []
    cast(Any, sessions.plain).watches = False
    assert sessions._compared(baseline, 0) == []


def test_three_likeliest_candidates_and_the_truth_are_stored() -> None:
    ours = Slow()
    weights = {"a": 0.1, "b": 0.4, "c": 0.05, "d": 0.3, "e": 0.15}
    ours.told = [Reading("opponent 1", weights, ()), Reading("opponent 2", weights, ())]
    assert _believed(ours, ("c", "unknown")) == {
        "opponent 1": {"b": 0.4, "d": 0.3, "e": 0.15, "c": 0.05},
        "opponent 2": {"b": 0.4, "d": 0.3, "e": 0.15},
    }


def test_a_session_that_died_counts_for_nobody() -> None:
    assert died(Case("greedy", TABLE, 0)) == [
        {
            "share": None,
            "score": None,
            "moves": 0,
            "seconds": 0.0,
            "clocked": False,
            "fault": [None, "died", "the process that played it died, twice"],
        }
    ]
