"""Which search the clairvoyant uses, with which limits, and whom it puts into which seat."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz.arena.league import clairvoyant
from kibitz.arena.league.clairvoyant import Clairvoyant
from kibitz.errors import SpecError
from kibitz.replies.reply_table import reply_to as answered_by

HIDDEN = kibitz.game("spades(players=3, cards=3, scoring=tricks)")
OPEN = kibitz.game("spades(players=3, cards=3, scoring=tricks, open=true)")
OTHERS = ["lowest-card", "takes-tricks"]


def seated(*others: str, **options: Any) -> Clairvoyant:
    return Clairvoyant([kibitz.player(each) for each in others], **options)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the replies were asked for."""
    found: list[dict[str, Any]] = []

    def reply_to(own: Any, opponents: Any, game: Any, **options: Any) -> Any:
        found.append({"opponents": opponents, **options})
        return answered_by(own, opponents, game, **options)

    monkeypatch.setattr(clairvoyant, "reply_to", reply_to)
    return found


def test_open_hands_are_answered_by_exploit_with_two_thousand_simulations(asked: list[dict[str, Any]]) -> None:
    player = seated(*OTHERS)
    state = OPEN.start(1)
    player.begin(OPEN, 0, state)
    player._search(state)
    [given] = asked
    assert (given["reply"], given["simulations"], given["seconds"], given["reuse"]) == ("exploit", 2000, 0, True)
    assert [[str(model) for _, model in each.models] for each in given["opponents"]] == [
        ["lowest-card"],
        ["takes-tricks"],
    ]
    assert [each.noise for each in given["opponents"]] == [0, 0]
    seated(*OTHERS, simulations=7)._search(state)
    assert asked[1]["simulations"] == 7
    seated(*OTHERS, seconds=0.5)._search(state)
    assert asked[2]["seconds"] == 0.5
    seated(*OTHERS, reply="best-response")._search(state)
    assert asked[3]["reply"] == "best-response"


def test_hidden_hands_are_answered_over_worlds() -> None:
    """Worlds in which somebody slipped are possible: one move of fifty is random."""
    view = HIDDEN.start(1).view(0)
    search: Any = seated(*OTHERS)._search(view)
    assert search.name == "exploit-worlds"
    assert (search.options["worlds"], search.options["objective"]) == (32, "win")
    assert [(each.noise, str(each.likeliest)) for each in search.opponents] == [
        (0.02, "lowest-card"),
        (0.02, "takes-tricks"),
    ]


def test_a_named_reply_to_hidden_hands_divides_its_time_among_the_worlds(asked: list[dict[str, Any]]) -> None:
    """32 worlds are searched, each with a belief that the seats after ours play as they do."""
    view = HIDDEN.start(1).view(0)
    search: Any = seated(*OTHERS, reply="exploit", seconds=3.2)._search(view)
    assert asked[0]["seconds"] == pytest.approx(0.1)
    assert search.options["worlds"] == 32
    beliefs = search.belief.believed
    assert {seat: str(belief.opponent.likeliest) for seat, belief in beliefs.items()} == {
        1: "lowest-card",
        2: "takes-tricks",
    }
    assert len(search.belief.worlds) == 32
    later = HIDDEN.start(1)
    later = later.play(later.moves()[0])
    search = seated(*OTHERS, reply="exploit")._search(later.view(later.to_move))
    assert {seat: str(belief.opponent.likeliest) for seat, belief in search.belief.believed.items()} == {
        (later.to_move + 1) % 3: "lowest-card",
        (later.to_move + 2) % 3: "takes-tricks",
    }


def test_limits_of_its_options() -> None:
    assert seated("random", simulations=1).options["simulations"] == 1
    assert seated("random", simulations=10_000_000).options["simulations"] == 10_000_000
    assert seated("random", seconds=86_400).options["seconds"] == 86_400
    for wrong in ({"simulations": 0}, {"simulations": 10_000_001}, {"seconds": 86_401}, {"reply": "guess"}):
        with pytest.raises(SpecError):
            seated("random", **wrong)
    usual = seated("random").options
    assert (usual["reply"], usual["simulations"], usual["seconds"]) == ("auto", "auto", 0)


def test_a_best_reply_of_the_game_itself_is_used_unless_another_reply_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked with what the player sees, and with the player that the opponent plays like now."""
    state = kibitz.game("tic-tac-toe").start()
    told: list[Any] = []

    def known(view: Any, other: str) -> dict[str, float]:
        told.append((view, other))
        return {"b2": 1.0}

    monkeypatch.setattr(clairvoyant, "best_reply", lambda game: known)
    assert seated("greedy").policy(state) == {"b2": 1.0}
    assert told == [(state, "greedy")]
    named = seated("greedy", reply="exploit", simulations=5)
    named.begin(state.game, 0, state)
    assert len(named.policy(state)) == 9
    assert len(told) == 1


def test_no_time_limit_may_be_written_as_none() -> None:
    assert seated("random", seconds="none").options["seconds"] == 0
