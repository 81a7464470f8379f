"""Matches that stop when they are decided: after the same deal whoever plays them, and with files that stay correct."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.commands import answer

import kibitz
from kibitz.arena.experiment import Experiment
from kibitz.arena.match import Progress
from kibitz.arena.results import MatchResult
from kibitz.arena.session import Director
from kibitz.arena.stopping import Decision
from kibitz.arena.store import Store
from kibitz.errors import KibitzError, SpecError

GAME, PLAYERS = "tic-tac-toe", ["mcts(simulations=20)", "random"]
OPTIONS: dict[str, Any] = {"deals": 300, "seed": 3, "stop": "decided"}


def outcome(result: MatchResult) -> tuple[object, ...]:
    return result.deals, result.stopped, result.summary(), list(result.rows())


@pytest.fixture(scope="module")
def alone() -> MatchResult:
    return kibitz.match(GAME, PLAYERS, chunk=1, **OPTIONS)


def test_it_stops_at_the_first_deal_that_decides(alone: MatchResult) -> None:
    assert alone.stopped
    assert 5 < alone.deals < 300
    [found] = alone.differences()
    assert found.significant
    assert found.difference.low > 0
    earlier = kibitz.match(GAME, PLAYERS, **{**OPTIONS, "deals": alone.deals - 1})
    assert (earlier.stopped, earlier.deals) == (False, alone.deals - 1)
    assert not earlier.differences()[0].significant
    assert f"Not decided after {alone.deals - 1} deals" in earlier.summary()
    assert f"Stopped after {alone.deals} of at most 300 deals, because it was decided." in alone.summary()


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 0), (1, 7), (2, 3)])
def test_processes_and_chunks_change_nothing(jobs: int, chunk: int, alone: MatchResult, tmp_path: Path) -> None:
    """Other processes have played later deals by then, which must not count."""
    files = tmp_path / "r.kibitz", tmp_path / "games.jsonl"
    result = kibitz.match(GAME, PLAYERS, jobs=jobs, chunk=chunk, out=files[0], records=files[1], **OPTIONS)
    assert outcome(result) == outcome(alone)
    assert outcome(MatchResult.open(files[0])) == outcome(alone)
    assert len(files[1].read_text().splitlines()) == alone.games


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("sessions", [3, 15])
def test_an_interrupted_match_stops_at_the_same_deal(sessions: int, alone: MatchResult, tmp_path: Path) -> None:
    file = tmp_path / "r.kibitz"

    def interrupt(progress: Progress) -> None:
        if progress.done >= sessions:
            raise Interrupted

    with pytest.raises(Interrupted):
        kibitz.match(GAME, PLAYERS, chunk=1, out=file, progress=interrupt, **OPTIONS)
    partly = MatchResult.open(file)
    assert (partly.stopped, partly.deals, partly.missing) == (False, sessions // 2, 300 - sessions // 2)
    assert outcome(kibitz.match(GAME, PLAYERS, out=file, **OPTIONS)) == outcome(alone)
    again = kibitz.match(GAME, PLAYERS, out=file, **{**OPTIONS, "deals": 400})  # it was decided: nothing is added
    assert (again.deals, list(again.rows())) == (alone.deals, list(alone.rows()))


def test_killed_between_the_last_chunk_and_the_note_that_it_stopped(alone: MatchResult, tmp_path: Path) -> None:
    file = tmp_path / "r.kibitz"
    kibitz.match(GAME, PLAYERS, out=file, chunk=9, **OPTIONS)
    store = Store.create(file, alone.experiment)
    store._connection.execute("DELETE FROM about WHERE name = 'stopped after'")
    store.close()
    assert outcome(MatchResult.open(file)) == outcome(alone)
    assert outcome(kibitz.match(GAME, PLAYERS, out=file, **OPTIONS)) == outcome(alone)
    assert Store.open(file).stopped_after == alone.deals


def test_it_cannot_go_on_with_a_fixed_number_of_deals(alone: MatchResult, tmp_path: Path) -> None:
    file = tmp_path / "r.kibitz"
    kibitz.match(GAME, PLAYERS, out=file, **OPTIONS)
    with pytest.raises(KibitzError, match=r"intervals would be too narrow\. Nothing was changed; add --until-decided"):
        kibitz.match(GAME, PLAYERS, deals=500, seed=3, out=file)
    assert outcome(MatchResult.open(file)) == outcome(alone)


def test_a_match_that_was_too_short_goes_on_until_it_is_decided(alone: MatchResult, tmp_path: Path) -> None:
    """What was looked at before does not matter to a confidence sequence."""
    short, long = tmp_path / "short.kibitz", tmp_path / "long.kibitz"
    kibitz.match(GAME, PLAYERS, deals=4, seed=3, out=short)
    assert Store.open(short)._version() == 2  # as ever, for files without a rule
    assert outcome(kibitz.match(GAME, PLAYERS, out=short, **OPTIONS)) == outcome(alone)
    assert Store.open(short)._version() == 3  # a Kibitz that does not know the rule refuses it
    fixed = kibitz.match(GAME, PLAYERS, deals=alone.deals + 20, seed=3, out=long)
    with pytest.raises(KibitzError, match=rf"decided after {alone.deals} of them: nothing more has to be played"):
        kibitz.match(GAME, PLAYERS, out=long, **OPTIONS)
    assert outcome(MatchResult.open(long)) == outcome(fixed)


def test_intervals_are_wider_than_for_a_fixed_number(alone: MatchResult) -> None:
    fixed = kibitz.match(GAME, PLAYERS, deals=alone.deals, seed=3)
    for ours, theirs in zip(alone.standings, fixed.standings, strict=True):
        assert ours.points.mean == theirs.points.mean
        assert ours.wins.mean == theirs.wins.mean
        assert ours.points.high - ours.points.low > theirs.points.high - theirs.points.low
        assert theirs.score.has_interval
        assert not ours.score.has_interval
    assert "confidence sequences" in alone.summary()
    assert "confidence sequences" not in fixed.summary()
    assert (alone.to_dict()["stop"], fixed.to_dict()["stop"]) == ("decided", None)


def test_a_round_through_the_positions_is_one_observation() -> None:
    """From one of the positions the first player wins, whoever that is: single deals are not independent of it."""
    game = kibitz.game(GAME)
    texts = [str(game.start().play_all(moves)) for moves in ("a1, b2", "b2, a1", "a1, a2")]
    result = kibitz.match(GAME, ["maxn", "random"], deals=150, seed=1, positions=texts, stop="decided")
    assert result.stopped
    assert result.deals % 3 == 0
    assert result.differences()[0].difference.clusters == result.deals // 3
    assert result.differences()[0].significant
    with pytest.raises(SpecError, match="give a multiple of 3"):
        kibitz.match(GAME, ["maxn", "random"], deals=100, positions=texts, stop="decided")


def test_what_is_played_after_the_decision_changes_nothing() -> None:
    """Other processes may still finish sessions; also if several deals are one observation."""
    texts = [str(kibitz.game(GAME).start().play_all(moves)) for moves in ("a1, b2", "b2, a1")]
    for positions, stops in (((), [10, 10, 10]), (texts, [None, 18, 18])):
        experiment = Experiment.of(GAME, ["maxn", "random"], seed=1, positions=positions)
        director, store = Director(experiment), Store.create(None, experiment)
        decision, found = Decision(store), []
        for first in (0, 20, 40):
            store.commit([director.play(number) for number in range(first, first + 20)])
            found.append(decision.stops_after())
        assert found == stops


def test_seatings_that_are_drawn_or_leave_somebody_out() -> None:
    players = ["maxn", "greedy", "random"]
    result = kibitz.match(GAME, players, deals=400, seed=2, seatings=2, stop="decided")
    assert result.stopped
    order = [standing.player for standing in result.standings]
    assert order == players
    found = {frozenset((each.first, each.second)): each for each in result.differences()}
    assert all(found[frozenset(pair)].significant for pair in pairwise(order))
    assert all(standing.points.low < standing.points.mean < standing.points.high for standing in result.standings)


@pytest.mark.parametrize(
    ("players", "stop", "message"),
    [
        (PLAYERS, "decide", "there is no stopping rule 'decide'; did you mean 'decided'"),
        (PLAYERS[:1], "decided", "a match of one player cannot be decided"),
    ],
)
def test_mistakes_are_refused_with_a_sentence(players: list[str], stop: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        kibitz.match(GAME, players, deals=2, stop=stop)


def test_on_the_command_line(alone: MatchResult, tmp_path: Path) -> None:
    file = str(tmp_path / "r.kibitz")
    words = ("match", GAME, *PLAYERS, "--deals", "300", "--seed", "3", "--until-decided", "--jobs", "1", "--out", file)
    printed = answer(*words)
    assert f"Stopped after {alone.deals} of at most 300 deals" in printed
    assert answer("results", file) == printed
    found = json.loads(answer("results", file, "--json"))
    assert (found["stop"], found["stopped"], found["deals"]) == ("decided", True, alone.deals)
