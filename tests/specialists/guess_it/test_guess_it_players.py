"""The computing players of Guess It: as often as computed, with a memory and without, and only at their game."""

from pathlib import Path

import pytest

import kibitz
from kibitz.errors import KibitzError, SpecError
from kibitz.players.memory import Memory, Profile
from kibitz.players.player import Player
from kibitz.specialists.guess_it.exact import best_response, reader, win_rate
from kibitz.specialists.guess_it.players import BayesReader

GAME = kibitz.game("guess-it")


def won(player: Player, opponent: str, games: int, first: int = 0) -> float:
    """The share of games that a player wins, in either seat by turns."""
    other, total = kibitz.player(opponent), 0
    for seed in range(first, first + games):
        seat = seed % 2
        seated, names = ([player, other], ["me", opponent]) if seat == 0 else ([other, player], [opponent, "me"])
        total += kibitz.play_game(GAME, seated, seed, names).scores[seat] > 0
    return total / games


@pytest.mark.parametrize("opponent", ["call-then-ask", "mixture(always-ask=5, always-bluff=1, call-then-ask=3)"])
def test_the_reader_wins_as_often_as_computed(opponent: str) -> None:
    games = 800
    expected = win_rate(reader(), opponent).mean
    assert won(kibitz.player("bayes-reader"), opponent, games) == pytest.approx(
        expected, abs=4 * (expected * (1 - expected) / games) ** 0.5
    )


def test_the_equilibrium_wins_as_often_as_computed() -> None:
    assert won(kibitz.player("equilibrium"), "call-then-bluff", 600) == pytest.approx(0.5, abs=4 * (0.25 / 600) ** 0.5)


def test_without_carrying_every_game_begins_anew() -> None:
    player = BayesReader()
    won(player, "always-ask", 7)
    fresh = BayesReader()
    view = GAME.start(3).view(0)
    for each in (player, fresh):
        each.begin(GAME, 0, view, ["me", "always-ask"])
    assert player.policy(view) == fresh.policy(view)


def test_one_who_carries_comes_near_the_best_response() -> None:
    opponent, player = "always-ask", kibitz.player("bayes-reader(carry=true)")
    won(player, opponent, 40)
    ceiling = best_response(opponent).mean
    assert won(player, opponent, 150, first=40) > ceiling - 4 * (ceiling * (1 - ceiling) / 150) ** 0.5


def test_a_memory_is_as_good_as_having_been_there(tmp_path: Path) -> None:
    file = str(tmp_path / "opponents.db")
    carrying = BayesReader(carry=True)
    for first in (0, 5, 10):
        won(BayesReader(memory=file), "always-bluff", 5, first)  # a player of its own for every run
        won(carrying, "always-bluff", 5, first)
    assert Memory(file).require(GAME, "always-bluff").games == 15
    later = BayesReader(memory=file)
    view = GAME.start(3).view(0)
    for each in (later, carrying):
        each.begin(GAME, 0, view, ["me", "always-bluff"])
    assert later.beliefs() == carrying.beliefs()
    assert later.policy(view) == carrying.policy(view)


def test_a_memory_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "opponents.db"
    Memory(file).save(Profile("guess-it", "Ann", {"MT": 0.5, "mOT": 0.5}))
    with pytest.raises(KibitzError, match="use another memory"):
        BayesReader(memory=str(file)).begin(GAME, 0, GAME.start(1).view(0), ["me", "Ann"])


@pytest.mark.parametrize("prior", ["mixtures", "habits"])
def test_beliefs_say_what_was_seen(prior: str) -> None:
    player = BayesReader(prior=prior)
    state = kibitz.game("guess-it(cards=2)").parse("1 4 / 2 5 / ask 1, name 1")
    player.begin(state.game, 0, state.view(0), ["me", "Ann"])
    assert "from 0 decisions" in str(player.beliefs()[0])
    player.end(state.view(0))
    [reading] = player.beliefs()
    assert sum(reading.weights.values()) == pytest.approx(1)
    assert reading.weights["call-then-bluff"] > reading.weights["always-bluff"]
    assert "called 1" in str(reading)
    assert "from 1 decision" in str(reading)


@pytest.mark.parametrize("name", ["bayes-reader", "equilibrium", "always-ask", "mixture(always-ask=1, always-bluff=1)"])
def test_other_games_are_refused(name: str) -> None:
    other = kibitz.game("tic-tac-toe")
    with pytest.raises(SpecError, match="guess-it"):
        kibitz.play_game(other, [kibitz.player(name), kibitz.player("random")])


def test_the_players_are_seated_by_a_match() -> None:
    result = kibitz.match("guess-it", ["bayes-reader", "equilibrium", "always-ask"], deals=4, seed=1)
    assert {row.player for row in result.standings} == {"bayes-reader", "equilibrium", "always-ask"}


def test_who_forgets_notices_a_change_sooner() -> None:
    game, bluffs, asks = kibitz.game("guess-it"), kibitz.player("always-bluff"), kibitz.player("always-ask")
    expected = {}
    for forgetting in (1.0, 0.7):
        reading = BayesReader(carry=True, forgetting=forgetting)
        for number, other in enumerate([bluffs] * 4 + [asks] * 3):
            kibitz.play_game(game, [reading, other], number, ["me", "Ann"])
        belief = reading.belief()
        expected[forgetting] = float(belief.shares @ belief.bluff)
    assert expected[0.7] < 0.5 < expected[1.0]
    with pytest.raises(SpecError, match="forgetting must be 1"):
        BayesReader(memory="some.json", forgetting=0.9)
