"""Exact values of Guess It: against every strategy there is, against games that are played, and against the paper."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import guess_it_brute as brute
from reference.guess_it import GuessIt

import kibitz
from kibitz.errors import SpecError
from kibitz.specialists.guess_it.exact import (
    Reply,
    best_response,
    equilibrium,
    plan,
    reader,
    two_by_two,
    unknown,
    win_rate,
)
from kibitz.specialists.guess_it.mixture_prior import Points
from kibitz.specialists.guess_it.plans import Habits, Unknown
from kibitz.specialists.guess_it.stationary import CARDINALS

HABITS = [(0.3, 0.6), (0.0, 0.0), (0.8, 0.25)]
MIXTURES = np.array([[0.1, 0.2, 0.3, 0.4], [0.6, 0.3, 0.1, 0.0], [0.05, 0.15, 0.7, 0.1]])
SHARES = np.array([0.2, 0.5, 0.3])

chances = st.floats(0, 1)


def stationary(habit: tuple[float, float]) -> str:
    return f"stationary(bluff={habit[0]}, call={habit[1]})"


def mixture(row: np.ndarray) -> str:
    return f"mixture({', '.join(f'{name}={weight}' for name, weight in zip(CARDINALS, row, strict=True))})"


def mixed(row: np.ndarray) -> brute.Policy:
    cardinals = [brute.by_habit(each.bluff, each.call) for each in CARDINALS.values()]
    return brute.mixed(list(zip(row, cardinals, strict=True)))


@pytest.mark.parametrize("cards", [1, 2])
def test_the_equilibrium_is_what_a_linear_program_over_all_strategies_finds(cards: int) -> None:
    assert equilibrium(cards).value == pytest.approx(brute.value(GuessIt(cards=cards)), abs=1e-9)


@pytest.mark.parametrize("cards", range(1, 9))
def test_nobody_gains_by_leaving_the_equilibrium(cards: int) -> None:
    found = equilibrium(cards)
    against = best_response("equilibrium", cards)
    assert against.moving_first == pytest.approx(found.value, abs=1e-12)
    assert against.moving_second == pytest.approx(1 - found.value, abs=1e-12)
    assert all(worth >= 1 / (other + 1) - 1e-12 for (_, other), worth in found.values.items())  # no guess is better


@pytest.mark.parametrize("cards", [1, 2])
def test_win_rates_are_those_of_every_line_of_play(cards: int) -> None:
    game = GuessIt(cards=cards)
    for one, two in ((HABITS[0], HABITS[2]), (HABITS[1], HABITS[0])):
        expected = brute.first_wins(game, brute.by_habit(*one), brute.by_habit(*two))
        assert win_rate(stationary(one), stationary(two), cards).moving_first == pytest.approx(expected, abs=1e-12)
    expected = brute.first_wins(game, mixed(MIXTURES[0]), mixed(MIXTURES[1]))
    found = win_rate(mixture(MIXTURES[0]), mixture(MIXTURES[1]), cards)
    assert found.moving_first == pytest.approx(expected, abs=1e-12)
    assert found.moving_second == pytest.approx(
        1 - brute.first_wins(game, mixed(MIXTURES[1]), mixed(MIXTURES[0])), abs=1e-12
    )


@pytest.mark.parametrize(("cards", "seat"), list(product([1, 2], [0, 1])))
def test_no_strategy_does_better_than_the_best_response(cards: int, seat: int) -> None:
    game = GuessIt(cards=cards)
    opponents = [(stationary(habit), brute.by_habit(*habit)) for habit in HABITS]
    opponents += [(mixture(row), mixed(row)) for row in MIXTURES[:2]]
    for name, policy in opponents:
        found = best_response(name, cards)
        expected = brute.best_response(game, seat, [(1.0, policy)], every_hand=cards == 1)
        assert (found.moving_first, found.moving_second)[seat] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("cards", "seat"), list(product([1, 2], [0, 1])))
def test_no_strategy_does_better_against_an_unknown_mixture(cards: int, seat: int) -> None:
    found = best_response(Unknown(Points(MIXTURES, SHARES)), cards)
    drawn = [(share, mixed(row)) for share, row in zip(SHARES, MIXTURES, strict=True)]
    expected = brute.best_response(GuessIt(cards=cards), seat, drawn, every_hand=cards == 1)
    assert (found.moving_first, found.moving_second)[seat] == pytest.approx(expected, abs=1e-12)


def test_the_reply_to_an_unknown_mixture_wins_what_it_expects_to_win() -> None:
    reply = Reply(Unknown(Points(MIXTURES, SHARES)))
    won = [win_rate(reply, mixture(row)) for row in MIXTURES]
    expected = best_response(Unknown(Points(MIXTURES, SHARES)))
    assert SHARES @ [each.moving_first for each in won] == pytest.approx(expected.moving_first, abs=1e-12)
    assert SHARES @ [each.moving_second for each in won] == pytest.approx(expected.moving_second, abs=1e-12)


def test_to_know_the_mixture_is_worth_something_and_to_watch_it_too() -> None:
    watching = best_response("unknown").mean
    known = np.mean([best_response(mixture(row)).mean for row in _drawn(40)])
    blind = win_rate(Reply(Habits(0.5, 0.5, 0.5)), "unknown").mean  # replies to an average stranger and learns nothing
    assert blind < watching < known


def _drawn(count: int) -> np.ndarray:
    numbers = np.array(
        [[kibitz.Random(1, "mixture", row, part).uniform() for part in range(4)] for row in range(count)]
    )
    return np.asarray(numbers / numbers.sum(axis=1, keepdims=True))


@settings(deadline=None, max_examples=30)
@given(chances, chances, chances, chances, st.integers(1, 8))
def test_a_best_response_beats_every_reply_and_both_seats_sum_to_one(
    bluff: float, call: float, other_bluff: float, other_call: float, cards: int
) -> None:
    one, two = Habits(bluff, call, bluff), Habits(other_bluff, other_call, other_bluff)
    found, mirrored, best = win_rate(one, two, cards), win_rate(two, one, cards), best_response(two, cards)
    assert found.moving_first == pytest.approx(1 - mirrored.moving_second)
    assert found.moving_first <= best.moving_first + 1e-12
    assert found.moving_second <= best.moving_second + 1e-12
    replied = win_rate(best.plan, two, cards)
    assert (replied.moving_first, replied.moving_second) == pytest.approx((best.moving_first, best.moving_second))


@given(chances, chances, chances, chances)
def test_two_by_two_leaves_nobody_a_better_row_or_column(a: float, b: float, c: float, d: float) -> None:
    worth, below, left = two_by_two((a, b), (c, d))
    columns = [(1 - below) * a + below * c, (1 - below) * b + below * d]
    rows = [left * a + (1 - left) * b, left * c + (1 - left) * d]
    assert min(columns) == pytest.approx(worth, abs=1e-9)
    assert max(rows) == pytest.approx(worth, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second"),
    [("always-ask", "always-bluff"), ("stationary(bluff=0.3, call=0.4)", mixture(MIXTURES[0]))],
)
def test_games_that_are_played_come_out_as_computed(first: str, second: str) -> None:
    game, games = kibitz.game("guess-it"), 1000
    expected = win_rate(first, second).moving_first
    players = [kibitz.player(first), kibitz.player(second)]
    won = sum(kibitz.play_game(game, players, seed).scores[0] > 0 for seed in range(games))
    error = max(0.01, (expected * (1 - expected) / games) ** 0.5)
    assert abs(won / games - expected) < 4 * error


def test_the_four_relations_of_section_3() -> None:
    for winner, loser in (
        ("always-bluff", "call-then-bluff"),
        ("call-then-bluff", "call-then-ask"),
        ("call-then-ask", "always-ask"),
        ("always-ask", "always-bluff"),
    ):
        found = win_rate(winner, loser)
        assert min(found.moving_first, found.moving_second) > 0.95


def test_all_but_always_ask_can_be_beaten_in_every_game() -> None:
    beaten = {name: best_response(name) for name in CARDINALS}
    sure = {name for name, each in beaten.items() if min(each.moving_first, each.moving_second) > 1 - 1e-12}
    assert sure == {"always-bluff", "call-then-ask", "call-then-bluff"}


def test_an_unknown_player_is_an_average_of_those_it_may_be() -> None:
    points = Unknown(Points(MIXTURES, SHARES))
    single = [win_rate("stationary(bluff=0.4, call=0.3)", mixture(row)).moving_first for row in MIXTURES]
    assert win_rate("stationary(bluff=0.4, call=0.3)", points).moving_first == pytest.approx(SHARES @ single)


def test_the_reader_is_the_reply_to_the_prior() -> None:
    assert win_rate(reader(), unknown()).mean == pytest.approx(best_response("unknown").mean)


@pytest.mark.parametrize("cards", [0, 9, True, 2.5])
def test_cards_that_cannot_be_dealt_are_refused(cards: int) -> None:
    with pytest.raises(SpecError, match="from 1 to 8"):
        equilibrium(cards)


@pytest.mark.parametrize(
    ("given_plan", "complaint"),
    [
        ("MT", "not a player of guess-it with fixed"),
        ("noisy(always-ask, 0.1)", "leave out the noise"),
        ("alwaysask", "no model"),
    ],
)
def test_players_without_exact_values_are_refused(given_plan: str, complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        plan(given_plan)
