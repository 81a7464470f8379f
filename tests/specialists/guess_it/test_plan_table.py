"""Plans that the core plays by a table: the same decisions, sights and win rates as in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import kibitz
from kibitz import _core
from kibitz.errors import SpecError
from kibitz.games.guess_it.secret_cards import secret_cards
from kibitz.specialists.guess_it.evolution.contests import Contestant, Opponent, by_habit, contests, record, watched
from kibitz.specialists.guess_it.evolution.network_plan import NetworkPlan
from kibitz.specialists.guess_it.evolution.networks import Network, Node
from kibitz.specialists.guess_it.evolution.plan_table import plan_table
from kibitz.specialists.guess_it.exact import plan, reader, win_rate
from kibitz.specialists.guess_it.play import policy
from kibitz.specialists.guess_it.reading import sights, strangers


def contests_of_one(player: Contestant, opponent: Opponent, seed: int) -> Any:
    return contests([player], [opponent], seed)


WANDERER = by_habit("stationary(bluff=0.5, call=0.1)")


@pytest.mark.parametrize("name", ["reader", "equilibrium", "informed reader"])
def test_the_same_moves_as_in_python(name: str) -> None:
    informed = strangers({"asked": 9, "bluffed": 2, "let pass and bluffed": 3, "called": 1}, pure=0.2)
    played = {"reader": reader(), "equilibrium": plan("equilibrium"), "informed reader": reader(informed)}[name]
    game = kibitz.game("guess-it")
    mind = _core.GuessItMind(6, Contestant("plan", plan=played).core)
    compared = 0
    for number, moves in enumerate(record(WANDERER, Opponent(WANDERER, 60), seed=3)):
        state = game.start(_core.combine(3, number))
        for move in moves:
            view = state.view(state.to_move)
            mind.begin(state.to_move, False)
            call, bluff, guess = mind.intent(view.core)
            expected = policy(played, view)
            assert secret_cards(view).policy(call, bluff, guess) == pytest.approx(expected), str(state)
            compared += 1
            state = state.play(move)
    assert compared > 100


def test_the_same_sights_as_in_python() -> None:
    player = Contestant("plan", plan=reader())
    opponent = Opponent(by_habit("mixture(always-ask=2, always-bluff=1, call-then-bluff=1)"), 400)
    _, seen = watched(player, opponent, seed=5)
    expected: Counter[str] = Counter()
    game = kibitz.game("guess-it")
    for number, moves in enumerate(record(player, opponent, seed=5)):
        state = game.start(_core.combine(5, number))
        for move in moves:
            state = state.play(move)
        expected.update(sights(state, number % 2))
    assert seen == expected
    assert all(count > 0 for count in expected.values())


@pytest.mark.parametrize("play", [contests_of_one, watched, record])
def test_a_plan_for_another_number_of_cards_is_refused(play: Callable[..., Any]) -> None:
    planned, stranger = Contestant("plan", plan=plan("equilibrium", 4), cards=4), by_habit("always-ask")
    for player, opponent in ((planned, stranger), (stranger, planned)):
        with pytest.raises(SpecError, match="4 cards cannot play with 6: make it for cards=6"):
            play(player, Opponent(opponent, 1), 1)


@pytest.mark.parametrize("name", ["always-ask", "call-then-ask", "mixture(always-ask=1, call-then-bluff=1)"])
def test_wins_as_often_as_it_should(name: str) -> None:
    games = 40_000
    players = [Contestant("plan", plan=reader()), Contestant("plan", plan=plan("equilibrium"))]
    for player, row in zip(players, contests(players, [Opponent(by_habit(name), games)], seed=8), strict=True):
        exact = win_rate(player.plan or "", name).mean
        deviation = (exact * (1 - exact) / games) ** 0.5
        assert row[0].wins / games == pytest.approx(exact, abs=4 * deviation + 1e-12)


def test_a_mixture_drawn_once_a_game_is_a_cardinal_opponent_in_every_game() -> None:
    weights = (0.1, 0.2, 0.3, 0.4)
    games = 40_000
    mixture = Contestant("mixture", weights=weights, once=True)
    [[score]] = contests([by_habit("always-ask")], [Opponent(mixture, games)], seed=2)
    names = ("always-ask", "always-bluff", "call-then-ask", "call-then-bluff")
    exact = sum(share * win_rate("always-ask", name).mean for share, name in zip(weights, names, strict=True))
    assert score.wins / games == pytest.approx(exact, abs=4 * (exact * (1 - exact) / games) ** 0.5)


def test_what_goes_by_more_than_counts_is_refused() -> None:
    nodes = (Node(7, "sigmoid", 0.3, 1.0, ((0, 2.0), (1, -1.0))),)
    turning = NetworkPlan(Contestant("network", Network(7, 2, 9, nodes), ("moves",)))
    with pytest.raises(SpecError, match="play it in Python"):
        plan_table(turning)
