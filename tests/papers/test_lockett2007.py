"""The exact part of lockett2007: what a program reads, and what the paper says."""

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.cli.app import app
from kibitz.papers.lockett2007 import across_games
from kibitz.papers.lockett2007.ceilings import even_weights
from kibitz.papers.lockett2007.identifier_games import Identifying, identified
from kibitz.specialists.guess_it.exact import best_response, reader, win_rate
from kibitz.specialists.guess_it.mixture_prior import prior_points
from kibitz.specialists.guess_it.stationary import CARDINALS


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    printed = CliRunner().invoke(app, ["reproduce", "lockett2007", "relations", "--json"])
    assert printed.exit_code == 0, printed.output
    found = json.loads(printed.output)
    assert isinstance(found, dict)
    return found


def test_every_ordered_pair_moves_first_and_second(report: dict[str, Any]) -> None:
    rates = {(row["player"], row["opponent"]): row for row in report["values"]["win_rates"]}
    assert set(rates) == {(one, two) for one in CARDINALS for two in CARDINALS}
    for (one, two), row in rates.items():
        assert row["moving_first"] == pytest.approx(1 - rates[two, one]["moving_second"])
    # By hand: always-bluff has moved first, and guesses when three bluffs and three asks have used up its cards.
    assert rates["always-bluff", "always-ask"]["moving_first"] == pytest.approx(5 / 6 * 3 / 4 * 1 / 2 * 1 / 7)


def test_the_equilibrium_at_six_cards_each(report: dict[str, Any]) -> None:
    solved = report["values"]["equilibrium"]
    found = [round(solved[name], 4) for name in ("value", "bluff", "call")]
    assert found == [0.5353, 0.2003, 0.1854]


def test_section_3_holds_and_section_1_does_not(report: dict[str, Any]) -> None:
    verdicts = {row["label"]: row["verdict"] for row in report["rows"] if row["verdict"]}
    assert [label for label, verdict in verdicts.items() if verdict != "holds"] == [
        f"a basic strategy beats {other} with high probability: share won by the best of the four"
        for other in ("the equilibrium", "stationary(bluff=0.28, call=0.24)")
    ]
    assert sum(" defeats " in label for label in verdicts) == 4


def test_no_player_wins_as_much_as_is_printed_of_the_control() -> None:
    printed = CliRunner().invoke(app, ["reproduce", "lockett2007", "ceilings", "--json"])
    rows = {row["label"]: row for row in json.loads(printed.output)["rows"]}
    refused = [label for label, row in rows.items() if row["verdict"] == "does not hold"]
    assert len(refused) == 3
    assert all("Control: highest fitness if it" in label for label in refused)
    told, untold = (
        rows[f"Table 1, {label}"]["ours"]
        for label in ("IDs only: highest fitness if told who the opponent is", SEES_MOVES)
    )
    assert 371 < untold < told == pytest.approx(300 + 100 * 48 / 49)
    assert rows["section 6: highest fitness if told the weights of every mixture"]["ours"] > rows[MIXTURE_BASED]["ours"]


SEES_MOVES = "Cards + Moves: highest fitness if it sees the moves of the game"
MIXTURE_BASED = "section 6, Mixture-Based: highest fitness if told which cardinal opponent it plays"


def test_a_series_of_games_teaches_the_reader_its_opponent() -> None:
    first, later = across_games.rates_by_games("always-ask", seed=2, checkpoints=(0, 6))
    assert first == pytest.approx(win_rate(reader(), "always-ask").mean)
    assert first < later <= best_response("always-ask").mean + 1e-12


def test_drawn_opponents_are_those_of_the_prior() -> None:
    drawn = [across_games.drawn_mixture(5, number) for number in range(800)]
    weights = np.array([[weight for weight, _ in each.parts] for each in drawn])
    points = prior_points()
    for power in (1, 2):
        expected = points.shares @ points.mixtures**power
        error = (weights**power).std(axis=0) / len(weights) ** 0.5
        assert np.all(abs((weights**power).mean(axis=0) - expected) < 4 * error)


def test_the_posterior_mean_scores_more_than_even_weights_but_little() -> None:
    pairs = np.array(identified("always-ask", seed=3, first=0, games=200))
    even, deviation = even_weights()
    assert abs(400 * pairs[:, 1].mean() - even) < 4 * deviation * 2**0.5
    more = pairs[:, 0] - pairs[:, 1]
    assert abs(400 * more.mean() - 3) < 4 * 400 * more.std() / len(more) ** 0.5
    assert identified("always-ask", seed=3, first=150, games=3) == [tuple(pair) for pair in pairs[150:153]]


def test_one_who_identifies_plays_as_the_one_inside() -> None:
    alone, watching = kibitz.player("equilibrium"), Identifying(kibitz.player("equilibrium"))
    game = kibitz.game("guess-it")
    for seed in range(3):
        played = [kibitz.play_game(game, [each, kibitz.player("call-then-ask")], seed) for each in (alone, watching)]
        assert played[0].moves == played[1].moves
    assert watching.expected[0] == pytest.approx((0.25,) * 4)
